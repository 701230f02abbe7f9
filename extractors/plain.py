"""Plain text, JSON and XML as their paragraphs, and mail as its headers and body."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.errors import MessageError
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default as MODERN
from typing import cast

from assay.model.artifact import Anchor, Facts, Text
from assay.model.document import Problem, Reading
from extractors.encoding import decode
from extractors.sheaf import Sheaf
from extractors.web import gather_html

# Text without blank lines (a log, data as JSON) is cut after this many lines, so that a chunk can hold a part of it.
_LINES = 40
_HEADERS = ("From", "To", "Cc", "Date", "Subject")
_BLANK = re.compile(r"^\s*$")


def read_plain(data: bytes) -> Reading:
    """Return the paragraphs of a text file: runs of lines between blank lines."""
    sheaf = Sheaf("text")
    gather_paragraphs(sheaf, decode(data))
    return sheaf.reading(reader="assay.plain")


def gather_paragraphs(sheaf: Sheaf, text: str, first: int = 1) -> None:
    """Add the paragraphs of a text that begins on line `first`."""
    for line, block in _paragraphs(text.split("\n"), first):
        sheaf.add("text", Anchor(line=line), block, Text())


def read_mail(data: bytes) -> Reading:
    """Return a message's headers as metadata and its body; attachments are named, not read."""
    sheaf = Sheaf("text")
    try:
        message = BytesParser(policy=MODERN).parsebytes(data)
        _gather_headers(sheaf, message)
        _gather_body(sheaf, message)
        _name_attachments(sheaf, message)
    except (MessageError, LookupError, ValueError, TypeError, AttributeError) as error:
        return Reading("text", problem=Problem("corrupt", f"The message is not well formed: {error}."))
    return sheaf.reading(reader="assay.mail")


def _paragraphs(lines: list[str], first: int) -> Iterator[tuple[int, str]]:
    block, start = list[str](), first
    for number, line in enumerate(lines, first):
        if _BLANK.match(line) or len(block) == _LINES:
            if block:
                yield start, "\n".join(block)
            block = []
        if not _BLANK.match(line):
            start = start if block else number
            block.append(line.rstrip())
    if block:
        yield start, "\n".join(block)


def _gather_headers(sheaf: Sheaf, message: EmailMessage) -> None:
    for name in _HEADERS:
        value = " ".join(str(message.get(name, "")).split())
        if value:
            sheaf.properties[name] = value
            payload = Facts((("name", name), ("value", value)))
            sheaf.add("metadata", Anchor(line=1), f"{name}: {value}", payload)
    sheaf.title = sheaf.properties.get("Subject", "")


def _gather_body(sheaf: Sheaf, message: EmailMessage) -> None:
    body = message.get_body(("plain", "html"))
    if body is None:
        return
    content = cast(object, body.get_content())
    text = content if isinstance(content, str) else decode(cast(bytes, content))
    if body.get_content_subtype() == "html":
        gather_html(sheaf, text)
    else:
        gather_paragraphs(sheaf, text.replace("\r\n", "\n"))


def _name_attachments(sheaf: Sheaf, message: EmailMessage) -> None:
    for part in message.iter_attachments():
        name = part.get_filename() or part.get_content_type()
        payload = Facts((("name", "attachment"), ("value", name)))
        sheaf.add("metadata", Anchor(line=1), f"attachment: {name}", payload)
        sheaf.warn(f"The attachment {name} is named here but not read: put it into the archive as a file of its own.")
