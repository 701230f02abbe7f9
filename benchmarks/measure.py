"""Measures one reader over a list of files, each in a forked child of a warm parent; run by speed.py.

    python measure.py READER SECONDS < names of files, one a line

It needs nothing but the reader itself, so that it runs in the environment that holds the peers.
"""

from __future__ import annotations

import io
import json
import os
import resource
import sys
import zipfile
from collections.abc import Callable, Iterator

REPEATS = 3


def main() -> None:
    """Print one JSON line a file: characters (none where it failed), best processor seconds, peak bytes."""
    name, seconds = sys.argv[1], int(sys.argv[2])
    files = [line.rstrip("\n") for line in sys.stdin]
    read = READERS[name]()
    warm = next((file for file in files if file.endswith(".docx")), None)
    if warm is not None:
        attempt(read, warm)
    for file in files:
        print(json.dumps({"file": file, **measured(read, file, seconds)}), flush=True)


def measured(read: Callable[[str], str], file: str, seconds: int) -> dict[str, object]:
    """Return what reading one file took, in a child that ends with it."""
    inner, outer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(inner)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        found = [attempt(read, file) for _ in range(REPEATS)]
        os.write(outer, json.dumps(min(found, key=lambda one: one[1])).encode())
        os._exit(0)
    os.close(outer)
    with os.fdopen(inner, "rb") as told:
        said = told.read()
    _, _, usage = os.wait4(child, 0)
    characters, best = json.loads(said) if said else (None, float(seconds))
    return {"characters": characters, "seconds": best, "peak": usage.ru_maxrss * 1024}


def attempt(read: Callable[[str], str], file: str) -> tuple[int | None, float]:
    """Return the characters that a reader gives of a file and the processor seconds, its children's too."""
    before = _spent()
    try:
        characters = len(read(file).strip())
    except Exception:  # noqa: BLE001  peers raise whatever they like
        characters = None
    return characters, _spent() - before


def _spent() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def assay() -> Callable[[str], str]:
    """Our readers: all artifacts, and the Markdown of the collection."""
    from assay.markdown import artifact_markdown
    from extractors.powerpoint import read_powerpoint
    from extractors.word import read_word

    def read(file: str) -> str:
        reader = read_powerpoint if _is_deck(file) else read_word
        with open(file, "rb") as source:
            return "\n".join(map(artifact_markdown, reader(source.read()).artifacts))

    return read


def floor() -> Callable[[str], str]:
    """Unzip every part and parse its XML with lxml, nothing else."""
    from lxml import etree

    def read(file: str) -> str:
        with zipfile.ZipFile(file) as archive:
            parts = [archive.read(name) for name in archive.namelist() if name.endswith((".xml", ".rels"))]
        return " ".join(str(etree.fromstring(part).tag) for part in parts)

    return read


def python_office() -> Callable[[str], str]:
    """python-docx and python-pptx: paragraphs, cells and shapes' texts, as their guides show."""
    import docx
    import pptx

    def read_document(file: str) -> Iterator[str]:
        document = docx.Document(file)
        yield from (paragraph.text for paragraph in document.paragraphs)
        for table in document.tables:
            yield from (cell.text for row in table.rows for cell in row.cells)

    def read_deck(file: str) -> Iterator[str]:
        for slide in pptx.Presentation(file).slides:
            for shape in slide.shapes:
                if shape.has_text_frame:
                    yield shape.text_frame.text
                elif shape.has_table:
                    yield from (cell.text for row in shape.table.rows for cell in row.cells)

    return lambda file: "\n".join(read_deck(file) if _is_deck(file) else read_document(file))


def pandoc() -> Callable[[str], str]:
    """Pandoc's Markdown."""
    import pypandoc

    return lambda file: str(pypandoc.convert_file(file, "markdown", format="pptx" if _is_deck(file) else "docx"))


def markitdown() -> Callable[[str], str]:
    """MarkItDown's Markdown."""
    from markitdown import MarkItDown, StreamInfo

    converter = MarkItDown()

    def read(file: str) -> str:
        with open(file, "rb") as source:
            data = io.BytesIO(source.read())
        ending = ".pptx" if _is_deck(file) else ".docx"
        return converter.convert_stream(data, stream_info=StreamInfo(extension=ending)).text_content

    return read


def office_oxide() -> Callable[[str], str]:
    """office-oxide's Markdown."""
    from office_oxide import Document

    return lambda file: Document.open(file).to_markdown()


def docling() -> Callable[[str], str]:
    """Docling's Markdown, by its Office backends."""
    from docling.document_converter import DocumentConverter

    converter = DocumentConverter()
    return lambda file: converter.convert(file).document.export_to_markdown()


def _is_deck(file: str) -> bool:
    return file.lower().endswith(("pptx", "pptm", "ppsx", "potx"))


READERS: dict[str, Callable[[], Callable[[str], str]]] = {
    "assay": assay, "floor": floor, "python-docx/pptx": python_office, "pandoc": pandoc, "markitdown": markitdown,
    "office-oxide": office_oxide, "docling": docling,
}  # fmt: skip

if __name__ == "__main__":
    main()
