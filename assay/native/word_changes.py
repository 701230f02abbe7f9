"""Tracked changes of a Word document's characters: what states them, the stretches that they are of, their settling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from assay.native.names import Element, above, children, letters, name, remove, stated, unwrap, within
from assay.native.word_words import empty_paragraph

TYPES = MappingProxyType({
    "w:ins": "insertion", "w:del": "deletion", "w:moveTo": "move to", "w:moveFrom": "move from",
    "w:cellIns": "insertion", "w:cellDel": "deletion",
})  # fmt: skip
_WRAPPERS = ("w:ins", "w:del", "w:moveTo", "w:moveFrom")
_STATING = MappingProxyType({
    "w:tc": ("w:tcPr", ("w:cellIns", "w:cellDel")), "w:tr": ("w:trPr", ("w:ins", "w:del")),
})  # fmt: skip
_DELETING = frozenset({"deletion", "move from"})
# What a change around a paragraph does not reach into.
_STORIES = frozenset({"w:body", "w:txbxContent", "w:hdr", "w:ftr", "w:footnote", "w:endnote", "w:comment"})


class Change(NamedTuple):
    """What a change is by, as the reader tells it."""

    type: str
    author: str
    date: str

    @property
    def deletes(self) -> bool:
        """Whether what it is of is gone."""
        return self.type in _DELETING


class Stretch(NamedTuple):
    """Neighbouring runs of a paragraph with one change."""

    change: Change
    paragraph: Element
    runs: list[Element]

    @property
    def letters(self) -> str:
        """The letters of its characters."""
        return letters("".join(map(_characters, self.runs)))


def change_of(element: Element) -> Change:
    """Return the change that an element states."""
    return Change(TYPES.get(name(element), "formatting"), stated(element, "w:author"), stated(element, "w:date"))


def property_of(element: Element, holder: str, *names: str) -> list[Element]:
    """Return what an element states in its properties."""
    return [one for each in children(element, holder) for one in children(each, *names)]


def paragraphs_of(root: Element) -> list[Element]:
    """Return the paragraphs below an element, those in the other branches of alternate content left out."""
    found = within(root, "w:p")
    return [one for one in found if above(one, "mc:Fallback") is None] or found


def runs_of(paragraph: Element) -> list[Element]:
    """Return what holds the characters of a paragraph: its runs, and equations that were deleted."""
    found = [one for one in within(paragraph, "w:r", "m:oMath") if above(one, "w:p") is paragraph]
    return [one for one in found if name(one) == "w:r" or _is_deleted(one)]


def stating(element: Element) -> Element | None:
    """Return what states the change of a run, paragraph or row: a wrapper, or the mark of its cell or row."""
    found = dict.fromkeys(("inline", "around"), None) | _nearest(element)
    inline, around = found["inline"], found["around"]
    if inline is None or (around is not None and change_of(around).deletes and not change_of(inline).deletes):
        return around
    return inline


def change_stretches(paragraph: Element) -> Iterator[Stretch]:
    """Yield the stretches of a paragraph that were inserted, deleted or moved."""
    runs = runs_of(paragraph)
    yield from _stretches(paragraph, runs, [_changed(one) for one in runs])


def format_stretches(paragraph: Element) -> Iterator[Stretch]:
    """Yield the stretches of a paragraph whose format was changed."""
    runs = [one for one in runs_of(paragraph) if name(one) == "w:r"]
    yield from _stretches(paragraph, runs, [_formatted(one) for one in runs])


def end_marks(paragraph: Element, *, told: bool) -> list[Element]:
    """Return what states changes of a paragraph's end; whether its characters tell the same change of one author."""
    own = [one for each in children(paragraph, "w:pPr") for one in property_of(each, "w:rPr", *_ENDS)]
    return [one for one in own if _is_told(paragraph, change_of(one)) == told]


def settle(stretch: Stretch) -> None:
    """Settle the change of some characters: they stay as if they had always been there, or go."""
    told = end_marks(stretch.paragraph, told=True)
    if stretch.change.type == "formatting":
        for run in stretch.runs:
            for one in property_of(run, "w:rPr", "w:rPrChange"):
                remove(one)
    elif stretch.change.deletes:
        _delete(stretch)
    else:
        for run in stretch.runs:
            _insert(run, stretch.runs)
    _forget(stretch.paragraph, told)


def release(holder: Element, runs: Iterable[Element] = ()) -> None:
    """Let what was inserted with a wrapper, cell or row stay; characters beside the given runs keep the change."""
    mark, settled = name(holder) in _WRAPPERS and not _is_property(holder), set(runs)
    root = holder if mark else _owner(holder)
    around = above(root, "w:p") if name(root) in _WRAPPERS else None
    paragraphs = [around] if around is not None else within(root, "w:p")
    told = [(one, end_marks(one, told=True)) for one in paragraphs]
    for run in [one for each in paragraphs for one in runs_of(each) if one not in settled and stating(one) is holder]:
        _wrap(run, holder)
    if mark:
        unwrap(holder)
    else:
        remove(holder)
    for paragraph, marks in told:
        _forget(paragraph, marks)


