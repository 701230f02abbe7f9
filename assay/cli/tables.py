"""What audit and filter show to people: tables that fit a narrow terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from assay.cli.printing import line_of, shown
from assay.model.canonical import Json
from assay.model.gate import Verdict
from assay.stages.drift import Drift
from assay.stages.spending import spending_lines
from assay.stages.summarizing import unfit_sentence
from assay.stages.verifying import AskedAgain

Body = Mapping[str, Json]
# Words broken into narrower pieces than this are no longer read.
_ROOM = 24
_ENDLESS = 10_000
_FIGURES = ("entered", "kept", "dropped", "revised")


def show(what: RenderableType) -> None:
    """Print to stdout, as wide as the terminal, so that results can be piped on."""
    Console(highlight=False).print(what)


def funnel(body: Json) -> RenderableType:
    """Return the archive's figures and the funnel with its causes."""
    whole = cast(Body, body)
    archive = cast(Body, whole["archive"])
    problems = ", ".join(f"{code} {count}" for code, count in cast(Body, archive["problems"]).items()) or "none"
    kept_back = cast(Sequence[str], whole["kept_back"])
    lines = Text(
        f"{archive['sources']} sources, {archive['documents']} documents, {archive['tokens']:,} tokens; "
        f"problems: {problems}\nreleased: {whole['released']} tasks"
        + (f"; kept back: {', '.join(kept_back)}" if kept_back else "")
    )
    table = _table("gate", *_FIGURES, last="undecided")
    lines_of_gates, causes = list[Text](), list[Text]()
    for row in cast(Sequence[Body], whole["funnel"]):
        counts = ", ".join(f"{cause} {count}" for cause, count in cast(Body, row["causes"]).items())
        figures = {name: str(row[name]) for name in (*_FIGURES, "undecided")}
        table.add_row(str(row["gate"]), *figures.values())
        lines_of_gates.append(Text(f"{row['gate']}: {', '.join(f'{value} {name}' for name, value in figures.items())}"))
        paid = f"; {row['calls']} calls of models, {row['cost']:.4f} dollars" if row["calls"] else ""
        causes.append(Text(f"{row['gate']}: {counts or 'nothing entered'}{paid}"))
    funnel = _Either(table, 0, table, Group(*lines_of_gates))
    told = (
        *(Text(line_of(line)) for line in spending_lines(cast(Body, whole["models"]))),
        *_summaries(cast(Body, whole["chunks"])),
        *_quality(whole["quality"]),
    )
    return Group(lines, _domains(archive), funnel, *causes, *told)


def _summaries(chunks: Body) -> Iterator[Text]:
    """Yield how many chunks a model summed up and its most frequent tags, or that its replies did not fit."""
    if unfit := cast(Mapping[str, int], chunks["unfit"]):
        yield Text(line_of(unfit_sentence(cast(int, chunks["summarised"]), cast(int, chunks["seeds"]), unfit)))
    if chunks["summarised"]:
        tags = ", ".join(f"{tag} {count}" for tag, count in cast(Body, chunks["tags"]).items())
        yield Text(line_of(f"summaries: {chunks['summarised']} of {chunks['seeds']} seeds; tags: {tags}"))


def _quality(quality: Json) -> Iterator[Text]:
    """Yield how grades spread over the tasks and how people agree with them, one line each."""
    if quality is not None:
        told = cast(Body, quality)
        by = ", ".join(cast(Sequence[str], told["graders"])) or "nobody"
        yield Text(line_of(f"quality: {told['graded']} tasks are graded, by {by}"))
        yield from (Text(line_of(f"quality: {one}")) for one in cast(Sequence[str], told["sentences"]))


def _domains(archive: Body) -> RenderableType:
    """Return the size of each domain and whether it exceeds a context window, then what is restricted or doubtful."""
    domains = cast(Mapping[str, Body], archive["domains"])
    over = f"over {archive['context_window']:,}"
    sizes = _table("domain", "documents", "tokens", last=over)
    whole = _table("domain", "documents", "tokens", over, last="kinds of source")
    kinds: list[Text] = []
    for name, figures in domains.items():
        told = line_of(", ".join(cast(Sequence[str], figures["source_kinds"])) or "not stated")
        row = _sizes(name, figures)
        sizes.add_row(*row)
        whole.add_row(*row, Text(told))
        kinds.append(Text(f"{line_of(name)}: {told}"))
    held = [f"{one['path']}: {one['restriction']}" for one in _bodies(archive["restricted"])]
    doubts = [f"SOURCES.csv, line {one['line']}: {one['path']}: {one['detail']}" for one in _bodies(archive["doubts"])]
    table = _Either(sizes, _ROOM, whole, Group(sizes, *kinds))
    return Group(table, *(Text(line_of(line)) for line in (*held, *doubts)))


