"""Workbooks from before 2007 that are encrypted with the password that Excel tries by itself: they open unasked."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass

# [MS-XLS] 2.2.10: what a workbook is encrypted with that only its structure protects.
PASSWORD = "VelvetSweatshop"
# [MS-XLS] 2.2.10: the key changes after so many bytes of the stream.
BLOCK = 1024
# [MS-OFFCRYPTO] 2.3.7.1 and 2.3.7.2: the key and the verifier that this password has under XOR, and the pad after it.
_XOR_KEY, _XOR_VERIFIER, _PAD = 0xB359, 0x9A0A, 0xBB

_FILE_PASS, _BOUND_SHEET, _UNKNOWN = 0x2F, 0x85, 0x0FFF
# [MS-XLS] 2.2.10: BOF, FilePass, UsrExcl, FileLock, InterfaceHdr, RRDInfo and RRDHead are never encrypted.
_OPEN = frozenset({0x809, _FILE_PASS, 0x194, 0x195, 0xE1, 0x196, 0x138})


@dataclass(frozen=True, slots=True)
class Cipher:
    """What makes the key of each block, and what proves the password: two encrypted texts and their hash."""

    key: Callable[[int], bytes]
    hash: Callable[[bytes], bytes]
    verifier: bytes
    verifier_hash: bytes

    def opens(self) -> bool:
        """Whether the password is the right one."""
        stream = _keystream(self.key(0))
        verifier = _mixed(self.verifier, stream)
        return _mixed(self.verifier_hash, stream) == self.hash(verifier)


def opened(stream: bytes) -> bytes | None:
    """Return the workbook stream as it was before it was encrypted; None where another password is needed."""
    records = list(_records(stream))
    body = next((stream[at + 4 : at + 4 + size] for kind, at, size in records if kind == _FILE_PASS), b"")
    xor = struct.pack("<HH", _XOR_KEY, _XOR_VERIFIER)
    cipher = _cipher(body)
    if body in (xor, b"\0\0" + xor):
        plain = _unmasked(stream, records)
    elif cipher is not None and cipher.opens():
        plain = bytearray(_decrypted(stream, cipher))
    else:
        return None
    for kind, at, size in records:
        kept = 4 + size if kind in _OPEN else 8 if kind == _BOUND_SHEET else 4
        plain[at : at + kept] = stream[at : at + kept]
        if kind == _FILE_PASS:
            plain[at : at + 2] = struct.pack("<H", _UNKNOWN)
    return bytes(plain)


def _unmasked(stream: bytes, records: list[tuple[int, int, int]]) -> bytearray:
    """Return the stream with every record's body taken out of its XOR mask, which turns with place and size."""
    plain, mask = bytearray(stream), _mask()
    for _, at, size in records:
        body = stream[at + 4 : at + 4 + size]
        turned = (_right(byte ^ mask[(at + 4 + size + index) % 16], 5) for index, byte in enumerate(body))
        plain[at + 4 : at + 4 + size] = bytes(turned)
    return plain


def _mask() -> list[int]:
    """[MS-OFFCRYPTO] 2.3.7.2: the password and its pad, each byte with one of the key's and turned by a bit."""
    key = struct.pack("<H", _XOR_KEY)
    return [_right(byte ^ key[index % 2], 1) for index, byte in enumerate(PASSWORD.encode("ascii") + bytes([_PAD]))]


def _right(byte: int, bits: int) -> int:
    return (byte >> bits | byte << (8 - bits)) & 255


def _records(stream: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield kind, place and size of every record."""
    at = 0
    while at + 4 <= len(stream):
        kind, size = struct.unpack_from("<HH", stream, at)
        yield kind, at, size
        at += 4 + size


def _cipher(body: bytes) -> Cipher | None:
    """Return the cipher of a FilePass record (2.4.117), None where it is none of the two of RC4."""
    if len(body) < 54 or body[:2] != b"\x01\x00":
        return None
    major = int.from_bytes(body[2:4], "little")
    if major == 1:
        return _by_md5(body[6:])
    return _by_sha1(body[6:]) if major in (2, 3, 4) else None


def _by_md5(header: bytes) -> Cipher:
    """[MS-OFFCRYPTO] 2.3.6.2: five bytes of the password's hash, sixteen times with the salt, and the block."""
    first = hashlib.md5(PASSWORD.encode("utf-16-le"), usedforsecurity=False).digest()[:5]
    base = hashlib.md5((first + header[:16]) * 16, usedforsecurity=False).digest()[:5]
    return Cipher(lambda block: _md5(base + struct.pack("<I", block)), _md5, header[16:32], header[32:48])


def _by_sha1(header: bytes) -> Cipher | None:
    """[MS-OFFCRYPTO] 2.3.5.2: the hash of salt and password, then of that and the block, cut to the key's size."""
    size = struct.unpack_from("<I", header, 4)[0]
    info, rest = header[8 : 8 + size], header[8 + size :]
    if len(info) < 20 or len(rest) < 60:
        return None
    length = (int.from_bytes(info[16:20], "little") or 40) // 8
    first = _sha1(rest[4:20] + PASSWORD.encode("utf-16-le"))

    def key(block: int) -> bytes:
        cut = _sha1(first + struct.pack("<I", block))[:length]
        return cut.ljust(16, b"\0") if length == 5 else cut

    return Cipher(key, _sha1, rest[20:36], rest[40:60])


def _md5(data: bytes) -> bytes:
    return hashlib.md5(data, usedforsecurity=False).digest()


def _sha1(data: bytes) -> bytes:
    return hashlib.sha1(data, usedforsecurity=False).digest()


def _decrypted(stream: bytes, cipher: Cipher) -> bytes:
    blocks = range(0, len(stream), BLOCK)
    return b"".join(_mixed(stream[at : at + BLOCK], _keystream(cipher.key(at // BLOCK))) for at in blocks)


def _mixed(data: bytes, stream: Iterator[int]) -> bytes:
    return bytes(one ^ other for one, other in zip(data, stream, strict=False))


def _keystream(key: bytes) -> Iterator[int]:
    """Yield the bytes of RC4 under a key, without end."""
    state, j = list(range(256)), 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) & 255
        state[i], state[j] = state[j], state[i]
    i = j = 0
    while True:
        i = (i + 1) & 255
        j = (j + state[i]) & 255
        state[i], state[j] = state[j], state[i]
        yield state[(state[i] + state[j]) & 255]
