"""Colours and fills of DrawingML as they are shown: scheme names through a theme, presets, and what modifies them."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from extractors.markup import A, Element, child, local, value, whole
from extractors.presets import preset_colour

_PERCENT = 100_000
_DEGREE = 60_000
_FILLS = frozenset({"noFill", "solidFill", "gradFill", "blipFill", "pattFill", "grpFill"})
# What a slide calls its colours where no map says otherwise.
_MAPPED = MappingProxyType({"bg1": "lt1", "tx1": "dk1", "bg2": "lt2", "tx2": "dk2"})
# From here on the index of a style names a background.
_BACKGROUNDS = 1000
_RGB = re.compile(r"[0-9A-F]{6}")
# sRGB's transfer function (IEC 61966-2-1).
_KNEE, _SLOPE, _GAMMA, _OFFSET = 0.04045, 12.92, 2.4, 0.055
# How bright red, green and blue are (ITU-R BT.709, 3.2).
_WEIGHTS = (0.2126, 0.7152, 0.0722)


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour as six hexadecimal digits, the name in the theme or among the presets that stands for it, its alpha."""

    rgb: str
    name: str = ""
    alpha: int = 100

    def __str__(self) -> str:
        said = [self.name] if self.name else []
        if self.alpha < 100:
            said.append(f"{self.alpha}% opaque")
        return f"{self.rgb} ({', '.join(said)})" if said else self.rgb


class Theme:
    """A theme's colours and fills under the names that a master maps to them."""

    def __init__(self, root: Element | None = None, mapping: Mapping[str, str] = MappingProxyType({})) -> None:
        scheme = child(root, f"{A}themeElements", f"{A}clrScheme")
        self._scheme = {
            local(entry): _plain(entry[0]) for entry in (scheme if scheme is not None else ()) if len(entry)
        }
        self._mapping = {**_MAPPED, **mapping}
        self._formats = child(root, f"{A}themeElements", f"{A}fmtScheme")

    def mapped(self, mapping: Mapping[str, str]) -> Theme:
        """Return the same theme under another map of names."""
        other = Theme()
        other._scheme, other._formats = self._scheme, self._formats
        other._mapping = {**self._mapping, **mapping}
        return other

    def colour(self, holder: Element | None, stands_for: Colour | None = None) -> Colour | None:
        """Return the colour in an element; `stands_for` is what a style's placeholder colour stands for."""
        for element in holder if holder is not None else ():
            base = self._base(element, stands_for)
            if base is not None and _RGB.fullmatch(base.rgb):
                return Colour(_modified(base.rgb, element), base.name, _alpha(element, base.alpha))
        return None

    def fill(self, properties: Element | None, stands_for: Colour | None = None) -> str:
        """Return what fills a shape as its properties say in words and digits; empty where they say nothing."""
        for element in properties if properties is not None else ():
            if local(element) in _FILLS:
                return self._said(element, stands_for)
        return ""

    def styled(self, reference: Element | None, styles: str) -> Element | None:
        """Return the fill or line of the theme that a style refers to by its index, None for no style."""
        index = whole(value(reference, "idx"))
        listed = child(self._formats, f"{A}{styles}")
        if listed is None or not 0 < index < _BACKGROUNDS or index > len(listed):
            return None
        return listed[index - 1]

    def styled_fill(self, reference: Element | None) -> str:
        """Return the fill of the theme that a style refers to; empty for no style."""
        fill, colour = self.styled(reference, "fillStyleLst"), self.colour(reference)
        if fill is None:
            return ""
        return self._said(fill, colour)

    def _base(self, element: Element, stands_for: Colour | None) -> Colour | None:
        if local(element) != "schemeClr":
            return _stated(element)
        name = element.get("val", "")
        if name == "phClr":
            return stands_for
        return Colour(self._scheme.get(self._mapping.get(name, name), ""), name)

    def _said(self, fill: Element, stands_for: Colour | None) -> str:
        kind = local(fill)
        if kind == "solidFill":
            return str(self.colour(fill, stands_for) or "")
        if kind == "gradFill":
            stops = [self.colour(stop, stands_for) for stop in fill.iter(f"{A}gs")]
            return "gradient " + " to ".join(dict.fromkeys(str(stop) for stop in stops if stop))
        if kind == "pattFill":
            front, back = (self.colour(fill.find(f"{A}{name}"), stands_for) for name in ("fgClr", "bgClr"))
            return f"pattern {fill.get('prst', '')} {front or ''} on {back or ''}"
        return {"noFill": "none", "blipFill": "picture", "grpFill": "the group's"}[kind]


