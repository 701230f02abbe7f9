"""Every kind of artifact: its application, the letters of its keys, its identity fields and where it is shown.

The kinds are the taxonomy of Office Comprehension Bench, section 19, plus what it leaves out. Identity fields are
frozen: a key digests these and nothing else, so a reader that learns to fill more fields changes no key.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

App: TypeAlias = Literal["word", "excel", "powerpoint", "pdf", "text"]
Identity: TypeAlias = Literal["plain", "grid", "blob"]
Layer: TypeAlias = Literal["container", "body", "facts"]

APPS: tuple[App, ...] = get_args(App)


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of artifact of one application."""

    app: App
    name: str
    prefix: str
    identity: Identity
    layer: Layer

    @property
    def label(self) -> str:
        """The kind as `app.kind`, the form that tasks, coverage and reports use."""
        return f"{self.app}.{self.name}"


# letters of the key · what the key digests · layer: containers hold others and have no text of their own, body runs
# in reading order, facts stand at the end of the document's Markdown.
_SHARED: dict[str, tuple[str, Identity, Layer]] = {
    "text": ("p", "plain", "body"),
    "table": ("t", "grid", "body"),
    "image": ("i", "blob", "body"),
    "chart": ("c", "plain", "facts"),
    "hyperlink": ("h", "plain", "facts"),
    "metadata": ("m", "plain", "facts"),
    "comment": ("cm", "plain", "facts"),
    "highlight": ("hl", "plain", "facts"),
    "equation": ("eq", "plain", "body"),
}

_OWN: dict[App, dict[str, tuple[str, Identity, Layer]]] = {
    "word": {
        "font": ("f", "plain", "facts"),
        "layout": ("ly", "plain", "facts"),
        "footnote": ("fn", "plain", "facts"),
        "footer": ("fo", "plain", "facts"),
        "header": ("he", "plain", "facts"),
        "strikeout": ("st", "plain", "facts"),
        "textbox": ("tb", "plain", "body"),
        "video": ("v", "plain", "facts"),
        "revision": ("r", "plain", "facts"),
        "field": ("fd", "plain", "facts"),
        "control": ("cc", "plain", "facts"),
    },
    "excel": {
        "sheet": ("s", "plain", "container"),
        "tlr": ("tr", "grid", "body"),
        "unstructured": ("u", "grid", "body"),
        "formula": ("fx", "plain", "facts"),
        "pivot": ("pv", "plain", "facts"),
        "shape": ("sh", "plain", "facts"),
        "name": ("n", "plain", "facts"),
        "format": ("fm", "plain", "facts"),
        "validation": ("va", "plain", "facts"),
        "header_footer": ("hf", "plain", "facts"),
        "other": ("o", "plain", "facts"),
    },
    "powerpoint": {
        "slide": ("s", "plain", "container"),
        "slide_text": ("p", "plain", "body"),
        "position": ("po", "plain", "facts"),
        "shape_text": ("sx", "plain", "body"),
        "header_footer": ("hf", "plain", "facts"),
        "note": ("no", "plain", "facts"),
        "language": ("la", "plain", "facts"),
        "shape": ("sh", "plain", "facts"),
        "ink": ("ik", "plain", "facts"),
        "cell_color": ("co", "plain", "facts"),
        "smartart_text": ("sa", "plain", "body"),
        "smartart_relation": ("sr", "plain", "facts"),
        "hidden": ("hd", "plain", "facts"),
        "animation": ("an", "plain", "facts"),
        "section": ("se", "plain", "facts"),
        "media": ("me", "plain", "facts"),
    },
    "pdf": {
        "page": ("s", "plain", "container"),
        "annotation": ("a", "plain", "facts"),
        "form_field": ("ff", "plain", "facts"),
        "outline": ("ol", "plain", "facts"),
    },
    "text": {},
}

_SHARED_BY: dict[App, tuple[str, ...]] = {
    "word": ("text", "table", "image", "chart", "hyperlink", "metadata", "comment", "highlight", "equation"),
    "excel": ("table", "image", "chart", "hyperlink", "metadata", "comment"),
    "powerpoint": ("table", "image", "chart", "highlight", "equation", "hyperlink", "metadata", "comment"),
    "pdf": ("text", "table", "image", "hyperlink", "metadata"),
    "text": ("text", "table", "image", "hyperlink", "metadata"),
}


def _declare() -> dict[tuple[App, str], Kind]:
    declared: dict[tuple[App, str], Kind] = {}
    for app in APPS:
        fields = {name: _SHARED[name] for name in _SHARED_BY[app]} | _OWN[app]
        for name, (prefix, identity, layer) in fields.items():
            declared[app, name] = Kind(app, name, prefix, identity, layer)
    return declared


KINDS = MappingProxyType(_declare())
