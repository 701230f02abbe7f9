"""Workbooks from before 2007, record by record."""

import hashlib
import struct
from collections.abc import Callable, Iterator

import pytest

from assay.enterprise.compound import compound
from assay.model.artifact import Facts
from assay.model.document import Reading
from assay.model.grid import Grid, Span
from extractors.excel.binary import read_xls


def record(number: int, body: bytes = b"") -> bytes:
    """One BIFF record."""
    return struct.pack("<HH", number, len(body)) + body


def short_text(text: str) -> bytes:
    """A text with a length of one byte, as names of sheets have it."""
    return struct.pack("<BB", len(text), 0) + text.encode("latin-1")


def long_text(text: str) -> bytes:
    """A text with a length of two bytes, as formats and labels have it."""
    return struct.pack("<HB", len(text), 0) + text.encode("latin-1")


def style(format: int) -> bytes:
    """A cell style with a number format."""
    return record(0xE0, struct.pack("<HHH", 0, format, 1) + bytes(14))


def cell(number: int, row: int, column: int, style: int, body: bytes) -> bytes:
    """A record of a cell."""
    return record(number, struct.pack("<HHH", row, column, style) + body)


def xls(*cells: bytes, epoch_1904: int = 0, guard: bytes = b"", names: bytes = b"") -> bytes:
    """A BIFF 8 stream with the styles General, 0.0% and yyyy-mm-dd, and a hidden sheet of these cells."""
    opening = record(0x809, struct.pack("<HHHHII", 0x600, 5, 1, 1997, 0, 6)) + guard
    styles = style(0) + style(164) + style(165)
    formats = record(0x41E, struct.pack("<H", 164) + long_text("0.0%"))
    formats += record(0x41E, struct.pack("<H", 165) + long_text("yyyy-mm-dd"))
    font = record(0x31, struct.pack("<HHHHHBBBB", 200, 0, 0x7FFF, 400, 0, 0, 0, 0, 0) + short_text("Arial"))
    before = opening + record(0x42, struct.pack("<H", 1200)) + record(0x22, struct.pack("<H", epoch_1904))
    before += font + formats + styles + names
    sheet_at = len(before) + len(record(0x85, bytes(6) + short_text("Data"))) + len(record(0x0A))
    before += record(0x85, struct.pack("<IBB", sheet_at, 1, 0) + short_text("Data")) + record(0x0A)
    sheet = record(0x809, struct.pack("<HHHHII", 0x600, 0x10, 1, 1997, 0, 6)) + b"".join(cells) + record(0x0A)
    return before + sheet


CELLS = (
    record(0x208, struct.pack("<HHHHHHI", 1, 0, 3, 255, 0, 0, 0x20)),
    record(0x7D, struct.pack("<HHHHHH", 2, 2, 2560, 0, 1, 0)),
    cell(0x204, 0, 0, 0, long_text("name")), cell(0x204, 0, 1, 0, long_text("share")),
    cell(0x203, 1, 0, 2, struct.pack("<d", 43831)), cell(0x203, 1, 1, 1, struct.pack("<d", 0.256)),
    cell(0x205, 2, 0, 0, b"\x01\x00"), cell(0x205, 2, 1, 0, b"\x07\x01"), cell(0x203, 3, 0, 0, struct.pack("<d", 7.5)),
    record(0xE5, struct.pack("<HHHHH", 1, 3, 3, 0, 1)),
)  # fmt: skip


def only_grid(reading: Reading) -> Grid:
    """The one grid."""
    (found,) = (artifact.payload for artifact in reading.artifacts if isinstance(artifact.payload, Grid))
    return found


def test_values_show_by_their_formats():
    grid = only_grid(read_xls(xls(*CELLS)))
    assert grid.displayed == ("name", "share", "2020-01-01", "25.6%", "TRUE", "#DIV/0!", "7.5", "")
    assert grid.stored == ("name", "share", 43831, 0.256, True, "#DIV/0!", 7.5, None)
    assert grid.spans == (Span(3, 0, 1, 2),)
    assert (grid.header_rows, grid.cell(1, 1).format) == (1, "0.0%")


def test_dates_count_from_the_epoch_of_the_workbook():
    assert only_grid(read_xls(xls(*CELLS, epoch_1904=1))).displayed[2] == "2024-01-02"


