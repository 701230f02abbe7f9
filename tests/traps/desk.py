"""How candidates are put on paper: evidence by measure, place and year, programs, and lines of JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from typing import cast

from assay.evaluation.absence import Sought, holdings
from assay.evaluation.context import ArchiveContext
from assay.model.artifact import Artifact
from assay.model.canonical import Json
from assay.model.codec import to_json
from assay.model.document import Document, Source
from assay.model.grid import Grid
from extractors.extract import extract_batch
from tests.traps.figures import MEASURES, YEARS, figures
from tests.traps.make_archive import ARCHIVE

Line = dict[str, Json]
Spot = tuple[str, str, int]

# Where the tables of the measures stand, and the sheet where there are several.
TABLES: Mapping[str, tuple[str, str]] = {
    "cargo": ("ports/cargo-statistics.xlsx", "Cargo"),
    "containers": ("ports/cargo-statistics.xlsx", "Containers"),
    "calls": ("ports/annual-report-2024.docx", ""),
    "calls before": ("ports/annual-report-2023.docx", ""),
    "calls in print": ("ports/annual-report-2024-print.pdf", ""),
    "pilots": ("ports/crew-register.csv", ""),
    "dredging": ("ports/works-review.pptx", ""),
    "incidents": ("ports/safety-bulletin.pdf", ""),
    "dues": ("ports/tariff-list.html", ""),
    "dues in draft": ("ports/tariff-draft.docx", ""),
    "shore": ("ports/shore-power-note.md", ""),
    "cruise": ("ports/cruise-season.md", ""),
    "ferry": ("ports/ferry-counts.csv", ""),
    "berths": ("ports/berth-book.xlsx", "Berths"),
    "repairs": ("ports/quay-repairs.docx", ""),
    "masters": ("ports/harbour-directory.csv", ""),
    "visits": ("clinics/clinic-report.docx", ""),
    "beds": ("clinics/bed-book.xlsx", "Beds"),
    "nurses": ("clinics/staff-register.csv", ""),
    "cost": ("clinics/finance-review.pptx", ""),
    "waiting": ("clinics/waiting-times.html", ""),
    "prescriptions": ("clinics/pharmacy-note.md", ""),
    "energy": ("clinics/estates-bulletin.pdf", ""),
    "operations": ("clinics/surgery-list.xlsx", "Operations"),
}

READER = """import sys
from fractions import Fraction


def table(path, key):
    with open(f"{sys.argv[1]}/{path}.md", encoding="utf-8") as file:
        lines = file.read().split("\\n")
    start = next(at for at, line in enumerate(lines) if line.startswith(f"<!-- {key} "))
    rows = []
    for line in lines[start + 1 :]:
        if line.startswith("<!-- "):
            break
        if line.startswith("|"):
            rows.append([text.strip() for text in line[1:-1].split("|")])
    return [rows[0], *rows[2:]]


def names(rows):
    return [name for name in dict.fromkeys(row[0] for row in rows[1:]) if not name.startswith("All ")]


def told(rows, name, year):
    if "Year" in rows[0]:
        (text,) = [row[2] for row in rows[1:] if row[:2] == [name, year]]
    else:
        (text,) = [row[rows[0].index(year)] for row in rows[1:] if row[0] == name]
    return text


def value(rows, name, year):
    return Fraction(told(rows, name, year).replace(",", ""))


def highest(rows, year):
    held = [name for name in names(rows) if told(rows, name, year) != ".."]
    return max(held, key=lambda name: value(rows, name, year))


def lowest(rows, year):
    held = [name for name in names(rows) if told(rows, name, year) != ".."]
    return min(held, key=lambda name: value(rows, name, year))


def shown(number, places):
    whole = int(abs(number) * 10**places + Fraction(1, 2))
    text = str(whole).rjust(places + 1, "0")
    text = f"{text[:-places]}.{text[-places:]}" if places else text
    return f"-{text}" if number < 0 and whole else text


