"""What is about the words of a Word document taken out while the words stay: links, formats, changes, fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby

from assay.model.artifact import Artifact
from assay.native.cuts import Cut, Gone, fact, paired, removals, spoken, text_of
from assay.native.names import Element, above, children, chosen, letters, local, name, remove, stated, unwrap, within
from assay.native.word_places import Scope, WordPlaces

_LOOKS = ("w:rFonts", "w:sz", "w:szCs", "w:color", "w:b", "w:bCs", "w:i", "w:iCs", "w:u", "w:rStyle")
FONT = (
    *_LOOKS, "w:caps", "w:smallCaps", "w:vertAlign", "w:shadow", "w:outline", "w:emboss", "w:imprint", "w:spacing",
    "w:position", "w:vanish", "w:effect", "w:em", "w:w", "w:bdr", "w:kern",
)  # fmt: skip
_DROPPED = {"font": FONT, "highlight": ("w:highlight", "w:shd"), "strikeout": ("w:strike", "w:dstrike")}
_CHANGES = ("w:ins", "w:del", "w:moveTo", "w:moveFrom")
_GONE = ("w:del", "w:moveFrom")
_TAGS = {"insertion": "w:ins", "deletion": "w:del", "move from": "w:moveFrom", "move to": "w:moveTo"}
_FORMAT_CHANGES = (
    "w:rPrChange", "w:pPrChange", "w:tblPrChange", "w:trPrChange", "w:tcPrChange", "w:sectPrChange",
    "w:numberingChange",
)  # fmt: skip
PARAGRAPH_LAYOUT = ("w:jc", "w:ind", "w:spacing", "w:tabs", "w:keepNext", "w:keepLines", "w:pageBreakBefore", "w:bidi")


@dataclass(slots=True)
class Field:
    """A field of either kind: the elements that make it one, and the letters of what it shows."""

    marks: list[Element] = field(default_factory=list[Element])
    instruction: str = ""
    letters: str = ""
    shown: bool = False


def cut_format(scope: Scope, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that give words the format of their paragraph; hidden words, which are this artifact's, go."""
    names, said = _DROPPED[artifact.kind], _joined(text_of(artifact))
    exact = _windows([run for run in _runs(scope.element) if _format(run, names)], said)
    twins = [one for one in gone.peers(artifact) if _joined(text_of(one)) == said]
    stretches = _stretches(scope.element, lambda run: _format(run, names))
    found = [exact[twins.index(artifact)]] if len(exact) == len(twins) else paired(gone, artifact, stretches, _letters)
    if not found:
        found = paired(gone, artifact, [[run] for run in _runs(scope.element) if _format(run, names)], _letters)
    runs = [run for stretch in found for run in stretch]
    if fact(artifact, "hidden") == "True":
        return [partial(remove, run) for run in runs]
    return [partial(remove, one) for run in runs for one in _properties(run, names)]


