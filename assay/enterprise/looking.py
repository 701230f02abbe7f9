"""Looks at a place of a written file with the library of its format: what really stands there."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false, reportAttributeAccessIssue=false
from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from decimal import Decimal
from html import unescape
from pathlib import Path

import docx
import openpyxl
import pdfplumber
import pptx
from docx.opc.exceptions import PackageNotFoundError as DocxPackageError
from docx.table import Table
from lxml import etree
from openpyxl.utils.exceptions import InvalidFileException
from pdfplumber.utils.exceptions import PdfminerException
from pptx.exc import PackageNotFoundError as PptxPackageError

from assay.enterprise.records import At

Look = Callable[[At], str]


_UNREADABLE = (
    OSError,
    ValueError,
    LookupError,
    etree.XMLSyntaxError,
    zipfile.BadZipFile,
    DocxPackageError,
    PptxPackageError,
    InvalidFileException,
    PdfminerException,
)


def opened(path: Path) -> Look:
    """Return a function from an anchor to the text that stands at it in this file; empty text where nothing does."""
    openers = {".docx": _word, ".xlsx": _excel, ".pptx": _slides, ".pdf": _pdf}
    try:
        look = openers.get(path.suffix, _text)(path)
    except _UNREADABLE:
        return lambda at: ""
    return lambda at: _tried(look, at)


def _tried(look: Look, at: At) -> str:
    try:
        return look(at)
    except (LookupError, ValueError, ArithmeticError, AttributeError, TypeError):
        return ""


def _word(path: Path) -> Look:
    blocks = [
        [[cell.text for cell in row.cells] for row in block.rows] if isinstance(block, Table) else block.text
        for block in docx.Document(str(path)).iter_inner_content()
    ]

    def look(at: At) -> str:
        block = blocks[_number(at, "index")]
        return block if isinstance(block, str) else block[_number(at, "row")][_number(at, "column")]

    return look


def _excel(path: Path) -> Look:
    book = openpyxl.load_workbook(path, data_only=True)

    def look(at: At) -> str:
        cell = book[str(at["sheet"])][str(at["range"])]
        decimals = len(str(cell.number_format).partition(".")[2])
        return f"{Decimal(str(cell.value)):,.{decimals}f}"

    return look


def _slides(path: Path) -> Look:
    pages = [{str(shape.shape_id): shape for shape in page.shapes} for page in pptx.Presentation(str(path)).slides]

    def look(at: At) -> str:
        shape = pages[_number(at, "slide") - 1][str(at["shape"])]
        if "series" in at:
            return f"{shape.chart.plots[0].series[_number(at, 'series')].values[_number(at, 'point')]:.12g}"
        if "row" in at:
            return str(shape.table.cell(_number(at, "row"), _number(at, "column")).text)
        return str(shape.text_frame.text)

    return look


def _pdf(path: Path) -> Look:
    with pdfplumber.open(path) as document:
        words = [
            [(word["x0"], word["top"], word["x1"], word["bottom"], word["text"]) for word in page.extract_words()]
            for page in document.pages
        ]

    def look(at: At) -> str:
        box = at["box"]
        left, top, right, bottom = (float(edge) for edge in box) if not isinstance(box, int) else (0.0,) * 4
        inside = (
            word[4]
            for word in words[_number(at, "page") - 1]
            if left <= (word[0] + word[2]) / 2 <= right and top <= (word[1] + word[3]) / 2 <= bottom
        )
        return " ".join(inside)

    return look


def _text(path: Path) -> Look:
    lines = path.read_text("utf-8").split("\n")

    def look(at: At) -> str:
        line = lines[_number(at, "line") - 1]
        return unescape(_fields(path.suffix, line)[_number(at, "column")]) if "column" in at else unescape(line)

    return look


def _fields(suffix: str, line: str) -> list[str]:
    if suffix == ".html":
        return re.findall(r"<t[hd]>(.*?)</t[hd]>", line)
    if suffix == ".md":
        return [field.strip() for field in line.strip("|").split("|")]
    return re.split(r"[,;]" if suffix == ".csv" else r"\s{2,}", line)


def _number(at: At, name: str) -> int:
    value = at[name]
    if not isinstance(value, int):
        raise ValueError(f"{name} is not a number")
    return value
