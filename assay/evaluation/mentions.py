"""What charts, grids without types and sentences say with a number, of whom and of when."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction

from assay.markdown import artifact_markdown
from assay.model.artifact import Artifact, Chart, Text
from assay.model.document import Document
from assay.model.grid import Grid
from assay.tables.numbers import numeral_of
from assay.tables.records import normal

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")
_NUMBER = re.compile(r"\d")
_LONG = re.compile(r"[^\W\d_]{4,}")
_SENTENCE = re.compile(r"(?<=[.!?。])\s+|\n+")
# Where a sentence spells a name with a mark of possession or in capitals, it is still the name.
_APOSTROPHE = re.compile(r"['’]s\b")
# Words that set one time beside another: a figure and what it changed by tell the figure before.
_CHANGE = re.compile(
    r"\b(?:more|less|fewer|greater|higher|lower|larger|smaller|up|down|than|compared|versus|vs|against|since|before"
    r"|earlier|previous|prior|preceding|last year|year[ -](?:on|over)[ -]year|same as|ris(?:e|es|en|ing)|rose|fall\w*"
    r"|fell|gr[eo]w\w*|growth|gain\w*|lost|los(?:s|es)|drop\w*|declin\w*|(?:in|de)creas\w*|reduc\w*|doubl\w*"
    r"|halv\w*|trebl\w*|tripl\w*|shr[aiu]nk\w*|slipp\w*|climb\w*|add(?:ed|s)|chang\w*|unchanged|variation)\b"
)
_SIGNED = re.compile(r"(?<![\w.,])[+\-−±]\s?\d")
# Between the cells of a row.
_ROW = " | "
_FAR = re.compile(r"\byears (?:before|earlier|ago|previously)\b|\bdecade")
# What is said of all at once leaves over what is said of none when the others are known.
_NUMBERED = re.compile(
    r"\b(?:tables?|figures?|charts?|sections?|sheets?|pages?|(?:foot|end)?notes?|comments?|annex|chapters?)\s*\d[\d.]*"
)
_WHOLE = re.compile(
    r"\b(?:averag\w*|means?|totals?|totall\w*|totalled|sums?|summed|altogether|overall|combined|all|each|every"
    r"|together|aggregate\w*|in sum|per \w+|nationwide|whole)\b"
)
_SPELLED = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|half|twice|thrice|third|quarter"
    r"|same|unchanged|doubl\w*|halv\w*|trebl\w*|tripl\w*)\b"
)


def is_change(text: str) -> bool:
    """Return whether a name or sentence sets one time beside another."""
    return _CHANGE.search(text.casefold()) is not None or _SIGNED.search(text) is not None


def beside(one: str, other: str) -> bool:
    """Return whether two texts name years that are the same or follow each other."""
    return any(abs(int(a) - int(b)) <= 1 for a in years(one) for b in years(other))


def years(text: str) -> frozenset[str]:
    """Return the years that a text names."""
    return frozenset(_YEAR.findall(text))


@dataclass(frozen=True, slots=True)
class Mention:
    """Something that says a number: its names as one folded text, and its numbers by entity and period where told.

    `loose` marks a sentence, which may leave out its year; a grid or chart names the years of its columns. `shown` is
    the sentence or row itself, as it is written; `around` is what it stands below: title, sheet, heading, text before.
    """

    path: str
    artifact: str
    text: str
    loose: bool = False
    amounts: Mapping[tuple[str, str], Fraction] = field(default_factory=dict[tuple[str, str], Fraction])
    shown: str = ""
    around: str = ""

    def tells(self, entity: str, period: str, words: Set[str]) -> bool:
        """Whether it may tell the figure of an entity in a period, of a measure with these words in its names."""
        if not self.names(entity):
            return False
        named = years(self.text)
        if named & years(period):
            return True
        return self.loose and not named and any(word in self.text for word in words)

    def tells_below(self, entity: str, period: str, names: Collection[str]) -> bool:
        """Whether it names an entity and leaves measure or year to what it stands below, which has a name in full."""
        if years(self.text) - years(period) or not self.names(entity):
            return False
        named = years(self.text) or years(self.around)
        return speaks_of(f"{self.text} {self.around}", names) and (not named or not named.isdisjoint(years(period)))

    def compares(self, entity: str, period: str, words: Set[str]) -> bool:
        """Whether it sets the measure of an entity in a year beside that of the period, so that one gives the other."""
        if not self.loose or not self.names(entity) or not any(word in self.text for word in words):
            return False
        return is_change(self.text) and (beside(self.text, period) or _FAR.search(self.text) is not None)

    @property
    def is_whole(self) -> bool:
        """Whether it speaks of all at once, or of an average."""
        return _WHOLE.search(self.text) is not None

    def sums(self, period: str, words: Set[str], entities: Collection[str]) -> bool:
        """Whether it may tell a total or an average of a measure in a period, or in one that it leaves out.

        What names the year and a number, and none of the entities that have the measure, may be of all of them.
        """
        named = years(self.text)
        if not any(word in self.text for word in words) or (named and not named & years(period)):
            return False
        if _NUMBER.search(_YEAR.sub("", _NUMBERED.sub("", self.text))) is None:
            return False
        of_others = bool(named) and not any(self.names(entity) for entity in entities)
        return of_others or self.is_whole

    def names(self, entity: str) -> bool:
        """Whether it names an entity in whole words."""
        found = entity in self.text and re.search(rf"(?<!\w){re.escape(entity)}(?!\w)", self.text)
        return bool(found)


def speaks_of(text: str, names: Collection[str]) -> bool:
    """Return whether a folded text has all longer words of one of some names."""
    words = long_words(text)
    told = ((name, long_words(name)) for name in names)
    return any(found <= words if found else name in text for name, found in told)


def long_words(text: str) -> set[str]:
    """Return the words of a folded text that have four letters and more: shorter ones stand anywhere."""
    return set(_LONG.findall(text))


def around_of(document: Document) -> dict[str, str]:
    """Return what each artifact stands below, as one folded text: title, sheet, the last heading, the text before."""
    found: dict[str, str] = {}
    heading, before = "", ""
    for artifact in document.artifacts:
        found[artifact.key] = normal(f"{document.title} {artifact.at.sheet or ''} {heading} {before}")
        if artifact.declared.layer == "body":
            is_heading = isinstance(artifact.payload, Text) and artifact.payload.role == "heading"
            heading, before = (artifact.text, "") if is_heading else (heading, artifact.text)
    return found


def mentions_of(document: Document, typed: Collection[tuple[str, str]]) -> Iterator[Mention]:
    """Yield what a document's artifacts mention, those of every layer but the typed tables and whole containers."""
    around = around_of(document)
    for artifact in document.artifacts:
        yield from (replace(one, around=around[artifact.key]) for one in _mentions(document, artifact, typed))


