"""Writes compound files (MS-CFB), the containers that hold protected Office documents."""

from __future__ import annotations

import struct
from collections.abc import Mapping

_SECTOR = 512
_FREE, _END, _TABLE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
_SMALLEST = 4096


def compound(streams: Mapping[str, bytes]) -> bytes:
    """Return a compound file of version 3 with the streams in its root.

    Streams below 4,096 bytes are filled up to it, so that no second, smaller allocation table is needed; a reader
    of such a stream knows from its contents where it ends.
    """
    padded = {name: data.ljust(_SMALLEST, b"\0") for name, data in streams.items()}
    chains, body, start = _laid_out(padded)
    directory = _directory(padded, start)
    first_directory = len(body) // _SECTOR
    body += directory
    chains += _chain(first_directory, len(directory) // _SECTOR)
    sectors = len(chains)
    tables = -(-(sectors + 1) // 128)
    while tables * 128 < sectors + tables:
        tables += 1
    table = chains + [_TABLE] * tables
    table += [_FREE] * (tables * 128 - len(table))
    return _header(sectors, tables, first_directory) + body + struct.pack(f"<{len(table)}I", *table)


def _laid_out(streams: Mapping[str, bytes]) -> tuple[list[int], bytes, dict[str, int]]:
    chains: list[int] = []
    body, start = b"", dict[str, int]()
    for name, data in streams.items():
        whole = data + b"\0" * (-len(data) % _SECTOR)
        start[name] = len(chains)
        chains += _chain(len(chains), len(whole) // _SECTOR)
        body += whole
    return chains, body, start


def _chain(first: int, count: int) -> list[int]:
    return [first + index + 1 for index in range(count - 1)] + [_END]


def _header(first_table: int, tables: int, directory: int) -> bytes:
    listed = [first_table + index for index in range(tables)]
    places = listed + [_FREE] * (109 - len(listed))
    fields = struct.pack(
        "<8s16sHHHHH6sIIIIIIIII",
        bytes.fromhex("d0cf11e0a1b11ae1"),
        b"",
        0x3E,
        3,
        0xFFFE,
        9,
        6,
        b"",
        0,
        tables,
        directory,
        0,
        _SMALLEST,
        _END,
        0,
        _END,
        0,
    )
    return fields + struct.pack("<109I", *places)


def _directory(streams: Mapping[str, bytes], start: Mapping[str, int]) -> bytes:
    """Return the directory: the root, then the streams as a right-leaning tree in the format's order."""
    names = sorted(streams, key=lambda name: (len(name), name.upper()))
    entries = [_entry("Root Entry", 5, _FREE, 1, _END, 0)]
    for index, name in enumerate(names, 1):
        right = index + 1 if index < len(names) else _FREE
        entries.append(_entry(name, 2, right, _FREE, start[name], len(streams[name])))
    while len(entries) % 4:
        entries.append(_entry("", 0, _FREE, _FREE, 0, 0))
    return b"".join(entries)


def _entry(name: str, kind: int, right: int, child: int, first: int, size: int) -> bytes:
    text = f"{name}\0".encode("utf-16-le") if name else b""
    return struct.pack("<64sHBBIII16sIQQIQ", text, len(text), kind, 1, _FREE, right, child, b"", 0, 0, 0, first, size)
