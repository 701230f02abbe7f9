"""Draws a page as a scanner leaves it: black and white dots with specks, in a PDF without a character of text."""

from __future__ import annotations

from pathlib import Path
from random import Random

from PIL import Image, ImageDraw, ImageFont

from assay.enterprise.blocks import Grid
from assay.enterprise.placed import Ledger, Rendered

_DOTS = 120
_PAGE = (595, 842)
_FONT = Path(__file__).parent / "fonts" / "MicroHeiSubset.ttf"
_LEFT, _TOP, _ROW, _LABEL, _COLUMN = 60, 150, 22, 130, 62
_SPECKS = 400


def scanned(path: str, title: str, author: str, grid: Grid, seed: str) -> Rendered:
    """Return a PDF of one scanned page with a title and a table; facts in it can only be seen."""
    scale = _DOTS / 72
    picture = Image.new("1", (round(_PAGE[0] * scale), round(_PAGE[1] * scale)), 1)
    draw, ledger = ImageDraw.Draw(picture), Ledger(path)
    _write(draw, 60, 80, title, 16)
    _write(draw, 60, 120, grid.caption, 11)
    for row, cells in enumerate(grid.rows):
        for column, cell in enumerate(cells):
            left = _LEFT + (_LABEL + _COLUMN * (column - 1) if column else 0)
            top = _TOP + _ROW * row
            _write(draw, left, top + 4, cell.text, 11)
            box = (float(left), float(top), float(left + (_COLUMN if column else _LABEL)), float(top + _ROW))
            ledger.cell(cell, {"page": 1, "box": box, "row": row, "column": column}, "visual")
    _speck(picture, Random(seed))
    return ledger.close(_pdf(picture), author, "scan")


def _write(draw: ImageDraw.ImageDraw, left: float, top: float, text: str, size: int) -> None:
    scale = _DOTS / 72
    font = ImageFont.truetype(str(_FONT), round(size * scale), layout_engine=ImageFont.Layout.BASIC)
    draw.text((left * scale, top * scale), text, font=font, fill=0)


def _speck(picture: Image.Image, random: Random) -> None:
    width, height = picture.size
    for _ in range(_SPECKS):
        picture.putpixel((random.randrange(width), random.randrange(height)), 0)


def _pdf(picture: Image.Image) -> bytes:
    """Return a PDF of one page that is nothing but the picture, its dots stored as they are."""
    width, height = picture.size
    draw = f"q {_PAGE[0]} 0 0 {_PAGE[1]} 0 0 cm /Scan Do Q".encode()
    form = f"/Type /XObject /Subtype /Image /Width {width} /Height {height} /BitsPerComponent 1 /ColorSpace /DeviceGray"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {_PAGE[0]} {_PAGE[1]}] /Contents 4 0 R "
        f"/Resources << /XObject << /Scan 5 0 R >> >> >>".encode(),
        _stream("", draw),
        _stream(form, picture.tobytes()),
    ]
    return _file(objects)


def _stream(entries: str, data: bytes) -> bytes:
    return f"<< {entries} /Length {len(data)} >>\nstream\n".encode() + data + b"\nendstream"


def _file(objects: list[bytes]) -> bytes:
    data, places = b"%PDF-1.4\n", list[int]()
    for number, content in enumerate(objects, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    start = len(data)
    data += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    data += b"".join(f"{place:010d} 00000 n \n".encode() for place in places)
    trailer = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    return data + trailer.encode()
