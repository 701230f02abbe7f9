"""How the bytes of a text file become characters."""

from __future__ import annotations

import codecs

from charset_normalizer import from_bytes

_MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# As the WHATWG Encoding Standard has it: what calls itself Latin-1 or ASCII is read as Windows-1252.
_LABELS = {"iso-8859-1": "cp1252", "latin-1": "cp1252", "latin1": "cp1252", "ascii": "cp1252", "us-ascii": "cp1252"}
# Enough to tell encodings apart; the whole file may have hundreds of megabytes.
_SAMPLE = 65_536


def decode(data: bytes, declared: str = "") -> str:
    """Return the characters of a text: by its mark, else UTF-8 where valid, else as declared, else by likelihood."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _lines(data.decode(name, "replace"))
    if _is_utf8(data):
        return _lines(data.decode("utf-8"))
    return _lines(data.decode(_known(declared) or _likely(data), "replace"))


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return not _wide(data)


def _wide(data: bytes) -> str:
    """UTF-16 without a mark: every other byte of Western text is zero."""
    sample = data[:512]
    zeros = sample[1::2].count(0), sample[0::2].count(0)
    if len(sample) < 4 or max(zeros) * 2 < len(sample) * 0.7:
        return ""
    return "utf-16-le" if zeros[0] > zeros[1] else "utf-16-be"


def _known(label: str) -> str:
    name = label.strip().strip("\"'").lower()
    try:
        found = codecs.lookup(_LABELS.get(name, name or "-"))
    except (LookupError, ValueError):
        return ""
    # Only text encodings: Python also registers transformations such as `rot13` and `hex`.
    return found.name if getattr(found, "_is_text_encoding", True) and not found.name.startswith("utf") else ""


def _likely(data: bytes) -> str:
    if wide := _wide(data):
        return wide
    best = from_bytes(data[:_SAMPLE]).best()
    return best.encoding if best is not None else "cp1252"


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