def test_hidden_sheets_rows_and_columns_are_told():
    reading = read_xls(xls(*CELLS))
    sheet = reading.artifacts[0].payload
    assert isinstance(sheet, Facts)
    assert (sheet.get("hidden"), sheet.get("hidden_rows"), sheet.get("hidden_columns")) == ("hidden", "2", "C")
    assert (reading.reader, reading.counts.sheets) == ("xlrd", 1)
    assert "before 2007" in reading.warnings[0]


def test_a_stream_that_asks_for_a_password_is_encrypted():
    data = xls(*CELLS)
    start = len(record(0x809, bytes(16)))
    problem = read_xls(data[:start] + record(0x2F, bytes(54)) + data[start:]).problem
    assert problem is not None
    assert problem.code == "encrypted"


@pytest.mark.parametrize("size", [0, 10, 30, 200])
def test_a_stream_that_is_cut_off_is_a_problem_or_what_could_be_read(size: int):
    reading = read_xls(xls(*CELLS)[:size])
    assert reading.problem is not None
    assert reading.problem.code == "corrupt"


PASSWORD = "VelvetSweatshop"
CLEAR = (0x809, 0x2F)


def records(stream: bytes) -> Iterator[tuple[int, int, int]]:
    """Kind, place and size of every record."""
    at = 0
    while at < len(stream):
        kind, size = struct.unpack_from("<HH", stream, at)
        yield kind, at, size
        at += 4 + size


def covered(stream: bytes, covering: bytes) -> bytes:
    """A stream whose records' bodies are those of another, but for what is never encrypted."""
    found = bytearray(covering)
    for kind, at, size in records(stream):
        kept = 4 + size if kind in CLEAR else 8 if kind == 0x85 else 4
        found[at : at + kept] = stream[at : at + kept]
    return bytes(found)


def rc4(key: bytes, data: bytes) -> bytes:
    """Data under RC4, the textbook's."""
    box, j, out = list(range(256)), 0, bytearray()
    for i in range(256):
        j = (j + box[i] + key[i % len(key)]) % 256
        box[i], box[j] = box[j], box[i]
    i = j = 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + box[i]) % 256
        box[i], box[j] = box[j], box[i]
        out.append(byte ^ box[(box[i] + box[j]) % 256])
    return bytes(out)


def under_rc4(key: Callable[[int], bytes], guard: bytes) -> bytes:
    """The workbook of CELLS under RC4 with a key for each block of 1,024 bytes."""
    stream = xls(*CELLS, *(cell(0x204, row, 9, 0, long_text("far" * 20)) for row in range(4, 40)), guard=guard)
    blocks = [stream[at : at + 1024] for at in range(0, len(stream), 1024)]
    assert len(blocks) > 2
    return covered(stream, b"".join(rc4(key(number), block) for number, block in enumerate(blocks)))


def by_md5(password: str) -> bytes:
    """A workbook under the 40 bits of Excel 97."""
    salt, verifier = bytes(range(16)), bytes(range(50, 66))
    half = hashlib.md5(password.encode("utf-16-le")).digest()[:5]
    base = hashlib.md5((half + salt) * 16).digest()[:5]

    def key(block: int) -> bytes:
        return hashlib.md5(base + struct.pack("<I", block)).digest()

    proof = rc4(key(0), verifier + hashlib.md5(verifier).digest())
    return under_rc4(key, record(0x2F, b"\x01\x00\x01\x00\x01\x00" + salt + proof))


