"""The constants of a program: those that it writes, and those that it makes of written ones alone."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from assay.model.source_text import parsed

Constant: TypeAlias = int | str | Fraction

# A name may stand for an expression of names: so many steps are followed.
_PASSES = 4
# Larger results hold no operand that anybody could have read in a cell.
_LONGEST, _MOST_BITS, _HIGHEST_POWER = 10_000, 512, 64
# A field of such a width is no number, and would fill the memory.
_WIDE = re.compile(r"[%:{*][^%{}]*(?:\d{3}|\*)")
_FAILURES = (ValueError, TypeError, ArithmeticError, IndexError, KeyError, AttributeError)

# An exponent that takes minutes to write out, and no figure of a document has.
_FAR = re.compile(r"[eE][+-]?\d{3}")


@lru_cache(maxsize=32)
def program_constants(program: str) -> tuple[Constant, ...]:
    """Return the constants of a program's text; text that is no Python raises what `ast.parse` raises."""
    return tuple(constants(parsed(program)))


def constants(tree: ast.AST) -> Iterator[Constant]:
    """Yield the value of each expression that depends on nothing but constants, its parts included."""
    # children come after their parents, so that the reverse has them before
    nodes = list(ast.walk(tree))[::-1]
    values = _folded(nodes, {})
    for _ in range(_PASSES):
        names = _named(nodes, values)
        if not names:
            break
        values = _folded(nodes, names)
    yield from values.values()


def _folded(nodes: list[ast.AST], names: Mapping[str, Constant]) -> dict[int, Constant]:
    values: dict[int, Constant] = {}
    for node in nodes:
        value = _value(node, values, names)
        if value is not None and _is_small(value):
            values[id(node)] = value
    return values


