"""Drawings of a Word document: charts, SmartArt, videos, pictures and the texts of shapes, text boxes left out."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from assay.model.artifact import Anchor, Artifact, Facts, Text
from extractors.chartex import plotted
from extractors.drawing import alternative_text, body_text, chart_part, picture_in, smartart_texts, text_lines
from extractors.markup import WP, Element, O, V, W, by_local, value
from extractors.package import Relationship, target_of
from extractors.word.document import Word

_ADDRESS = re.compile(r"""src\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)
_MEDIA = ("videoFile", "audioFile", "media", "quickTimeFile")


class Drawings:
    """Reads the drawings of one part."""

    def __init__(self, word: Word, related: dict[str, Relationship]) -> None:
        self._word = word
        self._sheaf = word.sheaf
        self._related = related

    def read(self, drawing: Element, at: Anchor, owner: Artifact | None) -> Iterator[Artifact]:
        """Add what one drawing shows: its chart, or the texts of its SmartArt, or its video and pictures."""
        chart = chart_part(drawing, self._related)
        texts = smartart_texts(drawing, self._word.package, self._related)
        if chart is not None:
            yield from self._chart(chart, at)
        elif texts:
            yield self._sheaf.add("textbox", at, "\n".join(texts), Text())
        else:
            yield from self._shown(drawing, at, owner)
            yield from self._words(drawing, at)

    def _shown(self, drawing: Element, at: Anchor, owner: Artifact | None) -> Iterator[Artifact]:
        video = self._video(drawing, at)
        pictures = list(self._pictures(drawing, at))
        if video is not None:
            for picture in pictures:
                self._sheaf.link(picture, video, "part_of")
            if owner is not None:
                self._sheaf.link(video, owner, "about")
            yield video
        yield from pictures
        for embedded in drawing.iter(f"{O}OLEObject"):
            self._sheaf.warn(f"An embedded object ({embedded.get('ProgID') or 'unnamed'}) is shown but not opened.")

    def _chart(self, part: str, at: Anchor) -> Iterator[Artifact]:
        root = self._word.package.tree(part)
        found = plotted(root) if root is not None else None
        if found is None:
            return
        for warning in found.warnings:
            self._sheaf.warn(warning)
        yield self._sheaf.add("chart", at, found.text, found.chart, plain=found.identity)
        for drawn in self._word.package.targets(part, "chartUserShapes"):
            shapes = self._word.package.tree(drawn)
            if shapes is not None:
                yield from self._words(shapes, at)

    def _words(self, drawing: Element, at: Anchor) -> Iterator[Artifact]:
        """Add the texts of shapes that hold DrawingML text, and of WordArt drawn in VML."""
        bodies = [body_text(text_lines(body)) for body in by_local(drawing, "txBody") if not _in_box(body, drawing)]
        art = [path.get("string", "") for path in drawing.iter(f"{V}textpath") if not _in_box(path, drawing)]
        for text in (*bodies, *art):
            if text.strip():
                yield self._sheaf.add("textbox", at, text.strip(), Text())

    def _pictures(self, drawing: Element, at: Anchor) -> Iterator[Artifact]:
        described = next(drawing.iter(f"{WP}docPr", f"{V}shape"), None)
        alt = alternative_text(described) or value(described, "alt")
        pictures = [picture for picture in by_local(drawing, "pic") if not _in_box(picture, drawing)]
        if len(pictures) < 2 and next(boxes_of(drawing), None) is None:
            # The drawing itself states the size that its one picture is shown in.
            pictures = [drawing]
        for element in pictures:
            own = alternative_text(next(by_local(element, "cNvPr"), None)) if len(pictures) > 1 else ""
            found = picture_in(element, self._word.package, self._related, own or alt)
            if found is not None:
                plain = found.address if found.data is None else None
                yield self._sheaf.add("image", at, own or alt, found.picture, blob=found.data, plain=plain)

    def _video(self, drawing: Element, at: Anchor) -> Artifact | None:
        address, type = self._media(drawing)
        web = next(by_local(drawing, "webVideoPr"), None)
        if web is not None:
            embedded = html.unescape(web.get("embeddedHtml", ""))
            found = _ADDRESS.search(embedded)
            address, type = found.group(1) if found else embedded, "web"
        if not address:
            return None
        described = next(drawing.iter(f"{WP}docPr"), None)
        alt = alternative_text(described) or value(described, "name")
        facts = (("address", address), ("type", type), ("alt", alt))
        return self._sheaf.add("video", at, f"{alt}: {address}" if alt else address, Facts(facts), plain=address)

    def _media(self, drawing: Element) -> tuple[str, str]:
        for element in (found for name in _MEDIA for found in by_local(drawing, name)):
            related = target_of(self._related, element, "link") or target_of(self._related, element, "embed")
            if related is not None:
                part = "" if related.external else self._word.package.media_type(related.target)
                return related.target, part or related.type
        return "", ""


def boxes_of(drawing: Element) -> Iterator[Element]:
    """Yield the text boxes of a drawing, without those inside them."""
    return (box for box in drawing.iter(f"{W}txbxContent") if not _in_box(box, drawing))


def _in_box(element: Element, drawing: Element) -> bool:
    """Whether an element stands in a text box of the drawing, whose content is read by itself."""
    for parent in element.iterancestors():
        if parent is drawing:
            return False
        if parent.tag == f"{W}txbxContent":
            return True
    return False
