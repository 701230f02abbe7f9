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
from pdfplumber.page import Page
from pdfplumber.utils.exceptions import PdfminerException
from PIL import Image
from pptx.exc import PackageNotFoundError as PptxPackageError

from assay.enterprise.placed import At

Look = Callable[[At], str]
# what is found where a scan shows something: no library reads what
INK = "ink"
_FEWEST_DOTS = 60
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


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
    document = docx.Document(str(path))
    blocks = [
        [[cell.text for cell in row.cells] for row in block.rows] if isinstance(block, Table) else block.text
        for block in document.iter_inner_content()
    ]
    comments = {comment.comment_id: comment.text for comment in document.comments}
    notes = _footnotes(path)

    def look(at: At) -> str:
        index = _number(at, "index")
        if at["part"] != "body":
            return (comments if at["part"] == "comments" else notes)[index]
        block = blocks[index]
        return block if isinstance(block, str) else block[_number(at, "row")][_number(at, "column")]

    return look


def _footnotes(path: Path) -> dict[int, str]:
    with zipfile.ZipFile(path) as package:
        if "word/footnotes.xml" not in package.namelist():
            return {}
        root = etree.fromstring(package.read("word/footnotes.xml"))
    return {int(note.get(f"{_W}id") or 0): "".join(note.itertext()) for note in root.iter(f"{_W}footnote")}


def _excel(path: Path) -> Look:
    book = openpyxl.load_workbook(path, data_only=True)

    def look(at: At) -> str:
        cell = book[str(at["sheet"])][str(at["range"])]
        if "part" in at:
            return str(cell.comment.text)
        if isinstance(cell.value, str) or cell.number_format == "General":
            return str(cell.value)
        decimals = len(str(cell.number_format).partition(".")[2])
        return f"{Decimal(str(cell.value)):,.{decimals}f}"

    return look


def _slides(path: Path) -> Look:
    slides = list(pptx.Presentation(str(path)).slides)
    pages = [{str(shape.shape_id): shape for shape in page.shapes} for page in slides]

    def look(at: At) -> str:
        number = _number(at, "slide") - 1
        if "part" in at:
            frame = slides[number].notes_slide.notes_text_frame
            return str(frame.text) if frame else ""
        shape = pages[number][str(at["shape"])]
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
        scans = [_dots(page) for page in document.pages]

    def look(at: At) -> str:
        number, box = _number(at, "page") - 1, _box(at)
        scan = scans[number]
        return _within(words[number], box) if scan is None else INK if _inked(scan, box) else ""

    return look


def _box(at: At) -> tuple[float, float, float, float]:
    box = at["box"]
    if isinstance(box, int | str):
        raise ValueError("box is no box")
    left, top, right, bottom = box
    return left, top, right, bottom


def _within(words: list[tuple[float, float, float, float, str]], box: tuple[float, float, float, float]) -> str:
    left, top, right, bottom = box
    inside = (
        word[4]
        for word in words
        if left <= (word[0] + word[2]) / 2 <= right and top <= (word[1] + word[3]) / 2 <= bottom
    )
    return " ".join(inside)


def _dots(page: Page) -> Image.Image | None:
    """Return the picture that a page consists of, None where it has characters."""
    if page.chars or not page.images:
        return None
    source = page.images[0]
    size = tuple(int(edge) for edge in source["srcsize"])
    return Image.frombytes("1", (size[0], size[1]), source["stream"].get_data()).convert("L")


def _inked(scan: Image.Image, box: tuple[float, float, float, float]) -> bool:
    """Return whether a box of a page, 842 points high, holds as many black dots as a number has."""
    scale = scan.height / 842
    left, top, right, bottom = (round(edge * scale) for edge in box)
    return scan.crop((left, top, right, bottom)).histogram()[0] >= _FEWEST_DOTS


def _text(path: Path) -> Look:
    lines = path.read_text("utf-8").split("\n")

    def look(at: At) -> str:
        line = lines[_number(at, "line") - 1]
        return unescape(_fields(path.suffix, line)[_number(at, "column")]) if "column" in at else unescape(line)

    return look


def _fields(suffix: str, line: str) -> list[str]:
    if suffix == ".html":
        return re.findall(r"<t[hd](?: [^>]*)?>(.*?)</t[hd]>", line)
    if suffix == ".md":
        return [field.strip() for field in line.strip("|").split("|")]
    return re.split(r"[,;]" if suffix == ".csv" else r"\s{2,}", line)


def _number(at: At, name: str) -> int:
    value = at[name]
    if not isinstance(value, int):
        raise ValueError(f"{name} is not a number")
    return value
