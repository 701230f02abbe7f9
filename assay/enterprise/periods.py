"""The periods of a domain as the key writes them: years, fiscal years, months, quarters, and what is in which."""

from __future__ import annotations

from collections.abc import Iterator

from assay.enterprise.plans import Domain


def year_name(year: int, fiscal: bool) -> str:
    """Return a year as the key writes it."""
    return f"FY{year}" if fiscal else str(year)


def months(year: int) -> tuple[str, ...]:
    """Return the twelve months of a calendar year."""
    return tuple(f"{year}-{month:02d}" for month in range(1, 13))


def quarters(year: int) -> tuple[str, ...]:
    """Return the four quarters of a fiscal year."""
    return tuple(f"FY{year}-Q{quarter}" for quarter in range(1, 5))


def fiscal_months(domain: Domain, year: int) -> tuple[str, ...]:
    """Return the twelve months of a fiscal year, the first of which the domain names."""
    first = year - 1 if domain.ends_late else year
    return tuple(_month(first, domain.opens + offset) for offset in range(12))


def fiscal_span(domain: Domain, year: int) -> tuple[str, str]:
    """Return the first and the last day of a fiscal year."""
    inside = fiscal_months(domain, year)
    last = inside[-1]
    number, month = (int(part) for part in last.split("-"))
    return f"{inside[0]}-01", f"{last}-{_days(number, month)}"


def all_years(domain: Domain) -> Iterator[int]:
    """Yield the years that a domain's figures cover."""
    yield from range(domain.first, domain.last + 1)


def _month(year: int, month: int) -> str:
    return f"{year + (month - 1) // 12}-{(month - 1) % 12 + 1:02d}"


def _days(year: int, month: int) -> int:
    if month == 2:
        return 29 if year % 4 == 0 else 28
    return 30 if month in (4, 6, 9, 11) else 31
