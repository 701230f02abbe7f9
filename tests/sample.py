"""The bundled archive as its readers read it, once for each process that tests it."""

from functools import cache

from assay.model.document import Source
from extractors.extract import Extraction, extract_batch
from tests.source import ROOT

SAMPLE = ROOT / "data" / "sample"
FILES = sorted(
    path.relative_to(SAMPLE).as_posix() for path in SAMPLE.rglob("*") if path.is_file() and path.name != "SOURCES.csv"
)


@cache
def extracted() -> dict[str, Extraction]:
    """Return what each file of the sample holds, by its path."""
    sources = [(SAMPLE / path, Source(path.split("/")[0], path, 0)) for path in FILES]
    return dict(zip(FILES, extract_batch(sources), strict=True))
