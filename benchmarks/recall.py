"""How many of a file's words the readers give back: `python benchmarks/recall.py FOLDER`."""

from __future__ import annotations

import argparse
import statistics
import struct
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile

from xlrd.biffh import XLRDError
from xlrd.compdoc import CompDocError

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from assay.markdown import document_markdown
from assay.model.artifact import Facts
from assay.model.document import Document, Source
from assay.model.grid import Grid
from benchmarks.plain_sheets import sheet_words
from benchmarks.plain_words import plain_words, words_of
from extractors.extract import extract_batch

SHEETS = {".xlsx", ".xlsm", ".xltx", ".xltm", ".xls", ".xlsb", ".ods"}
ENDINGS = SHEETS | {".docx", ".docm", ".dotx", ".dotm", ".pptx", ".pptm", ".ppsx", ".potx"}
LEAST = 0.95
ONCE = "(cause: headers, footers, dates and numbers are told once a deck, with the slides that show them)"
_UNREADABLE = (BadZipFile, ParseError, XLRDError, CompDocError, RuntimeError, ValueError, LookupError, TypeError,
               AttributeError, AssertionError, OSError, struct.error)  # fmt: skip


def main() -> None:
    """Print the recall of each file under the least one, then the mean."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in ENDINGS)
    found = list(recalls(files))
    for share, path, missing in sorted(found, key=lambda one: one[0]):
        if share < LEAST:
            print(f"{share:.3f}  {path.relative_to(folder)}  {' '.join(missing)}")
    shares = [share for share, _, _ in found]
    if shares:
        below = sum(share < LEAST for share in shares)
        mean = statistics.mean(shares)
        print(f"{len(files)} files, {len(shares)} read both ways: mean {mean:.4f}, {below} under {LEAST}")


def recalls(files: list[Path]) -> Iterator[tuple[float, Path, list[str]]]:
    """Yield for each file that both readings give words of: the share given back, and words that are missing."""
    items = [(path, Source("main", str(path), path.stat().st_size)) for path in files]
    for path, extraction in zip(files, extract_batch(items), strict=True):
        try:
            asked = _asked(path)
        except _UNREADABLE as error:
            print(f"    no  {path.name}: {error}", file=sys.stderr)
            continue
        problem = extraction.document.problem
        empty = problem is not None and problem.code == "empty"
        if problem is not None and problem.fatal and not (empty and _asked(path, properties=False)):
            print(f"{problem.code:>6}  {path.name}", file=sys.stderr)
        elif total := asked.total():
            missing = asked - _given(extraction.document)
            words = [word for word, _ in missing.most_common(8)]
            cause = [ONCE] if missing and not missing - _told_once(extraction.document) else []
            yield 1 - missing.total() / total, path, words + cause


def _asked(path: Path, *, properties: bool = True) -> Counter[str]:
    data = path.read_bytes()
    return sheet_words(data) if path.suffix.lower() in SHEETS else plain_words(data, properties=properties)


def _told_once(document: Document) -> Counter[str]:
    """Return the words of headers, footers, dates and numbers as often as slides repeat what a deck says once."""
    found = Counter[str]()
    for one in document.of_kind("header_footer"):
        if isinstance(one.payload, Facts) and one.app == "powerpoint":
            repeats = str(one.payload.get("slides") or "").count(",")
            found.update({word: count * repeats for word, count in words_of(one.text).items()})
    return found


def _given(document: Document) -> Counter[str]:
    """Return the words of the collection's Markdown, and those that only facts or stored values hold."""
    shown = words_of(document_markdown(document, anchors=False).replace("\\n", " ").replace("\\", ""))
    facts = [one.payload for one in document.artifacts if isinstance(one.payload, Facts)]
    grids = [one.payload for one in document.artifacts if isinstance(one.payload, Grid)]
    stored = words_of("\n".join(str(value) for one in grids for value in one.stored if value is not None))
    return shown | words_of("\n".join(str(value) for one in facts for _, value in one.values)) | stored


if __name__ == "__main__":
    main()