def _plain(element: Element) -> str:
    found = _stated(element)
    return found.rgb if found is not None else ""


def _stated(element: Element) -> Colour | None:
    kind, stated = local(element), element.get("val", "")
    if kind == "srgbClr":
        return Colour(stated.upper())
    if kind == "sysClr":
        return Colour(element.get("lastClr", "").upper() or {"window": "FFFFFF"}.get(stated, "000000"))
    if kind == "prstClr":
        return Colour(preset_colour(stated), stated)
    if kind == "scrgbClr":
        return Colour(_hex(tuple(_gamma(_part(element.get(name))) for name in "rgb")))
    if kind == "hslClr":
        hue = whole(element.get("hue")) / (360 * _DEGREE)
        return Colour(_hex(colorsys.hls_to_rgb(hue % 1, _part(element.get("lum")), _part(element.get("sat")))))
    return None


def _modified(rgb: str, element: Element) -> str:
    """Return a colour after all of its changes; only the last result is rounded, as PowerPoint's palette is."""
    parts = _parts(rgb)
    for change in element:
        parts = _changed(parts, local(change), change.get("val"))
    return _hex(parts)


def _changed(parts: tuple[float, ...], kind: str, stated: str | None) -> tuple[float, ...]:
    amount = _part(stated)
    if kind in ("shade", "tint"):
        white = 0.0 if kind == "shade" else 1 - amount
        return tuple(_gamma(_linear(part) * amount + white) for part in parts)
    if kind[:3] in ("lum", "sat", "hue") and kind[3:] in ("", "Mod", "Off"):
        return _shifted(parts, kind, amount, whole(stated))
    if kind == "comp":
        return _shifted(parts, "hueOff", 0.0, 180 * _DEGREE)
    if kind == "gray":
        return (sum(weight * part for weight, part in zip(_WEIGHTS, parts, strict=True)),) * 3
    return tuple(1 - part for part in parts) if kind == "inv" else parts


def _shifted(parts: tuple[float, ...], kind: str, amount: float, raw: int) -> tuple[float, ...]:
    """Return a colour with another hue, luminance or saturation: a stated one, or its own times or plus a part."""
    hue, lum, sat = colorsys.rgb_to_hls(*parts)
    found = {"hue": hue, "lum": lum, "sat": sat}
    name, by = kind[:3], raw / (360 * _DEGREE) if kind in ("hue", "hueOff") else amount
    found[name] = found[name] * by if kind.endswith("Mod") else found[name] + by if kind.endswith("Off") else by
    lum, sat = (min(max(found[part], 0.0), 1.0) for part in ("lum", "sat"))
    return colorsys.hls_to_rgb(found["hue"] % 1, lum, sat)


def _alpha(element: Element, inherited: int) -> int:
    stated = element.find(f"{A}alpha")
    return round(_part(stated.get("val")) * 100) if stated is not None else inherited


def _part(text: str | None) -> float:
    if text and text.endswith("%"):
        return whole(text[:-1]) / 100
    return whole(text) / _PERCENT


def _parts(rgb: str) -> tuple[float, float, float]:
    number = int(rgb, 16)
    return (number >> 16 & 255) / 255, (number >> 8 & 255) / 255, (number & 255) / 255


def _hex(parts: tuple[float, ...]) -> str:
    return "".join(f"{round(min(max(part, 0.0), 1.0) * 255):02X}" for part in parts)


def _linear(part: float) -> float:
    return part / _SLOPE if part <= _KNEE else ((part + _OFFSET) / (1 + _OFFSET)) ** _GAMMA


def _gamma(part: float) -> float:
    part = max(part, 0.0)
    return part * _SLOPE if part <= _KNEE / _SLOPE else (1 + _OFFSET) * part ** (1 / _GAMMA) - _OFFSET
