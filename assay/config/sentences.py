"""What is wrong in a file of settings, in sentences: the place, and the nearest right name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import get_args

from pydantic import BaseModel
from pydantic_core import ErrorDetails

# What pydantic says of Python's types, in the words of YAML.
_PLAIN = {
    "tuple_type": "must be a list, with a dash before each entry",
    "model_type": "must hold keys and values",
    "model_attributes_type": "must hold keys and values",
    "dict_type": "must hold keys and values",
    "int_parsing": "must be a whole number",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_parsing": "must be a number",
    "bool_parsing": "must be true or false",
    "string_type": "must be text",
    "string_pattern_mismatch": "must be the NAME of an environment variable, in capitals; a key never stands here",
}


def placed(detail: ErrorDetails, said: str) -> str:
    """Return what is said of an error after its place in the file; what holds for the whole file has none."""
    return ": ".join(filter(None, [".".join(str(part) for part in detail["loc"]), said]))


def sentence(detail: ErrorDetails, root: type[BaseModel]) -> str:
    """Return what is wrong at one place of a file that holds a `root`, without the place."""
    if detail["type"] != "extra_forbidden":
        return _PLAIN.get(detail["type"], detail["msg"].removeprefix("Value error, "))
    *parents, name = detail["loc"]
    return f"unknown key, {nearest(str(name), _fields(root, parents))}"


def nearest(name: str, known: Iterable[str]) -> str:
    """Return which name is likely meant, all that there are where none is near."""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    return f"the nearest right one is {close[0]!r}" if close else f"the right ones are {', '.join(names)}"


def _fields(root: type[BaseModel], parents: Iterable[int | str]) -> list[str]:
    model = root
    for parent in parents:
        # places in lists, names in mappings and the branches of unions stand in the path as well
        field = _by_name(model).get(str(parent))
        if field is not None:
            model = _inner(field) or model
    return list(_by_name(model))


def _by_name(model: type[BaseModel]) -> dict[str, object]:
    """Return what each key of a file holds; a file says a field's alias."""
    return {field.alias or name: field.annotation for name, field in model.model_fields.items()}


def _inner(annotation: object) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(_inner, get_args(annotation))), None)
