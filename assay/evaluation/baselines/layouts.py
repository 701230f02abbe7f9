"""How tables of many layouts become series: heads, captions, units, periods down or across."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assay.evaluation.baselines.amounts import Unit, amount_of, decimal_comma, unit_in
from assay.evaluation.baselines.blocks import Block
from assay.evaluation.baselines.periods import period_of, periods, without_periods
from assay.evaluation.baselines.series import Series, Spot
from assay.evaluation.baselines.words import tokens

_TOTALS = re.compile(r"\b(sub)?totals?\b|\bsum\b|\ball \w+s\b|合計|合计|\b(ins)?gesamt|\bsumme\b", re.IGNORECASE)
_NUMBERED = re.compile(r"^\s*(?:tab(?:le|elle)|chart|figure|表)\s*\d+\s*[.:]?\s*", re.IGNORECASE)
_BRACKETED = re.compile(r"[(（]([^()（）]*)[)）]")
_BY = re.compile(r"\s+(?:by|nach|per each)\s+", re.IGNORECASE)
_UNIT_HEAD = re.compile(r"^(?:unit|einheit|単位|单位)s?\s*:?$", re.IGNORECASE)
_MOST = 0.6


@dataclass(slots=True)
class _Sheet:
    """A table with its rows split into lines of words above, heads of columns, and a body."""

    block: Block
    captions: list[str]
    heads: list[str]
    body: list[tuple[int, tuple[str, ...]]]
    comma: bool


def series_of(block: Block) -> tuple[Series, ...]:
    """Return the series of a block's rows, none where they are no table."""
    sheet = _sheet(block)
    found = _series(sheet) if sheet is not None and sheet.body else ()
    return tuple(series for series in found if series.spots)


def _sheet(block: Block) -> _Sheet | None:
    if len(block.rows) < 2:
        return None
    start, captions = 0, list[str]()
    width = max(sum(map(bool, row)) for row in block.rows)
    while start < len(block.rows) and _is_line(block.rows[start], width):
        captions.append(" ".join(cell for cell in block.rows[start] if cell))
        start += 1
    if start >= len(block.rows) - 1:
        return None
    end = start + 1
    while end < len(block.rows) - 1 and not block.rows[end][0] and any(block.rows[end]):
        end += 1
    heads = _heads(block.rows[start:end])
    body = [(row, block.rows[row]) for row in range(end, len(block.rows)) if any(block.rows[row])]
    cells = (cell for _, row in body for cell in row)
    return _Sheet(block, [*captions, *block.above], heads, body, decimal_comma(cells))


def _is_line(row: Sequence[str], width: int) -> bool:
    filled = [cell for cell in row if cell]
    if len(filled) == 2 and _UNIT_HEAD.match(filled[0].strip()):
        return True
    return width > 2 and len(filled) <= 1 and not (filled and period_of(filled[0]))


