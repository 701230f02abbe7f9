"""What runs of text carry beside their characters: links, highlights, languages and equations."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from lxml import etree

from assay.model.artifact import Anchor, Artifact, Facts
from extractors.drawing import TextLine, TextRun
from extractors.equations import latex_of
from extractors.markup import A, Element, M, child, equation_text, value
from extractors.package import Package, Relationship, target_of
from extractors.sheaf import Sheaf
from extractors.theme import Theme

_NO_LANGUAGE = "x-none"
# The tag for a language that nobody knows (BCP 47, 4.1): a deck may speak it, and then its words tell nothing more.
_UNKNOWN = "und"


@dataclass(frozen=True, slots=True)
class Slide:
    """One slide of the deck: its 1-based place, its id in the presentation, its part, its container.

    `shown` is the number that it shows, which depends on the number that the deck begins with.
    """

    number: int
    id: str
    part: str
    container: Artifact
    shown: int


@dataclass(slots=True)
class _Spoken:
    """What stands on one slide in one language: the words, where they begin, and the artifacts that hold them."""

    slide: Slide
    at: Anchor
    words: list[str] = field(default_factory=list[str])
    owners: dict[str, None] = field(default_factory=dict[str, None])


class Languages:
    """Gathers the languages of runs, and tells at the end which one the deck speaks and what is in another."""

    def __init__(self) -> None:
        self._characters: Counter[str] = Counter()
        self._spoken: dict[tuple[int, str], _Spoken] = {}

    def note(
        self,
        lines: Iterable[TextLine],
        slide: Slide,
        at: Anchor,
        owner: Artifact | None,
        styles: Sequence[Element] = (),
    ) -> None:
        """Note the languages of a text's runs, their own or the styles'; neighbours of one language count as one."""
        for line in lines:
            inherited = _inherited_language(line.level, styles)
            for language, runs in itertools.groupby(line.runs, key=partial(_language, inherited=inherited)):
                words = "".join(run.text for run in runs).strip()
                if language and words:
                    self._add(language, words, slide, at, owner)

    def tell(self, sheaf: Sheaf) -> None:
        """Add the deck's language, then each other one for each slide where something is said in it."""
        if not self._characters:
            return
        main = max(self._characters, key=lambda language: (self._characters[language], language))
        if main != _UNKNOWN:
            facts = Facts((("language", main), ("main", True)))
            sheaf.add("language", Anchor(part="presentation"), f"main language: {main}", facts, plain=main)
        for (_, language), spoken in self._spoken.items():
            if language not in (main, _UNKNOWN):
                text = "; ".join(dict.fromkeys(spoken.words))
                facts = Facts((("language", language), ("text", text)))
                told = sheaf.add(
                    "language", spoken.at, f"{language}: {text}", facts, plain=language, place=spoken.slide.id
                )
                sheaf.link(told, spoken.slide.container, "part_of")
                for owner in spoken.owners:
                    sheaf.link(told, owner, "about")

    def _add(self, language: str, words: str, slide: Slide, at: Anchor, owner: Artifact | None) -> None:
        self._characters[language] += len(words)
        spoken = self._spoken.setdefault((slide.number, language), _Spoken(slide, at))
        spoken.words.append(" ".join(words.split()))
        if owner is not None:
            spoken.owners[owner.key] = None


class Formulas:
    """The equations of a deck as LaTeX; all are read at once when the first is asked for."""

    def __init__(self, package: Package, parts: Sequence[str]) -> None:
        self._package = package
        self._parts = parts
        self._latex: dict[bytes, str] | None = None

    def latex(self, equation: Element) -> str:
        """Return the LaTeX of an equation."""
        if self._latex is None:
            found = dict.fromkeys(itertools.chain.from_iterable(map(self._equations, self._parts)))
            self._latex = dict(zip(found, latex_of(list(found)), strict=True))
        return self._latex.get(_bytes(equation)) or equation_text(equation)

    def _equations(self, part: str) -> Iterator[bytes]:
        root = self._package.tree(part) if b"oMath" in (self._package.read(part) or b"") else None
        for equation in root.iter(f"{M}oMath") if root is not None else ():
            yield _bytes(equation)


@dataclass(frozen=True, slots=True)
class Deck:
    """What all slides of a deck share: the sheaf, the package, the numbers of slides by part, and what is gathered."""

    sheaf: Sheaf
    package: Package
    numbers: Mapping[str, int]
    formulas: Formulas
    languages: Languages


