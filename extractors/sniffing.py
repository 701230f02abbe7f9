"""What a file is, told from its content; its name counts only where the content says nothing."""

from __future__ import annotations

import re
from io import BytesIO
from struct import error as StructError
from zipfile import BadZipFile, ZipFile
from zlib import error as ZlibError

from extractors import compound

OOXML = "application/vnd.openxmlformats-officedocument."
ODF = "application/vnd.oasis.opendocument."
ENCRYPTED = "application/x-encrypted-package"
UNKNOWN = "application/octet-stream"

# What reading a damaged zip package raises; a damaged package still has the type that its name says.
ZIP_FAILURES = (BadZipFile, ZlibError, StructError, OSError, EOFError, ValueError, KeyError, NotImplementedError,
                RuntimeError)  # fmt: skip

EXTENSIONS: dict[str, str] = {
    "docx": f"{OOXML}wordprocessingml.document",
    "docm": "application/vnd.ms-word.document.macroenabled.12",
    "dotx": f"{OOXML}wordprocessingml.template",
    "dotm": "application/vnd.ms-word.template.macroenabled.12",
    "xlsx": f"{OOXML}spreadsheetml.sheet",
    "xlsm": "application/vnd.ms-excel.sheet.macroenabled.12",
    "xltx": f"{OOXML}spreadsheetml.template",
    "xltm": "application/vnd.ms-excel.template.macroenabled.12",
    "xlam": "application/vnd.ms-excel.addin.macroenabled.12",
    "xlsb": "application/vnd.ms-excel.sheet.binary.macroenabled.12",
    "pptx": f"{OOXML}presentationml.presentation",
    "pptm": "application/vnd.ms-powerpoint.presentation.macroenabled.12",
    "potx": f"{OOXML}presentationml.template",
    "potm": "application/vnd.ms-powerpoint.template.macroenabled.12",
    "ppsx": f"{OOXML}presentationml.slideshow",
    "ppsm": "application/vnd.ms-powerpoint.slideshow.macroenabled.12",
    "doc": "application/msword", "dot": "application/msword",
    "xls": "application/vnd.ms-excel", "xlt": "application/vnd.ms-excel",
    "ppt": "application/vnd.ms-powerpoint", "pps": "application/vnd.ms-powerpoint",
    "pot": "application/vnd.ms-powerpoint",
    "pdf": "application/pdf",
    "csv": "text/csv", "tsv": "text/tab-separated-values", "tab": "text/tab-separated-values",
    "html": "text/html", "htm": "text/html", "xhtml": "text/html",
    "md": "text/markdown", "markdown": "text/markdown",
    "txt": "text/plain", "text": "text/plain", "log": "text/plain",
    "json": "application/json", "jsonl": "application/json", "xml": "application/xml",
    "eml": "message/rfc822", "mht": "message/rfc822", "mhtml": "message/rfc822",
    "rtf": "application/rtf", "epub": "application/epub+zip",
    "odt": f"{ODF}text", "ott": f"{ODF}text-template", "ods": f"{ODF}spreadsheet", "odp": f"{ODF}presentation",
    "zip": "application/zip", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "tif": "image/tiff", "tiff": "image/tiff", "msg": "application/vnd.ms-outlook",
}  # fmt: skip

# The content type of a package's main part, without what Office puts before and after it.
_MAIN = re.compile(
    r"(?:vnd\.openxmlformats-officedocument\.(wordprocessingml|spreadsheetml|presentationml)\.(\w+)"
    r"|vnd\.ms-(word|excel|powerpoint)\.(\w+(?:\.binary)?)\.macroenabled(?:template)?)\.main(?:\+xml)?",
    re.IGNORECASE,
)
_MAIN_PARTS = {
    "word/document.xml": EXTENSIONS["docx"],
    "xl/workbook.xml": EXTENSIONS["xlsx"],
    "xl/workbook.bin": EXTENSIONS["xlsb"],
    "ppt/presentation.xml": EXTENSIONS["pptx"],
}
_STREAMS = {
    "EncryptedPackage": ENCRYPTED,
    "WordDocument": EXTENSIONS["doc"],
    "PowerPoint Document": EXTENSIONS["ppt"],
    "Workbook": EXTENSIONS["xls"],
    "Book": EXTENSIONS["xls"],
    "__properties_version1.0": EXTENSIONS["msg"],
}
_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"{\\rtf", "application/rtf"), (b"\x89PNG\r\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"), (b"II*\x00", "image/tiff"), (b"MM\x00*", "image/tiff"),
    # Workbooks before OLE: the BOF records of BIFF 2, 3 and 4.
    (b"\x09\x00\x04\x00", EXTENSIONS["xls"]), (b"\x09\x02\x06\x00", EXTENSIONS["xls"]),
    (b"\x09\x04\x06\x00", EXTENSIONS["xls"]),
)  # fmt: skip
_TEXTUAL = frozenset({"text/csv", "text/tab-separated-values", "text/markdown", "text/plain", "application/json"})
_HTML = re.compile(rb"\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,2000}?-->\s*){0,9}"
                   rb"<(?:!doctype\s+html|html|head|body|table)\b", re.IGNORECASE | re.DOTALL)  # fmt: skip
