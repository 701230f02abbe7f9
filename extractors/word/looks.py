"""What run and paragraph properties themselves say: the look of characters, and the layout of paragraphs."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Callable, Iterable
from types import MappingProxyType
from typing import TypeAlias

from assay.model.canonical import Scalar
from extractors.markup import W14, A, Element, W, by_local, child, local, switched, value, whole

TWIPS_PER_POINT = 20
HALVES_PER_POINT = 2
# What a paragraph of more lines than one says of its height is in 240ths of a line.
LINE = 240

Look: TypeAlias = dict[str, Scalar]

# What run properties say beside how characters look: their style, and that their format was changed.
STYLE, REVISED = "character style", "revised"

# Word rounds a colour of the theme in its own way.
_ROUNDING = 3
# As much as a sum of fractions may miss a whole number by.
_SLACK = 1e-9
_HEX = re.compile(r"[0-9A-Fa-f]{1,6}")

# Properties that a style switches against the styles under it (ECMA-376, part 1, 17.7.3).
TOGGLES = frozenset({
    "bold", "italic", "caps", "small caps", "strike", "double strike", "hidden", "bold cs", "italic cs", "embossed",
    "engraved", "outlined", "shadowed",
})  # fmt: skip


class Theme:
    """The faces and colours that a document's theme gives by name."""

    def __init__(self, root: Element | None) -> None:
        fonts = next(by_local(root, "fontScheme"), None) if root is not None else None
        colours = next(by_local(root, "clrScheme"), None) if root is not None else None
        self._faces = {
            f"{rank}{script}": value(child(fonts, f"{A}{rank}Font", f"{A}{name}"), "typeface")
            for rank in ("major", "minor")
            for script, name in (("", "latin"), ("EastAsia", "ea"), ("Bidi", "cs"))
        }
        self._colours = {local(colour): _colour(colour) for colour in (colours if colours is not None else ())}

    def face(self, name: str) -> str:
        """Return the face of a theme name (`minorHAnsi`, `majorEastAsia`), empty where the theme has none."""
        return self._faces.get(name.replace("HAnsi", "").replace("Ascii", ""), "")

    def colour(self, name: str) -> str:
        """Return the colour of a theme name (`accent1`, `text2`), empty where the theme has none."""
        return self._colours.get(_COLOURS.get(name, name), "")


