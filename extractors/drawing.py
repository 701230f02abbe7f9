"""DrawingML that all Office files share: text bodies, pictures with their bytes, and the texts of SmartArt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assay.model.artifact import Picture
from extractors.markup import DGM, A, Element, M, R, V, by_local, equation_text, value, whole
from extractors.package import Package, Relationship, target_of
from extractors.raised import Mark, shown_text

EMU_PER_POINT = 12_700


@dataclass(frozen=True, slots=True)
class TextRun:
    """Some characters of a text body with their properties, None where they state none."""

    text: str
    properties: Element | None

    @property
    def mark(self) -> Mark:
        """Whether the characters stand beside the line, or are struck."""
        if value(self.properties, "strike", "noStrike") != "noStrike":
            return "struck"
        baseline = value(self.properties, "baseline", "0").strip("%0.")
        return "" if not baseline else "lowered" if baseline.startswith("-") else "raised"


@dataclass(frozen=True, slots=True)
class TextLine:
    """One paragraph of a text body: its level from 0, its runs, the equations in it, and its properties."""

    level: int
    runs: tuple[TextRun, ...]
    equations: tuple[Element, ...]
    properties: Element | None = None

    @property
    def text(self) -> str:
        """The paragraph's characters as they are shown."""
        return shown_text((run.text, run.mark) for run in self.runs)


@dataclass(frozen=True, slots=True)
class Blob:
    """A picture: what is known of it and its bytes; a linked picture has an address instead of bytes."""

    picture: Picture
    data: bytes | None
    address: str


def text_lines(body: Element | None) -> list[TextLine]:
    """Return the paragraphs of a text body."""
    return [_line(paragraph) for paragraph in body.findall(f"{A}p")] if body is not None else []


def body_text(lines: list[TextLine], marks: Sequence[str] = ()) -> str:
    """Return a text body as lines, two spaces before each level, without empty lines at its ends.

    `marks` are what stands before the lines: bullets and numbers.
    """
    texts = [line.text.strip() for line in lines]
    marked = zip(lines, texts, marks or [""] * len(lines), strict=True)
    shown = ["  " * line.level + (f"{mark} {text}" if mark else text) if text else "" for line, text, mark in marked]
    return "\n".join(shown).strip("\n")


def paragraph_lines(paragraph: Element) -> list[str]:
    """Return the lines of one paragraph, split at its line breaks."""
    return _line(paragraph).text.split("\n")


def picture_in(element: Element, package: Package, related: dict[str, Relationship], alt: str) -> Blob | None:
    """Return the picture that an element shows, None where it shows none."""
    blip = next(element.iter(f"{A}blip", f"{V}imagedata"), None)
    if blip is None:
        return None
    found = next((target for name in ("embed", "id", "link") if (target := target_of(related, blip, name))), None)
    if found is None:
        return None
    width, height = _extent(element)
    data = None if found.external else package.read(found.target)
    media_type = "" if found.external else package.media_type(found.target)
    return Blob(Picture(alt, media_type, width, height), data, found.target if found.external else "")


def alternative_text(properties: Element | None) -> str:
    """Return the alternative text in a drawing's non-visual properties, its title where it has no description."""
    return (value(properties, "descr") or value(properties, "title")).strip()


def smartart_texts(element: Element, package: Package, related: dict[str, Relationship]) -> list[str]:
    """Return the texts of the SmartArt diagram that a frame shows, one for each node, in the order of its data."""
    ids = next(element.iter(f"{DGM}relIds"), None)
    data = related.get(ids.get(f"{R}dm", "")) if ids is not None else None
    root = package.tree(data.target) if data is not None and not data.external else None
    if root is None:
        return []
    bodies = (point.find(f"{DGM}t") for point in root.iter(f"{DGM}pt"))
    texts = ("\n".join(line.text for line in text_lines(body)).strip() for body in bodies)
    return [text for text in texts if text]


def chart_part(element: Element, related: dict[str, Relationship]) -> str | None:
    """Return the part of the chart that a frame or drawing shows."""
    for chart in by_local(element, "chart"):
        found = target_of(related, chart)
        if found is not None and not found.external:
            return found.target
    return None


def _line(paragraph: Element) -> TextLine:
    properties = paragraph.find(f"{A}pPr")
    level = min(max(whole(value(properties, "lvl")), 0), 8)
    runs = tuple(run for element in paragraph for run in _runs(element))
    math = tuple(found for found in paragraph.iter(f"{M}oMath") if equation_text(found).strip())
    return TextLine(level, runs, math, properties)


def _runs(element: Element) -> Iterator[TextRun]:
    if element.tag in (f"{A}r", f"{A}fld"):
        text = element.find(f"{A}t")
        yield TextRun((text.text or "") if text is not None else "", element.find(f"{A}rPr"))
    elif element.tag == f"{A}br":
        yield TextRun("\n", None)
    elif element.tag == f"{A}tab":
        yield TextRun("\t", None)


def _extent(element: Element) -> tuple[float, float]:
    for name in ("extent", "ext"):
        for found in by_local(element, name):
            width, height = whole(found.get("cx")), whole(found.get("cy"))
            if width > 0 and height > 0:
                return round(width / EMU_PER_POINT, 2), round(height / EMU_PER_POINT, 2)
    return 0.0, 0.0
