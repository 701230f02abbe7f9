"""Which reader reads which media type, and what a user can do where there is none."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TypeAlias

from assay.markdown import artifact_markdown
from assay.model.document import Problem, Reading
from assay.model.kinds import App
from assay.model.tokens import count_tokens
from extractors.sniffing import ENCRYPTED, EXTENSIONS, UNKNOWN, extension, inflated_size, sniff

__all__ = ["READERS", "Reader", "app_of", "read", "sniff"]

Reader: TypeAlias = Callable[[bytes], Reading]


def _word(data: bytes) -> Reading:
    from extractors.word import read_word

    return read_word(data)


def _excel(data: bytes) -> Reading:
    from extractors.excel import read_excel

    return read_excel(data)


def _powerpoint(data: bytes) -> Reading:
    from extractors.powerpoint import read_powerpoint

    return read_powerpoint(data)


def _pdf(data: bytes) -> Reading:
    from extractors.pdf import read_pdf

    return read_pdf(data)


def _delimited(data: bytes) -> Reading:
    from extractors.delimited import read_delimited

    return read_delimited(data)


def _html(data: bytes) -> Reading:
    from extractors.web import read_html

    return read_html(data)


def _markdown(data: bytes) -> Reading:
    from extractors.marked import read_marked

    return read_marked(data)


def _plain(data: bytes) -> Reading:
    from extractors.plain import read_plain

    return read_plain(data)


def _mail(data: bytes) -> Reading:
    from extractors.plain import read_mail

    return read_mail(data)


def _rtf(data: bytes) -> Reading:
    from extractors.converted import read_rtf

    return read_rtf(data)


def _odt(data: bytes) -> Reading:
    from extractors.converted import read_odt

    return read_odt(data)


def _epub(data: bytes) -> Reading:
    from extractors.converted import read_epub

    return read_epub(data)


_BY_EXTENSION: dict[str, Reader] = {
    **dict.fromkeys(("docx", "docm", "dotx", "dotm"), _word),
    **dict.fromkeys(("xlsx", "xlsm", "xltx", "xltm", "xlam", "xls", "xlsb", "ods"), _excel),
    **dict.fromkeys(("pptx", "pptm", "potx", "potm", "ppsx", "ppsm"), _powerpoint),
    **dict.fromkeys(("csv", "tsv"), _delimited),
    **dict.fromkeys(("txt", "json", "xml"), _plain),
    **dict.fromkeys(("odt", "ott"), _odt),
    "pdf": _pdf, "html": _html, "md": _markdown, "eml": _mail, "rtf": _rtf, "epub": _epub,
}  # fmt: skip

READERS: dict[str, Reader] = {EXTENSIONS[name]: reader for name, reader in _BY_EXTENSION.items()}

_SAVE_AS: dict[str, str] = {
    EXTENSIONS["doc"]: "Word files from before 2007 are not read: save it as .docx.",
    EXTENSIONS["ppt"]: "PowerPoint files from before 2007 are not read: save it as .pptx.",
    EXTENSIONS["odp"]: "OpenDocument presentations are not read: save it as .pptx.",
    EXTENSIONS["msg"]: "Outlook messages are not read: save it as .eml.",
    EXTENSIONS["zip"]: "Files inside an archive are not read: unpack it.",
}
_APPS: dict[str, App] = {
    **{EXTENSIONS[name]: "word" for name in ("docx", "docm", "dotx", "dotm", "doc")},
    **{EXTENSIONS[name]: "excel" for name in ("xlsx", "xlsm", "xltx", "xltm", "xlam", "xlsb", "xls", "ods")},
    **{EXTENSIONS[name]: "powerpoint" for name in ("pptx", "pptm", "potx", "potm", "ppsx", "ppsm", "ppt", "odp")},
    EXTENSIONS["pdf"]: "pdf",
}


def app_of(media_type: str, path: str = "") -> App:
    """Return the application that a media type belongs to; `path` tells it for packages that cannot be opened."""
    if media_type in (ENCRYPTED, UNKNOWN):
        media_type = EXTENSIONS.get(extension(path), media_type)
    return _APPS.get(media_type, "text")


def read(path: str, data: bytes, inflated: int) -> tuple[str, Reading]:
    """Return the media type and the reading of a file's bytes; packages that unpack to more are bombs."""
    media_type = sniff(path, data)
    problem = _refused(path, data, media_type, inflated)
    if problem is not None:
        return media_type, Reading(app_of(media_type, path), problem=problem)
    reading = READERS[media_type](data)
    if reading.problem is not None and reading.problem.fatal:
        kept = Reading(reading.app, problem=reading.problem, reader=reading.reader)
        return media_type, dataclasses.replace(kept, warnings=reading.warnings + _misnamed(path, media_type))
    if not reading.artifacts and reading.problem is None:
        return media_type, dataclasses.replace(reading, problem=Problem("empty", "There is nothing in the file."))
    return media_type, _counted(dataclasses.replace(reading, warnings=_misnamed(path, media_type) + reading.warnings))


def _refused(path: str, data: bytes, media_type: str, inflated: int) -> Problem | None:
    if not data:
        return Problem("empty", "The file has no bytes.")
    if media_type == ENCRYPTED:
        return Problem("encrypted", "The file is protected by a password: save it without one.")
    if media_type not in READERS:
        return Problem("unsupported", _advice(path, media_type))
    if data.startswith(b"PK") and (size := inflated_size(data)) > inflated:
        sentence = f"The package unpacks to {size:,} bytes, more than the limit of {inflated:,}."
        return Problem("bomb", sentence)
    return None


def _advice(path: str, media_type: str) -> str:
    if media_type.startswith("image/"):
        return "Pictures are read inside documents only: put it into a .docx, .pptx or .pdf."
    name = f"a .{extension(path)} file" if media_type == UNKNOWN and extension(path) else media_type
    return _SAVE_AS.get(media_type, f"There is no reader for {name}: save it as .docx, .xlsx, .pptx, .pdf or text.")


def _misnamed(path: str, media_type: str) -> tuple[str, ...]:
    name = extension(path)
    expected = EXTENSIONS.get(name)
    if expected is None or READERS.get(expected, expected) == READERS.get(media_type, media_type):
        return ()
    right = next(name for name, known in EXTENSIONS.items() if known == media_type)
    return (f"The name ends in .{name} but the content is that of a .{right} file; it was read as such.",)


def _counted(reading: Reading) -> Reading:
    tokens = sum(count_tokens(artifact_markdown(artifact)) for artifact in reading.artifacts)
    return dataclasses.replace(reading, counts=dataclasses.replace(reading.counts, tokens=tokens))
