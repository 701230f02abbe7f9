"""Equations of Office files as LaTeX: pandoc reads them from a document that holds nothing else."""

from __future__ import annotations

import io
import json
import subprocess
from collections.abc import Iterator, Sequence
from typing import cast
from zipfile import ZIP_DEFLATED, ZipFile

import pypandoc  # pyright: ignore[reportMissingTypeStubs]
from lxml import etree

from extractors.markup import Element, M, W, equation_text, parse_xml

_SCHEMAS = "http://schemas.openxmlformats.org"
_PACKAGE = {
    "[Content_Types].xml": f'<Types xmlns="{_SCHEMAS}/package/2006/content-types"><Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override '
    'PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.'
    'document.main+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_SCHEMAS}/package/2006/relationships"><Relationship Id="d" Type="'
    f'{_SCHEMAS}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
}
# `--sandbox` keeps pandoc from reading any other file and from the network.
_OPTIONS = ("--sandbox", "--from=docx", "--to=json")


def latex_of(equations: Sequence[bytes | Element]) -> list[str]:
    """Return the LaTeX of each `m:oMath`; its plain characters where pandoc is missing or makes nothing of it."""
    elements = [_element(equation) for equation in equations]
    read = _converted([element for element in elements if element is not None])
    given = iter(read)
    found = [next(given, "") if element is not None else "" for element in elements]
    plain = (equation_text(element) if element is not None else "" for element in elements)
    return [latex or characters for latex, characters in zip(found, plain, strict=True)]


def _element(equation: bytes | Element) -> Element | None:
    return parse_xml(equation).root if isinstance(equation, bytes) else equation


def _converted(elements: Sequence[Element]) -> list[str]:
    """Return what pandoc makes of each equation, nothing at all where it does not answer for each."""
    if not elements:
        return []
    try:
        command = [pypandoc.get_pandoc_path(), *_OPTIONS]
        done = subprocess.run(command, input=_document(elements), capture_output=True, check=True)
        blocks = json.loads(done.stdout)["blocks"]
    except (OSError, subprocess.CalledProcessError, ValueError):
        return []
    found = ["".join(_math(block)).strip() for block in blocks]
    return found if len(found) == len(elements) else []


def _document(elements: Sequence[Element]) -> bytes:
    # The number before each equation keeps a paragraph whose equation pandoc drops.
    root = etree.Element(f"{W}document", nsmap={"w": W[1:-1], "m": M[1:-1]})
    body = etree.SubElement(root, f"{W}body")
    for number, element in enumerate(elements):
        paragraph = etree.SubElement(body, f"{W}p")
        etree.SubElement(etree.SubElement(paragraph, f"{W}r"), f"{W}t").text = str(number)
        paragraph.append(parse_xml(etree.tostring(element, with_tail=False)).root)  # pyright: ignore[reportArgumentType]
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, content in _PACKAGE.items():
            archive.writestr(name, content)
        archive.writestr("word/document.xml", etree.tostring(root))
    return file.getvalue()


def _math(node: object) -> Iterator[str]:
    """Yield the LaTeX of every equation under a node of pandoc's tree."""
    if isinstance(node, dict):
        entry = cast(dict[str, object], node)
        content = entry.get("c")
        if entry.get("t") == "Math" and isinstance(content, list):
            yield str(cast(list[object], content)[-1])
        elif content is not None:
            yield from _math(content)
    elif isinstance(node, list):
        for each in cast(list[object], node):
            yield from _math(each)
