"""What the baselines are measured to do, and that they share nothing with authors of tasks."""

import ast
from pathlib import Path

import pytest

from assay.enterprise import build
from assay.evaluation import baselines
from assay.evaluation.baselines.skill import OWN_KIND, Measured, Skill, measured, sentences
from benchmarks.baselines import EACH, SEED, asked_of, frozen, read_archive
from benchmarks.calibration import read_facts
from benchmarks.calibration_leaks import of_domain

# The first documents of an archive are those of this domain, whatever else is written.
DOMAIN, DOCUMENTS, SHARE = "energy", 12, 13


@pytest.mark.parametrize(
    ("subject", "least"),
    [
        ("baseline/prior", 0.9),
        ("baseline/lookup", 0.8),
        ("baseline/table-program", 0.6),
        ("baseline/join-search", 0.4),
    ],
)
def test_each_subject_does_what_it_is_made_for(subject: str, least: float) -> None:
    skill = measured().of(subject, OWN_KIND[subject])
    assert skill.asked == EACH
    assert skill.right >= least * skill.asked


def test_the_frozen_measure_is_that_of_these_subjects() -> None:
    assert (measured().seed, measured().version) == (SEED, baselines.VERSION)
    assert {skill.subject for skill in measured().skills} == set(baselines.SUBJECTS)


@pytest.mark.slow
def test_a_part_of_the_measure_comes_out_again(tmp_path: Path) -> None:
    built = build(SEED, tmp_path / "archive", DOCUMENTS)
    (facts,) = (facts for facts in read_facts(built.key) if facts.domain == DOMAIN)
    found = asked_of(of_domain(facts, SEED, SHARE), read_archive(built.archive)).measured(SEED)
    assert set(found.skills) == {skill for skill in measured().skills if skill.domain == DOMAIN}
    assert len(found.skills) == len(baselines.SUBJECTS) * len(OWN_KIND)


def test_the_sentences_tell_skills_and_false_catches() -> None:
    skills = [Skill(subject, kind, domain, right, 10) for subject, kind in OWN_KIND.items()
              for domain, right in (("a", 9), ("b", 6))]  # fmt: skip
    told = sentences(Measured(1, 1, (*skills, Skill("baseline/prior", "cell", "a", 2, 10))))
    assert told[1] == "baseline/lookup answers 15 of 20 calibration questions for one cell."
    assert told[-1] == "baseline/prior guesses 2 of 10 questions that do not give themselves away."
    assert len(told) == 5


def test_a_frozen_measure_has_a_line_for_each_skill() -> None:
    text = frozen(measured())
    assert text.count("\n") == len(measured().skills) + 2
    assert text == (Path(baselines.__file__).parent / "skill.json").read_text(encoding="utf-8")


def test_baselines_share_no_code_with_authors_and_gates() -> None:
    folder = Path(baselines.__file__).parent
    named = [module for path in sorted(folder.glob("*.py")) for module in imported(path)]
    ours = {name for name in named if name.startswith(("assay", "synthesis", "filters"))}
    allowed = (
        "assay.evaluation.baselines",
        "assay.evaluation.subjects",
        "assay.evaluation.answers.spec",
        "assay.model",
    )
    assert {name for name in ours if not name.startswith(allowed)} == set()


def imported(path: Path) -> list[str]:
    """Return the modules that a file imports."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return names + [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
