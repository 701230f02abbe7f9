"""Pictures are made for what is asked, once, by a child that ends; without LibreOffice a value says so."""

import io
import os
import shutil
import stat
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from pptx import Presentation
from reportlab.pdfgen.canvas import Canvas

from assay.render import Order, Region, RendererMissing, Unrendered, pictures, pictures_of
from assay.render.office import Limits, convert
from assay.render.showing import with_all_slides

PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
needs_office = pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")


def pdf(pages: int = 2) -> bytes:
    """Pages of 200 by 100 points, the left half black."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(200, 100), invariant=1)
    for _ in range(pages):
        canvas.rect(0, 0, 100, 100, stroke=0, fill=1)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def deck(*titles: str, hidden: int | None = None) -> bytes:
    made = Presentation()
    for number, title in enumerate(titles, 1):
        slide = made.slides.add_slide(made.slide_layouts[5])
        slide.shapes[0].text_frame.text = title  # pyright: ignore[reportAttributeAccessIssue]
        if number == hidden:
            slide._element.set("show", "0")
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def pixels(path: Path) -> tuple[int, int, bytes]:
    """Width, height and the first byte of each pixel of a PNG file written without filters."""
    data = path.read_bytes()
    width, height = struct.unpack(">II", data[16:24])
    channels = {0: 1, 2: 3, 6: 4}[data[25]]
    start = data.index(b"IDAT")
    lines = zlib.decompress(data[start + 4 : start + 4 + int.from_bytes(data[start - 4 : start])])
    row = 1 + width * channels
    return width, height, b"".join(lines[at * row + 1 : (at + 1) * row : channels] for at in range(height))


def made(found: object) -> list[Path]:
    assert isinstance(found, list)
    return found


def test_pages_of_a_pdf_are_drawn_without_libreoffice(tmp_path: Path):
    files = made(pictures(pdf(), "application/pdf", None, tmp_path))
    width, height, first = pixels(files[0])
    assert (len(files), width, height) == (2, 400, 200)
    assert (first[10], first[390]) == (0, 255)


def test_only_what_is_asked_is_drawn_and_only_once(tmp_path: Path):
    [file] = made(pictures(pdf(3), "application/pdf", [2, 9], tmp_path))
    before = file.stat().st_mtime_ns
    assert made(pictures(pdf(3), "application/pdf", [2], tmp_path)) == [file]
    assert file.stat().st_mtime_ns == before
    assert sorted(each.name for each in file.parent.glob("*.png")) == ["page-0002.png"]


def test_a_region_is_the_part_of_the_page_that_its_box_names(tmp_path: Path):
    box = Region(1, (1000, 0, 2000, 500), (2000, 1000))
    width, height, first = pixels(made(pictures(pdf(), "application/pdf", [box], tmp_path))[0])
    assert (width, height, set(first)) == (200, 100, {255})


def test_a_region_outside_its_page_is_a_point_of_it(tmp_path: Path):
    box = Region(1, (9000, 9000, 9900, 9900), (2000, 1000))
    width, height, _ = pixels(made(pictures(pdf(), "application/pdf", [box], tmp_path))[0])
    assert 1 <= width <= 4
    assert 1 <= height <= 4


def test_a_broken_pdf_and_a_type_that_nothing_draws_say_so(tmp_path: Path):
    broken, other = pictures_of([Order(b"%PDF-junk", "application/pdf"), Order(b"x", "text/plain")], tmp_path)
    assert isinstance(broken, Unrendered)
    assert isinstance(other, Unrendered)
    assert "text/plain" in other.reason


def test_bytes_that_are_no_package_are_not_drawn_as_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", f"{office(tmp_path, 'exit 1')}:{os.environ['PATH']}")
    assert pictures(b"PK junk", PPTX, None, tmp_path / "cache") == Unrendered("the file is no whole package")


def test_without_libreoffice_the_renderer_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert pictures(deck("One"), PPTX, None, tmp_path / "cache") == RendererMissing()


def test_hidden_slides_are_shown_and_nothing_else_is_changed():
    plain = deck("One", "Two")
    assert with_all_slides(plain) == plain
    assert with_all_slides(b"no package") == b"no package"
    shown = Presentation(io.BytesIO(with_all_slides(deck("One", "Two", hidden=2))))
    assert [slide._element.get("show") for slide in shown.slides] == [None, None]


def office(folder: Path, script: str) -> Path:
    """A folder with a program in LibreOffice's place."""
    program = folder / "bin" / "soffice"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f"#!/bin/bash\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program.parent


# Writes a PDF for each input that does not say `bad`; a batch that holds one dies before any is written.
FRAGILE = """
while [ "$1" != --outdir ]; do shift; done; out=$2; shift 2; mkdir -p "$out"
grep -q bad "$@" && exit 77
for file in "$@"; do name=$(basename "$file"); echo "pages" > "$out/${name%.*}.pdf"; done
"""


def test_when_a_batch_dies_each_of_its_files_is_tried_alone(tmp_path: Path):
    program = office(tmp_path, FRAGILE) / "soffice"
    files = {name: ("docx", name.encode()) for name in ("one", "bad", "two")}
    assert dict(convert(files, str(program), Limits())) == {
        "one": b"pages\n", "bad": "LibreOffice cannot draw it", "two": b"pages\n",
    }  # fmt: skip


def test_what_takes_too_long_is_ended_with_its_children(tmp_path: Path):
    program = office(tmp_path, f"sleep 300 & echo $! > {tmp_path}/pid; wait") / "soffice"
    made = dict(convert({"one": ("docx", b"x")}, str(program), Limits(seconds=0.5, start=0.5)))
    assert made == {"one": "LibreOffice cannot draw it"}
    child = int((tmp_path / "pid").read_text())
    assert not Path(f"/proc/{child}").exists() or "Z" in Path(f"/proc/{child}/stat").read_text().split()[2]


@needs_office
def test_slides_are_drawn_by_their_number_hidden_ones_too(tmp_path: Path):
    data = deck("First", "", "Third", hidden=2)
    files = made(pictures(data, PPTX, None, tmp_path))
    assert [each.name for each in files] == ["page-0001.png", "page-0002.png", "page-0003.png"]
    assert [min(pixels(each)[2]) < 128 for each in files] == [True, False, True]


def test_the_child_has_limits_and_no_network():
    script = "ulimit -v; ulimit -t; cat /proc/net/dev"
    command = [sys.executable, "-m", "assay.render.child", "7", str(1 << 30), "/bin/sh", "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    memory, seconds, *network = done.stdout.splitlines()
    assert (memory, seconds) == (str(1 << 20), "7")
    assert [line.split(":")[0].strip() for line in network[2:]] in (["lo"], [])
