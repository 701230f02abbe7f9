"""Content controls, form fields and ActiveX controls: what they are, what they hold and what one may choose."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from assay.model.canonical import Scalar
from extractors.markup import Element, W, by_local, child, local, switched, value

Fact = tuple[str, Scalar]


def control_of(element: Element, held: str) -> tuple[Fact, ...]:
    """Return the facts of a control that holds some characters: its names, type, value, choices and state."""
    kind = local(element)
    facts = _form(element, held) if kind == "ffData" else _content(element, held) if kind == "sdt" else _active(element)
    return tuple((name, what) for name, what in facts if what not in (None, "") or name == "value")


def _content(element: Element, held: str) -> Iterator[Fact]:
    properties = element.find(f"{W}sdtPr")
    kinds = [local(each) for each in properties] if properties is not None else []
    kind = next((kind for kind in kinds if kind in _TYPES), "richText")
    placeholder = switched(child(properties, f"{W}showingPlcHdr"), f"{W}val") is True
    yield "title", value(child(properties, f"{W}alias"), f"{W}val")
    yield "tag", value(child(properties, f"{W}tag"), f"{W}val")
    yield "type", _TYPES[kind]
    yield "value", _checked(properties) if kind == "checkbox" else held
    yield "placeholder", placeholder or None
    yield "choices", "; ".join(_choices(properties))
    yield "date", value(child(properties, f"{W}date"), f"{W}fullDate")
    yield "gallery", value(child(properties, f"{W}docPartObj", f"{W}docPartGallery"), f"{W}val")
    yield "lock", value(child(properties, f"{W}lock"), f"{W}val")
    yield "bound to", value(child(properties, f"{W}dataBinding"), f"{W}xpath")


def _choices(properties: Element | None) -> Iterator[str]:
    for item in by_local(properties, "listItem") if properties is not None else ():
        stated = item.get(f"{W}value", "")
        shown = item.get(f"{W}displayText") or stated
        yield shown if shown == stated or not stated else f"{shown} = {stated}"


def _checked(properties: Element | None) -> str:
    found = next(by_local(properties, "checked"), None) if properties is not None else None
    state = next((str(what) for what in found.attrib.values()), "1") if found is not None else "0"
    return "checked" if state.lower() in ("1", "true", "on") else "unchecked"


def _form(element: Element, held: str) -> Iterator[Fact]:
    box, listed = element.find(f"{W}checkBox"), element.find(f"{W}ddList")
    yield "title", value(element.find(f"{W}name"), f"{W}val")
    if box is not None:
        state = box.find(f"{W}checked")
        on = switched(state if state is not None else box.find(f"{W}default"), f"{W}val")
        yield from (("type", "form checkbox"), ("value", "checked" if on else "unchecked"))
    elif listed is not None:
        entries = [value(entry, f"{W}val") for entry in listed.findall(f"{W}listEntry")]
        chosen = value(listed.find(f"{W}result"), f"{W}val", "0")
        picked = entries[int(chosen)] if chosen.isdecimal() and int(chosen) < len(entries) else ""
        yield from (("type", "form list"), ("value", picked), ("choices", "; ".join(entries)))
    else:
        yield from (("type", "form text"), ("value", held))
        yield "default", value(child(element, f"{W}textInput", f"{W}default"), f"{W}val")


def _active(element: Element) -> Iterator[Fact]:
    yield from (("title", element.get(f"{W}name", "")), ("type", "ActiveX"), ("value", ""))


_TYPES = MappingProxyType({
    "text": "text", "richText": "rich text", "dropDownList": "drop-down list", "comboBox": "combo box",
    "date": "date", "checkbox": "checkbox", "picture": "picture", "docPartObj": "building block",
    "docPartList": "building block", "group": "group", "equation": "equation", "citation": "citation",
    "bibliography": "bibliography", "repeatingSection": "repeating section",
    "repeatingSectionItem": "repeating section item", "entityPicker": "entity picker",
})  # fmt: skip
