"""The gates that are built, in the order of the funnel: a new gate is one file and one line here."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pkgutil import resolve_name
from typing import TypeAlias

from assay.config import Settings
from assay.model.canonical import digest
from assay.model.codec import to_json
from assay.model.errors import ConfigError
from assay.model.gate import GATES, Gate, SetGate
from filters.ablation import Ablation
from filters.closed_book import ClosedBook
from filters.duplicates import Duplicates
from filters.leakage import Leakage
from filters.panel import Panel
from filters.quotas import Quotas
from filters.review import REVIEW
from filters.seating import grading, reviewing, seated
from filters.spec import SpecLint
from filters.uniqueness import Uniqueness
from filters.verification import Verification

AnyGate: TypeAlias = Gate | SetGate

FUNNEL: tuple[AnyGate | str, ...] = (
    Verification(),
    SpecLint(),
    Uniqueness(),
    Duplicates(),
    # twice the room that a release has: the gates after it drop most of what comes this far
    Quotas(part=5, fewest=6, pairs=6),
    Leakage(),
    ClosedBook(),
    Ablation(),
    Panel(),
)
"""Each gate in its place, or the name of its class as `module:class`, which needs no import above."""


def _made(entry: AnyGate | str) -> AnyGate:
    return resolve_name(entry)() if isinstance(entry, str) else entry


BUILT: tuple[AnyGate, ...] = tuple(map(_made, FUNNEL))

LAST: tuple[SetGate, ...] = (Quotas(),)
"""The gates that look once more at what all others keep, under the name of one of them."""


def built(settings: Settings) -> list[AnyGate]:
    """Return all gates in the order of the funnel, with the config's models in their seats."""
    return [*(seated(gate, settings) for gate in BUILT), *reviewing(settings), *grading(settings)]


def chosen(settings: Settings) -> list[AnyGate]:
    """Return the gates that the config names, in the order of the funnel; all of them where it names none."""
    names, gates = settings.filters.gates, built(settings)
    known = [gate.name for gate in gates]
    missing = [name for name in names or () if name not in known]
    if missing:
        raise ConfigError(_missing(missing[0], known))
    return [gate for gate in gates if names is None or gate.name in names]


def last(settings: Settings) -> list[SetGate]:
    """Return the gates that look once more at the end, of those that run."""
    names = settings.filters.gates
    return [gate for gate in LAST if names is None or gate.name in names]


def chosen_names(settings: Settings) -> tuple[str, ...]:
    """Return the names of the gates that run, in the order of the funnel."""
    return tuple(gate.name for gate in chosen(settings))


def gate_hash(gate: AnyGate) -> str:
    """Return what changes whenever the gate's name, fields or rules do."""
    return digest(to_json(gate))


def _missing(name: str, known: Sequence[str]) -> str:
    if name == REVIEW:
        return "filters.gates: review: set models.reviewer in the config as well."
    if name in GATES:
        return f"filters.gates: {name}: not available yet."
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f"the nearest right one is {close[0]!r}" if close else f"the right ones are {', '.join(known)}"
    return f"filters.gates: there is no gate {name!r}, {hint}."
