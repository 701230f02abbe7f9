"""The page of a section: size, orientation, margins and columns."""

from __future__ import annotations

from extractors.markup import Element, W, value, whole

TWIPS_PER_POINT = 20
MARGINS = ("top", "right", "bottom", "left")


def section_facts(section: Element, number: int) -> tuple[tuple[str, str | float], ...]:
    """Return the page layout of a section, lengths in points; what it does not state is left out."""
    size, margins = section.find(f"{W}pgSz"), section.find(f"{W}pgMar")
    lengths = [
        ("width", value(size, f"{W}w")),
        ("height", value(size, f"{W}h")),
        *((f"margin {side}", value(margins, f"{W}{side}")) for side in MARGINS),
    ]
    stated = [(name, whole(length) / TWIPS_PER_POINT) for name, length in lengths if length]
    columns = max(whole(value(section.find(f"{W}cols"), f"{W}num"), 1), 1)
    orientation = value(size, f"{W}orient", "portrait")
    return ("section", number), ("orientation", orientation), *stated, ("columns", columns)