"""


@dataclass(frozen=True)
class Desk:
    """The archive as its readers read it."""

    documents: Mapping[str, Document]
    context: ArchiveContext = field(init=False)

    def __post_init__(self) -> None:
        found = ArchiveContext(self.documents, self.documents.get, lambda _: b"")
        object.__setattr__(self, "context", found)

    def grid(self, key: str) -> tuple[str, Artifact, Grid]:
        """Return the path, artifact and grid of a table: the largest of its document or sheet."""
        path, sheet = TABLES[key]
        held = [one for one in self.documents[path].artifacts if isinstance(one.payload, Grid)]
        mine = [one for one in held if not sheet or one.at.sheet == sheet]
        best = max(mine, key=lambda one: cast(Grid, one.payload).rows)
        return path, best, cast(Grid, best.payload)

    def cell(self, key: str, place: str, year: int | None, quote: str | None = None) -> Line:
        """Return the evidence of a figure; without a year of the text beside a name."""
        path, artifact, grid = self.grid(key)
        rows = [grid.row(row) for row in range(grid.rows)]
        if year is None:
            row, column = next(at for at, texts in enumerate(rows) if texts[0] == place), 1
        elif "Year" in rows[0]:
            row, column = next(at for at, texts in enumerate(rows) if list(texts[:2]) == [place, str(year)]), 2
        else:
            row = next(at for at, texts in enumerate(rows) if texts[0] == place)
            column = next(list(texts).index(str(year)) for texts in rows if str(year) in texts)
        at = {**cast(Line, to_json(artifact.at)), "row": row, "column": column}
        return {
            "path": path,
            "artifact": artifact.key,
            "at": at,
            "quote": rows[row][column] if quote is None else quote,
        }

    def facet(self, path: str, kind: str, text: str, quote: str | None = None) -> Line:
        """Return the evidence of the one artifact of a kind that has a text, which is quoted unless another is."""
        (found,) = [one for one in self.documents[path].of_kind(kind) if text in f"{one.text} {one.payload}"]
        return {"path": path, "artifact": found.key, "quote": quote or text}

    def program(self, tables: Mapping[str, str], body: str) -> str:
        """Return a program that has tables under these names and goes on with a body."""
        loads: list[str] = []
        for name, key in tables.items():
            path, artifact, _ = self.grid(key)
            loads.append(f'{name} = table("{path}", "{artifact.key}")')
        return READER + "\n".join([*loads, body.strip("\n"), ""])

    def scope(self, key: str, place: str, year: int) -> list[Line]:
        """Return the two queries for a figure with the digests of what they find."""
        domain = TABLES[key][0].split("/")[0]
        sought = Sought(domain, MEASURES[key].name.casefold(), place.casefold(), str(year))
        return [cast(Line, to_json(one)) for one in sought.scopes(holdings(domain, self.context))]


def opened() -> Desk:
    """Return the desk with the archive on it."""
    paths = sorted(path.relative_to(ARCHIVE).as_posix() for path in ARCHIVE.rglob("*") if path.is_file())
    read = extract_batch([(ARCHIVE / path, Source(path.split("/")[0], path, 0)) for path in paths])
    return Desk({one.document.path: one.document for one in read})


def moved(evidence: Line, **at: int) -> Line:
    """Return evidence of another row or column of the same table."""
    place = cast(Line, evidence["at"])
    return {**evidence, "at": {**place, **at}}


def said(evidence: Line) -> str:
    """Return what is quoted."""
    return str(evidence["quote"])


def task(
    name: str, track: str, question: str, answer: Mapping[str, Json], evidence: Sequence[Line], **more: Json
) -> Line:
    """Return the line of a candidate; the domain is that of its first evidence."""
    domain = str(evidence[0]["path"]).split("/")[0] if evidence else "clinics"
    return {"id": name, "track": track, "domain": domain, "question": question, "answer": dict(answer),
            "evidence": list[Json](evidence), **more}  # fmt: skip


def number(value: str, unit: str = "", decimals: int | None = None, **more: Json) -> Line:
    """Return the answer that is a number; without decimals it is a whole one."""
    form: Line = {"kind": "integer"} if decimals is None else {"decimals": decimals}
    return {"type": "number", "value": value, **form, **({"unit": unit} if unit else {}), **more}


def text(value: str, type: str = "text") -> Line:
    """Return the answer in words."""
    return {"type": type, "value": value}


def rounded(value: Decimal, places: int) -> str:
    """Return a number rounded half away from zero."""
    return str(value.quantize(Decimal(10) ** -places, ROUND_HALF_UP))


def leader(key: str, year: int, choose: Callable[..., str] = max) -> str:
    """Return the place whose figure of a year is the largest, or what else `choose` chooses."""
    known = figures(key)
    return choose(MEASURES[key].places, key=lambda place: known[place, year])


def at(key: str, place: str, year: int) -> Decimal:
    """Return a figure."""
    return figures(key)[place, year]


def every(key: str, year: int) -> Decimal:
    """Return the sum of a measure over all places."""
    return sum((figures(key)[place, year] for place in MEASURES[key].places), Decimal(0))


def all_years(key: str, place: str) -> list[Decimal]:
    """Return the figures of a place in the order of the years."""
    return [figures(key)[place, year] for year in YEARS]
