"""The summary of a build in a few lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from assay.cli.printing import line_of
from assay.stages.building import Summary

_MIB = 1 << 20
# An archive of many domains has a sentence about each; the report holds all.
_SENTENCES = 6
_SAID = {"kept": "with the same answer", "reanswered": "answered again", "retired": "retired"}


def summary_text(summary: Summary) -> str:
    """Return the lines that a build ends with."""
    return "\n".join(map(line_of, _lines(summary)))


def refresh_text(summary: Summary) -> str:
    """Return what a refresh says first: the files that it looked at, and the tasks that were due."""
    return "\n".join(map(line_of, _refreshed(summary)))


def _refreshed(summary: Summary) -> Iterator[str]:
    looked = summary.looked
    counts = (("hashed", looked.hashed), ("read", looked.extracted), ("new", looked.added), ("gone", looked.removed))
    told = ", ".join(f"{count:,} {word}" for word, count in counts)
    yield f"{_counted(looked.listed, 'file')} looked at: {told}"
    for kept, now in looked.renamed[:_SENTENCES]:
        yield f"{kept} is {now} now; its document keeps its name"
    outcomes = Counter(fate.outcome for fate in summary.due)
    if outcomes:
        yield "tasks that were due: " + ", ".join(f"{count} {_SAID[name]}" for name, count in sorted(outcomes.items()))


def _lines(summary: Summary) -> Iterator[str]:
    problems = ", ".join(f"{code} {count}" for code, count in summary.problems.items())
    read = f"{_counted(summary.sources, 'source')}: {_counted(summary.documents, 'document')}"
    yield read + (f"; problems: {problems}" if problems else "")
    yield f"{_counted(summary.candidates, 'candidate task')}, {summary.released} released"
    yield from summary.sentences[:_SENTENCES]
    if len(summary.sentences) > _SENTENCES:
        yield f"{len(summary.sentences) - _SENTENCES} more of these in the report"
    for reason in summary.short:
        yield f"short: {reason}"
    yield f"{summary.seconds:.1f} s, peak memory {summary.peak_memory / _MIB:,.0f} MiB over all processes"
    if summary.release is not None:
        yield f"release {summary.release}: {summary.out / 'releases' / str(summary.release)}"
    yield f"report: {summary.out / 'report.html'}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
