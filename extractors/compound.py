"""The directory of an OLE compound file, as far as it tells what the file is."""

from __future__ import annotations

import struct
from collections.abc import Iterator

MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# [MS-CFB] 2.1 and 2.6.1: ends of chains, "no stream", and the size of a directory entry.
_LAST_SECTOR, _NO_STREAM, _ENTRY = 0xFFFFFFFA, 0xFFFFFFFF, 128
_MOST_SECTORS = 20_000


def root_names(data: bytes) -> frozenset[str]:
    """Return the names of the streams and storages at the top of the file; empty where the directory is damaged."""
    try:
        entries = list(_entries(data))
    except (struct.error, IndexError, ValueError):
        return frozenset()
    names, waiting, seen = set[str](), [_child(entries)], set[int]()
    while waiting:
        number = waiting.pop()
        if number in seen or number >= len(entries):
            continue
        seen.add(number)
        length = struct.unpack_from("<H", entries[number], 64)[0]
        names.add(entries[number][: max(min(length, 64) - 2, 0)].decode("utf-16-le", "replace"))
        waiting += struct.unpack_from("<II", entries[number], 68)
    return frozenset(names)


def _child(entries: list[bytes]) -> int:
    return struct.unpack_from("<I", entries[0], 76)[0] if entries else _NO_STREAM


def _entries(data: bytes) -> Iterator[bytes]:
    shift = struct.unpack_from("<H", data, 30)[0]
    if shift not in (9, 12):
        raise ValueError("no sector size of a compound file")
    table, sector, count = _fat_sectors(data), struct.unpack_from("<I", data, 48)[0], 0
    per_sector = (1 << shift) // 4
    while sector < _LAST_SECTOR and count < _MOST_SECTORS:
        start = (sector + 1) << shift
        for offset in range(start, min(start + (1 << shift), len(data) - _ENTRY + 1), _ENTRY):
            yield data[offset : offset + _ENTRY]
        count += 1
        held_in = (table[sector // per_sector] + 1) << shift
        sector = struct.unpack_from("<I", data, held_in + 4 * (sector % per_sector))[0]


def _fat_sectors(data: bytes) -> tuple[int, ...]:
    """The sectors that hold the allocation table, as the header lists them: the first 109."""
    return tuple(sector for sector in struct.unpack_from("<109I", data, 76) if sector < _LAST_SECTOR)
