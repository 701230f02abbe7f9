"""One released task held against the truth: its gold, what its question's words give, and whether these agree."""

from __future__ import annotations

import json
from collections.abc import Mapping

from benchmarks.truth_archive import Archive
from benchmarks.truth_brief import is_brief
from benchmarks.truth_faults import Unanswerable, Unreadable, Untold
from benchmarks.truth_fidelity import is_on_formatting, told
from benchmarks.truth_form import Form
from benchmarks.truth_key import Key
from benchmarks.truth_null import change, is_absent, is_change, may_be_null, same_figure
from benchmarks.truth_pack import judged_pack
from benchmarks.truth_plain import figure, is_plain
from benchmarks.truth_reading import answers
from benchmarks.truth_verdict import Verdict


def judged(task: Mapping[str, object], key: Key, archive: Archive) -> list[Verdict]:
    """Return the verdicts on a task: on its answer, and on each assertion of an analyst pack."""
    question, gold = str(task["question"]), _map(task["answer"])
    if is_brief(question):
        listed = task.get("assertions")
        assertions = [_map(one) for one in listed] if isinstance(listed, list) else []
        return list(judged_pack(question, str(gold.get("value")), assertions, key))
    return [_judged(question, gold, key, archive)]


def _map(value: object) -> dict[str, object]:
    return {str(name): part for name, part in value.items()} if isinstance(value, dict) else {}


def _judged(question: str, gold: Mapping[str, object], key: Key, archive: Archive) -> Verdict:
    stated = str(gold.get("value"))
    try:
        own, source, agrees = _compared(question, gold, key, archive)
    except Unreadable as fault:
        return Verdict(question, stated, str(fault), "unparsed", "no reading")
    except Unanswerable as fault:
        return Verdict(question, stated, str(fault), "wrong", "key")
    return Verdict(question, stated, own, "right" if agrees else "wrong", source)


def _compared(question: str, gold: Mapping[str, object], key: Key, archive: Archive) -> tuple[str, str, bool]:
    stated = str(gold.get("value"))
    if is_change(question):
        own = change(key, question)
        return own, "key: absent" if own == "null" else "key: facts", same_figure(stated, own)
    if is_plain(question):
        own = figure(key, question)
        return own, "key: facts", same_figure(stated, own)
    if is_on_formatting(question):
        facet = told(key, archive, question)
        return facet.value, f"{facet.source}: formatting", same_text(stated, facet.value, str(gold.get("type")))
    try:
        given = answers(key, question)
    except Untold as fault:
        if may_be_null(question) and is_absent(key, fault.figure):
            return "null", "key: absent", stated == "null"
        raise
    if len(given) != 1:
        raise Unreadable(f"the words give {len(given)} answers: {', '.join(sorted(given))}")
    own, form = next(iter(given.items()))
    return _told(own, form), "key: facts", stated == own and same_unit(gold, form)


def _told(own: str, form: Form) -> str:
    return f"{own} {form.unit}".strip()


def same_unit(gold: Mapping[str, object], form: Form) -> bool:
    """Return whether a gold's unit, scale and decimals are those that the question asks for."""
    unit, scale, decimals = (gold.get(name) for name in ("unit", "scale", "decimals"))
    stated = " ".join(str(part) for part in (scale, unit) if part)
    wanted = form.unit.removesuffix("s") if form.unit in ("thousands", "millions", "billions") else form.unit
    unit_fits = stated == wanted or (not stated and " per " in wanted)
    return unit_fits and (decimals is None or decimals == form.decimals)


def same_text(gold: str, own: str, type: str) -> bool:
    """Return whether two texts agree; sets may have any order."""
    if type in ("set", "list"):
        stated, found = json.loads(gold), json.loads(own)
        return sorted(stated) == sorted(found) if type == "set" else stated == found
    return gold == own
