"""Words of questions and documents as baselines compare them: folded, without endings, the empty ones left out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

_WORD = re.compile(r"[^\W\d_]+(?:['’&][^\W\d_]+)*|\d+(?:[.,]\d+)*|%")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")

_EMPTY = (
    "a an the of in on at to by for from and or with as is are was were be been has have had it its that this these "
    "those which what who whom how much many did do does there their per than into over under out all each every "
    "please give state tell report answer find look number"
)
EMPTY = frozenset(_EMPTY.split(" "))


@lru_cache(maxsize=65536)
def tokens(text: str) -> tuple[str, ...]:
    """Return the folded words of a text in order; scripts without spaces give pairs of characters."""
    return tuple(_pieces(unicodedata.normalize("NFKC", text).casefold()))


def content(text: str) -> tuple[str, ...]:
    """Return the words of a text that carry meaning."""
    return tuple(word for word in tokens(text) if word not in EMPTY)


def located(text: str) -> tuple[tuple[str, int, int], ...]:
    """Return the folded words of a text, each with where it starts and ends."""
    return tuple((_stem(found.group().replace("’", "'")), found.start(), found.end())
                 for found in _WORD.finditer(text.lower()))  # fmt: skip


def by_first(runs: Iterable[tuple[str, ...]]) -> dict[str, list[tuple[str, ...]]]:
    """Return runs of words by their first word, the longest first."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for run in sorted(runs, key=lambda run: (-len(run), run)):
        found.setdefault(run[0], []).append(run)
    return found


def _pieces(text: str) -> Iterator[str]:
    for word in _WORD.findall(text):
        if _WIDE.search(word):
            yield from (word[index : index + 2] for index in range(max(1, len(word) - 1)))
        else:
            yield _stem(word.replace("’", "'"))


def _stem(word: str) -> str:
    """Take a plural's ending and a possessive away."""
    word = word.removesuffix("'s")
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
