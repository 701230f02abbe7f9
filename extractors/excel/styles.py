"""Styles of a workbook: the number format of each, what it looks like, and the looks of conditional formats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from extractors.excel.palette import Palette
from extractors.markup import Element, by_local, child, local, switched, value, whole
from extractors.number_format import NumberFormat, code_of, number_format
from extractors.package import Package

S = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"

# What everything looks like where nothing is said.
_PLAIN = frozenset({"", "000000"})
_UNFILLED = frozenset({"none", ""})


@dataclass(frozen=True, slots=True)
class Look:
    """What a style looks like beside its number format: colours as RGB, empty where they are the usual ones."""

    fill: str = ""
    colour: str = ""
    bold: bool = False
    italic: bool = False
    struck: bool = False

    @property
    def said(self) -> tuple[tuple[str, str], ...]:
        """Each aspect that departs from the plain look, with what it is."""
        words = (("bold", self.bold), ("italic", self.italic), ("strikeout", self.struck))
        colours = (("fill", self.fill), ("font colour", self.colour))
        return (*((name, what) for name, what in colours if what), *((name, "yes") for name, on in words if on))


@dataclass(frozen=True, slots=True)
class Styles:
    """The styles of a workbook by index, and what its differential styles say in words."""

    formats: tuple[NumberFormat, ...] = ()
    looks: tuple[Look, ...] = ()
    differential: tuple[str, ...] = ()
    palette: Palette = field(default_factory=Palette)


def styles_of(package: Package, workbook: str) -> Styles:
    """Return the styles of a package's workbook."""
    part = next(iter(package.targets(workbook, "styles")), "xl/styles.xml")
    root = package.tree(part) if part in package else None
    themes = [target for target in package.targets(workbook, "theme") if target in package]
    palette = Palette(package.tree(themes[0]) if themes else None, root)
    if root is None:
        return Styles(palette=palette)
    declared = {whole(code.get("numFmtId"), -1): code.get("formatCode", "") for code in by_local(root, "numFmt")}
    fonts, fills = _listed(root, "fonts"), _listed(root, "fills")
    styles = [style for style in root.iterfind(f"{S}cellXfs/*") if local(style) == "xf"]
    numbers = [whole(style.get("numFmtId")) for style in styles]
    return Styles(
        tuple(number_format(code_of(number, declared.get(number))) for number in numbers),
        tuple(_look(_chosen(fonts, style, "fontId"), _chosen(fills, style, "fillId"), palette) for style in styles),
        tuple(", ".join(_differences(style, palette)) for style in root.iterfind(f"{S}dxfs/{S}dxf")),
        palette,
    )


def differences_of(style: Element, palette: Palette) -> str:
    """Return what a differential style says in words."""
    return ", ".join(_differences(style, palette))


def _listed(root: Element, name: str) -> list[Element]:
    return list(next(iter(root.iterfind(f"{S}{name}")), ()))


def _chosen(elements: list[Element], style: Element, attribute: str) -> Element | None:
    index = whole(style.get(attribute))
    return elements[index] if 0 <= index < len(elements) else None


def _look(font: Element | None, fill: Element | None, palette: Palette) -> Look:
    colour = palette.colour(child(font, f"{S}color"))
    filled = _fill(fill, palette)
    return Look(
        "" if filled == "FFFFFF" else filled,
        "" if colour in _PLAIN else colour,
        bool(switched(child(font, f"{S}b"), "val")),
        bool(switched(child(font, f"{S}i"), "val")),
        bool(switched(child(font, f"{S}strike"), "val")),
    )


def _fill(fill: Element | None, palette: Palette) -> str:
    pattern = child(fill, f"{S}patternFill")
    if pattern is None:
        stops = [palette.colour(stop) for stop in by_local(fill, "color")] if fill is not None else []
        return " to ".join(dict.fromkeys(filter(None, stops)))
    kind = pattern.get("patternType", "none")
    if kind in _UNFILLED:
        return ""
    front, back = (palette.colour(child(pattern, f"{S}{name}")) for name in ("fgColor", "bgColor"))
    return front if kind == "solid" else f"{kind} {front or '000000'} on {back or 'FFFFFF'}"


def _differences(style: Element, palette: Palette) -> Iterator[str]:
    pattern = child(style, f"{S}fill", f"{S}patternFill")
    # A solid fill of a differential style has its colour as the background.
    filled = palette.colour(child(pattern, f"{S}bgColor")) or palette.colour(child(pattern, f"{S}fgColor"))
    if filled:
        yield f"fill {filled}"
    font = child(style, f"{S}font")
    colour = palette.colour(child(font, f"{S}color"))
    if colour:
        yield f"font colour {colour}"
    for name, said in (("b", "bold"), ("i", "italic"), ("strike", "strikeout"), ("u", "underlined")):
        if switched(child(font, f"{S}{name}"), "val"):
            yield said
    code = value(child(style, f"{S}numFmt"), "formatCode")
    if code:
        yield f"number format {code}"
