"""The format specification of an answer: one short string in a task, one record in the code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from assay.evaluation.answers.scales import scale_shift
from assay.model.errors import AssayError

TYPES = ("number", "text", "set", "list", "date", "color", "url", "formula", "object", "null")
SPEC_CHOICES = {
    "type": TYPES,
    "sign": ("optional", "required"),
    "kind": ("decimal", "integer"),
    "scope": ("answer", "submission"),
}
SPEC_KEYS = ("type", "unit", "scale", "decimals", "sign", "kind", "scope")
# A spec that asks for more places than this is a typing error, not a precision.
MOST_DECIMALS = 30


class SpecError(AssayError):
    """A format string that cannot be read."""


@dataclass(frozen=True, slots=True)
class Spec:
    """What a question asks of the form of its answer."""

    type: str = "number"
    unit: str = "none"
    scale: str = "none"
    decimals: int | None = None
    sign: str = "optional"
    kind: str = "decimal"
    scope: str = "answer"


@lru_cache(maxsize=4096)
def parse_spec(text: str) -> Spec:
    """Return the record of a format string such as `unit=USD scale=million decimals=1`."""
    fields = split_fields(text)
    for key, allowed in SPEC_CHOICES.items():
        if key in fields and fields[key] not in allowed:
            raise SpecError(f"{key}={fields[key]} in the format {text!r}: use one of {', '.join(allowed)}")
    scale = fields.get("scale", "none")
    if scale_shift(scale) is None:
        raise SpecError(f"scale={scale} in the format {text!r} is not a known scale word, such as thousand or million")
    return Spec(
        type=fields.get("type", "number"),
        unit=fields.get("unit", "none"),
        scale=scale,
        decimals=read_decimals(fields["decimals"], text) if "decimals" in fields else None,
        sign=fields.get("sign", "optional"),
        kind=fields.get("kind", "decimal"),
        scope=fields.get("scope", "answer"),
    )


def split_fields(text: str) -> dict[str, str]:
    """Return the key and value pairs; a word without `=` goes on with the unit or scale before it."""
    fields: dict[str, str] = {}
    last = ""
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals and last in ("unit", "scale"):
            fields[last] += " " + word
            continue
        if not equals or key not in SPEC_KEYS or key in fields or not value:
            raise SpecError(f"{word!r} in the format {text!r}: write each of {', '.join(SPEC_KEYS)} once, as key=value")
        fields[key] = value
        last = key
    return fields


def read_decimals(value: str, text: str) -> int:
    """Return the number of asked places; below zero means tens, hundreds and so on."""
    digits = value[1:] if value[:1] in ("-", "+") else value
    if not (digits.isascii() and digits.isdigit() and len(digits) < 3 and int(digits) <= MOST_DECIMALS):
        raise SpecError(f"decimals={value} in the format {text!r}: use a whole number up to {MOST_DECIMALS}")
    return int(value)


def render_spec(
    type: str = "number",
    *,
    unit: str | None = None,
    scale: str | None = None,
    decimals: int | None = None,
    sign: str | None = None,
    kind: str | None = None,
) -> str:
    """Return the format string for the fields of an answer; what is left out has its default."""
    fields = {"unit": unit or "none"} if type == "number" else {"type": type}
    if type == "number":
        optional = {"scale": scale, "decimals": decimals, "sign": sign, "kind": kind}
        defaults = ("none", "optional", "decimal")
        fields |= {key: str(value) for key, value in optional.items() if value is not None and value not in defaults}
    text = " ".join(f"{key}={value}" for key, value in fields.items())
    parse_spec(text)
    return text
