"""Colours of cells as RGB: stated, indexed in the workbook's palette, or of the theme with a tint."""

from __future__ import annotations

import colorsys

from extractors.markup import Element, by_local, local, whole

# The palette of ECMA-376 part 1, 18.8.27; the first eight repeat as 8 to 15, then follow 16 to 63.
_BRIGHT = "000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF"
_REST = (
    "800000 008000 000080 808000 800080 008080 C0C0C0 808080 9999FF 993366 FFFFCC CCFFFF 660066 FF8080 0066CC CCCCFF "
    "000080 FF00FF FFFF00 00FFFF 800080 800000 008080 0000FF 00CCFF CCFFFF CCFFCC FFFF99 99CCFF FF99CC CC99FF FFCC99 "
    "3366FF 33CCCC 99CC00 FFCC00 FF9900 FF6600 666699 969696 003366 339966 003300 333300 993300 993366 333399 333333"
)
_INDEXED: tuple[str, ...] = (*_BRIGHT.split(), *_BRIGHT.split(), *_REST.split())
# In this order cells count the colours of a theme, which states the dark ones before the light ones.
_THEME = ("lt1", "dk1", "lt2", "dk2", *(f"accent{number}" for number in range(1, 7)), "hlink", "folHlink")
_OFFICE = """
FFFFFF 000000 E7E6E6 44546A 4472C4 ED7D31 A5A5A5 FFC000 5B9BD5 70AD47 0563C1 954F72
"""


class Palette:
    """The colours that a workbook's cells may name."""

    def __init__(self, theme: Element | None = None, styles: Element | None = None) -> None:
        stated = dict(_scheme(theme)) if theme is not None else {}
        self._theme = [stated.get(name, usual) for name, usual in zip(_THEME, _OFFICE.split(), strict=True)]
        own = next(by_local(styles, "indexedColors"), None) if styles is not None else None
        colors = [entry.get("rgb", "")[-6:] for entry in own] if own is not None else []
        self._indexed = [*colors, *_INDEXED[len(colors) :]]

    def colour(self, element: Element | None) -> str:
        """Return the RGB of a colour element, empty where it states none or one that follows the system."""
        if element is None or element.get("auto") in ("1", "true"):
            return ""
        if element.get("rgb"):
            return element.get("rgb", "")[-6:].upper()
        if element.get("theme"):
            base = _at(self._theme, whole(element.get("theme"), -1))
            return _tinted(base, _number(element.get("tint"))) if base else ""
        return _at(self._indexed, whole(element.get("indexed"), -1)).upper()


def _scheme(theme: Element) -> list[tuple[str, str]]:
    scheme = next(by_local(theme, "clrScheme"), None)
    entries = [(local(entry), entry[0]) for entry in scheme if len(entry)] if scheme is not None else []
    return [(name, (colour.get("lastClr") or colour.get("val", "")).upper()) for name, colour in entries]


def _at(colours: list[str], index: int) -> str:
    return colours[index] if 0 <= index < len(colours) else ""


def _number(text: str | None) -> float:
    try:
        return float(text) if text else 0.0
    except ValueError:
        return 0.0


def _tinted(rgb: str, tint: float) -> str:
    """Return a colour with its luminance moved towards black (below zero) or white (ECMA-376 part 1, 18.8.19)."""
    try:
        red, green, blue = (int(rgb[at : at + 2], 16) / 255 for at in (0, 2, 4))
    except ValueError:
        return ""
    hue, light, saturation = colorsys.rgb_to_hls(red, green, blue)
    light = light * (1 + tint) if tint < 0 else light * (1 - tint) + tint
    parts = colorsys.hls_to_rgb(hue, min(max(light, 0.0), 1.0), saturation)
    return "".join(f"{round(part * 255):02X}" for part in parts)
