"""Questions of the rules author: clauses for the role, the value and the form, in several orders."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from synthesis.rules.phrases import was
from synthesis.rules.walks import Walk, Who

# So many questions say what to answer where there is nothing, or this sentence alone would give null away.
_MAY_BE_NULL = 1 / 3
_NULL = "If the documents do not give it, answer null."


@dataclass(frozen=True, slots=True)
class Rendering:
    """A question and the name of the wording that it was made by."""

    question: str
    template: str


def render(walk: Walk, rng: random.Random, domain: str = "", folder: str = "") -> Rendering:
    """Return one of the walk's wordings, drawn by the generator; it names the domain or the folder that is meant."""
    rendering = _worded(walk, rng.randrange(len(_frames(walk))), rng, _within(domain, folder))
    # a generator of its own, so that which walks follow does not hang on this sentence
    asks = random.Random(rendering.question).random() < _MAY_BE_NULL
    return _or_null(rendering) if asks else rendering


def render_or_null(
    walks: Sequence[Walk], rng: random.Random, domain: str = "", folders: Sequence[str] = ()
) -> list[Rendering]:
    """Return walks of one family in one wording, drawn, which says what to answer where there is nothing.

    `folders` are those that the questions have to name, one for each walk.
    """
    number = rng.randrange(min(len(_frames(walk)) for walk in walks))
    within = [_within(domain, folder) for folder in folders or [""] * len(walks)]
    return [_or_null(_worded(walk, number, rng, where)) for walk, where in zip(walks, within, strict=True)]


def _frames(walk: Walk) -> Sequence[_Frame]:
    return (_PLAIN_ROLE if _is_plain(walk) else _WITH_ROLE) if walk.who is not None else _OVER_ALL


def _within(domain: str, folder: str) -> str:
    if folder:
        return f"Consider the documents directly in the folder {folder}. "
    return f"Consider the documents of the domain {domain}. " if domain else ""


def _worded(walk: Walk, number: int, rng: random.Random, within: str) -> Rendering:
    text = " ".join((within + _frames(walk)[number](walk, rng)).split())
    return Rendering(text, f"{walk.family}/{number + 1}")


def _or_null(rendering: Rendering) -> Rendering:
    return replace(rendering, question=f"{rendering.question} {_NULL}")


def _asked(walk: Walk, article: str, role: str) -> str:
    """What is asked for, its measures told as `its stores` or `the stores`."""
    asked = walk.ask.format(*(f"{article} {slot.noun}" for slot in walk.slots), w=role)
    owned = "its " if article == "its" else ""
    return asked.replace(f"the total of {article} number of ", f"the total number of {owned}")


def _its(walk: Walk) -> str:
    return _asked(walk, "its", "it")


def _for(walk: Walk, role: str) -> str:
    asked = _asked(walk, "the", role)
    return asked if "{w}" in walk.ask else f"{asked} for {role}"


def _is_plain(walk: Walk) -> bool:
    """Whether a role can stand behind what is asked for: there is one measure, no note and no other role in it."""
    heavy = any(part in walk.ask for part in (" less ", ",", " as a percentage ", " fiscal year of "))
    return len(walk.slots) < 2 and not walk.notes and not heavy


def _was(walk: Walk) -> str:
    return was(walk.slots[0].noun) if walk.ask.startswith("{0}") else "was"


def _role(who: Who, rng: random.Random) -> str:
    if who.via:
        return f"the {who.role} recorded for the {who.via} with the {who.top} {who.thing} {who.when}"
    if rng.random() < 0.5 and not who.when.startswith("in the year"):
        return f"the {who.role} whose {who.thing} {who.when} {was(who.thing)} the {who.top} of all {who.roles}"
    return f"the {who.role} with the {who.top} {who.thing} {who.when}"


def _picked(who: Who) -> str:
    if who.via:
        return (
            f"Of all {who.vias}, find the one with the {who.top} {who.thing} {who.when}, and look up the {who.role} "
            "that is recorded for it."
        )
    return f"Of all {who.roles}, find the one with the {who.top} {who.thing} {who.when}."


def _notes(walk: Walk) -> str:
    return " ".join(walk.notes)


def _who(walk: Walk) -> Who:
    if walk.who is None:
        raise ValueError("a walk over all has no role")
    return walk.who


_Frame = Callable[[Walk, random.Random], str]

_WITH_ROLE: tuple[_Frame, ...] = (
    lambda w, r: f"Take {_role(_who(w), r)}. What {_was(w)} {_its(w)}? {_notes(w)} Answer {w.form.words}.",
    lambda w, r: f"For {_role(_who(w), r)}, what {_was(w)} {_its(w)}? {_notes(w)} Give the result {w.form.words}.",
    lambda w, r: f"For {_role(_who(w), r)}, work out {_its(w)}. {_notes(w)} State it {w.form.words}.",
    lambda w, r: f"{_picked(_who(w))} For that {_who(w).role}, determine {_its(w)}. {_notes(w)} Answer {w.form.words}.",
    lambda w, r: f"Answer {w.form.words}: for {_role(_who(w), r)}, what {_was(w)} {_its(w)}? {_notes(w)}",
    lambda w, r: f"We need one figure for {_role(_who(w), r)}: {_its(w)}. {_notes(w)} Report it {w.form.words}.",
)

# What is short enough to have its role behind it.
_PLAIN_ROLE: tuple[_Frame, ...] = (
    *_WITH_ROLE,
    lambda w, r: f"Report, {w.form.words}, {_for(w, _role(_who(w), r))}. {_notes(w)}",
    lambda w, r: f"What {_was(w)} {_for(w, _role(_who(w), r))}? {_notes(w)} Give it {w.form.words}.",
)

_OVER_ALL: tuple[_Frame, ...] = (
    lambda w, r: f"What was {w.ask}? {_notes(w)} Answer {w.form.words}.",
    lambda w, r: f"Work out {w.ask}. {_notes(w)} Give the result {w.form.words}.",
    lambda w, r: f"Answer {w.form.words}: what was {w.ask}? {_notes(w)}",
    lambda w, r: f"Determine {w.ask}. {_notes(w)} State it {w.form.words}.",
    lambda w, r: f"Report, {w.form.words}, {w.ask}. {_notes(w)}",
)
