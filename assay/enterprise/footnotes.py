"""Footnotes of Word documents, for which python-docx has no call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast
from xml.sax.saxutils import escape

from docx.document import Document
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import OxmlElement
from docx.oxml.ns import nsdecls, qn
from docx.oxml.xmlchemy import BaseOxmlElement
from docx.text.paragraph import Paragraph

_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
_SEPARATORS = (
    '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>'
    '<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>'
)
_PROLOGUE = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_RAISED = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'


def refer(paragraph: Paragraph, number: int) -> None:
    """Put the reference mark of a footnote at the end of a paragraph."""
    run = paragraph.add_run()
    run.font.superscript = True
    mark = cast(BaseOxmlElement, OxmlElement("w:footnoteReference"))
    mark.set(qn("w:id"), str(number))
    cast(BaseOxmlElement, run.element).append(mark)


def attach(document: Document, notes: Sequence[str]) -> None:
    """Give a document the part that holds its footnotes, numbered from 1."""
    body = "".join(
        f'<w:footnote w:id="{number}"><w:p><w:r>{_RAISED}<w:footnoteRef/></w:r>'
        f'<w:r><w:t xml:space="preserve"> {escape(note)}</w:t></w:r></w:p></w:footnote>'
        for number, note in enumerate(notes, 1)
    )
    xml = f"{_PROLOGUE}<w:footnotes {nsdecls('w')}>{_SEPARATORS}{body}</w:footnotes>"
    package = document.part.package
    part = Part(PackURI("/word/footnotes.xml"), _TYPE, xml.encode(), package)
    document.part.relate_to(part, _RELATION)
