"""What the baseline subjects can do: `python benchmarks/baselines.py [--seed N] [--misses KIND] [--freeze]`."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from assay.enterprise import build
from assay.evaluation.baselines import SUBJECTS, VERSION
from assay.evaluation.baselines.skill import OWN_KIND, Measured, Skill, measured, sentences
from assay.evaluation.match import match
from assay.evaluation.subjects import Reply
from assay.model.document import Document, Source
from benchmarks.calibration import KINDS, Question, read_facts
from benchmarks.calibration_leaks import calibration
from extractors.extract import extract_batch
from filters.closed_book import ClosedBook

FROZEN = Path(__file__).resolve().parents[1] / "assay" / "evaluation" / "baselines" / "skill.json"
# No archive of this seed is used elsewhere, and no rule of a baseline was chosen by what it gives on it.
SEED, EACH = 7301, 50


@dataclass(frozen=True, eq=False)
class Shown:
    """One domain's documents, nothing hidden."""

    documents: Mapping[str, Document]
    changed: frozenset[str] = frozenset()

    def paths(self) -> Sequence[str]:
        """Return the paths, sorted."""
        return sorted(self.documents)

    def document(self, path: str) -> Document | None:
        """Return the document at a path."""
        return self.documents.get(path)

    def markdown(self, path: str) -> str | None:
        """Return nothing: baselines read artifacts."""
        return None


@dataclass(slots=True)
class Tally:
    """How often each subject was right and asked, by kind and domain, and the seconds that it took."""

    right: Counter[tuple[str, str, str]] = field(default_factory=Counter[tuple[str, str, str]])
    asked: Counter[tuple[str, str, str]] = field(default_factory=Counter[tuple[str, str, str]])
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict[str, float](float))

    def measured(self, seed: int) -> Measured:
        """Return the tally as a measure."""
        skills = [Skill(*name, self.right[name], size) for name, size in self.asked.items()]
        return Measured(seed, VERSION, tuple(skills))


def main() -> None:
    """Print the skill of each subject; freeze it, or compare it with what is frozen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--each", type=int, default=EACH, help="questions of each kind")
    parser.add_argument("--documents", type=int, help="of an archive of so many documents")
    parser.add_argument("--misses", choices=KINDS, help="show what the subject for this kind gets wrong")
    parser.add_argument("--freeze", action="store_true", help="write the measure that reports print")
    parser.add_argument("--check", action="store_true", help="exit with 1 where the frozen measure differs")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        built = build(chosen.seed, Path(folder) / "archive", chosen.documents)
        questions = calibration(read_facts(built.key), chosen.seed, chosen.each)
        tally = asked_of(questions, read_archive(built.archive), chosen.misses)
    found = tally.measured(chosen.seed)
    _print(tally, found)
    if chosen.freeze:
        FROZEN.write_text(frozen(found), encoding="utf-8")
    if chosen.check and measured() != found:
        sys.exit(f"{FROZEN} holds another measure: run with --freeze after a change of the baselines")


def asked_of(questions: Sequence[Question], readers: Mapping[str, Shown], misses: str | None = None) -> Tally:
    """Return how the subjects answer questions, each over the documents of its domain."""
    tally = Tally()
    for question in questions:
        for name, replies in _replies(question, readers[question.domain], tally):
            given = [reply.answer for reply in replies if reply.answer is not None]
            right = any(match(question.answer, answer, question.form).ok for answer in given)
            tally.asked[name, question.kind, question.domain] += 1
            tally.right[name, question.kind, question.domain] += right
            if not right and misses == question.kind == OWN_KIND[name]:
                print(f"{question.sort}: {question.text}\n  {question.answer}, not {given}: {replies[0].steps}")
    return tally


def read_archive(folder: Path) -> dict[str, Shown]:
    """Return the readable documents of an archive, by domain."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "SOURCES.csv")
    names = [path.relative_to(folder) for path in files]
    items = [
        (path, Source(name.parts[0], name.as_posix(), path.stat().st_size))
        for path, name in zip(files, names, strict=True)
    ]
    found: dict[str, dict[str, Document]] = {}
    for extraction in extract_batch(items):
        document = extraction.document
        if document.readable:
            found.setdefault(document.domain, {})[document.path] = document
    return {domain: Shown(documents) for domain, documents in found.items()}


def frozen(found: Measured) -> str:
    """Return the file that holds a measure, one line for each skill."""
    said = {"seed": found.seed, "version": found.version}
    lines = [json.dumps({part.name: getattr(skill, part.name) for part in fields(skill)}) for skill in found.skills]
    return json.dumps(said)[:-1] + ', "skills": [\n' + ",\n".join(lines) + "\n]}\n"


def _replies(question: Question, reader: Shown, tally: Tally) -> Iterator[tuple[str, list[Reply]]]:
    """Yield each subject's replies: as many samples of the closed-book gate's subject as that gate asks."""
    gate = ClosedBook()
    for name, make in SUBJECTS.items():
        subject = make(reader, question.examples)
        start = time.process_time()
        samples = gate.samples if name == gate.subject else 1
        replies = [subject.answer(question.text, question.form, reader, sample) for sample in range(samples)]
        tally.seconds[name] += time.process_time() - start
        yield name, replies


def _print(tally: Tally, found: Measured) -> None:
    print(f"seed {found.seed}; right answers of {sum(tally.asked.values()) // len(SUBJECTS)} questions, by kind")
    for name in SUBJECTS:
        held = [found.of(name, kind) for kind in KINDS]
        asked = sum(skill.asked for skill in held)
        parts = "  ".join(f"{skill.kind} {skill.right}/{skill.asked}" for skill in held)
        print(f"{name:24} {parts}  {1000 * tally.seconds[name] / asked:.1f} ms a question")
    print("\n".join(sentences(found)))


if __name__ == "__main__":
    main()