class Facets:
    """Adds what the runs of one part carry, about the artifacts that show them."""

    def __init__(self, deck: Deck, slide: Slide, theme: Theme, part: str) -> None:
        self._deck = deck
        self._slide = slide
        self._theme = theme
        self._related: dict[str, Relationship] = deck.package.relationships(part)

    def add(
        self, lines: Sequence[TextLine], at: Anchor, owner: Artifact | None, styles: Sequence[Element] = ()
    ) -> None:
        """Add the equations, links and highlights of a text, and note its languages; the nearest style is first."""
        for equation in (equation for line in lines for equation in line.equations):
            text, plain = self._deck.formulas.latex(equation), equation_text(equation)
            facts = Facts((("text", plain),))
            added = self._deck.sheaf.add("equation", at, text, facts, plain=plain, place=self._slide.id)
            self._deck.sheaf.link(added, owner or self._slide.container, "part_of")
        for line in lines:
            self._links(line, at, owner)
            self._highlights(line, at, owner)
        self._deck.languages.note(lines, self._slide, at, owner, styles)

    def clicks(self, properties: Element | None, text: str, at: Anchor, owner: Artifact | None) -> None:
        """Add the links of a whole shape: what a click does, and what passing over it does."""
        for click in properties.iter(f"{A}hlinkClick", f"{A}hlinkHover") if properties is not None else ():
            self._link(click, text, at, owner)

    def about(
        self, kind: str, at: Anchor, text: str, facts: Facts, owner: Artifact | None, plain: str = ""
    ) -> Artifact:
        """Return a new fact about an artifact, or about the slide where nothing shows what it is about."""
        artifact = self._deck.sheaf.add(kind, at, text, facts, plain=plain or None, place=self._slide.id)
        self._deck.sheaf.link(artifact, owner or self._slide.container, "about")
        return artifact

    def _links(self, line: TextLine, at: Anchor, owner: Artifact | None) -> None:
        for run in line.runs:
            for name in ("hlinkClick", "hlinkMouseOver") if run.properties is not None and run.text.strip() else ():
                click = child(run.properties, f"{A}{name}")
                if click is not None:
                    self._link(click, run.text.strip(), at, owner)

    def _highlights(self, line: TextLine, at: Anchor, owner: Artifact | None) -> None:
        for marked, runs in itertools.groupby(line.runs, key=_highlight):
            text = "".join(run.text for run in runs).strip()
            if not marked or not text:
                continue
            found = etree.fromstring(marked)
            colour = self._theme.colour(found)
            stated = value(found[0], "val") if len(found) else ""
            shown = str(colour) if colour is not None else stated
            facts = Facts((("text", text), ("value", colour.rgb if colour is not None else stated)))
            self.about("highlight", at, f"{shown}: {text}", facts, owner, plain=f"{stated}: {text}")

    def _link(self, click: Element, text: str, at: Anchor, owner: Artifact | None) -> None:
        target = self._target(click)
        if target:
            facts = Facts((("text", text), ("target", target)))
            self.about("hyperlink", at, f"{text}: {target}" if text else target, facts, owner)

    def _target(self, click: Element) -> str:
        found, numbers = target_of(self._related, click), self._deck.numbers
        if found is None:
            return click.get("action", "").removeprefix("ppaction://")
        return f"slide {numbers[found.target]}" if found.target in numbers else found.target


def show_number(root: Element, number: int) -> None:
    """Make the fields of a page that stand for its slide's number say it, whatever they said when last saved."""
    for field_ in root.iter(f"{A}fld"):
        if field_.get("type", "").lower() == "slidenum":
            for text in list(field_.iter(f"{A}t")):
                field_.remove(text)
            etree.SubElement(field_, f"{A}t").text = str(number)


def _language(run: TextRun, inherited: str) -> str:
    """Return the language of a run, empty where it states that it has none."""
    stated = value(run.properties, "lang", inherited)
    return "" if stated.lower() == _NO_LANGUAGE else stated


def _inherited_language(level: int, styles: Iterable[Element]) -> str:
    for style in styles:
        for name in (f"lvl{level + 1}pPr", "defPPr"):
            stated = value(child(style, f"{A}{name}", f"{A}defRPr"), "lang")
            if stated:
                return stated
    return ""


def _highlight(run: TextRun) -> bytes:
    found = child(run.properties, f"{A}highlight")
    return etree.tostring(found, with_tail=False) if found is not None else b""


def _bytes(equation: Element) -> bytes:
    return etree.tostring(equation, with_tail=False)
