"""Headers and footers: each part once, with the pages and sections that show it, inherited ones too."""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import basename, splitext
from typing import NamedTuple

from assay.model.artifact import Anchor
from assay.model.canonical import Scalar
from extractors.markup import Element, W, switched
from extractors.word.document import Word
from extractors.word.story import Story

_PAGES = ("default", "first", "even")


class Use(NamedTuple):
    """One section shows a part on some of its pages; not `shown` where the document switches such pages off."""

    pages: str
    section: int
    shown: bool


def read_margins(word: Word, kind: str) -> None:
    """Add each header or footer; parts that no section shows are kept too: Word brings them back with one click."""
    uses = dict[str, list[Use]]()
    for target, use in _uses(word, kind):
        uses.setdefault(target, []).append(use)
    for target in dict.fromkeys([*uses, *word.package.targets(word.main, kind)]):
        root, name = word.package.tree(target), splitext(basename(target))[0]
        if root is not None:
            facts, said = _facts(uses.get(target, []), len(word.sections))
            Story(word, target, name).add_text(kind, root, Anchor(part=name, index=0), facts, said)
            word.quotes.end()


def _uses(word: Word, kind: str) -> Iterator[tuple[str, Use]]:
    """Yield which part each section shows on which pages; what a section does not state is that of the one before."""
    related, current = word.package.relationships(word.main), dict[str, str]()
    for number, section in enumerate(word.sections, 1):
        for reference in section.findall(f"{W}{kind}Reference"):
            found = related.get(_id(reference))
            if found is not None and not found.external:
                current[reference.get(f"{W}type", "default")] = found.target
        first = switched(section.find(f"{W}titlePg"), f"{W}val") is True
        for pages, target in current.items():
            shown = first if pages == "first" else word.even_pages if pages == "even" else True
            yield target, Use(pages, number, shown)


def _facts(uses: list[Use], sections: int) -> tuple[tuple[tuple[str, Scalar], ...], str]:
    """Return the facts of a part, and what is said before its text where not every page shows it.

    The sections are those that show it; for a part that none shows, those that would.
    """
    shown = [use for use in uses if use.shown]
    by_pages = {name: _numbers(shown or uses, name) for name in _PAGES}
    by_pages = {name: numbers for name, numbers in by_pages.items() if numbers}
    numbers = sorted({number for found in by_pages.values() for number in found})
    facts: list[tuple[str, Scalar]] = [("pages", " ".join(by_pages)), ("sections", " ".join(map(str, numbers)))]
    if any(found != numbers for found in by_pages.values()):
        facts.append(("uses", "; ".join(f"{name} {' '.join(map(str, found))}" for name, found in by_pages.items())))
        words = [f"{name} pages of {_counted(found)}" for name, found in by_pages.items()]
    else:
        words = [f"{' and '.join(by_pages)} pages"] if by_pages and [*by_pages] != ["default"] else []
        words += [_counted(numbers)] if numbers and len(numbers) < sections else []
    if not shown:
        facts.append(("shown", False))
        words.append("not shown")
    return tuple(facts), ", ".join(words)


def _numbers(uses: list[Use], pages: str) -> list[int]:
    return [use.section for use in uses if use.pages == pages]


def _counted(numbers: list[int]) -> str:
    return f"{'section' if len(numbers) == 1 else 'sections'} {', '.join(map(str, numbers))}"


def _id(reference: Element) -> str:
    return next((str(found) for name, found in reference.attrib.items() if str(name).endswith("}id")), "")
