"""What floats over a sheet's grid: pictures, charts and shapes, each with the cells that it covers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assay.model.artifact import Picture
from assay.model.canonical import Scalar
from extractors.chartdata import Plotted
from extractors.chartex import plotted
from extractors.drawing import Blob, alternative_text, body_text, chart_part, picture_in, smartart_texts, text_lines
from extractors.excel.references import Box
from extractors.markup import A, Element, by_local, child, local, value, whole
from extractors.package import Package, Relationship, target_of
from extractors.theme import Theme


@dataclass(frozen=True, slots=True)
class Float:
    """One floating thing: a picture, a chart with the formulas that it is drawn from, or else a shape."""

    box: Box | None
    name: str
    picture: Blob | None = None
    chart: Plotted | None = None
    sources: tuple[str, ...] = ()
    text: str = ""
    facts: tuple[tuple[str, Scalar], ...] = ()


def floats_of(package: Package, part: str, rest: Element | None) -> list[Float]:
    """Return the pictures, charts and shapes of a sheet's part by their place, those without one last."""
    found = [found for target in package.targets(part, "drawing") for found in _Drawing(package, target).floats()]
    if rest is not None:
        found += _background(package, part, rest)
    return sorted(found, key=lambda one: (0, one.box.top, one.box.left) if one.box else (1, 0, 0))


def _background(package: Package, part: str, rest: Element) -> list[Float]:
    """Return the picture behind a sheet's cells."""
    element = next((found for found in rest if local(found) == "picture"), None)
    target = target_of(package.relationships(part), element) if element is not None else None
    data = package.read(target.target) if target is not None and not target.external else None
    if target is None or data is None:
        return []
    media_type = package.media_type(target.target)
    return [Float(None, "background", picture=Blob(Picture("", media_type), data, ""))]


class _Drawing:
    """One drawing part."""

    def __init__(self, package: Package, part: str) -> None:
        self._package = package
        self._related: dict[str, Relationship] = package.relationships(part)
        self._root = package.tree(part)
        names = by_local(self._root, "cNvPr") if self._root is not None else ()
        self._names = {element.get("id", ""): element.get("name", "") for element in names}
        self._theme = Theme()

    def floats(self) -> Iterator[Float]:
        """Yield what the drawing holds, in its order."""
        for anchor in self._root if self._root is not None else ():
            box = _box(anchor)
            for element in anchor.iter("{*}pic", "{*}graphicFrame", "{*}sp", "{*}cxnSp"):
                found = self._float(element, box)
                if found is not None:
                    yield found

    def _float(self, element: Element, box: Box | None) -> Float | None:
        properties = next(by_local(element, "cNvPr"), None)
        name, facts = value(properties, "name"), self._facts(element, properties)
        if local(element) == "pic":
            picture = picture_in(element, self._package, self._related, alternative_text(properties))
            return Float(box, name, picture=picture, facts=facts) if picture is not None else None
        if local(element) == "graphicFrame":
            return self._frame(element, box, name, facts)
        text = body_text(text_lines(next(by_local(element, "txBody"), None)))
        return Float(box, name, text=text, facts=facts)

    def _frame(
        self, element: Element, box: Box | None, name: str, facts: tuple[tuple[str, Scalar], ...]
    ) -> Float | None:
        part = chart_part(element, self._related)
        if part is None:
            texts = smartart_texts(element, self._package, self._related)
            return Float(box, name, text="\n".join(texts), facts=facts) if texts else None
        root = self._package.tree(part)
        chart = plotted(root, self._drawn_over(part)) if root is not None else None
        if root is None or chart is None:
            return None
        formulas = (found.text or "" for found in root.iter("{*}f"))
        sources = tuple(dict.fromkeys(formula.strip() for formula in formulas if formula.strip()))
        return Float(box, name, chart=chart, sources=sources, facts=facts)

    def _drawn_over(self, part: str) -> list[str]:
        """Return the texts of the boxes that stand on a chart."""
        trees = [self._package.tree(drawn) for drawn in self._package.targets(part, "chartUserShapes")]
        bodies = [body for tree in trees if tree is not None for body in by_local(tree, "txBody")]
        return [text for text in (body_text(text_lines(body)) for body in bodies) if text]

    def _facts(self, element: Element, properties: Element | None) -> tuple[tuple[str, Scalar], ...]:
        shape = next((found for found in element if local(found) == "spPr"), None)
        group = next((found for found in element.iterancestors() if local(found) == "grpSp"), None)
        link = next(by_local(properties, "hlinkClick"), None) if properties is not None else None
        target = target_of(self._related, link) if link is not None else None
        stated = (
            ("type", value(child(shape, f"{A}prstGeom"), "prst")),
            ("fill", self._theme.fill(shape)),
            ("group", value(next(by_local(group, "cNvPr"), None), "name") if group is not None else ""),
            ("link", target.target if target is not None else ""),
            ("from", self._names.get(value(next(by_local(element, "stCxn"), None), "id"), "")),
            ("to", self._names.get(value(next(by_local(element, "endCxn"), None), "id"), "")),
            ("alternative text", alternative_text(properties) if local(element) != "pic" else ""),
        )
        return tuple((name, said) for name, said in stated if said)


def _box(anchor: Element) -> Box | None:
    """Return the cells that an anchor covers, None where it is fixed to the page instead."""
    ends = [_corner(end) for name in ("from", "to") for end in anchor if local(end) == name]
    if not ends:
        return None
    first, last = ends[0], ends[-1]
    return Box(first[0], first[1], max(first[0], last[0]), max(first[1], last[1]))


def _corner(end: Element) -> tuple[int, int]:
    numbers = {local(part): whole(part.text) for part in end}
    return max(0, numbers.get("row", 0)), max(0, numbers.get("col", 0))
