"""The figures of a release and of the judgement on it, as lines of plain text."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from benchmarks.truth_store import Survival, operator_of
from benchmarks.truth_verdict import Verdict

Tasks = Sequence[Mapping[str, object]]
_TWICE = 2


def verdict_lines(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield what is wrong, one by one, and the sums."""
    for verdict in verdicts:
        if verdict.outcome != "right":
            yield f"{verdict.outcome}: {verdict.question}\n    gold {verdict.gold} | own {verdict.own}"
    outcomes = Counter(verdict.outcome for verdict in verdicts)
    wrong = outcomes["wrong"] + outcomes["unparsed"]
    yield f"wrong golds {wrong} of {len(verdicts)}, {outcomes['unparsed']} of them unparsed"
    right = Counter(verdict.source for verdict in verdicts if verdict.outcome == "right")
    yield f"right by source: {_counts(right)}"


def run_line(tasks: Tasks, verdicts: Sequence[Verdict]) -> str:
    """Return one run's tasks by track, its wrong golds, and the most of a template and of a pair of documents."""
    wrong = sum(verdict.outcome != "right" for verdict in verdicts)
    templates = Counter(_template(task) for task in tasks)
    return (
        f"{len(tasks)} tasks ({_counts(Counter(str(task['track']) for task in tasks))}), wrong golds {wrong} of "
        f"{len(verdicts)}, at most {max(templates.values(), default=0)} of a template and "
        f"{max(_pairs(tasks).values(), default=0)} of a pair of documents"
    )


def survival_lines(found: Survival) -> Iterator[str]:
    """Yield what share of each operator's candidates was released, and why the others were dropped."""
    for operator, count in sorted(found.candidates.items()):
        kept = found.released[operator]
        causes = _counts(found.causes.get(operator, Counter()))
        yield f"  {operator}: {kept} of {count} ({kept / count:.0%}){f', dropped by {causes}' if causes else ''}"


def scarce_line(found: Survival) -> str:
    """Return the sums, and the operators that were released less than twice."""
    scarce = [f"{name} {found.released[name]}" for name in sorted(found.candidates) if found.released[name] < _TWICE]
    kept, of = found.released.total(), found.candidates.total()
    return f"released {kept} of {of} candidates; operators released less than twice: {', '.join(scarce) or 'none'}"


def equal_lines(runs: Sequence[Tasks]) -> Iterator[str]:
    """Yield which share of each run's questions the first run asks in the same words as well."""
    asked = [{str(task["question"]) for task in run} for run in runs]
    for number, other in enumerate(asked[1:], 2):
        same = len(other & asked[0])
        yield f"questions of run {number} that run 1 asks too: {same} of {len(other)} ({same / max(len(other), 1):.0%})"


def null_line(tasks: Tasks) -> str:
    """Return how many questions that say when to answer null have this answer, and which wordings give it away."""
    asked = [task for task in tasks if "null" in str(task["question"])]
    nulls = Counter(_wording(task) for task in asked if _is_absent(task))
    held = Counter(_wording(task) for task in asked if not _is_absent(task))
    telling = [
        f"{wording} {count} of {count + held[wording]}" for wording, count in nulls.items() if count > held[wording]
    ]
    return (
        f"questions that say when to answer null: {len(asked)}, of which {nulls.total()} have this answer; "
        f"wordings that mostly have it: {', '.join(telling) or 'none'}"
    )


def _wording(task: Mapping[str, object]) -> str:
    return f"{task['track']} {_template(task)}"


def mix_lines(tasks: Tasks) -> Iterator[str]:
    """Yield how various the tasks are: words, operators, templates, labels, tracks and pairs of documents."""
    operators, templates = Counter[str](), Counter[str]()
    for task in tasks:
        template = _template(task)
        templates[template] += 1
        operators[operator_of(template, absent=_is_absent(task))] += 1
    yield f"distinct 3-grams: {distinct_share([str(task['question']) for task in tasks]):.1%}"
    yield f"tracks: {_counts(Counter(str(task['track']) for task in tasks))}"
    yield f"operators: {_counts(operators)}"
    yield f"labels: {_counts(Counter(str(label) for task in tasks for label in _list(task['labels'])))}"
    yield f"hops: {_counts(Counter(str(task['hops']) for task in tasks))}"
    pairs = _pairs(tasks)
    yield f"most of a template: {max(templates.values(), default=0)} of {len(tasks)}"
    yield f"pairs of documents: {len(pairs)}, the most frequent ones {_counts(Counter(dict(pairs.most_common(5))))}"


def drawn(tasks: Tasks, number: int) -> Iterator[str]:
    """Yield so many questions with their golds, the same ones each time."""
    for task in random.Random(number).sample(list(tasks), min(number, len(tasks))):
        answer = task["answer"]
        yield f"{task['question']}\n    = {answer.get('value') if isinstance(answer, dict) else answer}"


def _pairs(tasks: Tasks) -> Counter[tuple[str, ...]]:
    return Counter(pair for task in tasks for pair in combinations(sorted(documents(task)), 2))


def distinct_share(questions: Sequence[str]) -> float:
    """Return the share of distinct ones among all runs of three words."""
    grams = [gram for one in questions for gram in _grams(one.casefold().split())]
    return len(set(grams)) / len(grams) if grams else 0.0


def _grams(words: list[str]) -> Iterator[tuple[str, ...]]:
    return zip(words, words[1:], words[2:], strict=False)


def documents(task: Mapping[str, object]) -> set[str]:
    """Return the paths that a task's evidence names."""
    return {str(one["path"]) for one in _list(task["evidence"]) if isinstance(one, dict)}


def _is_absent(task: Mapping[str, object]) -> bool:
    answer = task["answer"]
    return isinstance(answer, dict) and answer.get("type") == "null"


def _template(task: Mapping[str, object]) -> str:
    lineage = task["lineage"]
    return str(lineage.get("template") or "") if isinstance(lineage, dict) else ""


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else []


def _counts(counter: Counter[str] | Counter[tuple[str, ...]]) -> str:
    named = ((" + ".join(name) if isinstance(name, tuple) else name, count) for name, count in counter.most_common())
    return ", ".join(f"{name} {count}" for name, count in named)
