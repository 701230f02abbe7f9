"""What the styles say that a document's paragraphs are in: the norm that fonts and layouts depart from."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from assay.model.artifact import Anchor, Facts
from extractors.word.document import Word
from extractors.word.formats import described

# What shows only in scripts that most documents do not use, or to nobody who does not measure.
_ASIDE = frozenset({"face ea", "face cs", "size cs", "bold cs", "italic cs", "rtl", "kerning from"})


def add_norms(word: Word) -> None:
    """Add the font and the layout of each style that paragraphs with text are in, with the places of these.

    What a style says is about one artifact where that alone is in it, else about none: it stays while any does.
    """
    for index, (style, styled) in enumerate(word.styled.items()):
        at, name = Anchor(part="styles", index=index), word.styles.role(style).name or "default"
        places = _ranges(styled.places)
        where = f" (paragraphs {places})" if places else ""
        facts = (("style", name), ("paragraphs", places))
        for kind, norm in (("font", word.styles.norm(style)), ("layout", word.styles.layout(style))):
            said = tuple((name, what) for name, what in sorted(norm.items()) if what and name not in _ASIDE)
            if said:
                text = f"style {name}{where}: {described(said)}"
                norm = word.sheaf.add(kind, at, text, Facts((*facts, *said)), plain=f"style {name} {described(said)}")
                if len(styled.owners) == 1:
                    word.sheaf.link(norm, next(iter(styled.owners)), "about")


def _ranges(places: Iterable[int]) -> str:
    """Return numbers in order as `0-4 7 9-10`."""
    found = list[str]()
    for _, group in groupby(enumerate(places), lambda pair: pair[1] - pair[0]):
        numbers = [number for _, number in group]
        found.append(str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}")
    return " ".join(found)