def _mentions(document: Document, artifact: Artifact, typed: Collection[tuple[str, str]]) -> Iterator[Mention]:
    if artifact.declared.layer == "container" or (document.path, artifact.key) in typed:
        return
    if isinstance(artifact.payload, Chart):
        yield _charted(document.path, artifact, artifact.payload)
    elif isinstance(artifact.payload, Grid):
        yield from _gridded(document.path, artifact, artifact.payload)
    else:
        yield from _said(document.path, artifact)


def _charted(path: str, artifact: Artifact, chart: Chart) -> Mention:
    amounts: dict[tuple[str, str], Fraction] = {}
    for series in chart.series:
        for category, value in zip(series.categories, series.values, strict=False):
            if isinstance(value, int | float) and not isinstance(value, bool):
                amounts[normal(category), series.name] = Fraction(str(value))
                amounts[normal(series.name), category] = Fraction(str(value))
    return Mention(path, artifact.key, normal(artifact_markdown(artifact)), amounts=amounts)


def _gridded(path: str, artifact: Artifact, grid: Grid) -> Iterator[Mention]:
    """Yield a mention for each row with a number; what stands above may name its period or the entity."""
    heads = " ".join(text for row in range(min(grid.rows, 3)) for text in grid.row(row))
    for row in range(grid.rows):
        texts = grid.row(row)
        if any(numeral_of(text) and not _YEAR.fullmatch(text.strip()) for text in texts):
            yield Mention(path, artifact.key, normal(f"{' '.join(texts)} {heads}"), shown=_ROW.join(texts))
        elif any(_NUMBER.search(_YEAR.sub("", text)) for text in texts):
            yield Mention(path, artifact.key, normal(" ".join(texts)), loose=True, shown=_ROW.join(texts))


def _said(path: str, artifact: Artifact) -> Iterator[Mention]:
    for sentence in _SENTENCE.split(artifact_markdown(artifact)):
        spelled = is_change(sentence) and _SPELLED.search(sentence.casefold())
        if spelled or _NUMBER.search(_YEAR.sub("", sentence)):
            yield Mention(path, artifact.key, normal(_APOSTROPHE.sub("", sentence)), loose=True, shown=sentence)