def remove_row(row: Element) -> None:
    """Take a row out, and the table where it was the only one."""
    table = above(row, "w:tbl")
    remove(row)
    if table is not None and not within(table, "w:tr"):
        remove(table)


_ENDS = (*_WRAPPERS, "w:rPrChange")


def _nearest(element: Element) -> dict[str, Element | None]:
    """Return the innermost change within the paragraph, of those that delete where one does, and that around it."""
    inline = list[Element]()
    inside = name(element) != "w:p" and above(element, "w:p") is not None
    for one in element.iterancestors():
        if inside and name(one) == "w:p":
            inside = False
        elif inside and name(one) in _WRAPPERS:
            inline.append(one)
        elif not inside and (found := _stated_around(one)) is not None:
            return {"inline": _innermost(inline), "around": found}
        elif name(one) in _STORIES:
            break
    return {"inline": _innermost(inline)}


def _innermost(wrappers: list[Element]) -> Element | None:
    deleting = [one for one in wrappers if change_of(one).deletes]
    return next(iter(deleting or wrappers), None)


def _stated_around(element: Element) -> Element | None:
    if name(element) in _WRAPPERS:
        return element
    holder, names = _STATING.get(name(element), ("", ()))
    return next(reversed(property_of(element, holder, *names)), None) if holder else None


def _is_property(element: Element) -> bool:
    parent = element.getparent()
    return parent is not None and name(parent) in ("w:trPr", "w:tcPr")


def _owner(mark: Element) -> Element:
    found = above(mark, "w:tc", "w:tr")
    return found if found is not None else mark


def _is_deleted(element: Element) -> bool:
    found = stating(element)
    return found is not None and change_of(found).deletes


def _characters(run: Element) -> str:
    own = within(run, "m:t") if name(run) == "m:oMath" else children(run, "w:t", "w:delText")
    return "".join(one.text or "" for one in own)


def _changed(run: Element) -> Change | None:
    found = stating(run)
    return change_of(found) if found is not None else None


def _formatted(run: Element) -> Change | None:
    return next((change_of(one) for one in property_of(run, "w:rPr", "w:rPrChange")), None)


def _stretches(paragraph: Element, runs: list[Element], changes: list[Change | None]) -> Iterator[Stretch]:
    """Yield neighbours of one change; white space belongs to what stands before it, as the reader has it."""
    held, before = list[tuple[Change | None, Element]](), None
    for run, change in zip(runs, changes, strict=True):
        if _characters(run).strip() or children(run, "w:sym", "w:noBreakHyphen"):
            before = change
        elif not children(run, "w:t", "w:delText", "w:tab", "w:br"):
            continue
        held.append((before, run))
    for change, group in groupby(held, lambda pair: pair[0]):
        if change is not None:
            yield Stretch(change, paragraph, [run for _, run in group])


def _is_told(paragraph: Element, change: Change) -> bool:
    around = stating(paragraph)
    found = [*map(_changed, runs_of(paragraph)), *map(_formatted, runs_of(paragraph))]
    found += [change_of(around)] if around is not None else []
    return any(one is not None and one[:2] == change[:2] for one in found)


def _forget(paragraph: Element, marks: list[Element]) -> None:
    """Take out those marks of a paragraph's end that no characters tell any more."""
    untold = [one for one in end_marks(paragraph, told=False) if one in marks]
    for mark in untold:
        forget_end(paragraph, mark)


def forget_end(paragraph: Element, mark: Element) -> None:
    """Take the change of a paragraph's end out, and a deleted paragraph that holds nothing any more with it."""
    deletes = change_of(mark).deletes
    remove(mark)
    if deletes and not within(paragraph, "w:r"):
        empty_paragraph(paragraph)


def _insert(run: Element, settled: list[Element]) -> None:
    """Let a run stay for good: where Word marks a row as inserted, it marks the runs in it, too."""
    holder = stating(run)
    while holder is not None and not change_of(holder).deletes:
        release(holder, settled)
        holder = stating(run)


def _delete(stretch: Stretch) -> None:
    around = stating(stretch.paragraph)
    for run, holder in [(one, stating(one)) for one in stretch.runs]:
        remove(holder if holder is not None and holder is not around else run)
    if around is not None and change_of(around).deletes:
        _drop_empty(around, stretch.paragraph)


def _drop_empty(holder: Element, paragraph: Element) -> None:
    """Take out a deleted row, cell's mark or wrapper that holds no characters any more."""
    if not within(paragraph, "w:r"):
        empty_paragraph(paragraph)
    root = _owner(holder) if _is_property(holder) else holder
    if any(_characters(run) for run in within(root, "w:r", "m:oMath")):
        return
    if name(root) == "w:tr":
        remove_row(root)
    elif root is not holder or len(holder) == 0:
        remove(holder)


def _wrap(run: Element, holder: Element) -> None:
    """Give a run for itself the change that it had from what stands around it."""
    tag = "ins" if name(holder) == "w:cellIns" else name(holder).removeprefix("w:")
    wrapper = run.makeelement(f"{str(holder.tag).rpartition('}')[0]}}}{tag}", dict(holder.attrib))
    parent = run.getparent()
    if parent is not None:
        parent.replace(run, wrapper)
        wrapper.append(run)