def _sizes(name: str, figures: Body) -> tuple[Text, ...]:
    over = "yes" if figures["exceeds_context"] else "no"
    return tuple(map(Text, (line_of(name), f"{figures['documents']:,}", f"{figures['tokens']:,}", over)))


@dataclass(frozen=True, slots=True)
class _Either:
    """What is shown where a table and so much room beside it are not wider than the terminal, else what is narrow."""

    table: Table
    room: int
    wide: RenderableType
    narrow: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the one that fits."""
        wanted = Measurement.get(console, options.update(max_width=_ENDLESS), self.table).maximum + self.room
        yield self.wide if wanted <= options.max_width else self.narrow


def drift(found: Drift) -> RenderableType:
    """Return the figures of two runs beside each other; those that moved past their bounds are marked."""
    if found.alone:
        return Text(f"run {found.now.number}, {found.now.ended_at}: {found.alone}")
    ends = (f"run {run.number}, {run.ended_at}" for run in (found.before, found.now))
    table = _table("figure", "before", "now", "change", last="bound")
    for one in found.moved:
        change = f"{one.change:+.1f} {one.unit}{' !' if one.beyond else ''}"
        table.add_row(one.figure, f"{one.before:g}", f"{one.now:g}", change, f"{one.bound:g}")
    past = len(found.beyond)
    told = f"{past} figures moved past their bounds (!)" if past else "all figures are within their bounds"
    return Group(Text(" → ".join(ends)), table, Text(told))


def _bodies(value: Json) -> Sequence[Body]:
    return cast(Sequence[Body], value)


def trail(body: Json) -> RenderableType:
    """Return the decisions on one task in order."""
    whole = cast(Body, body)
    note = "\n(retired: its author does not write it any more)" if whole["retired"] else ""
    return Group(Text(shown(str(whole["question"])) + note), _decisions(cast(Sequence[Body], whole["trail"]), "gate"))


def decisions(body: Json) -> RenderableType:
    """Return one gate's decision on each task."""
    return _decisions(cast(Sequence[Body], body), "task")


def differences(body: Json) -> RenderableType:
    """Return what became of tasks in one run and in another, where that differs."""
    whole = cast(Body, body)
    table = _table("task", "before", "now", last="why")
    for row in cast(Sequence[Body], whole["changed"]):
        table.add_row(str(row["task"]), _fate(row["before"]), _fate(row["now"]), Text(line_of(str(row["why"]))))
    return Group(Text(f"{whole['before']} against {whole['now']}: {whole['same']} tasks have one fate in both"), table)


def comparisons(answers: Sequence[AskedAgain]) -> RenderableType:
    """Return old decisions beside new ones."""
    table = _table("task", "before", "now", last="why")
    for one in answers:
        table.add_row(one.new.task, _word(one.old), _word(one.new), Text(line_of(one.new.reason)))
    return table


def comparison_body(answer: AskedAgain) -> dict[str, Json]:
    """Return an old decision beside the new one as JSON."""
    return {"task": answer.new.task, "old": _verdict(answer.old), "new": _verdict(answer.new)}


def _decisions(rows: Sequence[Body], first: str) -> Table:
    table = _table(first, "decision", "asked", last="cause and reason")
    for row in rows:
        reason, asked = line_of(str(row["reason"])), str(len(cast(Sequence[Json], row["attempts"])))
        table.add_row(str(row[first]), str(row["decision"]), asked, Text(f"{row['cause']}: {reason}"))
    return table


def _table(*columns: str, last: str) -> Table:
    """Return a table whose last column alone may break its lines."""
    table = Table(box=box.SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
    for column in columns:
        table.add_column(column, no_wrap=True, overflow="fold")
    table.add_column(last, overflow="fold")
    return table


def _fate(fate: Json) -> str:
    if fate is None:
        return "none"
    told = cast(Body, fate)
    return f"{told['gate']}: {told['cause']}" if told["gate"] else str(told["decision"])


def _word(verdict: Verdict | None) -> str:
    return "not asked" if verdict is None else f"{verdict.decision}: {verdict.cause}"


def _verdict(verdict: Verdict | None) -> Json:
    if verdict is None:
        return None
    return {"decision": verdict.decision, "cause": verdict.cause, "reason": verdict.reason}