_XML = re.compile(rb"\s*<\?xml\b")
_MAIL = re.compile(rb"(?:(?:Return-Path|Received|From|To|Date|Subject|Message-ID|MIME-Version|X-[\w-]+):[^\n]*\r?\n"
                   rb"(?:[ \t][^\n]*\n)*){3}", re.IGNORECASE)  # fmt: skip
_OWN_TYPE = re.compile(rb'media-type="(application/vnd\.oasis\.opendocument\.[a-z-]+)"')
_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_HEAD = 4096
_CONTROLS = bytes(set(range(32)) - {7, 8, 9, 10, 12, 13, 27})


def extension(path: str) -> str:
    """Return the last part of a name, in lower case and without its dot."""
    name = path.rsplit("/", 1)[-1]
    return name.rsplit(".", 1)[-1].lower() if "." in name else ""


def sniff(path: str, data: bytes) -> str:
    """Return the media type that the content shows; where it shows none, the one that the name says."""
    named = EXTENSIONS.get(extension(path))
    head = data[:_HEAD]
    if head.startswith(b"PK") and data[2:4] in (b"\x03\x04", b"\x05\x06", b"\x07\x08"):
        return _package(data) or named or "application/zip"
    if head.startswith(compound.MAGIC):
        return _compound(data) or named or UNKNOWN
    for magic, media_type in _MAGIC:
        if head.startswith(magic):
            return media_type
    if b"%PDF-" in head[:1024] and named not in _TEXTUAL:
        return EXTENSIONS["pdf"]
    return _text(head, named)


def inflated_size(data: bytes) -> int:
    """Return how many bytes a zip package says that it unpacks to; 0 where it is none."""
    try:
        with ZipFile(BytesIO(data)) as package:
            return sum(entry.file_size for entry in package.infolist())
    except ZIP_FAILURES:
        return 0


def _package(data: bytes) -> str | None:
    try:
        with ZipFile(BytesIO(data)) as package:
            names = {name.lower().lstrip("/").replace("\\", "/"): name for name in package.namelist()}
            if "mimetype" in names:
                return _start(package, names["mimetype"], 200).decode("ascii", "replace").strip()
            if "[content_types].xml" not in names:
                return _by_part(names) or _by_manifest(package, names) or "application/zip"
            return _main_type(_start(package, names["[content_types].xml"], 1 << 20)) or _by_part(names)
    except ZIP_FAILURES:
        return None


def _start(package: ZipFile, name: str, most: int) -> bytes:
    with package.open(name) as part:
        return part.read(most)


def _main_type(content_types: bytes) -> str | None:
    text = content_types.replace(b"\x00", b"").decode("utf-8", "replace")
    found = _MAIN.search(text)
    if not found:
        return None
    family, form, vendor, macro = found.groups()
    form = {"main": "document", "workbook": "sheet"}.get(form or "", form)
    media_type = f"{OOXML}{family}.{form}" if family else f"application/vnd.ms-{vendor}.{macro}.macroenabled.12"
    return media_type.lower() if media_type.lower() in EXTENSIONS.values() else None


def _by_part(names: dict[str, str]) -> str | None:
    return next((media_type for part, media_type in _MAIN_PARTS.items() if part in names), None)


def _by_manifest(package: ZipFile, names: dict[str, str]) -> str | None:
    """Return what an OpenDocument package without `mimetype` says of itself."""
    name = names.get("meta-inf/manifest.xml")
    found = _OWN_TYPE.search(_start(package, name, 1 << 16)) if name is not None else None
    return found[1].decode("ascii") if found else None


def _compound(data: bytes) -> str | None:
    names = compound.root_names(data)
    return next((media_type for name, media_type in _STREAMS.items() if name in names), None)


def _text(head: bytes, named: str | None) -> str:
    plain = head.replace(b"\x00", b"") if head.startswith(_MARKS[1:]) else head
    plain = plain.removeprefix(_MARKS[0])
    if named in _TEXTUAL and not (named == "text/plain" and _HTML.match(plain)):
        return named
    if _HTML.match(plain):
        return "text/html"
    if plain.translate(None, _CONTROLS) != plain:
        return named or UNKNOWN
    if _XML.match(plain):
        return "text/html" if named == "text/html" else "application/xml"
    if _MAIL.match(plain):
        return "message/rfc822"
    return named if named in ("text/html", "application/xml", "message/rfc822") else "text/plain"
