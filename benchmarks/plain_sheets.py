"""The words and numbers of a workbook by the plainest reading that there is; it shares nothing with the readers.

Counted: names of sheets, cells' values, comments, texts of drawings, charts' texts and cached values; of an xls what
xlrd gives, of an xlsb what calamine gives, of an ods the values and texts of cells; no stand-ins of comments."""

import io
import zipfile
from collections import Counter
from collections.abc import Iterator
from xml.etree.ElementTree import Element, fromstring

import xlrd
from python_calamine import load_workbook

from benchmarks.plain_words import reached, words_of

BESIDE, TOLD = {"comments", "ThreadedComments", "wsDr", "chartSpace"}, {"p", "comment", "threadedComment", "pt"}


def sheet_words(data: bytes) -> Counter[str]:
    """Return the words of a workbook and how often each stands in it, numbers in one form."""
    if not data.startswith(b"PK"):
        return words_of("\n".join(_xls(data)))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = [one.replace("\\", "/").strip("/") for one in archive.namelist()]
        if "xl/workbook.bin" in names:
            return words_of("\n".join(_xlsb(data)))
        roots = [fromstring(archive.read("content.xml"))] if "content.xml" in names else reached(archive)
    for one in (one for root in roots for one in root.iter()):
        one.tag = one.tag.rpartition("}")[2]
    strings = [one for root in roots if root.tag == "sst" for one in root if one.tag == "si"]
    return words_of("\n".join(part for root in roots for part in _part(root, strings)))


def _part(root: Element, strings: list[Element]) -> Iterator[str]:
    for cell in root.iter("c") if root.tag == "worksheet" else ():
        value, kind = cell.findtext("v") or "", cell.get("t")
        item = strings[int(value)] if kind == "s" and value else cell.find("is")
        runs = () if item is None else (run for part in item if part.tag != "rPh" for run in part.iter("t"))
        yield value if item is None else "".join(run.text or "" for run in runs)
    for part in root.iter() if root.tag in BESIDE | {"workbook", "document-content"} else ():
        said = "".join(one.text or "" for one in part.iter() if one.tag in ("t", "v", "text"))
        yield said if part.tag in TOLD and root.tag in BESIDE and "[Threaded comment]" not in said else ""
        given = {key.rpartition("}")[2]: value for key, value in part.attrib.items()}
        yield given.get("name", "") if part.tag in ("sheet", "table") else ""
        yield given.get("value", "\n".join("".join(one.itertext()) for one in part if part.tag == "table-cell"))


def _xls(data: bytes) -> Iterator[str]:
    sheets = xlrd.open_workbook(file_contents=data, logfile=io.StringIO()).sheets()
    yield from (sheet.name for sheet in sheets)
    rows = (row for sheet in sheets for row in sheet.get_rows())
    yield from (str(cell.value) for row in rows for cell in row if cell.ctype in (1, 2, 3))


def _xlsb(data: bytes) -> Iterator[str]:
    book = load_workbook(io.BytesIO(data))
    yield from book.sheet_names
    rows = (row for name in book.sheet_names for row in book.get_sheet_by_name(name).to_python())
    yield from (str(value) for row in rows for value in row if isinstance(value, str | float))
