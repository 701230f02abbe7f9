"""Rewrites Office packages so that the same content gives the same bytes: fixed times, stored members, fixed dates."""

from __future__ import annotations

import io
import re
import zipfile

MOMENT = "2025-03-14T09:00:00Z"
_TIME = (2025, 3, 14, 9, 0, 0)
_DATE = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*(</dcterms:)")


def settle(package: bytes) -> bytes:
    """Return a package with its members' times and document dates fixed, workbooks inside it too.

    Members are stored, not deflated: two versions of zlib may compress one text to different bytes.
    """
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as out:
        for name in source.namelist():
            out.writestr(_member(name), _content(name, source.read(name)))
    return target.getvalue()


def _member(name: str) -> zipfile.ZipInfo:
    member = zipfile.ZipInfo(name, _TIME)
    member.create_system = 3
    member.external_attr = 0o600 << 16
    return member


def _content(name: str, data: bytes) -> bytes:
    if name.endswith(".xlsx"):
        return settle(data)
    if name == "docProps/core.xml":
        return _DATE.sub(rb"\g<1>" + MOMENT.encode() + rb"\g<2>", data)
    return data
