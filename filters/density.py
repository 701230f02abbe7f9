"""The information-density score of a chunk, its hard exclusions, and the choice of seeds (AGORA, appendix B)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from assay.model.chunk import Features, Score, ScoredChunk
from assay.model.tokens import count_tokens, numeric_tokens

__all__ = [
    "Features", "Score", "count_tokens", "is_directory_listing", "numeric_tokens", "score", "select_seeds",
]  # fmt: skip

# All constants of this page: AGORA, appendix B, scoring formula and format-specific signals.
DENSITY_FACTOR, DENSITY_CAP = 5 * 1000, 30
ROWS_DIVISOR, ROWS_CAP = 100, 15
COLUMNS_CAP = 10
PER_NUMERIC_COLUMN = 2
TIME_BONUS = 8
PER_YEAR, YEARS_CAP = 2, 10
MARKDOWN_TABLE_BONUS, LIST_BONUS, PDF_TABLE_BONUS = 10, 3, 12
LEAST_TOKENS = 20
FLOOR = 10
SEEDS_PER_DOMAIN = 100

_DIGITS = 6

_LISTING_LINE = re.compile(
    r"\s*(?:"
    r"[-dlbcps][-rwxsStT]{9}[+@.]?\s+\d+\s.*"  # ls -l
    r"|(?:[│|]\s*)*[├└][─-]+.*"  # tree
    r"|\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}\s+\d{1,2}:\d{2}(?:\s*[AaPp][Mm])?\s+(?:<DIR>|[\d.,]+)\s+\S.*"  # dir
    r"|Index of /.*"
    r"|(?=[^\s]*[A-Za-z])(?!\w+://)(?:[A-Za-z]:)?[\w.~@+-]*(?:[/\\][\w.~@+-]+)*[/\\](?:[\w~@+-]+\.\w{1,8})?"  # paths
    r")\s*"
)
_LEAST_LISTING_LINES = 3


def score(features: Features) -> Score:
    """Return each term of the score, their sum rounded to six places, and the name of an exclusion.

    The terms have the names of the formula's variables: density, rows, cols, numeric_cols, time_col, year_span for
    sheets; density, table, list for Markdown; density, table for PDF. An excluded chunk has terms but no score.
    """
    terms = {"density": _density(features)} | _format_terms(features)
    excluded = _exclusion(features)
    total = None if excluded else round(float(sum(terms.values(), Fraction(0))), _DIGITS)
    return Score({name: round(float(term), _DIGITS) for name, term in terms.items()}, total, excluded)


def is_directory_listing(text: str) -> bool:
    """Return whether at least half of three or more lines look like a listing of files."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < _LEAST_LISTING_LINES:
        return False
    return 2 * sum(1 for line in lines if _LISTING_LINE.fullmatch(line[:500])) >= len(lines)


def select_seeds(
    scored: Iterable[ScoredChunk], *, floor: float = FLOOR, per_domain: int = SEEDS_PER_DOMAIN
) -> list[ScoredChunk]:
    """Return all chunks by domain, path and index, the best of each domain at or above the floor marked as seeds."""
    by_domain: defaultdict[str, list[ScoredChunk]] = defaultdict(list)
    for chunk in scored:
        by_domain[chunk.chunk.domain].append(chunk)
    return [chunk for domain in sorted(by_domain) for chunk in _marked(by_domain[domain], floor, per_domain)]


def _marked(scored: Sequence[ScoredChunk], floor: float, most: int) -> list[ScoredChunk]:
    ordered = sorted(scored, key=lambda one: (one.chunk.path, one.chunk.index))
    ranked = sorted(
        (one for one in ordered if one.score.score is not None and one.score.score >= floor),
        key=lambda one: -(one.score.score or 0.0),
    )
    seeds = {one.chunk.name for one in ranked[:most]}
    return [replace(one, seed=one.chunk.name in seeds) for one in ordered]


def _density(features: Features) -> Fraction:
    if features.chars == 0:
        return Fraction(0)
    return min(Fraction(DENSITY_CAP), Fraction(DENSITY_FACTOR * features.n_numeric, features.chars))


def _format_terms(features: Features) -> dict[str, Fraction]:
    if features.format in ("xlsx", "csv"):
        return _sheet_terms(features)
    if features.format == "pdf":
        return {"table": Fraction(PDF_TABLE_BONUS * features.has_table)}
    table, listed = MARKDOWN_TABLE_BONUS * features.has_table, LIST_BONUS * features.has_list
    return {"table": Fraction(table), "list": Fraction(listed)}


def _sheet_terms(features: Features) -> dict[str, Fraction]:
    years = 0
    if features.year_min is not None and features.year_max is not None:
        years = min(YEARS_CAP, PER_YEAR * (features.year_max - features.year_min))
    return {
        "rows": min(Fraction(ROWS_CAP), Fraction(features.rows, ROWS_DIVISOR)),
        "cols": Fraction(min(COLUMNS_CAP, features.cols)),
        "numeric_cols": Fraction(PER_NUMERIC_COLUMN * features.numeric_cols),
        "time_col": Fraction(TIME_BONUS * (features.time_cols > 0)),
        "year_span": Fraction(years),
    }


def _exclusion(features: Features) -> str | None:
    if features.tokens < LEAST_TOKENS:
        return f"fewer than {LEAST_TOKENS} tokens"
    return "directory listing" if features.directory_listing else None
