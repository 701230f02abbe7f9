"""SmartArt from its data model: the nodes as a tree, the layout's name and kind, and how the nodes relate."""

from __future__ import annotations

import itertools
from collections import defaultdict
from dataclasses import dataclass, field

from extractors.drawing import TextLine, text_lines
from extractors.markup import DGM, Element, R, child, value, whole
from extractors.package import Package, Relationship

_MOST_DEPTH = 50
# Points that stand for arrows and for what is drawn, not for what is said.
_NODES = frozenset({"node", "asst"})
_RELATIONS = {"process": "sequence", "cycle": "cycle", "hierarchy": "hierarchy"}


@dataclass(frozen=True, slots=True)
class Node:
    """One node: its text on one line, its depth from 0, its lines, and the text of the node above it."""

    text: str
    depth: int
    lines: tuple[TextLine, ...]
    parent: str | None
    assistant: bool


@dataclass(frozen=True, slots=True)
class Diagram:
    """A SmartArt diagram: its layout and category as the file names them, its nodes in the order of the tree."""

    part: str
    root: Element
    layout: str
    category: str
    nodes: tuple[Node, ...]
    labels: tuple[str, ...]
    texts: tuple[str, ...]

    @property
    def relation(self) -> str:
        """How the nodes relate: hierarchy, sequence, cycle, or the layout's category."""
        return _RELATIONS.get(self.category, self.category or "list")

    @property
    def edges(self) -> tuple[tuple[str, str, str], ...]:
        """The relations as (node, node, kind): what stands above what, and what follows what."""
        above = [
            (node.parent, node.text, "assistant" if node.assistant else "child")
            for node in self.nodes
            if node.parent is not None
        ]
        top = [node.text for node in self.nodes if node.depth == 0]
        if self.relation not in ("sequence", "cycle"):
            return tuple(above)
        follows = [(before, after, "next") for before, after in itertools.pairwise(top)]
        if self.relation == "cycle" and len(top) > 1:
            follows.append((top[-1], top[0], "next"))
        return (*follows, *above)


@dataclass(slots=True)
class _Model:
    """The points of a data model by id, and the ids under each in order."""

    points: dict[str, Element]
    under: dict[str, list[str]]
    nodes: list[Node] = field(default_factory=list[Node])
    seen: set[str] = field(default_factory=set[str])

    def walk(self, id: str, parent: str | None, depth: int) -> None:
        """Gather the nodes under a point, each once."""
        for each in self.under.get(id, []) if depth < _MOST_DEPTH else ():
            point = self.points.get(each)
            if point is None or each in self.seen:
                continue
            self.seen.add(each)
            lines = _lines(point)
            text = _one_line(lines)
            if text:
                self.nodes.append(Node(text, depth, lines, parent, point.get("type") == "asst"))
            self.walk(each, text or parent, depth + 1 if text else depth)


def diagram_in(element: Element, package: Package, related: dict[str, Relationship]) -> Diagram | None:
    """Return the diagram that a frame shows, None where it shows none or its data is missing."""
    ids = next(element.iter(f"{DGM}relIds"), None)
    data = related.get(ids.get(f"{R}dm", "")) if ids is not None else None
    root = package.tree(data.target) if data is not None and not data.external else None
    if ids is None or data is None or root is None:
        return None
    layout = related.get(ids.get(f"{R}lo", ""))
    definition = package.tree(layout.target) if layout is not None and layout.target in package else None
    return _diagram(data.target, root, definition)


def _diagram(part: str, root: Element, definition: Element | None) -> Diagram:
    points = list(root.iter(f"{DGM}pt"))
    document = next((point for point in points if point.get("type") == "doc"), None)
    model = _model(points, root)
    model.walk(value(document, "modelId"), None, 0)
    texts = tuple(filter(None, ("\n".join(line.text for line in _lines(point)).strip() for point in points)))
    loose = [point for point in points if point.get("modelId", "") not in model.seen]
    labels = tuple(filter(None, (_one_line(_lines(point)) for point in loose)))
    settings = child(document, f"{DGM}prSet")
    return Diagram(part, root, *_named(settings, definition), tuple(model.nodes), labels, texts)


def _model(points: list[Element], root: Element) -> _Model:
    nodes = {point.get("modelId", ""): point for point in points if point.get("type", "node") in _NODES}
    under = defaultdict[str, list[tuple[int, str]]](list)
    for link in root.iter(f"{DGM}cxn"):
        if link.get("type", "parOf") == "parOf":
            under[link.get("srcId", "")].append((whole(link.get("srcOrd")), link.get("destId", "")))
    return _Model(nodes, {id: [each for _, each in sorted(found)] for id, found in under.items()})


def _named(settings: Element | None, definition: Element | None) -> tuple[str, str]:
    """Return the layout's name and its category: its title, else the last word of its id."""
    id = value(definition, "uniqueId") or value(settings, "loTypeId")
    title = value(child(definition, f"{DGM}title"), "val")
    category = value(settings, "loCatId") or value(child(definition, f"{DGM}catLst", f"{DGM}cat"), "type")
    return title.strip() or id.rpartition("/")[2].partition("#")[0], category


def _lines(point: Element) -> tuple[TextLine, ...]:
    return tuple(text_lines(point.find(f"{DGM}t")))


def _one_line(lines: tuple[TextLine, ...]) -> str:
    return " ".join(" ".join(line.text for line in lines).split())