def by_sha1(password: str, bits: int) -> bytes:
    """A workbook under the cryptographic provider of Excel 2002."""
    salt, verifier = bytes(range(16)), bytes(range(50, 66))
    base = hashlib.sha1(salt + password.encode("utf-16-le")).digest()

    def key(block: int) -> bytes:
        cut = hashlib.sha1(base + struct.pack("<I", block)).digest()[: bits // 8]
        return cut + bytes(11) if bits == 40 else cut

    proof = rc4(key(0), verifier + hashlib.sha1(verifier).digest())
    info = struct.pack("<IIIIIIII", 4, 0, 0x6801, 0x8004, bits, 1, 0, 0) + "RC4\0".encode("utf-16-le")
    header = b"\x01\x00\x02\x00\x02\x00" + struct.pack("<II", 4, len(info)) + info
    return under_rc4(
        key, record(0x2F, header + struct.pack("<I", 16) + salt + proof[:16] + struct.pack("<I", 20) + proof[16:])
    )


def by_xor(verifier: bytes) -> bytes:
    """A workbook under the oldest cover, whose key and verifier are those of the password."""
    stream = xls(*CELLS, guard=record(0x2F, b"\x00\x00\x59\xb3" + verifier))
    mask = [
        (byte ^ half) >> 1 | ((byte ^ half) & 1) << 7
        for byte, half in zip(PASSWORD.encode() + b"\xbb", b"\x59\xb3" * 8, strict=True)
    ]
    out = bytearray(stream)
    for _, at, size in records(stream):
        for index in range(at + 4, at + 4 + size):
            turned = (stream[index] << 5 | stream[index] >> 3) & 255
            out[index] = turned ^ mask[(index + size) % 16]
    return covered(stream, bytes(out))


@pytest.mark.parametrize(
    "data", [by_md5(PASSWORD), by_sha1(PASSWORD, 40), by_sha1(PASSWORD, 128), by_xor(b"\x0a\x9a")], ids=range(4)
)
def test_the_password_that_excel_tries_by_itself_opens_a_workbook(data: bytes):
    grid = next(one.payload for one in read_xls(data).artifacts if isinstance(one.payload, Grid))
    assert grid.displayed == ("name", "share", "2020-01-01", "25.6%", "TRUE", "#DIV/0!", "7.5", "")


@pytest.mark.parametrize(
    "data", [by_md5("other"), by_sha1("other", 128), by_xor(b"\x0b\x9a"), xls(*CELLS, guard=record(0x2F, b"\x01\x00"))],
    ids=range(4),
)  # fmt: skip
def test_any_other_password_leaves_it_encrypted(data: bytes):
    problem = read_xls(data).problem
    assert problem is not None
    assert problem.code == "encrypted"


def name(text: str, formula: bytes, sheet: int = 0) -> bytes:
    """A record of a defined name."""
    head = struct.pack("<HBBHHHI", 0, 0, len(text), len(formula), 0, sheet, 0)
    return record(0x18, head + b"\0" + text.encode("latin-1") + formula)


def test_names_tell_what_they_mean_where_that_is_known():
    names = name("rate", b"\x1f" + struct.pack("<d", 2.5)) + name("local", b"\x17\x02\0ab", 1) + name("odd", b"")
    found = [one for one in read_xls(xls(*CELLS, names=names)).artifacts if one.kind == "name"]
    assert [one.text for one in found] == ["rate = 2.5", 'local = "ab"', "odd"]
    facts = [one.payload for one in found if isinstance(one.payload, Facts)]
    assert [(one.get("refers_to"), one.get("scope")) for one in facts] == [
        ("2.5", None),
        ('"ab"', "Data"),
        (None, None),
    ]


def test_links_are_told_with_the_cells_that_they_are_on():
    address = "https://example.org/".encode("utf-16-le") + b"\0\0"
    guid, moniker = bytes.fromhex("d0c9ea79f9bace118c8200aa004ba90b"), bytes.fromhex("e0c9ea79f9bace118c8200aa004ba90b")
    body = struct.pack("<HHHH", 1, 2, 0, 1) + guid + struct.pack("<II", 2, 3) + moniker
    reading = read_xls(xls(*CELLS, record(0x1B8, body + struct.pack("<I", len(address)) + address)))
    (link,) = (one for one in reading.artifacts if one.kind == "hyperlink")
    assert (link.text, link.at.range) == ("https://example.org/", "A2:B3")
    grid = next(one.key for one in reading.artifacts if isinstance(one.payload, Grid))
    assert ("about", grid) in [(edge.type, edge.target) for edge in reading.edges if edge.source == link.key]


def test_the_workbook_stream_of_a_compound_file_is_opened_too():
    reading = read_xls(compound({"Workbook": by_md5(PASSWORD)}))
    assert reading.problem is None
    assert any(isinstance(one.payload, Grid) for one in reading.artifacts)
    assert read_xls(compound({"Workbook": by_md5("other")})).problem is not None
