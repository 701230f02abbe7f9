"""Records to JSON and back: dataclasses by their field types, unions of dataclasses by the name in `is`."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import TypeVar, cast, get_args, get_origin, get_type_hints

from assay.model import canonical
from assay.model.canonical import Json, canonical_json

R = TypeVar("R")
Decoder = Callable[[object], object]


def to_json(value: object) -> Json:
    """Return the JSON value of a record: every field by name, tuples as lists, dataclasses tagged by class in `is`."""
    if value is None or isinstance(value, str | int | float | bool):
        return value
    names = _names(type(value))
    if names is not None:
        body: dict[str, Json] = {"is": type(value).__name__}
        for name in names:
            body[name] = to_json(getattr(value, name))
        return body
    if isinstance(value, Mapping):
        mapping = cast(Mapping[str, object], value)
        return {str(name): to_json(item) for name, item in mapping.items()}
    if isinstance(value, list | tuple):
        return [to_json(item) for item in cast(Sequence[object], value)]
    raise TypeError(f"{type(value).__name__} has no JSON form")


@cache
def _names(kind: type) -> tuple[str, ...] | None:
    return tuple(field.name for field in dataclasses.fields(kind)) if dataclasses.is_dataclass(kind) else None


def to_text(value: object) -> str:
    """Return the canonical JSON text of a record."""
    return canonical_json(to_json(value))


def from_json(kind: type[R], value: object) -> R:
    """Return the record of a type from its JSON value; a value of another shape raises ValueError."""
    return cast(R, _decoder(kind)(value))


@cache
def _hints(kind: type) -> dict[str, object]:
    # The JSON type names itself; a module that imports it need not know what it is made of.
    return get_type_hints(kind, localns=vars(canonical))


@cache
def _decoder(kind: object) -> Decoder:
    """Return what decodes values of a type; what the type is made of is looked at once, not for each value."""
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return partial(_record, kind)
    origin = get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        return _union(get_args(kind))
    if origin is tuple:
        return partial(_tuple, get_args(kind))
    if origin is dict:
        return partial(_mapping, get_args(kind)[1])
    if origin is typing.Literal:
        return partial(_chosen, get_args(kind))
    if kind is float:
        return _real
    if kind in (str, int, bool):
        return partial(_checked, cast(type, kind))
    return _as_it_is


def _as_it_is(value: object) -> object:
    return value


def _real(value: object) -> object:
    return float(value) if type(value) is int else _checked(float, value)


def _mapping(kind: object, value: object) -> object:
    items = cast(Mapping[str, object], _checked(Mapping, value))
    decode = _decoder(kind)
    return {name: decode(item) for name, item in items.items()}


@cache
def _fields(kind: type) -> dict[str, Decoder]:
    """Return the decoder of each field; it is looked for when a value comes, since a record may hold its own kind."""
    hints = _hints(kind)
    return {name: _decoder(hints[name]) for name in _names(kind) or ()}


def _record(kind: type, value: object) -> object:
    body = cast(Mapping[str, object], _checked(Mapping, value))
    fields = _fields(kind)
    unknown = set(body) - set(fields) - {"is"}
    if unknown:
        raise ValueError(f"{kind.__name__} has no field {', '.join(sorted(unknown))}")
    try:
        return kind(**{name: fields[name](item) for name, item in body.items() if name != "is"})
    except TypeError as error:
        raise ValueError(f"{kind.__name__}: {error}") from error


def _union(kinds: tuple[object, ...]) -> Decoder:
    rest = [kind for kind in kinds if kind is not type(None)]
    if len(rest) == 1:
        decode = _decoder(rest[0])
    else:
        named = {kind.__name__: kind for kind in rest if isinstance(kind, type) and dataclasses.is_dataclass(kind)}
        decode = partial(_one_of, named)
    return partial(_optional, decode) if len(rest) < len(kinds) else decode


def _optional(decode: Decoder, value: object) -> object:
    return None if value is None else decode(value)


def _one_of(records: Mapping[str, type], value: object) -> object:
    if isinstance(value, Mapping) and records:
        name = cast(Mapping[str, object], value).get("is")
        if name not in records:
            raise ValueError(f"'is' must be one of {', '.join(sorted(records))}")
        return _record(records[str(name)], cast(object, value))
    return cast(object, value)


def _chosen(values: tuple[object, ...], value: object) -> object:
    if not isinstance(value, str) or value not in values:
        raise ValueError(f"one of {', '.join(map(str, values))} is needed, not {value!r:.80}")
    return value


def _tuple(kinds: tuple[object, ...], value: object) -> object:
    items = cast(Sequence[object], _checked(Sequence, value))
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        decode = _decoder(kinds[0])
        return tuple([decode(item) for item in items])
    if len(items) != len(kinds):
        raise ValueError(f"{len(kinds)} values are needed, not {len(items)}")
    return tuple(_decoder(kind)(item) for kind, item in zip(kinds, items, strict=True))


def _checked(kind: type, value: object) -> object:
    wrong_text = isinstance(value, str) and kind is Sequence
    wrong_bool = isinstance(value, bool) and kind is not bool
    if not isinstance(value, kind) or wrong_text or wrong_bool:
        raise ValueError(f"{kind.__name__} is needed, not {type(value).__name__}")
    return cast(object, value)