def cut_link(places: WordPlaces, scope: Scope, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that leave the words of a link without its target, those of a picture without theirs."""
    links: list[Element | Field] = [one for one in chosen(scope.element) if _is_link(one)]
    links += [one for one in _fields_from(places, scope) if one.instruction.upper().startswith("HYPERLINK")]
    found = paired(gone, artifact, links, lambda one: one.letters if isinstance(one, Field) else spoken(one))
    return [cut for one in found for cut in (_unfield(one) if isinstance(one, Field) else [partial(_unlink, one)])]


def cut_revision(scope: Scope, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that settle a change: what was inserted or moved to stays, what was deleted or moved goes."""
    tag = _TAGS.get(fact(artifact, "type"))
    if tag is None:
        changes = [one for one in within(scope.element, *_FORMAT_CHANGES)]
        found = paired(gone, artifact, changes, _spoken_around)
        return [partial(remove, one) for one in found or changes]
    settle = remove if tag in _GONE else unwrap
    peers = [one for one in _changes(scope.element) if name(one) == tag]
    groups = [list(group) for _, group in groupby(peers, _author)]
    found = paired(gone, artifact, groups, _spoken_together)
    found = found or paired(gone, artifact, [[one] for one in peers], _spoken_together)
    elements = [one for group in found for one in group] or [one for one in _around(scope.element) if name(one) == tag]
    return [partial(settle, one) for one in elements] or _rows(scope.element, tag)


def cut_field(places: WordPlaces, scope: Scope, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that leave a field's result as plain words, or words without their bookmark."""
    bookmark = fact(artifact, "name") if fact(artifact, "type") == "BOOKMARK" else ""
    if bookmark:
        return [partial(remove, one) for one in _bookmark(places, bookmark)]
    asked, found = _joined(fact(artifact, "instruction")), _fields_from(places, scope)
    same = [one for one in found if _joined(one.instruction) == asked]
    twins = [one for one in gone.peers(artifact) if _joined(fact(one, "instruction")) == asked]
    at = twins.index(artifact)
    return [cut for one in same[at : at + 1] for cut in _unfield(one)]


def cut_control(scope: Scope, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that leave the content of a content control or form field without the control."""
    around = [one for one in scope.element.iterancestors() if name(one) == "w:sdt"]
    controls = [one for one in [*around, *chosen(scope.element)] if name(one) in ("w:sdt", "w:ffData", "w:control")]
    named = [one for one in controls if _control_names(one) == (fact(artifact, "title"), fact(artifact, "tag"))]
    named = [one for one in named if _is_checkbox(one) == (fact(artifact, "type") == "checkbox")]
    found = paired(gone, artifact, named or controls, spoken, lambda one: letters(fact(one, "value")))
    return [partial(_uncontrol if name(one) == "w:sdt" else remove, one) for one in found or named[:1]]


def cut_paragraph_layout(scope: Scope) -> list[Cut]:
    """Return the cuts that give a paragraph, or a table's cells, the layout of the style."""
    properties = [one for one in within(scope.element, "w:pPr")]
    return [partial(remove, one) for each in properties for one in children(each, *PARAGRAPH_LAYOUT)]


def cut_section(section: Element) -> list[Cut]:
    """Return the cuts that leave a section without a page layout of its own."""
    names = ("w:pgSz", "w:pgMar", "w:cols", "w:type", "w:vAlign", "w:pgBorders", "w:lnNumType", "w:docGrid",
             "w:titlePg", "w:pgNumType", "w:textDirection", "w:bidi")  # fmt: skip
    return [partial(remove, one) for one in children(section, *names)]


def fields(root: Element) -> list[Field]:
    """Return the simple and complex fields below an element, in the order in which they begin."""
    found, stack = list[Field](), list[Field]()
    for element in chosen(root):
        kind = name(element)
        if kind == "w:fldSimple":
            found.append(Field([element], stated(element, "w:instr").strip(), spoken(element), shown=True))
        elif kind == "w:fldChar":
            _mark(element, stated(element, "w:fldCharType"), found, stack)
        elif kind in ("w:instrText", "w:delInstrText") and stack:
            stack[-1].marks.append(element)
            stack[-1].instruction = (stack[-1].instruction + (element.text or "")).lstrip()
        elif kind in ("w:t", "w:delText"):
            for one in stack:
                one.letters += spoken(element) if one.shown else ""
    return found


def _fields_from(places: WordPlaces, scope: Scope) -> list[Field]:
    """Return the fields that begin in a scope; they may end in a later paragraph."""
    root = places.file.tree(scope.part)
    inside = set(scope.element.iter())
    return [one for one in fields(scope.element if root is None else root) if one.marks and one.marks[0] in inside]


def _mark(element: Element, type: str, found: list[Field], stack: list[Field]) -> None:
    if type == "begin":
        stack.append(Field())
        found.append(stack[-1])
    if stack:
        stack[-1].marks.append(element)
        stack[-1].shown = stack[-1].shown or type == "separate"
    if type == "end" and stack:
        stack.pop()


def _bookmark(places: WordPlaces, named: str) -> list[Element]:
    """Return where a bookmark starts and where it ends."""
    marks = [one for story in places.stories() for one in within(story.element, "w:bookmarkStart", "w:bookmarkEnd")]
    ids = {stated(one, "w:id") for one in marks if stated(one, "w:name") == named}
    return [one for one in marks if stated(one, "w:id") in ids]


def _control_names(control: Element) -> tuple[str, str]:
    """Return the title and the tag that a control states."""
    if name(control) == "w:control":
        return stated(control, "w:name"), ""
    properties = [control] if name(control) == "w:ffData" else children(control, "w:sdtPr")
    held = {name(one): stated(one, "w:val") for each in properties for one in each}
    return held.get("w:alias", held.get("w:name", "")), held.get("w:tag", "")


def _is_checkbox(control: Element) -> bool:
    return any(local(one) == "checkbox" for each in children(control, "w:sdtPr") for one in each)


def _unfield(one: Field) -> list[Cut]:
    return [partial(unwrap if name(mark) == "w:fldSimple" else remove, mark) for mark in one.marks]


def _is_link(element: Element) -> bool:
    return name(element) in ("w:hyperlink", "a:hlinkClick", "a:hlinkHover") or bool(
        name(element).startswith("v:") and stated(element, "href")
    )


def _unlink(link: Element) -> None:
    if name(link) == "w:hyperlink":
        unwrap(link)
    elif name(link).startswith("v:"):
        del link.attrib["href"]
    else:
        remove(link)


def _changes(root: Element) -> list[Element]:
    """Return the changes that wrap something; those in properties mark a paragraph's end or a row."""
    changes = (one for one in chosen(root) if name(one) in _CHANGES)
    return [one for one in changes if (around := one.getparent()) is None or name(around) not in ("w:rPr", "w:trPr")]


def _around(element: Element) -> Iterator[Element]:
    return (one for one in element.iterancestors() if name(one) in _CHANGES)


def _author(change: Element) -> tuple[str, str, str]:
    return name(change), stated(change, "w:author"), stated(change, "w:date")


def _rows(root: Element, tag: str) -> list[Cut]:
    """Return how rows that were inserted as a whole are settled; the words of deleted ones are deletions themselves."""
    marks = [one for one in within(root, tag) if (holder := one.getparent()) is not None and name(holder) == "w:trPr"]
    return removals(marks) if tag == "w:ins" else []


def _spoken_around(change: Element) -> str:
    """Return the letters of the run or paragraph whose format a change is of."""
    holder = above(change, "w:r", "w:p", "w:tbl", "w:sectPr")
    return spoken(holder) if holder is not None else ""


def _spoken_together(group: list[Element]) -> str:
    return spoken(*group)


def _uncontrol(control: Element) -> None:
    content = next(iter(children(control, "w:sdtContent")), None)
    parent = control.getparent()
    if parent is not None:
        at = parent.index(control)
        parent[at : at + 1] = list(content) if content is not None else []


def _runs(root: Element) -> list[Element]:
    return [one for one in chosen(root) if name(one) == "w:r"]


def _properties(run: Element, names: tuple[str, ...]) -> list[Element]:
    return [one for each in children(run, "w:rPr") for one in children(each, *names)]


def _format(run: Element, names: tuple[str, ...]) -> str | None:
    """Return what a run states of some properties, None where it states nothing."""
    found = [f"{name(one)} {sorted(map(str, one.attrib.values()))}" for one in _properties(run, names)]
    return " ".join(found) or None


def _stretches(root: Element, key: Callable[[Element], str | None]) -> list[list[Element]]:
    """Return neighbouring runs with one key, none left out; runs without letters go with those before them."""
    held, before, at = list[tuple[tuple[str | None, Element | None], Element]](), None, None
    for run in _runs(root):
        before = key(run) if spoken(run) or above(run, "w:p") is not at else before
        at = above(run, "w:p")
        held.append(((before, at), run))
    groups = groupby(held, lambda pair: pair[0])
    return [[run for _, run in group] for (found, _), group in groups if found is not None]


def _windows(runs: list[Element], said: str) -> list[list[Element]]:
    """Return the rows of neighbours that together say just this, none overlapping another."""
    found, start = list[list[Element]](), 0
    while start < len(runs):
        end = start + 1
        while end < len(runs) and len(_characters(runs[start:end])) < len(said):
            end += 1
        same = bool(_characters(runs[start : start + 1])) and _characters(runs[start:end]) == said
        found += [runs[start:end]] if same else []
        start = end if same else start + 1
    return found


def _characters(runs: list[Element]) -> str:
    return _joined("".join(text.text or "" for run in runs for text in within(run, "w:t", "w:delText")))


def _joined(text: str) -> str:
    return "".join(text.split())


def _letters(runs: list[Element]) -> str:
    return spoken(*runs)
