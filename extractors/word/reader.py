"""Reads a Word document: its body, then headers and footers, notes, comments and properties."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from assay.model.artifact import Artifact
from assay.model.document import Problem, Reading
from extractors.markup import Element, M, W, local
from extractors.office import add_properties, finished
from extractors.package import open_package
from extractors.sheaf import Sheaf
from extractors.word.document import Word
from extractors.word.margins import read_margins
from extractors.word.norms import add_norms
from extractors.word.notes import read_comments, read_notes
from extractors.word.story import Story

_USUAL = ("word/document.xml", "word/document2.xml")


def read_word(data: bytes) -> Reading:
    """Return the artifacts of a docx, docm, dotx or dotm file, or the problem that kept them from being read."""
    opened = _opened(data)
    if isinstance(opened, Problem):
        return Reading("word", problem=opened)
    word, root = opened
    if root is not None:
        _read_body(word, root)
    for kind in ("header", "footer"):
        read_margins(word, kind)
    for part in ("footnotes", "endnotes"):
        read_notes(word, part)
    read_comments(word)
    add_norms(word)
    word.facets.end()
    word.copies.draw(word.sheaf)
    pages = add_properties(word.sheaf, word.package, "Pages")
    return _with_latex(finished(word.sheaf, word.package, pages=pages), word.equations)


def read_chunk(data: bytes) -> Reading | None:
    """Return the body of a Word file that another one takes in; what such a file takes in itself stays out."""
    opened = _opened(data)
    if isinstance(opened, Problem):
        return None
    word, root = opened
    if root is None:
        return None
    for chunk in list(root.iter(f"{W}altChunk")):
        word.sheaf.warn("A document within a document within this one is not read.")
        parent = chunk.getparent()
        if parent is not None:
            parent.remove(chunk)
    _read_body(word, root)
    return word.sheaf.reading()


def _opened(data: bytes) -> tuple[Word, Element | None] | Problem:
    package = open_package(data)
    if isinstance(package, Problem):
        return package
    main = package.main_part(*_USUAL)
    root = package.tree(main) if main is not None else None
    if main is None or (root is not None and local(root) != "document"):
        return Problem("unsupported", "The package holds no Word document.")
    return Word(package, Sheaf("word"), main), root


def _read_body(word: Word, root: Element) -> None:
    body = root.find(f"{W}body")
    if body is not None:
        Story(word, word.main, "body").read_body(body)


def _with_latex(reading: Reading, equations: Sequence[tuple[Artifact, Element]]) -> Reading:
    """Return the reading with the equations' texts as LaTeX; all are turned at once, since pandoc is slow to start."""
    lines = [(artifact.key, line) for artifact, element in equations for line in _lines(element)]
    if not lines:
        return reading
    from extractors.equations import latex_of

    latex = dict[str, list[str]]()
    for (key, _), text in zip(lines, latex_of([line for _, line in lines]), strict=True):
        latex.setdefault(key, []).append(text)
    texts = {key: r" \\ ".join(found) for key, found in latex.items()}
    return dataclasses.replace(
        reading,
        artifacts=tuple(
            dataclasses.replace(artifact, text=texts[artifact.key]) if artifact.key in texts else artifact
            for artifact in reading.artifacts
        ),
    )


def _lines(element: Element) -> list[Element]:
    return element.findall(f"{M}oMath") or [element]
