"""The config's models as gates name them: who plays a seat, and what its replies rest on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from assay.config.gates import PanelHarness
from assay.config.models import SCRIPTED, Model, Models
from assay.model.canonical import Json, digest, digest_bytes
from assay.model.probe import Mode

MINI = "mini"
"""The manner of a model that looks for itself by mini-swe-agent's loop."""

_PART, _MANNER = ":", "+"


@dataclass(frozen=True, slots=True)
class Player:
    """A model in a seat: `subject` names it in probes, `rests` is another wherever its replies may be."""

    subject: str
    rests: str

    def in_manner(self, manner: str) -> str:
        """Return its name in probes where it is asked in a manner of its own, such as with the reasoning at hand."""
        seat, _, model = self.subject.partition(_PART)
        return f"{seat}{_MANNER}{manner}{_PART}{model}"


@dataclass(frozen=True, slots=True)
class Seat:
    """What a subject's name says: the seat of the gateway, and the manner in which it is asked."""

    name: str
    manner: str


def seat_of(subject: str) -> Seat | None:
    """Return the seat that a subject's name tells, None where it is no model's."""
    head, part, _ = subject.partition(_PART)
    name, _, manner = head.partition(_MANNER)
    return Seat(name, manner) if part else None


def model_of(subject: str) -> str | None:
    """Return the model that a subject's name tells, None where it is no model's."""
    _, part, model = subject.partition(_PART)
    return model if part else None


def mode_of(harness: PanelHarness) -> Mode:
    """Return the mode of the probes of a model that sees the archive through a harness."""
    return "answer" if harness == "chat" else "agent"


def players(models: Models, role: str) -> tuple[Player, ...]:
    """Return the models that play a role, in their order; none where the config names none."""
    held: Mapping[str, Model] = models.seats()
    mine = ((seat, model) for seat, model in held.items() if seat.partition("/")[0] == role)
    return tuple(Player(f"{seat}{_PART}{model.shown}", _rests(model)) for seat, model in mine)


def _rests(model: Model) -> str:
    """Return the digest of what the keys of its calls hold beside the messages, and of what shapes these."""
    said: list[Json] = [
        _identity(model),
        model.endpoint or model.api_base,
        model.structured,
        model.window,
        model.pictures,
    ]
    return digest([*said, model.settings.model_dump(mode="json")])


def _identity(model: Model) -> str:
    path = Path(model.model.removeprefix(SCRIPTED))
    # whoever looks at an OUT need not have the rules that it was made with
    is_script = model.model.startswith(SCRIPTED) and path.is_file()
    return digest_bytes(path.read_bytes()) if is_script else model.model
