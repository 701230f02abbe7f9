"""The files of one OUT folder, by name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class OutFolder:
    """Every file and folder of an OUT (contracts.md, "OUT"); nothing here looks at the disk."""

    root: Path

    @property
    def database(self) -> Path:
        """The store."""
        return self.root / "assay.duckdb"

    @property
    def snapshot(self) -> Path:
        """The published copy of the store that readers open."""
        return self.root / "snapshot.duckdb"

    @property
    def lock(self) -> Path:
        """The file that names the writer."""
        return self.root / "writer.lock"

    @property
    def archive(self) -> Path:
        """The frozen collection of Markdown files."""
        return self.root / "archive"

    @property
    def blobs(self) -> Path:
        """Originals, pictures and Markdown by digest."""
        return self.root / "blobs"

    @property
    def calls(self) -> Path:
        """Model calls by digest."""
        return self.root / "calls"

    @property
    def traces(self) -> Path:
        """Traces of episodes and attempts by digest."""
        return self.root / "traces"

    @property
    def inbox(self) -> Path:
        """Lines that other processes leave for the writer."""
        return self.root / "inbox"

    @property
    def releases(self) -> Path:
        """The frozen releases by number."""
        return self.root / "releases"

    @property
    def release(self) -> Path:
        """The link to the newest release."""
        return self.root / "release"

    @property
    def report(self) -> Path:
        """The report, one page."""
        return self.root / "report.html"

    @property
    def partial(self) -> Path:
        """Files that are being written; whatever a killed writer left here is removed by the next."""
        return self.root / ".partial"

    def blob(self, sha: str) -> Path:
        """Return where the blob of a digest stands."""
        return self.blobs / sha[:2] / sha

    def trace(self, sha: str) -> Path:
        """Return where the trace of a digest stands."""
        return self.traces / f"{sha}.jsonl"

    def call(self, key: str) -> Path:
        """Return where the model call of a key stands."""
        return self.calls / key[:2] / f"{key}.json"