def _heads(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Return one head for each column; a head over several columns holds for all of them."""
    filled: list[list[str]] = []
    for row in rows[:-1]:
        last, line = "", list[str]()
        for column, cell in enumerate(row):
            last = cell or (last if column else "")
            line.append(last)
        filled.append(line)
    return [" ".join(dict.fromkeys(part for part in parts if part)) for parts in zip(*filled, rows[-1], strict=True)]


def _series(sheet: _Sheet) -> Iterator[Series]:
    columns = list(zip(*(row for _, row in sheet.body), strict=True))
    labels = [column for column, cells in enumerate(columns) if _is_label(cells, sheet.comma)]
    when = _period_column(sheet, columns, labels)
    if when is not None and not [column for column in labels if column != when]:
        yield from _turned(sheet, when)
        return
    names = [column for column in labels if column != when]
    entity = names[0] if names else None
    if entity is None:
        return
    groups: dict[str, list[int]] = {}
    for column, head in enumerate(sheet.heads):
        if column not in (entity, when) and not _UNIT_HEAD.match(head):
            groups.setdefault(_measure(head), []).append(column)
    for name, members in groups.items():
        yield _one(sheet, name, members, entity, when)


def _is_label(cells: Sequence[str], comma: bool) -> bool:
    filled = [cell for cell in cells if cell.strip(" .–-")]
    return bool(filled) and sum(amount_of(cell, comma) is None for cell in filled) >= _MOST * len(filled)


def _period_column(sheet: _Sheet, columns: Sequence[Sequence[str]], labels: Sequence[int]) -> int | None:
    """Return the column whose cells are periods: where labels repeat, or where it is all that the rows are named by."""
    first = next((column for column in labels if not _are_periods(columns[column])), None)
    repeated = first is None or len(set(columns[first])) < len(columns[first])
    for column, cells in enumerate(columns):
        if _are_periods(cells) and repeated and column != first:
            return column
    return None


def _are_periods(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell]
    return bool(filled) and sum(period_of(cell) is not None for cell in filled) >= 0.8 * len(filled)


def _measure(head: str) -> str:
    """Return a head without its period and its unit."""
    return " ".join(without_periods(_BRACKETED.sub(" ", head)).split()).strip(" ,:-–")


def _one(sheet: _Sheet, name: str, columns: Sequence[int], entity: int, when: int | None) -> Series:
    head = sheet.heads[columns[0]]
    unit = _unit(sheet, head)
    spots: dict[tuple[str, str], Spot] = {}
    unit_column = next((at for at, text in enumerate(sheet.heads) if _UNIT_HEAD.match(text)), None)
    for row, cells in sheet.body:
        label = named(cells[entity])
        for column in columns:
            period = _period(sheet, cells[when] if when is not None else sheet.heads[column])
            spot = Spot(cells[column], amount_of(cells[column], sheet.comma), row, column, is_total(cells[entity]))
            if cells[column]:
                spots.setdefault((label, period), spot)
        if unit_column is not None and unit is None:
            unit = unit_in(cells[unit_column])
    return _made(sheet, name, sheet.heads[entity], unit, spots)


def _turned(sheet: _Sheet, when: int) -> Iterator[Series]:
    """Yield the series of a table whose rows are periods: its columns are entities, or else measures."""
    others = [column for column in range(len(sheet.heads)) if column != when and sheet.heads[column]]
    measures = len(others) == 1 or any(_BRACKETED.search(sheet.heads[column]) for column in others)
    spots: dict[tuple[str, str], Spot] = {}
    for column in others:
        own: dict[tuple[str, str], Spot] = {}
        for row, cells in sheet.body:
            key = ("" if measures else named(sheet.heads[column]), _period(sheet, cells[when]))
            if cells[column]:
                own[key] = Spot(cells[column], amount_of(cells[column], sheet.comma), row, column,
                                is_total(sheet.heads[column]))  # fmt: skip
        if measures:
            head = sheet.heads[column]
            yield _made(sheet, _measure(head), "", _unit(sheet, head), own)
        spots |= own
    if not measures:
        yield _made(sheet, "", "", _unit(sheet, ""), spots)


def _made(sheet: _Sheet, name: str, noun: str, unit: Unit | None, spots: dict[tuple[str, str], Spot]) -> Series:
    block = sheet.block
    caption = _caption(sheet)
    own = name or _title(caption)
    values = [spot for spot in spots.values() if spot.value is not None]
    context = " ".join([*sheet.captions, *block.within, *sheet.heads[:1]])
    numeric = len(values) >= _MOST * max(1, len(spots))
    labels = {named(label): label.strip() for label in _all_labels(sheet)}
    return Series(block.path, block.key, block.order, own, context, noun, unit, spots, numeric, labels)


def _all_labels(sheet: _Sheet) -> Iterator[str]:
    yield from (cell for _, row in sheet.body for cell in row if cell and amount_of(cell, sheet.comma) is None)
    yield from sheet.heads


def _caption(sheet: _Sheet) -> str:
    """Return the line that names the table: the nearest that says by what its rows are, else the nearest."""
    return next((line for line in sheet.captions if _BY.search(line)), sheet.captions[0] if sheet.captions else
                next(iter(sheet.block.within), ""))  # fmt: skip


def _title(caption: str) -> str:
    bare = _BRACKETED.sub(" ", _NUMBERED.sub("", caption))
    bare = re.sub(r"^各?地区", "", _BY.split(bare)[0])
    return without_periods(
        bare.rpartition(",")[0] if unit_in(bare.rpartition(",")[2]) and "," in bare else bare
    ).strip()


def _unit(sheet: _Sheet, head: str) -> Unit | None:
    """Return the unit that a column's head, the caption or a line above names, in this order."""
    inside = [found for found in _BRACKETED.findall(head) if unit_in(found)]
    if inside:
        return unit_in(inside[-1])
    caption = _NUMBERED.sub("", _caption(sheet))
    for text in [*_BRACKETED.findall(caption), _after(caption), *_unit_lines(sheet), *(sheet.heads[0].split(",")[1:])]:
        if unit_in(text):
            return unit_in(text)
    return None


def _after(caption: str) -> str:
    """Return what follows a caption's last comma or the German `in`."""
    return caption.rpartition(",")[2] if "," in caption else caption.rpartition(" in ")[2]


def _unit_lines(sheet: _Sheet) -> list[str]:
    return [line for line in sheet.captions if re.match(r"(?:unit|einheit)\b", line, re.IGNORECASE)]


def _period(sheet: _Sheet, label: str) -> str:
    found = periods(label)
    if not found:
        return ""
    period = found[-1].period
    if period.startswith("-"):
        years = [one.period for text in [*sheet.block.within, *sheet.captions] for one in periods(text)]
        return f"{years[0][-4:]}{period}" if years else period
    return period


def named(label: str) -> str:
    """Return an entity's name as it is compared: folded, without marks and without what follows a comma."""
    return " ".join(tokens(re.sub(r"[*†‡§]|\((?:p|r|\d)\)", "", label)))


def is_total(label: str) -> bool:
    """Whether a row's label says that it sums others."""
    return bool(_TOTALS.search(label))
