"""What stands beside the cells of a sheet: comments, links, validation rules, print headers and footers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from assay.model.canonical import Scalar
from extractors.excel.strings import joined_text
from extractors.excel.workbook import S
from extractors.markup import Element, by_local, child, local
from extractors.package import Package, target_of

_SIDES = {"L": "left", "C": "centre", "R": "right"}
_FIELDS = {"P": "Page", "N": "Pages", "D": "Date", "T": "Time", "F": "File", "A": "Tab", "Z": "Path", "G": "Picture"}
_CODE = re.compile(r'&(?:"[^"]*"|[0-9]+|K(?:[0-9A-Fa-f]{6}|[0-9]{2}[+-][0-9]{3})|(.))', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Note:
    """Something about a range of the sheet (empty: about the sheet): its kind, text and facts."""

    kind: str
    range: str
    text: str
    facts: tuple[tuple[str, Scalar], ...]
    plain: str = ""
    """What identifies it, where that is not all of its text."""
    formulas: tuple[str, ...] = ()
    id: str = ""
    answers: str = ""
    """The id of the comment that this one answers."""


def notes_of(package: Package, workbook: str, part: str, rest: Element) -> Iterator[Note]:
    """Yield the notes of a sheet in a fixed order of kinds."""
    yield from _comments(package, workbook, part)
    yield from _links(package, part, rest)
    yield from _validations(rest)
    yield from _header_footer(rest)


def _comments(package: Package, workbook: str, part: str) -> Iterator[Note]:
    threaded = list(_threaded(package, workbook, part))
    yield from threaded
    answered = {note.range for note in threaded}
    for target in package.targets(part, "comments"):
        root = package.tree(target)
        if root is None:
            continue
        authors = [author.text or "" for author in by_local(root, "author")]
        for comment in by_local(root, "comment"):
            range, author = comment.get("ref", ""), comment.get("authorId", "")
            name = authors[int(author)] if author.isdigit() and int(author) < len(authors) else ""
            text = next((joined_text(found) for found in by_local(comment, "text")), "").strip()
            if range not in answered and text:
                yield Note("comment", range, _said(name, text), (("author", name), ("text", text)), text)


def _threaded(package: Package, workbook: str, part: str) -> Iterator[Note]:
    people = dict[str, str]()
    for target in package.targets(part, "threadedComment"):
        people = people or _people(package, workbook)
        root = package.tree(target)
        for comment in by_local(root, "threadedComment") if root is not None else ():
            text = next((found.text or "" for found in by_local(comment, "text")), "").strip()
            author, resolved = people.get(comment.get("personId", ""), ""), comment.get("done") == "1"
            facts = (
                ("author", author), ("date", comment.get("dT", "")), ("reply", comment.get("parentId") is not None),
                ("resolved", resolved), ("text", text),
            )  # fmt: skip
            if text:
                said = _said(author + ", resolved" * resolved, text)
                id, answers = comment.get("id", ""), comment.get("parentId", "")
                yield Note("comment", comment.get("ref", ""), said, facts, text, id=id, answers=answers)


def _said(author: str, text: str) -> str:
    return f"{author}: {text}" if author and not text.startswith(f"{author}:") else text


def _people(package: Package, workbook: str) -> dict[str, str]:
    roots = [package.tree(target) for target in package.targets(workbook, "person")]
    people = [person for root in roots if root is not None for person in by_local(root, "person")]
    return {person.get("id", ""): person.get("displayName", "") for person in people}


def _links(package: Package, part: str, rest: Element) -> Iterator[Note]:
    related = package.relationships(part)
    for link in rest.iterfind(f"{S}hyperlinks/{S}hyperlink"):
        target = target_of(related, link)
        inside = link.get("location", "")
        address = (target.target if target is not None else "") + (f"#{inside}" if inside else "")
        facts = (("target", address), ("display", link.get("display", "")), ("tooltip", link.get("tooltip", "")))
        if address:
            yield Note("hyperlink", link.get("ref", ""), address, facts, formulas=(inside,) if inside else ())


def _validations(rest: Element) -> Iterator[Note]:
    for rule in by_local(rest, "dataValidation"):
        formulas = tuple(
            " ".join("".join(map(str, found.itertext())).split()) for found in rule if "formula" in local(found)
        )
        range = rule.get("sqref") or next((found.text or "" for found in by_local(rule, "sqref")), "")
        type, operator = rule.get("type", "any"), rule.get("operator", "between")
        prompt, error = _message(rule, "prompt"), _message(rule, "error")
        facts = (
            ("type", type), ("operator", operator), ("formula1", formulas[0] if formulas else ""),
            ("formula2", formulas[1] if len(formulas) > 1 else ""), ("prompt", prompt), ("error", error),
        )  # fmt: skip
        comparison = "" if type in ("list", "custom") else f" {operator}"
        plain = f"{type}{comparison}: {' and '.join(formulas)}" if formulas else "any value"
        said = [f"{what}: {text}" for what, text in (("prompt", prompt), ("error", error)) if text]
        if formulas or said:
            yield Note("validation", range, "; ".join([plain, *said]), facts, plain, formulas)


def _message(rule: Element, name: str) -> str:
    title, text = rule.get(f"{name}Title", ""), rule.get(name, "")
    return f"{title}: {text}" if title and text else title or text


def _header_footer(rest: Element) -> Iterator[Note]:
    parts = child(rest, f"{S}headerFooter")
    for part in parts if parts is not None else ():
        sections = _sections(part.text or "")
        text = " | ".join(text for _, text in sections)
        if text:
            yield Note("header_footer", "", text, (("place", local(part)), *sections))


def _sections(code: str) -> list[tuple[str, str]]:
    """Return what a print header says left, in the centre and right, with its fields as `&[Page]`."""
    shown = {"L": "", "C": "", "R": ""}
    side, end = "C", 0
    for found in _CODE.finditer(code):
        shown[side] += code[end : found.start()]
        end = found.end()
        mark = found[1] or ""
        if mark in shown:
            side = mark
        elif mark in _FIELDS:
            shown[side] += f"&[{_FIELDS[mark]}]"
        elif mark == "&":
            shown[side] += "&"
    shown[side] += code[end:]
    return [(_SIDES[mark], text.strip()) for mark, text in shown.items() if text.strip()]
