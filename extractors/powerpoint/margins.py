"""What a deck says once and many slides show: headers, footers, dates, numbers, and texts of masters and layouts."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from types import MappingProxyType

from assay.model.artifact import Anchor, Facts
from extractors.drawing import body_text, text_lines
from extractors.markup import P
from extractors.powerpoint.designs import Shown
from extractors.powerpoint.remarks import Margin
from extractors.powerpoint.shapes import Shape
from extractors.sheaf import Sheaf

TYPES = MappingProxyType({"ftr": "footer", "hdr": "header", "dt": "date", "sldNum": "slide number"})

_DIGITS = re.compile(r"\d+")


@dataclass(slots=True)
class _Seen:
    """Where a text was first seen, and all the slides that show it."""

    at: Anchor
    slides: list[int] = field(default_factory=list[int])


class Margins:
    """Gathers such texts slide by slide, and adds each once."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str], _Seen] = {}

    def note_shape(self, type: str, shape: Shape, number: int) -> None:
        """Note a header, footer, date or number on a slide."""
        text = body_text(text_lines(shape.element.find(f"{P}txBody")))
        self._note(TYPES[type], text, Anchor(slide=number, shape=shape.id, box=shape.box))

    def note_page(self, margin: Margin, number: int) -> None:
        """Note one on the notes page of a slide."""
        type = TYPES[margin.type].replace("slide number", "page number")
        self._note(f"{type} of notes", margin.text, Anchor(part="notes", slide=number))

    def note_design(self, shown: Shown, number: int) -> None:
        """Note a text that a slide shows because its master or layout does."""
        self._note(f"text of the {shown.origin}", shown.text, Anchor(part=shown.origin, slide=number))

    def tell(self, sheaf: Sheaf) -> None:
        """Add each text with the slides that show it."""
        for (type, text), seen in self._seen.items():
            slides = ", ".join(map(str, seen.slides))
            facts = Facts((("type", type), ("text", text), ("slides", slides)))
            shown = f"{type}: {text}"
            sheaf.add("header_footer", seen.at, f"{shown} (slides {slides})", facts, plain=shown)

    def _note(self, type: str, text: str, at: Anchor) -> None:
        if text and at.slide is not None:
            # The number is another on each slide, but the deck says once how its slides are numbered.
            said = _DIGITS.sub("#", text) if "number" in type else text
            slides = self._seen.setdefault((type, said), _Seen(at)).slides
            if at.slide not in slides[-1:]:
                slides.append(at.slide)