def _named(nodes: list[ast.AST], values: Mapping[int, Constant]) -> dict[str, Constant]:
    stored = Counter(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    found: dict[str, Constant] = {}
    for node in nodes:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and id(node.value) in values:
            target = node.targets[0]
            if isinstance(target, ast.Name) and stored[target.id] == 1:
                found[target.id] = values[id(node.value)]
    return found


def _value(node: ast.AST, values: Mapping[int, Constant], names: Mapping[str, Constant]) -> Constant | None:
    if isinstance(node, ast.Name):
        return names.get(node.id)
    fold = _FOLDS.get(type(node))
    try:
        return fold(node, values) if fold else None
    except _FAILURES:
        return None


def _written(node: ast.AST, _: Mapping[int, Constant]) -> Constant | None:
    value = node.value if isinstance(node, ast.Constant) else None
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if isinstance(value, float):
        # as it is written: floating point makes 777.6999999999999 of 7 * 111.1
        return Fraction(repr(value))
    return value if isinstance(value, int | str) and not isinstance(value, bool) else None


def _binary(node: ast.AST, values: Mapping[int, Constant]) -> Constant | None:
    if not isinstance(node, ast.BinOp):
        return None
    left = values[id(node.left)]
    if isinstance(left, str):
        return _of_text(node, left, values)
    compute = _ARITHMETIC.get(type(node.op))
    return compute(Fraction(left), _number(values[id(node.right)])) if compute else None


def _of_text(node: ast.BinOp, left: str, values: Mapping[int, Constant]) -> Constant | None:
    if isinstance(node.op, ast.Mod) and not _WIDE.search(left):
        parts = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
        return left % tuple(_plain(values[id(part)]) for part in parts)
    right = values[id(node.right)]
    if isinstance(node.op, ast.Add) and isinstance(right, str):
        return left + right
    if isinstance(node.op, ast.Mult) and isinstance(right, int) and len(left) * right <= _LONGEST:
        return left * right
    return None


def _power(base: Fraction, exponent: Fraction) -> Fraction | None:
    if exponent.denominator != 1 or abs(exponent) > _HIGHEST_POWER or not _is_small(base):
        return None
    return base ** int(exponent)


def _unary(node: ast.AST, values: Mapping[int, Constant]) -> Constant | None:
    if not isinstance(node, ast.UnaryOp) or not isinstance(node.op, ast.USub | ast.UAdd):
        return None
    value = values[id(node.operand)]
    return None if isinstance(value, str) else -value if isinstance(node.op, ast.USub) else value


def _joined(node: ast.AST, values: Mapping[int, Constant]) -> Constant | None:
    return "".join(str(values[id(part)]) for part in node.values) if isinstance(node, ast.JoinedStr) else None


def _formatted(node: ast.AST, values: Mapping[int, Constant]) -> Constant | None:
    return str(_plain(values[id(node.value)])) if isinstance(node, ast.FormattedValue) else None


def _sliced(node: ast.AST, values: Mapping[int, Constant]) -> Constant | None:
    if not isinstance(node, ast.Subscript):
        return None
    text = values[id(node.value)]
    if not isinstance(text, str):
        return None
    if not isinstance(node.slice, ast.Slice):
        return text[int(values[id(node.slice)])]
    ends = [int(values[id(part)]) if part else None for part in (node.slice.lower, node.slice.upper, node.slice.step)]
    return text[slice(*ends)]


def _called(node: ast.AST, values: Mapping[int, Constant]) -> Constant | None:
    if not isinstance(node, ast.Call) or node.keywords:
        return None
    if isinstance(node.func, ast.Attribute):
        return _method(node.func, node.args, values)
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name in ("sum", "max", "min") and len(node.args) == 1:
        numbers = [_number(part) for part in _elements(node.args[0], values)]
        return {"sum": sum, "max": max, "min": min}[name](numbers)
    given = [values[id(argument)] for argument in node.args]
    if name == "Fraction" and len(given) == 2:
        return _number(given[0]) / _number(given[1])
    call = _CALLS.get(name)
    return call(given[0]) if call and len(given) in (1, 2) else None


def _method(function: ast.Attribute, arguments: list[ast.expr], values: Mapping[int, Constant]) -> Constant | None:
    text = values[id(function.value)]
    if not isinstance(text, str):
        return None
    if function.attr == "join" and len(arguments) == 1:
        parts = [str(part) for part in _elements(arguments[0], values)]
        return text.join(parts) if len(text) * len(parts) <= _LONGEST else None
    given = [str(_plain(values[id(argument)])) for argument in arguments]
    if function.attr == "replace" and len(given) == 2:
        return text.replace(given[0], given[1]) if len(text) * len(given[1]) <= _LONGEST else None
    if function.attr == "format" and not _WIDE.search(text):
        return text.format(*given)
    return text if function.attr in ("strip", "decode", "encode") else None


def _elements(node: ast.expr, values: Mapping[int, Constant]) -> list[Constant]:
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return [values[id(part)] for part in node.elts]
    return list(str(values[id(node)]))


def _number(value: Constant) -> Fraction:
    if isinstance(value, str) and _FAR.search(value):
        raise ValueError(value)
    return Fraction(value.strip().replace("_", "")) if isinstance(value, str) else Fraction(value)


def _plain(value: Constant) -> int | float | str:
    """Return a fraction as the number that Python would show."""
    if isinstance(value, Fraction):
        return int(value) if value == int(value) else float(value)
    return value


def _is_small(value: Constant) -> bool:
    if isinstance(value, str):
        return len(value) <= _LONGEST
    if isinstance(value, Fraction):
        return max(value.numerator.bit_length(), value.denominator.bit_length()) <= _MOST_BITS
    return value.bit_length() <= _MOST_BITS


_ARITHMETIC: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction | None]] = {
    ast.Add: Fraction.__add__,
    ast.Sub: Fraction.__sub__,
    ast.Mult: Fraction.__mul__,
    ast.Div: Fraction.__truediv__,
    ast.FloorDiv: lambda left, right: Fraction(left // right),
    ast.Mod: Fraction.__mod__,
    ast.Pow: _power,
}
_CALLS: dict[str, Callable[[Constant], Constant]] = {
    "int": lambda value: int(_number(value)),
    "float": _number,
    "Decimal": _number,
    "Fraction": _number,
    "round": _number,
    "abs": lambda value: abs(_number(value)),
    "str": lambda value: str(_plain(value)),
    "chr": lambda value: chr(int(_number(value))),
}
_FOLDS: dict[type[ast.AST], Callable[[ast.AST, Mapping[int, Constant]], Constant | None]] = {
    ast.Constant: _written,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.JoinedStr: _joined,
    ast.FormattedValue: _formatted,
    ast.Subscript: _sliced,
    ast.Call: _called,
}
