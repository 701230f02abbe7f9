"""The native files of an archive under the names that questions give them, read when first asked for."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

import pdfplumber.utils.exceptions

from benchmarks.truth_excel import excel_facets
from benchmarks.truth_facets import Facet, folded
from benchmarks.truth_faults import Unreadable
from benchmarks.truth_pages import pdf_facets, text_facets, web_facets
from benchmarks.truth_slides import slide_facets
from benchmarks.truth_word import word_facets

Reader = Callable[[Path], Iterator[Facet]]
_READERS: Mapping[str, tuple[str, Reader]] = MappingProxyType(
    {
        ".docx": ("Word document", word_facets),
        ".xlsx": ("workbook", excel_facets),
        ".pptx": ("presentation", slide_facets),
        ".pdf": ("PDF", pdf_facets),
        ".html": ("web page", web_facets),
        ".md": ("text", text_facets),
        ".txt": ("text", text_facets),
    }
)
# An archive may hold files that are encrypted or cut off: nothing is asked of them.
_SPOILT = (zipfile.BadZipFile, pdfplumber.utils.exceptions.PdfminerException, KeyError)


@dataclass(slots=True)
class Archive:
    """An archive's folder, with the facets of the files that were read."""

    folder: Path
    known: dict[str, list[Facet]] = field(default_factory=dict[str, list[Facet]])

    def facets(self, path: str) -> list[Facet]:
        """Return what a plain reading finds in a file; nothing in one that it cannot open."""
        if path not in self.known:
            read = _READERS[Path(path).suffix][1]
            try:
                self.known[path] = list(read(self.folder / path))
            except _SPOILT:
                self.known[path] = []
        return self.known[path]

    def called(self, name: str) -> str:
        """Return the path of the one file that a question calls so: by title and kind, or by file name."""
        found = [path for path in self._paths() if name in self._names(path)]
        if len(found) != 1:
            raise Unreadable(f"{len(found)} files are called {name}")
        return found[0]

    def _paths(self) -> list[str]:
        files = (file for file in sorted(self.folder.rglob("*")) if file.is_file())
        return [file.relative_to(self.folder).as_posix() for file in files]

    def _names(self, path: str) -> set[str]:
        plain = {f"the file {path}", f"the file {path.rpartition('/')[2]}"}
        if Path(path).suffix not in _READERS:
            return plain
        titles = [folded(facet.value) for facet in self.facets(path) if facet.kind == "metadata"]
        return plain | {f"the {_READERS[Path(path).suffix][0]} “{title}”" for title in titles if title}
