"""What the baselines were measured to do, on calibration questions whose answers a simulated archive's key gives."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType

from assay.model.codec import from_json

# The kind of question that each subject is made for.
OWN_KIND: Mapping[str, str] = MappingProxyType(
    {
        "baseline/prior": "leak",
        "baseline/lookup": "cell",
        "baseline/table-program": "table",
        "baseline/join-search": "tables",
    }
)
KINDS: Mapping[str, str] = MappingProxyType(
    {
        "leak": "that give themselves away",
        "cell": "for one cell",
        "table": "for one operation on one table",
        "tables": "over two tables",
    }
)


@dataclass(frozen=True, slots=True)
class Skill:
    """How many calibration questions of a kind and domain a subject answered, and how many it was asked."""

    subject: str
    kind: str
    domain: str
    right: int
    asked: int


@dataclass(frozen=True, slots=True)
class Measured:
    """A measure of all subjects on the calibration questions of one seed's archive; `version` is the subjects'."""

    seed: int
    version: int
    skills: tuple[Skill, ...]

    def of(self, subject: str, *kinds: str) -> Skill:
        """Return the subject's skill on these kinds of questions over all domains."""
        mine = [skill for skill in self.skills if skill.subject == subject and skill.kind in kinds]
        right, asked = sum(skill.right for skill in mine), sum(skill.asked for skill in mine)
        return Skill(subject, " ".join(kinds), "", right, asked)


@lru_cache(maxsize=1)
def measured() -> Measured:
    """Return the frozen measure that ships with the baselines; `benchmarks/baselines.py` makes it anew."""
    text = files("assay.evaluation.baselines").joinpath("skill.json").read_text(encoding="utf-8")
    return from_json(Measured, json.loads(text))


def sentences(found: Measured) -> tuple[str, ...]:
    """Return one sentence for each subject on the kind of question that it is made for, and one on false catches."""
    told: list[str] = []
    for subject, kind in OWN_KIND.items():
        skill = found.of(subject, kind)
        told.append(f"{subject} answers {skill.right} of {skill.asked} calibration questions {KINDS[kind]}.")
    clean = found.of("baseline/prior", *(kind for kind in KINDS if kind != "leak"))
    told.append(f"baseline/prior guesses {clean.right} of {clean.asked} questions that do not give themselves away.")
    return tuple(told)
