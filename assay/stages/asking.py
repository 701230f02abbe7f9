"""Which models a build would ask, and whether they can be called: told before it begins, so nobody is paid in vain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from assay.config import Settings
from assay.config.models import Model
from assay.gateway.ready import keyless, unready
from assay.model.errors import ConfigError
from filters.most import seats
from filters.registry import chosen
from synthesis.agent.rewriting import STAGE as WRITING
from synthesis.agent.summaries import STAGE as SUMMARIZING
from synthesis.agent.version import AUTHOR, NAME, OBFUSCATOR, SUMMARISER

_Stages: TypeAlias = Mapping[str, Sequence[str]]


def seats_by_stage(settings: Settings) -> dict[str, list[str]]:
    """Return the seats of the config that each stage of a build asks; a stage that asks none is left out."""
    writing = (AUTHOR, OBFUSCATOR) if NAME in settings.synthesis.authors else ()
    roles = {SUMMARIZING: (SUMMARISER,), WRITING: writing}
    held = settings.models.seats()
    found = {stage: [role for role in played if role in held] for stage, played in roles.items()}
    found |= {gate.name: seats(gate) for gate in chosen(settings)}
    return {stage: asked for stage, asked in found.items() if asked}


def check_models(settings: Settings) -> None:
    """Raise ConfigError, a line for each, where a model that a build would ask cannot be called; no call is made."""
    stages = seats_by_stage(settings)
    asked = _asked(settings, stages)
    _raise([*unready(asked, _capped(settings, stages)), *keyless(asked)])


def check_rehearsed(settings: Settings) -> list[str]:
    """Return what a build would be refused for and a dry run is not: missing keys; ConfigError where neither can be.

    That no cap in dollars holds for an unknown price stands beside the cap.
    """
    asked = _asked(settings, seats_by_stage(settings))
    _raise(unready(asked))
    return [f"{said}; without it the build does not begin" for said in keyless(asked)]


def _asked(settings: Settings, stages: _Stages) -> Mapping[str, Model]:
    held = settings.models.seats()
    if NAME in settings.synthesis.authors and AUTHOR not in held:
        raise ConfigError("synthesis.authors names `agent`; set its model under models.author in the config.")
    return {seat: model for seat, model in held.items() if any(seat in one for one in stages.values())}


def _capped(settings: Settings, stages: _Stages) -> set[str]:
    """Return the seats that some stage asks under a cap in dollars, its own or the run's."""
    budget = settings.budget
    own = {name for name, cap in budget.stages.items() if cap.dollars is not None}
    return {seat for stage, asked in stages.items() if budget.dollars is not None or stage in own for seat in asked}


def _raise(sentences: list[str]) -> None:
    if sentences:
        raise ConfigError("\n".join(sentences))
