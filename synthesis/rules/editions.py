"""Editions: documents of one title and several years; what a later one restates, an earlier one published first."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TypeAlias

from assay.model.document import Document

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")
Edition: TypeAlias = "tuple[str, str]"


def editions(documents: Iterable[Document]) -> Iterator[Edition]:
    """Yield the paths of each earlier and later edition of one title."""
    titled: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for document in documents:
        years = _YEAR.findall(document.title)
        if len(years) == 1:
            titled[_YEAR.sub("#", document.title).casefold()].append((int(years[0]), document.path))
    for found in titled.values():
        for (first, early), (second, late) in combinations(sorted(found), 2):
            if first < second:
                yield early, late
