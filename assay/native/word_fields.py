"""Fields, bookmarks and controls of a Word document taken out while what they show stays; nothing unseen comes out."""

from __future__ import annotations

from functools import partial

from assay.model.artifact import Artifact
from assay.native.cuts import Cut, Gone, fact, paired, spoken
from assay.native.field_marks import Field
from assay.native.names import Element, children, chosen, letters, local, name, remove, replace, stated, within
from assay.native.word_places import Scope, WordPlaces


def cut_field(places: WordPlaces, scope: Scope, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that leave a field's result as plain words, or words without their bookmark."""
    bookmark = fact(artifact, "name") if fact(artifact, "type") == "BOOKMARK" else ""
    if bookmark:
        return [partial(remove, one) for one in _bookmark(places, bookmark)]
    asked, found = _joined(fact(artifact, "instruction")), fields_from(places, scope)
    same = [one for one in found if _joined(one.instruction) == asked]
    twins = [one for one in gone.peers(artifact) if _joined(fact(one, "instruction")) == asked]
    at = twins.index(artifact)
    return [cut for one in same[at : at + 1] for cut in one.unmade()]


def cut_control(places: WordPlaces, scope: Scope, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that leave the content of a content control or form field without the control."""
    around = [one for one in scope.element.iterancestors() if name(one) == "w:sdt"]
    controls = [one for one in [*around, *chosen(scope.element)] if name(one) in ("w:sdt", "w:ffData", "w:control")]
    named = [one for one in controls if _control_names(one) == (fact(artifact, "title"), fact(artifact, "tag"))]
    named = [one for one in named if _is_checkbox(one) == (fact(artifact, "type") == "checkbox")]
    found = paired(gone, artifact, named or controls, spoken, lambda one: letters(fact(one, "value")))
    return [cut for one in found or named[:1] for cut in _uncontrolled(places, scope, one)]


def fields_from(places: WordPlaces, scope: Scope) -> list[Field]:
    """Return the fields that begin in a scope; they may end in a later paragraph."""
    inside = set(scope.element.iter())
    return [one for one in places.fields(scope.part) if one.marks[0] in inside]


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


def _uncontrolled(places: WordPlaces, scope: Scope, control: Element) -> list[Cut]:
    """Return the cuts that leave what a control holds; a form field goes as the field that it is."""
    if name(control) == "w:sdt":
        return [partial(_uncontrol, control)]
    if name(control) == "w:ffData":
        held = [one for one in fields_from(places, scope) if one.marks[0] is control.getparent()]
        return [cut for one in held for cut in one.unmade()]
    return [partial(remove, control)]


def _uncontrol(control: Element) -> None:
    content = next(iter(children(control, "w:sdtContent")), None)
    replace(control, list(content) if content is not None else [])


def _joined(text: str) -> str:
    return "".join(text.split())
