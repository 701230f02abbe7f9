"""The marks before the lines of a text body: bullets, and numbers as PowerPoint counts them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from extractors.drawing import TextLine
from extractors.markup import A, Element, P, child, local, value, whole

BULLET = "-"

_MARKS = frozenset({"buNone", "buChar", "buBlip", "buAutoNum"})
_TITLES = frozenset({"title", "ctrTitle"})
_BODIES = frozenset({"body", "subTitle", "obj", "tbl", "chart", "dgm", "media", "clipArt", "pic"})
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
          (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip
_HIGHEST = 3999


class Marks:
    """The marks that a master's text styles, or else the presentation's, give to the lines of each kind of text."""

    def __init__(self, styles: Element | None = None, default: Element | None = None) -> None:
        self._title, self._body = child(styles, f"{P}titleStyle"), child(styles, f"{P}bodyStyle")
        self.default = [default] if default is not None else []
        self._other = [style for style in (child(styles, f"{P}otherStyle"), default) if style is not None]

    def of(self, lines: Sequence[TextLine], type: str | None, styles: Iterable[Element]) -> list[str]:
        """Return the mark before each line, empty where there is none; `styles` go from the nearest on."""
        chain = [*styles, *self._last(type)]
        counter = _Counter()
        return [counter.mark(line, _stated(line, chain)) for line in lines]

    def rest(self, type: str | None) -> list[Element]:
        """Return the styles that the text of such a placeholder has last: the master's, then the presentation's."""
        last = self._last(type)
        return [*last, *(style for style in self.default if style not in last)]

    def _last(self, type: str | None) -> list[Element]:
        if type in _TITLES:
            return [self._title] if self._title is not None else []
        if type in _BODIES:
            return [self._body] if self._body is not None else []
        return self._other


class _Counter:
    """Counts the numbered lines of a body: a line of a higher level or of another scheme starts those below anew."""

    def __init__(self) -> None:
        self._counts: dict[int, tuple[str, int]] = {}

    def mark(self, line: TextLine, stated: Element | None) -> str:
        if not line.text.strip():
            return ""
        self._counts = {level: count for level, count in self._counts.items() if level <= line.level}
        scheme = value(stated, "type") if stated is not None and local(stated) == "buAutoNum" else ""
        if stated is None or not scheme:
            self._counts.pop(line.level, None)
            return "" if stated is None or local(stated) == "buNone" else BULLET
        before, count = self._counts.get(line.level, ("", 0))
        number = count + 1 if before == scheme else max(whole(value(stated, "startAt"), 1), 1)
        self._counts[line.level] = scheme, number
        return shown_number(number, scheme)


def shown_number(number: int, scheme: str) -> str:
    """Return a number under one of the automatic schemes (`arabicPeriod`, `alphaLcParenBoth`, ...)."""
    digits = str(number)
    if scheme.startswith("alpha"):
        letter = chr(ord("a") + (number - 1) % 26)
        digits = letter * ((number - 1) // 26 + 1)
    elif scheme.startswith("roman") and number <= _HIGHEST:
        digits = _roman(number)
    if "Uc" in scheme:
        digits = digits.upper()
    if scheme.endswith("ParenBoth"):
        return f"({digits})"
    return digits + (")" if scheme.endswith("ParenR") else "" if scheme.endswith(("Plain", "Minus")) else ".")


def _stated(line: TextLine, styles: Sequence[Element]) -> Element | None:
    levels = (style.find(f"{A}lvl{line.level + 1}pPr") for style in styles)
    for properties in (line.properties, *levels):
        for element in properties if properties is not None else ():
            if local(element) in _MARKS:
                return element
    return None


def _roman(number: int) -> str:
    found = ""
    for size, letters in _ROMAN:
        found += letters * (number // size)
        number %= size
    return found
