"""Native copies of Office files without the named artifacts and all that rests on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import MappingProxyType

from assay.model.artifact import Artifact
from assay.model.document import Document
from assay.model.errors import AssayError, NotAvailable, UsageError
from assay.native.cuts import Cut, Gone, fact
from assay.native.package import OfficeFile
from assay.native.powerpoint import powerpoint_cuts
from assay.native.properties import folded, forget_copies
from assay.native.word import word_cuts
from assay.native.workbook import workbook_cuts
from assay.views import closure

_Planner = Callable[[OfficeFile, Gone], list[tuple[Artifact, list[Cut]]]]
_PLANNERS: MappingProxyType[str, _Planner] = MappingProxyType({
    "word": word_cuts, "powerpoint": powerpoint_cuts, "excel": workbook_cuts,
})  # fmt: skip
_ZIP = b"PK"
# What goes with its words; of the others the words stay.
_BODY = frozenset({"text", "textbox", "slide_text", "shape_text"})
_WORDED = _BODY | {
    "smartart_text", "header", "footer", "header_footer", "footnote", "note", "comment", "metadata", "section",
}  # fmt: skip


def _words(gone: Gone) -> set[str]:
    """Return the words that are gone, and not only what was about them, without those of twins that stay."""
    told = [one for one in gone.document.artifacts if one.kind in _WORDED]
    words = {text for one in told if one.key in gone.keys for text in (one.text, fact(one, "text"))}
    staying = {one.text for one in told if one.key not in gone.keys and one.kind in _BODY}
    return {folded(one) for one in words} - {folded(one) for one in staying} - {""}


def ablate(document: Document, data: bytes, keys: Iterable[str]) -> bytes:
    """Return an Office file without some artifacts and their closure; the document is what was read in `data`."""
    named = frozenset(keys)
    planner = _PLANNERS.get(document.app)
    if planner is None:
        raise NotAvailable(f"assay ablate for {document.app} files")
    if not data.startswith(_ZIP):
        raise UsageError(f"{document.path} is no docx, pptx or xlsx package; save it as one first.")
    missing = [key for key in sorted(named) if document.artifact(key) is None]
    if missing:
        path = document.path
        raise UsageError(f"{path} holds no artifact {missing[0]}; `assay extract {path} --json` lists them.")
    file, gone = OfficeFile(data), Gone(document, closure(document, named), named)
    plan = planner(file, gone)
    lost = [artifact for artifact, cuts in plan if artifact.key in named and not cuts]
    if lost:
        raise AssayError(f"{lost[0].key} ({lost[0].label}) cannot be found in the XML of {document.path}.")
    for cut in [cut for _, cuts in plan for cut in cuts]:
        cut()
    forget_copies(file, _words(gone))
    return file.save()
