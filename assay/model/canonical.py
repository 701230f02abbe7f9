"""One way to turn a value into bytes, and bytes into a digest, so that equal things get equal keys everywhere."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

Scalar: TypeAlias = str | int | float | bool | None
Json: TypeAlias = "Scalar | Sequence[Json] | Mapping[str, Json]"


def canonical_json(value: Json) -> str:
    """Return the one JSON text of a value: keys sorted, no spaces, no escapes beyond JSON's own, NaN refused."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(value: Json) -> str:
    """Return the sha256 of the canonical JSON of a value, as 64 hexadecimal digits."""
    return digest_bytes(canonical_json(value).encode("utf-8", "surrogatepass"))


def digest_bytes(data: bytes) -> str:
    """Return the sha256 of the bytes, as 64 hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def digest_pieces(pieces: Iterable[str]) -> str:
    """Return the sha256 of texts one after another, as 64 hexadecimal digits."""
    found = hashlib.sha256()
    for piece in pieces:
        found.update(piece.encode("utf-8", "surrogatepass"))
    return found.hexdigest()
