"""Pieces of text put together for a second reading: marks beside the line and struck words stay apart from digits."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from typing import NamedTuple

# Where Unicode keeps raised and lowered forms of letters, digits and signs.
_BLOCKS = ((0xB2, 0xB4), (0xB9, 0xBA), (0x2B0, 0x2E4), (0x1D2C, 0x1DC0), (0x2070, 0x209D), (0x2C7C, 0x2C7D))
_MINUS = "\u2212"


class Piece(NamedTuple):
    """Characters of one kind: empty for plain ones, `super`, `sub`, `struck` or `hidden`."""

    text: str
    kind: str = ""


def shown(pieces: Iterable[Piece]) -> str:
    """Return the text of pieces that are not hidden."""
    joined = list(_joined(pieces))
    texts = list[str]()
    for number, piece in enumerate(joined):
        right = joined[number + 1].text[0] if number + 1 < len(joined) else " "
        left = texts[-1][-1] if texts else " "
        texts.append(_written(piece, left, right))
    return "".join(texts)


def _joined(pieces: Iterable[Piece]) -> Iterator[Piece]:
    held = Piece("")
    for piece in pieces:
        if not piece.text or piece.kind == "hidden":
            continue
        if piece.kind != held.kind and held.text:
            yield held
            held = Piece("")
        held = Piece(held.text + piece.text, piece.kind)
    if held.text:
        yield held


def _written(piece: Piece, left: str, right: str) -> str:
    if piece.text.isspace() or not piece.kind:
        return piece.text
    bare = piece.text.strip()
    left = left if piece.text.startswith(bare) else " "
    right = right if piece.text.endswith(bare) else " "
    if piece.kind == "struck":
        bare = (" " if left.isalnum() else "") + f"~~{bare}~~" + (" " if right.isalnum() else "")
    elif not left.isspace() or right.isalnum():
        bare = _shifted(bare, piece.kind)
    return piece.text.replace(piece.text.strip(), bare)


def _shifted(text: str, kind: str) -> str:
    if not text[0].isalnum() and not text[-1].isalnum():
        return text
    forms = [_forms(kind).get(character) for character in text.replace("-", _MINUS)]
    sign = "^" if kind == "super" else "_"
    return "".join(form for form in forms if form) if all(forms) else f"{sign}({text})"


@cache
def _forms(kind: str) -> dict[str, str]:
    forms = dict[str, str]()
    for code in chain.from_iterable(range(*block) for block in _BLOCKS):
        tag, _, plain = unicodedata.decomposition(chr(code)).partition(" ")
        character = chr(int(plain, 16)) if tag == f"<{kind}>" and " " not in plain else ""
        if character.isascii() or character == _MINUS:
            forms.setdefault(character, chr(code))
    return forms
