"""Things compared by what they are, not by what they hold: a key for what was worked out of these very things."""

from __future__ import annotations

from typing import Generic, TypeVarTuple

Things = TypeVarTuple("Things")


class Same(Generic[*Things]):
    """Things by identity; equal to another of the very same things in the same order, which both keep alive."""

    def __init__(self, *things: *Things) -> None:
        self.things: tuple[*Things] = things

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self._marks == other._marks

    def __hash__(self) -> int:
        return hash(self._marks)

    @property
    def _marks(self) -> tuple[int, ...]:
        return tuple(map(id, self.things))
