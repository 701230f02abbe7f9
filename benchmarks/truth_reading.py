"""The answer to a question for one number, from its words and the key alone."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.truth_asks import asked
from benchmarks.truth_faults import Unanswerable, Unreadable, Untold
from benchmarks.truth_form import Form, form_of
from benchmarks.truth_frames import Clauses, clauses, place_of
from benchmarks.truth_key import Key
from benchmarks.truth_roles import Scene, found


def answers(key: Key, question: str) -> dict[str, Form]:
    """Return each answer that a reading of the question gives, with its form; there should be one.

    Raises `Unanswerable` where a reading is sound but the key lacks what it needs, and no other one gives an answer,
    `Untold` where each such reading needs what no document tells.
    """
    named, folder, plain = place_of(question)
    readings = list(clauses(plain))
    if not readings:
        raise Unreadable("the words fit no question that is known")
    domain = _domain(key, named)
    within = key.inside(folder) if folder else key
    given: dict[str, Form] = {}
    lacking: list[Unanswerable] = []
    for reading in readings:
        try:
            given |= dict(_answers(Scene(within, domain), reading))
        except Unreadable:
            continue
        except Unanswerable as fault:
            lacking.append(fault)
    if lacking and not given:
        raise next((fault for fault in lacking if not isinstance(fault, Untold)), lacking[0])
    return given


def _domain(key: Key, named: str) -> str:
    if named and named not in key.domains:
        raise Unreadable(f"no domain is called “{named}”")
    if not named and len(key.domains) > 1:
        raise Unreadable("the question names no domain")
    return named or key.domains[0]


def _answers(scene: Scene, reading: Clauses) -> Iterator[tuple[str, Form]]:
    form = form_of(reading.form)
    entity = _found(scene, reading.who) if reading.who else ""
    for quantity in asked(Scene(scene.key, scene.domain, entity, form.unit), reading.ask):
        yield form.written(quantity), form


def _found(scene: Scene, who: str) -> str:
    """The entity of a role; a role that needs what no document tells leaves open whom it means."""
    try:
        return found(scene, who)
    except Untold as fault:
        raise Unanswerable(str(fault)) from fault
