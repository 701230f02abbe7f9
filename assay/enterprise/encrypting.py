"""Protects an Office package with a password by the standard encryption of MS-OFFCRYPTO, section 2.3.4."""

from __future__ import annotations

import hashlib
import struct
from random import Random

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from assay.enterprise.compound import compound

_ROUNDS = 50_000
_FLAGS, _AES, _SHA1, _BITS, _PROVIDER = 0x24, 0x660E, 0x8004, 128, 0x18
_NAME = "Microsoft Enhanced RSA and AES Cryptographic Provider\0".encode("utf-16-le")


def protect(package: bytes, password: str, seed: str) -> bytes:
    """Return the package encrypted for a password; salt and verifier are drawn from the seed."""
    random = Random(seed)
    salt, verifier = random.randbytes(16), random.randbytes(16)
    key = derive(password, salt)
    digest = hashlib.sha1(verifier).digest().ljust(32, b"\0")  # the format prescribes it
    header = struct.pack("<IIIIIIII", _FLAGS, 0, _AES, _SHA1, _BITS, _PROVIDER, 0, 0) + _NAME
    check = struct.pack("<I16s16sI32s", 16, salt, _encrypted(key, verifier), 20, _encrypted(key, digest))
    info = struct.pack("<HHII", 3, 2, _FLAGS, len(header)) + header + check
    whole = package + b"\0" * (-len(package) % 16)
    return compound(
        {"EncryptionInfo": info, "EncryptedPackage": struct.pack("<Q", len(package)) + _encrypted(key, whole)}
    )


def derive(password: str, salt: bytes) -> bytes:
    """Return the key of a password (section 2.3.4.7)."""
    digest = hashlib.sha1(salt + password.encode("utf-16-le")).digest()
    for index in range(_ROUNDS):
        digest = hashlib.sha1(struct.pack("<I", index) + digest).digest()
    digest = hashlib.sha1(digest + struct.pack("<I", 0)).digest()
    inner = bytes(0x36 ^ byte for byte in digest.ljust(64, b"\0"))
    return hashlib.sha1(inner).digest()[: _BITS // 8]


def _encrypted(key: bytes, data: bytes) -> bytes:
    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    return encryptor.update(data) + encryptor.finalize()
