"""Progress in the terminal: a bar for each stage with counts and time left; plain lines where there is no terminal."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)


class TerminalProgress:
    """Shows stages on stderr."""

    def __init__(self) -> None:
        self._console = Console(stderr=True, highlight=False)
        columns = (
            TextColumn("{task.description:<12}"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TextColumn("{task.fields[unit]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(compact=True),
        )
        self._bars = Progress(*columns, console=self._console, disable=not self._console.is_terminal)
        self._ids: dict[str, TaskID] = {}
        self._totals: dict[str, tuple[int, str]] = {}

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._bars.stop()

    def note(self, text: str) -> None:
        """Say what a user waits for before the first stage."""
        self._console.print(text)

    def start(self, stage: str, unit: str, total: int) -> None:
        """Show the stage with nothing done."""
        self._totals[stage] = (total, unit)
        self._ids[stage] = self._bars.add_task(stage, total=total, unit=unit)

    def advance(self, stage: str, count: int) -> None:
        """Move the stage's bar."""
        self._bars.advance(self._ids[stage], count)

    def finish(self, stage: str) -> None:
        """Fill the stage's bar; without a terminal, print its line."""
        total, unit = self._totals[stage]
        self._bars.update(self._ids[stage], completed=total)
        if not self._console.is_terminal:
            self._console.print(f"{stage}: {total} {unit}")
