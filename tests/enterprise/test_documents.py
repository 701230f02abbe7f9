"""What makes the archive as messy as real ones: each trap stands where the key says, and only there."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import docx
import openpyxl
import pdfplumber
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from assay.enterprise import build, check, key_path
from assay.enterprise.compound import compound
from assay.enterprise.encrypting import derive
from assay.enterprise.spoilt import PASSWORD
from tests.sample import SAMPLE


@pytest.fixture(scope="module")
def archive() -> Path:
    """The bundled sample, which is what seed 1 gives."""
    return SAMPLE


@pytest.fixture(scope="module")
def records(archive) -> list[dict]:
    return [json.loads(line) for line in key_path(archive).read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def facts(records) -> list[dict]:
    return [record for record in records if record["type"] == "fact"]


def only_in(facts: list[dict], path: str, **at: object) -> list[dict]:
    return [
        fact
        for fact in facts
        if all(p["path"] == path and at.items() <= p["at"].items() for p in fact["places"])
    ]  # fmt: skip


def test_the_archive_has_four_domains_six_formats_and_at_most_six_megabytes(archive):
    files = [path for path in archive.rglob("*") if path.is_file() and path.name != "SOURCES.csv"]
    assert {path.relative_to(archive).parts[0] for path in files} == {"energy", "retail", "transport", "health"}
    assert {path.suffix for path in files} >= {".docx", ".xlsx", ".pptx", ".pdf", ".csv", ".html"}
    assert 40 <= len(files) <= 55
    assert sum(path.stat().st_size for path in files) < 6_000_000


@pytest.mark.parametrize(
    ("path", "at"),
    [
        ("energy/statistical-yearbook-2025.xlsx", {"sheet": "Working"}),
        ("retail/investor-day-2025.pptx", {"slide": 3, "part": "notes"}),
        ("energy/grid-outlook-2025.pptx", {"slide": 6}),
        ("retail/annual-report-fy2024.docx", {"part": "comments"}),
        ("health/trust-report-2024.docx", {"part": "footnotes"}),
        ("transport/operations-book-2024.xlsx", {"sheet": "People", "part": "comment"}),
        ("transport/fleet-plan-2025.pptx", {"slide": 4, "series": 0}),
    ],
)
def test_some_facts_stand_in_one_hidden_corner_alone(facts, records, path, at):
    corner = [
        fact for fact in facts if any(p["path"] == path and at.items() <= p["at"].items() for p in fact["places"])
    ]
    elsewhere = {p["path"] for fact in corner for p in fact["places"]} - {path}
    assert corner
    assert only_in(facts, path, **at) or elsewhere <= {
        "health/trust-report-2024-copy.docx",
        "transport/service-register.csv",
    }


def test_values_stand_in_other_units_currencies_and_conventions(facts):
    pairs = {(fact["unit"], place["unit"]) for fact in facts for place in fact["places"]}
    assert {("GWh", "TJ"), ("GWh", "TWh"), ("thousand euros", "thousand crowns"), ("number", "thousand")} <= pairs
    rated = [(fact, place) for fact in facts for place in fact["places"] if "rate" in place]
    rates = {(f["period"], f["value"]) for f in facts if f["measure"] == "exchange rate"}
    assert rated
    assert all((fact["period"], place["rate"]) in rates for fact, place in rated)
    german = [p["shown"] for f in facts for p in f["places"] if p["path"].endswith("verkehrsbericht-2024.docx")]
    assert any("." in shown and "," in shown for shown in german)


def test_periods_are_calendar_years_fiscal_years_months_quarters_and_days(facts):
    shapes = {"".join("9" if c.isdigit() else c for c in fact["period"]) for fact in facts}
    assert shapes == {"", "9999", "FY9999", "9999-99", "FY9999-Q9", "9999-99-99"}


def test_a_kept_back_value_has_neighbours_and_cells_that_say_so(archive, facts, records):
    absent = [record for record in records if record["type"] == "absent"]
    assert len(absent) >= 20
    told = [record for record in absent if record["places"]]
    assert len(told) >= 15
    for record in told:
        near = [f for f in facts if (f["entity"], f["measure"]) == (record["entity"], record["measure"])]
        assert near
        assert {p["shown"] for p in record["places"]} <= {"..", "k. A."}


@pytest.mark.slow
def test_the_twin_tells_what_the_archive_keeps_back_and_nothing_else(archive, facts, records, tmp_path):
    twin = build(1, tmp_path / "twin", reveal=True)
    lines = [json.loads(line) for line in twin.key.read_text("utf-8").splitlines()]
    kinds = ("entity", "measure", "period", "value", "vintage")
    absent = {tuple(r[k] for k in kinds) for r in records if r["type"] == "absent" and r["places"]}
    told = {tuple(r[k] for k in kinds) for r in lines if r["type"] == "fact"} - {
        tuple(f[k] for k in kinds) for f in facts
    }
    assert told == absent
    assert not any(record["type"] == "absent" for record in lines)
    assert check(twin.archive, twin.key) == []


def test_an_earlier_report_shows_what_was_published_then(facts):
    earlier = [f for f in facts if not f["current"] and f["vintage"] != "draft"]
    paths = {place["path"] for fact in earlier for place in fact["places"]}
    assert paths == {
        "energy/supply-release-2024.pdf",
        "retail/annual-report-fy2023.docx",
        "transport/annual-review-2023.pdf",
        "health/trust-report-2023.pdf",
    }


def test_the_twin_in_pdf_and_the_near_duplicate_show_the_same_facts(facts):
    shown: dict[str, set[int]] = {}
    for index, fact in enumerate(facts):
        for place in fact["places"]:
            shown.setdefault(place["path"], set()).add(index)
    assert shown["energy/annual-energy-report-2024.docx"] == shown["energy/annual-energy-report-2024-print.pdf"]
    assert shown["health/trust-report-2024.docx"] == shown["health/trust-report-2024-copy.docx"]


def test_twenty_items_and_more_stand_in_one_list_with_attributes(archive):
    for path in ("energy/station-register.xlsx", "retail/price-list-fy2024.xlsx", "health/clinic-register.xlsx"):
        sheet = openpyxl.load_workbook(archive / path).worksheets[0]
        assert sheet.max_row >= 24 + 4
        assert sheet.max_column >= 7


@pytest.mark.parametrize(
    ("path", "count"), [("retail/quarterly-filing-fy2024.pdf", 2), ("health/staff-newsletter-spring.pdf", 3)]
)
def test_text_runs_in_columns(archive, path, count):
    with pdfplumber.open(archive / path) as document:
        words = document.pages[0].extract_words()
    lefts = {round(word["x0"]) for word in words}
    width = (595 - 112 - 18 * (count - 1)) / count
    assert {round(56 + index * (width + 18)) for index in range(count)} <= lefts


def test_documents_speak_chinese_japanese_and_german(archive):
    japanese = docx.Document(str(archive / "health/iryo-hokoku-ja.docx"))
    assert "平均在院日数" in japanese.paragraphs[1].text
    assert "病院" in japanese.tables[0].cell(0, 0).text
    german = docx.Document(str(archive / "transport/verkehrsbericht-2024.docx"))
    assert any("nach Linie in Tsd. Tonnen" in paragraph.text for paragraph in german.paragraphs)
    with pdfplumber.open(archive / "energy/power-bulletin-zh.pdf") as document:
        assert "单位：万千瓦" in document.pages[0].extract_text()


def test_a_scan_has_no_text_and_the_cut_workbook_no_end(archive):
    with pdfplumber.open(archive / "health/inspection-scan.pdf") as document:
        assert document.pages[0].chars == []
        assert len(document.pages[0].images) == 1
    data = (archive / "energy/yearbook-draft.xlsx").read_bytes()
    assert data.startswith(b"PK")
    assert b"PK\x05\x06" not in data
    assert (archive / "retail/notes.md").read_bytes() == b"# Notes\n"


def streams(data: bytes) -> dict[str, bytes]:
    """A reader of compound files of its own, as the format describes them."""
    tables, first = struct.unpack_from("<II", data, 44)
    places = struct.unpack_from(f"<{tables}I", data, 76)
    table = [entry for place in places for entry in struct.unpack_from("<128I", data, 512 * (place + 1))]

    def chain(start: int) -> bytes:
        content = b""
        while start != 0xFFFFFFFE:
            content += data[512 * (start + 1) : 512 * (start + 2)]
            start = table[start]
        return content

    found = {}
    directory = chain(first)
    for offset in range(0, len(directory), 128):
        length = struct.unpack_from("<H", directory, offset + 64)[0]
        name = directory[offset : offset + max(length - 2, 0)].decode("utf-16-le")
        start, size = struct.unpack_from("<IQ", directory, offset + 116)
        if directory[offset + 66] == 2:
            found[name] = chain(start)[:size]
    return found


def test_a_protected_workbook_opens_with_its_password_and_no_other(archive, tmp_path):
    inside = streams((archive / "transport/costs-protected.xlsx").read_bytes())
    info, package = inside["EncryptionInfo"], inside["EncryptedPackage"]
    start = 12 + struct.unpack_from("<I", info, 8)[0]
    salt = info[start + 4 : start + 20]
    size = struct.unpack_from("<Q", package)[0]

    def opened(password: str) -> bytes:
        decryptor = Cipher(algorithms.AES(derive(password, salt)), modes.ECB()).decryptor()
        return decryptor.update(package[8 : 8 + size + -size % 16])[:size]

    (tmp_path / "open.xlsx").write_bytes(opened(PASSWORD))
    assert openpyxl.load_workbook(tmp_path / "open.xlsx")["Costs"]["A1"].value == "Costs"
    assert not opened("another").startswith(b"PK")


@pytest.mark.parametrize("size", [0, 4095, 4096, 70_000, 700_000])
def test_a_compound_file_gives_back_what_was_put_in(size):
    data = bytes(index % 251 for index in range(size))
    found = streams(compound({"One": data, "Other": b"x"}))
    assert found["One"][:size] == data
    assert found["Other"][:1] == b"x"
