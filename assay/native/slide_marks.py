"""What is about shapes and slides taken out while they stay: links, highlights, fills of cells, comments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby

from assay.model.artifact import Artifact
from assay.native.cuts import Cut, Gone, fact, paired, spoken
from assay.native.names import Element, above, children, chosen, letters, local, name, remove, stated, within
from assay.native.slide_places import SHAPES, Shape, SlidePlaces, placeholder

_FILLS = ("a:solidFill", "a:gradFill", "a:blipFill", "a:pattFill", "a:noFill")
_DESIGNED = "text of the "
_MARGINS = {"footer": "ftr", "header": "hdr", "date": "dt", "slide number": "sldNum",
            "page number": "sldNum"}  # fmt: skip


def cut_link(places: SlidePlaces, shape: Shape, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that leave words, or a shape, without the link; each stands by itself."""
    clicks, target = _clicks(shape.element), partial(_target, places, shape.part)
    aimed = [one for one in clicks if target(one) and target(one) == fact(artifact, "target")]
    found = paired(
        gone,
        artifact,
        [one for one in clicks if target(one)],
        lambda one: f"{_linked(one)} {target(one)}",
        lambda one: f"{letters(fact(one, 'text'))} {fact(one, 'target')}",
    )
    return [partial(remove, one) for one in found or aimed]


def _clicks(shape: Element) -> list[Element]:
    """Return what a click on words does, then what one on the shape itself does, as the reader adds them."""
    names = ("a:hlinkClick", "a:hlinkHover", "a:hlinkMouseOver")
    if name(shape) not in SHAPES:
        return within(shape, *names)
    held = [one for each in shape[:1] for one in within(each, *names)]
    inner = within(shape, *names) if name(shape) != "p:grpSp" else held
    return [*(one for one in inner if one not in held), *held]


def _target(places: SlidePlaces, part: str, click: Element) -> str:
    """Return where a click leads, in the words of the reader."""
    found = places.file.related(part, stated(click, "r:id"))
    slides = places.slides()
    if found in slides:
        return f"slide {slides.index(found) + 1}"
    return found or stated(click, "action").removeprefix("ppaction://")


def cut_highlight(shape: Shape, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that leave words without highlight."""
    found = _stretches(shape.element, artifact, gone, lambda run: _of(run, "a:highlight"))
    return [partial(remove, one) for run in found for one in within(run, "a:highlight")]


def cut_cell_color(shape: Shape, artifact: Artifact) -> list[Cut]:
    """Return the cuts that leave a range of a table's cells without fill."""
    rows = within(shape.element, "a:tr")
    top, left = artifact.at.row or 0, artifact.at.column or 0
    below, right = (int(fact(artifact, name) or 1) for name in ("rows", "columns"))
    cells = [cell for row in rows[top : top + below] for cell in children(row, "a:tc")[left : left + right]]
    fills = [one for cell in cells for each in children(cell, "a:tcPr") for one in children(each, *_FILLS)]
    return [partial(remove, one) for one in fills]


def cut_equation(shape: Shape, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take an equation out in all its branches."""
    equations = [one for one in chosen(shape.element) if name(one) == "m:oMath"]
    found = paired(gone, artifact, equations, spoken)
    return [partial(_remove_equation, one) for one in found]


def cut_margin(places: SlidePlaces, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a header, footer, number or date off every page, and its words off the masters."""
    said, text = fact(artifact, "type"), letters(fact(artifact, "text"))
    masters = [one for part in places.masters() for one in _shapes(places, part)]
    if said.startswith(_DESIGNED):
        return [partial(remove, one) for one in masters if text and spoken(one) == text]
    kind, _, where = said.partition(" of ")
    pages = places.slides()
    if where == "notes":
        pages = [page.part for slide in pages for page in places.notes(slide)]
    wanted = partial(_is_margin, type=_MARGINS.get(kind), text=text)
    shown = [one for part in pages for one in _shapes(places, part) if wanted(one)]
    words = [one for shape in masters if wanted(shape) and "number" not in kind for one in within(shape, "a:t")]
    return [*(partial(remove, one) for one in shown), *(partial(_silence, one) for one in words)]


def cut_comment(places: SlidePlaces, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a comment or reply out."""
    slide, index = places.slide(artifact.at.slide), artifact.at.index or 0
    said = letters(fact(artifact, "text"))
    for part in places.file.targets(slide, "comments"):
        root = places.file.tree(part)
        found = [one for one in root.iter() if local(one) in ("cm", "reply")] if root is not None else []
        same = [one for one in found[index : index + 1] if _comment(one) == said]
        chosen_ones = same or [one for one in found if _comment(one) == said][:1]
        if chosen_ones:
            return [partial(_remove_comment, places, slide, part, one) for one in chosen_ones]
    return []


def _remove_comment(places: SlidePlaces, slide: str, part: str, comment: Element) -> None:
    holder = comment.getparent()
    remove(comment)
    if holder is not None and local(holder) == "replyLst" and len(holder) == 0:
        remove(holder)
    root = places.file.tree(part)
    if root is not None and not any(local(one) in ("cm", "reply") for one in root.iter()):
        places.file.unrelate_target(slide, part)


def _comment(comment: Element) -> str:
    own = [one for one in comment if local(one) in ("text", "txBody")]
    return letters("".join(str(text) for one in own for text in one.itertext()))


def _linked(click: Element) -> str:
    """Return the letters of the words that a click is on, of a shape without words its alternative text's."""
    holder = above(click, "a:r", "a:fld", *SHAPES)
    if holder is None:
        return ""
    named = next((one for one in click.iterancestors() if name(one).endswith(":cNvPr")), None)
    described = (stated(named, "descr") or stated(named, "title")) if named is not None else ""
    return spoken(holder) or letters(described)


def _stretches(
    root: Element, artifact: Artifact, gone: Gone, key: Callable[[Element], str | None]
) -> Iterator[Element]:
    runs = within(root, "a:r", "a:fld")
    groups = [(found, list(group)) for found, group in groupby(runs, key)]
    held = [group for found, group in groups if found is not None]
    single = [[run] for group in held for run in group]
    found = paired(gone, artifact, single, _said) if len(single) == len(gone.peers(artifact)) else ()
    for group in found or paired(gone, artifact, held, _said) or paired(gone, artifact, single, _said):
        yield from group


def _said(runs: list[Element]) -> str:
    return spoken(*runs)


def _of(run: Element, kind: str) -> str | None:
    found = within(run, kind)
    return " ".join(stated(one, "val") for one in found[0]) if found else None


def _remove_equation(equation: Element) -> None:
    content = above(equation, "mc:AlternateContent")
    around = next((one for one in equation.iterancestors() if local(one) == "m"), None)
    remove(content if content is not None else around if around is not None else equation)


def _shapes(places: SlidePlaces, part: str) -> list[Element]:
    root = places.file.tree(part)
    return within(root, "p:sp") if root is not None else []


def _is_margin(shape: Element, *, type: str | None, text: str) -> bool:
    if placeholder(shape) != type:
        return False
    said = spoken(shape)
    return type == "sldNum" or said == text or not text


def _silence(text: Element) -> None:
    text.text = ""
