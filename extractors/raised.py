"""Raised, lowered, struck and hidden characters in plain text, so that no mark becomes a digit of the number before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType
from typing import Literal, TypeAlias

Mark: TypeAlias = Literal["", "raised", "lowered", "struck", "hidden"]


def shown_text(pieces: Iterable[tuple[str, Mark]]) -> str:
    """Return pieces of text as one: what is beside the line in Unicode's own characters, struck words in `~~`.

    Hidden pieces are left out.
    """
    seen = [piece for piece in pieces if piece[0] and piece[1] != "hidden"]
    groups = [("".join(text for text, _ in group), mark) for mark, group in groupby(seen, itemgetter(1))]
    shown = ""
    for (text, mark), (after, _) in zip(groups, [*groups[1:], ("", "")], strict=False):
        shown += mark_text(text, mark, shown[-1:], after[:1])
    return shown


def mark_text(text: str, mark: Mark, before: str, after: str) -> str:
    """Return one piece as it is written between two characters, each empty where there is none."""
    core, write = text.strip(), _WRITERS.get(mark)
    if not core or write is None:
        return text
    lead, tail = text[: text.index(core)], text[text.index(core) + len(core) :]
    return lead + write(core, "" if lead else before, "" if tail else after) + tail


def _raised(core: str, before: str, after: str) -> str:
    return _beside(core, before, after, _RAISED, "^")


def _lowered(core: str, before: str, after: str) -> str:
    return _beside(core, before, after, _LOWERED, "_")


def _beside(core: str, before: str, after: str, characters: Mapping[int, int], sign: str) -> str:
    glued = bool(before.strip()) or after.isalnum()
    # asterisks and `[1]` are told from digits as they are
    if not glued or not (core[0].isalnum() or core[-1].isalnum()):
        return core
    if all(ord(character) in characters for character in core):
        return core.translate(characters)
    return f"{sign}({core})"


def _struck(core: str, before: str, after: str) -> str:
    return f"{' ' * before.isalnum()}~~{core}~~{' ' * after.isalnum()}"


_RAISED: Mapping[int, int] = str.maketrans(
    "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUW",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁᵂ",
)
_LOWERED: Mapping[int, int] = str.maketrans("0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
_WRITERS: MappingProxyType[Mark, Callable[[str, str, str], str]] = MappingProxyType(
    {"raised": _raised, "lowered": _lowered, "struck": _struck}
)
