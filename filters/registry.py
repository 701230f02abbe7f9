"""The gates that are built, in the order of the funnel: a new gate is one file and one line here."""

from __future__ import annotations

from collections.abc import Sequence

from assay.model.canonical import digest
from assay.model.codec import to_json
from assay.model.gate import Gate, SetGate
from filters.quotas import Quotas
from filters.spec import SpecLint
from filters.verification import Verification

BUILT: tuple[Gate, ...] = (Verification(), SpecLint())

SETS: tuple[SetGate, ...] = (Quotas(),)
"""The gates that look at all tasks at once, after those that look at each."""


def chosen(names: Sequence[str]) -> list[Gate]:
    """Return the named gates in the order of the funnel."""
    return [gate for gate in BUILT if gate.name in names]


def chosen_sets(names: Sequence[str]) -> list[SetGate]:
    """Return the named gates that look at all tasks at once, in the order of the funnel."""
    return [gate for gate in SETS if gate.name in names]


def gate_hash(gate: Gate | SetGate) -> str:
    """Return what changes whenever the gate's name, fields or rules do."""
    return digest(to_json(gate))
