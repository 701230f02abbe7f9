"""Records to JSON and back: dataclasses by their field types, unions of dataclasses by the name in `is`."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeVar, cast, get_args, get_origin, get_type_hints

from assay.model import canonical
from assay.model.canonical import Json, canonical_json

R = TypeVar("R")


def to_json(value: object) -> Json:
    """Return the JSON value of a record: every field by name, tuples as lists, dataclasses tagged by class in `is`."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        body: dict[str, Json] = {"is": type(value).__name__}
        for field in dataclasses.fields(value):
            body[field.name] = to_json(getattr(value, field.name))
        return body
    if isinstance(value, Mapping):
        mapping = cast(Mapping[str, object], value)
        return {str(name): to_json(item) for name, item in mapping.items()}
    if isinstance(value, list | tuple):
        return [to_json(item) for item in cast(Sequence[object], value)]
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise TypeError(f"{type(value).__name__} has no JSON form")


def to_text(value: object) -> str:
    """Return the canonical JSON text of a record."""
    return canonical_json(to_json(value))


def from_json(kind: type[R], value: object) -> R:
    """Return the record of a type from its JSON value; a value of another shape raises ValueError."""
    return cast(R, _decode(kind, value))


@cache
def _hints(kind: type) -> dict[str, object]:
    # The JSON type names itself; a module that imports it need not know what it is made of.
    return get_type_hints(kind, localns=vars(canonical))


def _decode(kind: object, value: object) -> object:
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return _record(kind, value)
    origin = get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        return _union(get_args(kind), value)
    if origin is tuple:
        return _tuple(get_args(kind), value)
    if origin is dict:
        items = cast(Mapping[str, object], _checked(value, Mapping))
        return {name: _decode(get_args(kind)[1], item) for name, item in items.items()}
    if origin is typing.Literal:
        return _chosen(get_args(kind), value)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(kind, type) and kind in (str, int, float, bool):
        return _checked(value, kind)
    return value


def _record(kind: type, value: object) -> object:
    body = cast(Mapping[str, object], _checked(value, Mapping))
    hints = _hints(kind)
    known = {field.name for field in dataclasses.fields(kind)}
    unknown = set(body) - known - {"is"}
    if unknown:
        raise ValueError(f"{kind.__name__} has no field {', '.join(sorted(unknown))}")
    try:
        return kind(**{name: _decode(hints[name], item) for name, item in body.items() if name != "is"})
    except TypeError as error:
        raise ValueError(f"{kind.__name__}: {error}") from error


def _union(kinds: tuple[object, ...], value: object) -> object:
    if value is None and type(None) in kinds:
        return None
    rest = [kind for kind in kinds if kind is not type(None)]
    if len(rest) == 1:
        return _decode(rest[0], value)
    records = {kind.__name__: kind for kind in rest if isinstance(kind, type) and dataclasses.is_dataclass(kind)}
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
    items = cast(Sequence[object], _checked(value, Sequence))
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(_decode(kinds[0], item) for item in items)
    if len(items) != len(kinds):
        raise ValueError(f"{len(kinds)} values are needed, not {len(items)}")
    return tuple(_decode(kind, item) for kind, item in zip(kinds, items, strict=True))


def _checked(value: object, kind: type) -> object:
    wrong_text = isinstance(value, str) and kind is Sequence
    wrong_bool = isinstance(value, bool) and kind is not bool
    if not isinstance(value, kind) or wrong_text or wrong_bool:
        raise ValueError(f"{kind.__name__} is needed, not {type(value).__name__}")
    return cast(object, value)