class Looks:
    """Reads run properties; names of faces and colours go through the theme."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme

    def look(self, properties: Element | None) -> Look:
        """Return what run properties themselves say, by name: face, size, colour, bold, underline, highlight ...

        What concerns scripts of Asia (`ea`) or those written from the right (`cs`) has that after its name.
        """
        look: Look = {}
        for element in properties if properties is not None else ():
            name = _NAMES.get(element.tag)
            if name is None:
                continue
            if name == "face":
                self._faces(element, look)
            elif name in TOGGLES or name == "rtl":
                look[name] = switched(element, f"{W}val")
            else:
                look[name] = self._value(name, element)
        return look

    def _faces(self, element: Element, look: Look) -> None:
        for key, stated in element.items():
            name, themed = _FACES.get(key, ("", False))
            face = self._theme.face(str(stated)) if themed else str(stated)
            # A theme's face is stronger than a stated one, and the first of two slots than the second.
            if name and face and (themed or name not in look):
                look[name] = face

    def _value(self, name: str, element: Element) -> Scalar:
        stated = element.get(f"{W}val")
        if name == "colour":
            return self._colour(element, stated)
        read = _VALUES.get(name)
        if read is not None:
            return read(element, stated)
        return False if stated in (None, "none", "nil", "baseline") else str(stated)

    def _colour(self, element: Element, stated: str | None) -> str | None:
        own = str(stated).upper() if stated not in (None, "auto") else ""
        themed = self._theme.colour(element.get(f"{W}themeColor", ""))
        if not themed:
            return own or None
        # The theme's colour rules over a stated one, which may be from before the theme was changed.
        shown = _shifted(themed, element.get(f"{W}themeTint"), element.get(f"{W}themeShade"))
        return own if own and _near(own, shown) else shown


def layout_of(properties: Iterable[Element] | None) -> Look:
    """Return what paragraph properties themselves say of alignment, indents, spacing and breaks, lengths in points."""
    layout: Look = {}
    for element in properties if properties is not None else ():
        read = _LAYOUTS.get(element.tag)
        if read is not None:
            read(element, layout)
    return layout


def fill_of(shading: Element | None) -> str:
    """Return the colour that shading fills with, as six digits; empty for none and for white."""
    fill = value(shading, f"{W}fill").upper()
    return fill if fill not in ("", "AUTO", "FFFFFF", "NONE") else ""


def _scale(_: Element, stated: str | None) -> Scalar:
    """Return how wide characters are drawn, in percent; both 100 and 0 are as wide as they are."""
    percent = whole((stated or "100").rstrip("%"))
    return f"{percent}%" if percent not in (0, 100) else False


def _drawn(element: Element, _: str | None) -> Scalar:
    """Return whether an effect of Word 2010 shows anything: one without a fill does not."""
    return next(element.iterchildren("{*}noFill"), None) is None


def _border(element: Element, stated: str | None) -> Scalar:
    if stated in (None, "none", "nil"):
        return False
    colour = element.get(f"{W}color", "auto").upper()
    return str(stated) if colour == "AUTO" else f"{stated} {colour}"


def points(element: Element, *names: str) -> float | None:
    """Return the length of the first of the named attributes that is stated, in points."""
    stated = next((found for name in names if (found := element.get(f"{W}{name}"))), None)
    return whole(stated) / TWIPS_PER_POINT if stated is not None else None


def _indents(element: Element, layout: Look) -> None:
    for name, slots in (("indent left", ("start", "left")), ("indent right", ("end", "right"))):
        if (length := points(element, *slots)) is not None:
            layout[name] = length
    hanging, first = points(element, "hanging"), points(element, "firstLine")
    if hanging is not None or first is not None:
        layout["first line"] = -hanging if hanging else (first or 0.0)


def _spacing(element: Element, layout: Look) -> None:
    for name, slot in (("space before", "before"), ("space after", "after")):
        if (length := points(element, slot)) is not None:
            layout[name] = length
    line, rule = element.get(f"{W}line"), element.get(f"{W}lineRule", "auto")
    if line:
        layout["line spacing"] = (
            f"{whole(line) / LINE:g}" if rule == "auto" else f"{_RULES.get(rule, rule)} {whole(line) / 20:g} pt"
        )


def _alignment(element: Element, layout: Look) -> None:
    stated = element.get(f"{W}val", "left")
    layout["alignment"] = {"both": "justified", "start": "left", "end": "right"}.get(stated, stated)


def _switch(name: str) -> Callable[[Element, Look], None]:
    def read(element: Element, layout: Look) -> None:
        layout[name] = bool(switched(element, f"{W}val"))

    return read


def _shading(element: Element, layout: Look) -> None:
    layout["fill"] = fill_of(element) or False


def _borders(element: Element, layout: Look) -> None:
    drawn = [local(side) for side in element if side.get(f"{W}val", "none") not in ("none", "nil")]
    layout["border"] = " ".join(drawn) or False


def _frame(element: Element, layout: Look) -> None:
    layout["frame"] = "drop cap" if element.get(f"{W}dropCap", "none") != "none" else True


def _direction(element: Element, layout: Look) -> None:
    layout["text direction"] = element.get(f"{W}val", "") or False


def _shifted(colour: str, tint: str | None, shade: str | None) -> str:
    """Return a colour made lighter or darker (ECMA-376, part 1, 17.3.2.6), each by a part of 255 in hexadecimal."""
    channels = _channels(colour)
    if len(channels) != 3 or not (tint or shade):
        return colour
    hue, light, full = colorsys.rgb_to_hls(*(channel / 255 for channel in channels))
    light = round(light * 255) / 255
    for by, white in ((tint, 1.0), (shade, 0.0)):
        part = int(by, 16) / 255 if by and _HEX.fullmatch(by) else 1.0
        light = light * part + white * (1 - part)
    # Word cuts where PowerPoint rounds; so nearly all of what it writes beside its own themes comes out to the digit.
    return "".join(f"{int(channel * 255 + _SLACK):02X}" for channel in colorsys.hls_to_rgb(hue, light, full))


def _near(one: str, other: str) -> bool:
    pairs = list(zip(_channels(one), _channels(other), strict=False))
    return len(pairs) == 3 and all(abs(first - second) <= _ROUNDING for first, second in pairs)


def _channels(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (0, 2, 4)] if _HEX.fullmatch(colour) and len(colour) == 6 else []


def _colour(element: Element) -> str:
    return next((found.get("lastClr") or found.get("val", "") for found in element), "").upper()


_RULES = MappingProxyType({"exact": "exactly", "atLeast": "at least"})
_COLOURS = MappingProxyType({
    "text1": "dk1", "dark1": "dk1", "background1": "lt1", "light1": "lt1", "text2": "dk2", "dark2": "dk2",
    "background2": "lt2", "light2": "lt2", "hyperlink": "hlink", "followedHyperlink": "folHlink",
})  # fmt: skip
_FACES: MappingProxyType[object, tuple[str, bool]] = MappingProxyType({
    f"{W}ascii": ("face", False), f"{W}hAnsi": ("face", False), f"{W}eastAsia": ("face ea", False),
    f"{W}cs": ("face cs", False), f"{W}asciiTheme": ("face", True), f"{W}hAnsiTheme": ("face", True),
    f"{W}eastAsiaTheme": ("face ea", True), f"{W}cstheme": ("face cs", True),
})  # fmt: skip
_NAMES: MappingProxyType[object, str] = MappingProxyType({
    f"{W}rFonts": "face", f"{W}sz": "size", f"{W}color": "colour", f"{W}b": "bold", f"{W}i": "italic",
    f"{W}u": "underline", f"{W}caps": "caps", f"{W}smallCaps": "small caps", f"{W}vertAlign": "position",
    f"{W}vanish": "hidden", f"{W}strike": "strike", f"{W}dstrike": "double strike", f"{W}highlight": "highlight",
    f"{W}shd": "shading", f"{W}szCs": "size cs", f"{W}bCs": "bold cs", f"{W}iCs": "italic cs", f"{W}rtl": "rtl",
    f"{W}spacing": "character spacing", f"{W}em": "emphasis mark", f"{W}rStyle": STYLE, f"{W}rPrChange": REVISED,
    f"{W}emboss": "embossed", f"{W}imprint": "engraved", f"{W}outline": "outlined", f"{W}shadow": "shadowed",
    f"{W}bdr": "border", f"{W}w": "character scale", f"{W}position": "raised by", f"{W}kern": "kerning from",
    f"{W}effect": "effect", f"{W14}textOutline": "outline", f"{W14}glow": "glow", f"{W14}shadow": "shadow",
    f"{W14}reflection": "reflection",
})  # fmt: skip
_VALUES: MappingProxyType[str, Callable[[Element, str | None], Scalar]] = MappingProxyType({
    "revised": lambda _, __: True,
    **dict.fromkeys(("size", "size cs"), lambda _, stated: whole(stated) / HALVES_PER_POINT),
    **dict.fromkeys(("raised by", "kerning from"), lambda _, stated: whole(stated) / HALVES_PER_POINT or False),
    **dict.fromkeys(("outline", "glow", "shadow", "reflection"), _drawn),
    "shading": lambda element, _: fill_of(element) or None,
    "character spacing": lambda _, stated: whole(stated) / TWIPS_PER_POINT or False,
    "character scale": _scale,
    "border": _border,
})  # fmt: skip
_LAYOUTS: MappingProxyType[object, Callable[[Element, Look], None]] = MappingProxyType({
    f"{W}jc": _alignment, f"{W}ind": _indents, f"{W}spacing": _spacing, f"{W}keepNext": _switch("keep with next"),
    f"{W}keepLines": _switch("keep lines together"), f"{W}pageBreakBefore": _switch("page break before"),
    f"{W}bidi": _switch("right to left"), f"{W}shd": _shading, f"{W}pBdr": _borders, f"{W}framePr": _frame,
    f"{W}textDirection": _direction,
})  # fmt: skip
