"""What the styles say that a document's paragraphs are in: the norm that fonts and layouts depart from."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from assay.model.artifact import Anchor, Facts
from extractors.word.document import Word
from extractors.word.formats import described

# What shows only in scripts that most documents do not use.
_ASIDE = frozenset({"face ea", "face cs", "size cs", "bold cs", "italic cs", "rtl"})


def add_norms(word: Word) -> None:
    """Add the font and the layout of each style that paragraphs with text are in, with the places of these."""
    for index, (style, places) in enumerate(word.styled.items()):
        at, name = Anchor(part="styles", index=index), word.styles.role(style).name or "default"
        where = f" (paragraphs {_ranges(places)})" if places else ""
        facts = (("style", name), ("paragraphs", _ranges(places)))
        for kind, norm in (("font", word.styles.norm(style)), ("layout", word.styles.layout(style))):
            said = tuple((name, what) for name, what in sorted(norm.items()) if what and name not in _ASIDE)
            if said:
                text = f"style {name}{where}: {described(said)}"
                word.sheaf.add(kind, at, text, Facts((*facts, *said)), plain=f"style {name} {described(said)}")


def _ranges(places: Iterable[int]) -> str:
    """Return numbers in order as `0-4 7 9-10`."""
    found = list[str]()
    for _, group in groupby(enumerate(places), lambda pair: pair[1] - pair[0]):
        numbers = [number for _, number in group]
        found.append(str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}")
    return " ".join(found)
