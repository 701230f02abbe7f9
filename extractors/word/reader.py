"""Reads a Word document: its body, then headers and footers, notes, comments and properties."""

from __future__ import annotations

from collections.abc import Iterable
from posixpath import basename, splitext

from assay.model.artifact import Anchor
from assay.model.document import Problem, Reading
from extractors.markup import Element, W, local
from extractors.office import add_properties, finished
from extractors.package import Package, open_package
from extractors.sheaf import Sheaf
from extractors.word.inline import Reference
from extractors.word.numbering import Numbering
from extractors.word.story import Story, Word
from extractors.word.styles import Styles

_USUAL = ("word/document.xml", "word/document2.xml")
_SEPARATORS = frozenset({"separator", "continuationSeparator", "continuationNotice"})


def read_word(data: bytes) -> Reading:
    """Return the artifacts of a docx, docm, dotx or dotm file, or the problem that kept them from being read."""
    package = open_package(data)
    if isinstance(package, Problem):
        return Reading("word", problem=package)
    main = package.main_part(*_USUAL)
    root = package.tree(main) if main is not None else None
    if main is None or (root is not None and local(root) != "document"):
        return Reading("word", problem=Problem("unsupported", "The package holds no Word document."))
    sheaf = Sheaf("word")
    word = _word(package, sheaf, main)
    _read_parts(word, main, root)
    pages = add_properties(sheaf, package, "Pages")
    return finished(sheaf, package, pages=pages)


def _word(package: Package, sheaf: Sheaf, main: str) -> Word:
    styles = Styles(_first(package, main, "styles"), _first(package, main, "theme"))
    numbering = Numbering(_first(package, main, "numbering"), styles.numbering_styles)
    return Word(package, sheaf, styles, numbering)


def _read_parts(word: Word, main: str, root: Element | None) -> None:
    body = root.find(f"{W}body") if root is not None else None
    if body is not None:
        Story(word, main, "body").read_body(body)
    for kind in ("header", "footer"):
        _read_margins(word, main, kind)
    for part in ("footnotes", "endnotes", "comments"):
        _read_notes(word, main, part)


def _first(package: Package, main: str, type: str) -> Element | None:
    return next((package.tree(target) for target in package.targets(main, type) if target in package), None)


def _read_margins(word: Word, main: str, kind: str) -> None:
    """Add each header or footer part once, with the pages and sections that show it."""
    related = word.package.relationships(main)
    uses = dict[str, list[tuple[str, int]]]()
    for number, section in enumerate(word.sections, 1):
        for reference in section.findall(f"{W}{kind}Reference"):
            found = related.get(next(iter(_ids(reference)), ""))
            if found is not None and not found.external:
                uses.setdefault(found.target, []).append((reference.get(f"{W}type", "default"), number))
    # Parts that no section shows are kept too: Word brings them back with one click.
    targets = dict.fromkeys([*uses, *word.package.targets(main, kind)])
    for target in targets:
        root, name = word.package.tree(target), splitext(basename(target))[0]
        if root is not None:
            _add_margin(word, Story(word, target, name), root, name, kind, uses.get(target, []))


def _add_margin(word: Word, story: Story, root: Element, part: str, kind: str, uses: Iterable[tuple[str, int]]) -> None:
    pages = " ".join(dict.fromkeys(pages for pages, _ in uses))
    sections = " ".join(str(section) for section in dict.fromkeys(section for _, section in uses))
    story.add_text(kind, root, Anchor(part=part, index=0), (("pages", pages), ("sections", sections)))


def _ids(reference: Element) -> list[str]:
    return [str(found) for name, found in reference.attrib.items() if str(name).endswith("}id")]


def _read_notes(word: Word, main: str, part: str) -> None:
    """Add the notes or comments of a part, each about the artifacts that refer to it."""
    for target in word.package.targets(main, part)[:1]:
        root = word.package.tree(target)
        story = Story(word, target, part)
        for number, note in enumerate(_notes(root), 1):
            _add_note(word, story, note, part, number)


def _notes(root: Element | None) -> list[Element]:
    return [note for note in root if note.get(f"{W}type") not in _SEPARATORS] if root is not None else []


def _add_note(word: Word, story: Story, note: Element, part: str, number: int) -> None:
    id = note.get(f"{W}id", "")
    at = Anchor(part=part, index=int(id) if id.isdecimal() and id.isascii() else number)
    if part == "comments":
        facts = (("author", note.get(f"{W}author", "")), ("date", note.get(f"{W}date", "")))
        artifact = story.add_text("comment", note, at, facts)
    else:
        artifact = story.add_text("footnote", note, at, (("type", part.removesuffix("s")), ("number", number)))
    for owner in word.referrers.get(Reference(part, id), []) if artifact is not None else ():
        word.sheaf.link(artifact or owner, owner, "about")
