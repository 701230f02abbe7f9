"""What a question asks of an entity or of all, read from its words and computed with exact numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from benchmarks import truth_growth as growth
from benchmarks import truth_sums as sums
from benchmarks.truth_faults import Unreadable
from benchmarks.truth_roles import SUPERLATIVE, YEAR, Scene
from benchmarks.truth_units import Quantity, converted

Ask = Callable[[Scene, Mapping[str, str]], Quantity]

_OWN = r"(?:its|the) (?P<{}>[^,]+?)"
_M, _N, _O = (_OWN.format(name) for name in "mno")
_P, _Q = rf"(?P<p>{YEAR})", rf"(?P<q>{YEAR})"
_WAS = "(?:was|were)"


def _look_up(scene: Scene, at: Mapping[str, str]) -> Quantity:
    return scene.value(at["m"], at["p"])


def _difference(scene: Scene, at: Mapping[str, str]) -> Quantity:
    taken, less = scene.value(at["m"], at["p"]), scene.value(at["n"], at["p"])
    return Quantity(taken.number - converted(less, taken.unit), taken.unit)


def _unit_ratio(scene: Scene, at: Mapping[str, str]) -> Quantity:
    part, whole = scene.value(at["m"], at["p"]), scene.value(at["n"], at["p"])
    return growth.percent(converted(part, whole.unit) / whole.number)


_MONTH = rf"(?:{'|'.join(sums.MONTHS)}) (?:19|20)\d\d"


_TOTAL = r"the total (?:of (?:its|the)|number of(?: its)?) (?P<m>[^,]+?)"
_SIDE = rf"(?P<all>\w[\w ]*?) whose (?P<n>[^,]+?) in {{}} {_WAS} (?P<side>above|below) the average of all (?P=all)"
_OF_ONE: tuple[tuple[str, Ask], ...] = (
    (rf"{_M} in {_P}", _look_up),
    (rf"the percentage growth of {_M} from {_P} to {_Q}", growth.whole_growth),
    (rf"the percentage growth of {_M} from {_P} to {_Q} minus that of {_N}", growth.growth_gap),
    (rf"the mean year-on-year growth rate of {_M} from {_P} to {_Q} minus that of {_N}", growth.mean_growth_gap),
    (rf"the compound annual growth rate of {_M} from {_P} to {_Q}", growth.cagr),
    (rf"the compound annual growth rate of {_M} from {_P} to {_Q} divided by that of {_N}", growth.rate_quotient),
    (
        rf"the percentage change of {_M} to (?P<r>{YEAR}), measured from the largest yearly value in the years from "
        rf"{_P} to {_Q}",
        growth.base_largest,
    ),
    (rf"the yearly growth rate of {_M} by a log-linear trend over all years from {_P} to {_Q}", growth.log_trend),
    (rf"{_M} in {_P} as a percentage of the sum over all (?P<all>.+)", sums.share),
    (rf"{_M} per (?P<one>.+?) in {_P} less the same figure of (?P<other>the .+)", sums.premium),
    (
        rf"the percentage growth from {_P} to {_Q} of {_M} if {_N} {_WAS} higher in (?P<r>{YEAR}) than in "
        rf"(?P<s>{YEAR}), and otherwise that of {_O}",
        growth.branch,
    ),
    (
        rf"the annualised rate of change of {_M} between the first day on which it is recorded, in {_P}, "
        rf"and the last one, in {_Q}",
        growth.annualised,
    ),
    (
        rf"{_M} in the year, of those from {_P} to {_Q}, in which {_N} {_WAS} (?P<top>{SUPERLATIVE})",
        growth.peak_look_up,
    ),
    (
        rf"the percentage change of {_M} to (?P<r>{YEAR}), measured from the year, of those from {_P} to {_Q}, "
        rf"in which {_N} {_WAS} (?P<top>{SUPERLATIVE})",
        growth.change_since_peak,
    ),
    (rf"{_M} in {_P} minus {_N} in the same year", _difference),
    (rf"{_M} in {_P} as a percentage of {_N} in the same year", _unit_ratio),
    (
        rf"the percentage revision of {_M} for {_P}, from the figure first published to the latest, restated one",
        growth.revision,
    ),
    (rf"{_TOTAL} over the twelve months of {_P}", sums.month_total),
    (
        rf"{_TOTAL} over the twelve months of the fiscal year from (?P<a>{_MONTH}) to (?P<b>{_MONTH})",
        sums.fiscal_total,
    ),
    (
        rf"the percentage growth of {_TOTAL} from the fiscal year of (?P<a>{_MONTH}) to (?P<b>{_MONTH}) "
        rf"to the fiscal year of (?P<c>{_MONTH}) to (?P<d>{_MONTH})",
        sums.fiscal_growth,
    ),
    (rf"the combined (?P<m>.+?) in {_P} of all (?P<things>.+?) recorded for it", sums.item_sum),
)
_OF_ALL: tuple[tuple[str, Ask], ...] = (
    (
        rf"the combined (?P<m>.+?) in {_P} of all (?P<things>.+?) that are recorded for {_SIDE.format(_Q)}",
        sums.bulk_sum,
    ),
    (
        rf"the median compound annual growth rate from {_P} to {_Q} of (?:the )?(?P<m>.+?) of those "
        rf"{_SIDE.format(rf'(?P<r>{YEAR})')}",
        sums.median_of_rates,
    ),
    (
        rf"the average (?P<m>.+?) of all (?P<all>.+?) in {_P}, weighted by their (?P<n>.+) in the same year",
        sums.weighted_mean,
    ),
    (
        rf"the number of (?P<all>\w[\w ]*?) whose (?P<m>[^,]+?) in {_P} {_WAS} (?P<low>not )?above the average of all "
        rf"(?P=all) (?:and|but) whose (?P<n>[^,]+?) {_WAS} (?P<flat>not )?higher in (?P<r>{YEAR}) "
        rf"than in {_Q}(?: either)?",
        sums.count,
    ),
)


def asked(scene: Scene, words: str) -> Iterator[Quantity]:
    """Yield what each reading of an ask gives; readings whose words name no measure are none."""
    for pattern, compute in _OF_ONE if scene.entity else _OF_ALL:
        parts = re.fullmatch(pattern, words)
        if parts is not None:
            try:
                yield compute(scene, {name: text or "" for name, text in parts.groupdict().items()})
            except Unreadable:
                continue
