"""PDF files made for one test each."""

from collections.abc import Callable, Sequence
from io import BytesIO

from reportlab.lib import pdfencrypt
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

Draw = Callable[[Canvas], None]

# A grey picture of 32 by 32 pixels as a PDF image is built from it.
PIXELS = 32


def pdf(*pages: Draw, password: str = "", rotation: int = 0, title: str = "") -> bytes:
    """The bytes of a file with one page a function."""
    target = BytesIO()
    encryption = pdfencrypt.StandardEncryption(password) if password else None
    canvas = Canvas(target, pagesize=A4, encrypt=encryption, invariant=1)
    if title:
        canvas.setTitle(title)
    for draw in pages:
        canvas.setPageRotation(rotation)
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def write(*lines: tuple[str, float, float, float]) -> Draw:
    """Lines as (text, x, distance from the top, size)."""

    def draw(canvas: Canvas) -> None:
        for text, x, down, size in lines:
            canvas.setFont("Helvetica", size)
            canvas.drawString(x, A4[1] - down, text)

    return draw


def grid(rows: Sequence[Sequence[str]], down: float = 200.0, width: float = 80.0, height: float = 20.0) -> Draw:
    """A ruled table with its top this far down the page."""

    def draw(canvas: Canvas) -> None:
        top = A4[1] - down
        xs = [60 + width * column for column in range(len(rows[0]) + 1)]
        canvas.grid(xs, [top - height * row for row in range(len(rows) + 1)])
        canvas.setFont("Helvetica", 9)
        for row, cells in enumerate(rows):
            for column, text in enumerate(cells):
                canvas.drawString(xs[column] + 4, top - height * row - 14, text)

    return draw


def both(*draws: Draw) -> Draw:
    """One page with all of these, in this order."""

    def draw(canvas: Canvas) -> None:
        for each in draws:
            each(canvas)

    return draw


def picture(canvas: Canvas) -> None:
    """A page that is a picture."""
    header = f"P6 {PIXELS} {PIXELS} 255\n".encode()
    body = b"".join(bytes((x * 8, y * 8, 200)) for y in range(PIXELS) for x in range(PIXELS))
    canvas.drawImage(ImageReader(BytesIO(header + body)), 50, 50, 400, 600)
