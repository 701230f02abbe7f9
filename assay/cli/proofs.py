"""What `assay verify` says of a release, as sentences and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from assay.model.canonical import Json
from assay.stages.proving import Verification


def verification_sentences(found: Verification) -> Iterator[str]:
    """Yield what is to be said of the whole release."""
    for kind, words in (
        ("program", "programs prove their answers"),
        ("quotes", "tasks quote what the collection says"),
    ):
        of_kind = [proof for proof in found.proofs if proof.by == kind]
        if of_kind or kind == "program":
            yield f"{sum(proof.holds for proof in of_kind)} of {len(of_kind)} {words}"
    if found.frozen is None:
        yield f"the store does not know release {found.release}, so nothing tells whether it was edited"
    elif not found.frozen:
        yield f"release {found.release} is not as it was frozen: a file in its folder was edited, added or removed"
    if found.differs:
        first, *others = found.differs
        more = f" and {len(others)} more" if others else ""
        yield f"archive/ differs from release {found.release}: {first}{more}; a build settles it"


def verification_body(found: Verification) -> dict[str, Json]:
    """Return all of it as JSON."""
    tasks: list[Json] = [
        {
            "task": proof.task,
            "answer": proof.answer,
            "printed": proof.printed,
            "holds": proof.holds,
            "failures": list(proof.failures),
            "runs": proof.runs,
            "by": proof.by,
        }
        for proof in found.proofs
    ]
    return {
        "release": found.release,
        "programs": sum(proof.by == "program" for proof in found.proofs),
        "quotes": sum(proof.by == "quotes" for proof in found.proofs),
        "failed": len(found.failed),
        "frozen": found.frozen,
        "differs": list(found.differs),
        "tasks": tasks,
    }
