"""Kept calls: one file for each call whose reply arrived, named by the digest of everything that changes the reply."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from assay.config.models import Model
from assay.gateway.body import public_body
from assay.gateway.records import Request
from assay.model.canonical import Json, canonical_json, digest_bytes
from assay.model.codec import from_json, to_json
from assay.store.disk import write_file
from assay.store.folder import OutFolder

# Part of every key: whoever changes what a key is made of gets new keys.
_FORM = 1
# A file is one JSON object, laid out so that its digest can be checked without writing it anew.
_HEAD, _TAIL = b'{"call":', 78


@dataclass(frozen=True, slots=True)
class Asked:
    """What a model is asked: everything that changes the reply, the digest of that, and its length in bytes."""

    what: Mapping[str, Json]
    key: str
    size: int


def asked(model: Model, identity: str, request: Request, sample: int) -> Asked:
    """Return what is asked with its key; timeouts, limits, prices, names of keys, role and stage stay outside."""
    where = (model.endpoint or model.api_base or "").rstrip("/")
    body = public_body(model, request)
    what = {"form": _FORM, "model": identity, "endpoint": where, "sample": sample, "body": body}
    text = canonical_json(what).encode("utf-8", "surrogatepass")
    return Asked(what, digest_bytes(text), len(text))


@dataclass(frozen=True, slots=True)
class KeptCall:
    """A call whose reply arrived.

    `asked` is what the key digests, but for the body; `sent` is the body that went out (pictures by their digests);
    `got` is the provider's reply in OpenAI's form, `raw` in its own, None where that is the same; `entry` is the call's
    number in the ledger. Usage and cost are what it settled at; a cost of None is an unknown price.
    """

    key: str
    asked: Mapping[str, Json]
    sent: Json
    got: Json
    raw: Json
    entry: int
    input: int
    output: int
    doubted: bool
    nanodollars: int | None
    milliseconds: int
    client: str


def read_call(out: OutFolder, key: str) -> KeptCall | None:
    """Return the kept call of a key, None where there is none or its file is damaged: it is then made again."""
    path = out.call(key)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    body, check = data[len(_HEAD) : -_TAIL], data[-_TAIL:]
    if not data.startswith(_HEAD) or check != _tail(body):
        return None
    kept = from_json(KeptCall, cast(object, json.loads(body)))
    return kept if kept.key == key else None


def write_call(out: OutFolder, call: KeptCall) -> None:
    """Keep a call; its file appears whole or not at all, and bears the digest of what it holds."""
    body = canonical_json(to_json(call)).encode("utf-8", "surrogatepass")
    write_file(out, out.call(call.key), _HEAD + body + _tail(body))


def _tail(body: bytes) -> bytes:
    return b',"digest":"' + digest_bytes(body).encode() + b'"}\n'
