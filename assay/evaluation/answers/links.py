"""Comparison of addresses: what RFC 3986, section 6.2, calls equivalent is equal, nothing else."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit

from assay.evaluation.answers.cleaning import ZERO_WIDTH, Refusal, bounded, unwrapped
from assay.evaluation.answers.spec import Spec

LONGEST_URL = 4000
DEFAULT_PORTS = {"http": 80, "https": 443, "ftp": 21}
ESCAPE = re.compile("%([0-9A-Fa-f]{2})")
UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


def compare_urls(expected: str, response: str, asked: Spec) -> str:
    """Return why the response is not the expected address, or "match"."""
    gold = read_url(expected)
    return "match" if read_url(response) == gold else "value"


def read_url(text: str) -> str:
    """Return the normal form of an address; one without a scheme or with white space is refused."""
    written = unwrapped(bounded(text, LONGEST_URL))
    if written.startswith("<") and written.endswith(">"):
        written = written[1:-1]
    if any(character.isspace() or not character.isprintable() or character in ZERO_WIDTH for character in written):
        raise Refusal("malformed")
    try:
        parts = urlsplit(written)
        return normal_url(parts, parts.port)
    except ValueError as error:
        raise Refusal("malformed") from error


def normal_url(parts: SplitResult, port: int | None) -> str:
    """Return the address in one spelling: lower-case host, no default port, no last slash, plain escapes."""
    if not parts.scheme or not (parts.netloc or parts.path):
        raise Refusal("malformed")
    if not parts.netloc:
        return f"{parts.scheme}:{mail_path(parts.path)}" + normal_tail(parts)
    user, at, _ = parts.netloc.rpartition("@")
    host = (parts.hostname or "").rstrip(".")
    shown_port = "" if port is None or DEFAULT_PORTS.get(parts.scheme) == port else f":{port}"
    path = normal_escapes(parts.path)
    path = path[:-1] if path.endswith("/") else path
    return f"{parts.scheme}://{user}{at}{host}{shown_port}{path}" + normal_tail(parts)


def mail_path(path: str) -> str:
    """Return a path without slashes; the domain of a mail address has no case."""
    user, at, domain = normal_escapes(path).rpartition("@")
    return user + at + (domain.casefold() if at else domain)


def normal_tail(parts: SplitResult) -> str:
    """Return the query and fragment in normal form."""
    query = "?" + normal_escapes(parts.query) if parts.query else ""
    return query + ("#" + normal_escapes(parts.fragment) if parts.fragment else "")


def normal_escapes(text: str) -> str:
    """Return the text with letters beyond ASCII escaped, and escapes of unreserved letters written plainly."""
    text = "".join(one if one.isascii() else escaped(one) for one in text)
    return ESCAPE.sub(lambda found: plain_escape(found.group(1)), text)


def escaped(character: str) -> str:
    """Return the percent escapes of one character."""
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))


def plain_escape(digits: str) -> str:
    """Return the letter of an escape where it never needs one, else the escape in capitals."""
    character = chr(int(digits, 16))
    return character if character in UNRESERVED else f"%{digits.upper()}"
