"""Artifacts: the things in a document that a question can be about, their anchors, payloads, edges and keys."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from json.encoder import encode_basestring
from typing import Literal, TypeAlias

from assay.model.canonical import Scalar
from assay.model.grid import Grid
from assay.model.kinds import KINDS, App, Kind

Role: TypeAlias = Literal["paragraph", "heading", "list_item", "caption"]
EdgeType: TypeAlias = Literal["part_of", "about", "drawn_from", "computed_from", "copy_of"]
Box: TypeAlias = tuple[float, float, float, float]

# Crockford's base 32: no i, l, o or u, so that people can type a key from a screen.
_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
_PAIRS = tuple(first + second for first in _DIGITS for second in _DIGITS)


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where an artifact stands; only the fields of its application are set.

    word: part, index (and page where known) · excel: sheet, range · powerpoint: slide (1-based), shape, box in EMU ·
    pdf: page (1-based), box in points from the top left · text: line (1-based), and index where other tables stand
    before one on its line. `row` and `column` (0-based, spans not taken out) name a cell of a grid.
    """

    part: str | None = None
    index: int | None = None
    sheet: str | None = None
    range: str | None = None
    slide: int | None = None
    shape: str | None = None
    page: int | None = None
    box: Box | None = None
    line: int | None = None
    row: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """What a body text is: its role, its level (headings from 1, list items from 0) and its number as displayed."""

    role: Role = "paragraph"
    level: int = 0
    number: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture's alternative text, media type and size in pixels or points (0 where unknown)."""

    alt: str = ""
    media_type: str = ""
    width: float = 0.0
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class Series:
    """One series of a chart; `source` is the range that it is drawn from, empty where there is none.

    Of scatter and bubble charts `x` holds the numbers that `categories` show, `sizes` those of the bubbles.
    """

    name: str
    categories: tuple[str, ...]
    values: tuple[Scalar, ...]
    source: str = ""
    x: tuple[Scalar, ...] = ()
    sizes: tuple[Scalar, ...] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart with its cached data."""

    type: str
    title: str = ""
    axes: tuple[str, ...] = ()
    series: tuple[Series, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """Named values of a facet, in a fixed order: a property's value, a link's target, a font's face and size."""

    values: tuple[tuple[str, Scalar], ...] = ()

    def get(self, name: str) -> Scalar:
        """Return the value of a name, None where it is not stated."""
        return dict(self.values).get(name)


Payload: TypeAlias = Text | Grid | Picture | Chart | Facts


@dataclass(frozen=True, slots=True)
class Artifact:
    """One thing in a document. `text` is its own Markdown; what is about it stands beside it as its own artifact."""

    key: str
    order: int
    app: App
    kind: str
    at: Anchor
    text: str
    payload: Payload
    blob: str | None = None

    @property
    def label(self) -> str:
        """The kind as `app.kind`."""
        return f"{self.app}.{self.kind}"

    @property
    def declared(self) -> Kind:
        """The declaration of the artifact's kind."""
        return KINDS[self.app, self.kind]


@dataclass(frozen=True, slots=True)
class Edge:
    """`source` points at `target` (artifact keys of one document; `copy_of` joins documents by their source keys)."""

    source: str
    target: str
    type: EdgeType


def artifact_key(kind: Kind, identity: str, place: str, occurrence: int) -> str:
    """Return the key of the n-th (from 1) artifact of a kind with this identity.

    `identity` is the value of the kind's identity field: plain characters (white space is folded here), a grid's
    identity or a blob's sha256. `place` is the sheet's name or the slide's id, empty elsewhere.
    """
    # A document has thousands of keys: this is canonical JSON of three strings, and two digits at a time.
    names = ",".join(map(encode_basestring, (kind.name, " ".join(identity.split()), place)))
    number = int.from_bytes(sha256(f"[{names}]".encode("utf-8", "surrogatepass")).digest()[:8]) >> 14
    digits = "".join([_PAIRS[(number >> shift) & 1023] for shift in (40, 30, 20, 10, 0)])
    return f"{kind.prefix}{digits}" if occurrence == 1 else f"{kind.prefix}{digits}-{occurrence}"
