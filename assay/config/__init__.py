"""One frozen tree of settings from one YAML file; unknown keys are errors that name the nearest right one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, cast

import yaml
from pydantic import Field, FiniteFloat, ValidationError
from pydantic_core import ErrorDetails

from assay.config.gates import AskedAblated, AskedClosed, AskedPanel, AskedQuality, AskedReview
from assay.config.models import ASKING, Budget, Models, Provider
from assay.config.runner import TaskRunner
from assay.config.section import Positive, Section
from assay.config.sentences import nearest, placed, sentence
from assay.model.canonical import Json, digest
from assay.model.errors import ConfigError
from assay.model.task import Track

Author = Literal["rules", "file", "agent"]


class Extraction(Section):
    """Limits on reading one file, and how many files are read at once."""

    seconds: Positive = 90
    """Processor seconds for one file; a slower one is the problem `timeout`, so a busy machine changes no result."""
    memory_mb: Positive = 2048
    """Memory for one file; a larger need is the problem `memory`."""
    file_mb: Positive = 512
    """Size of one file; a larger one is the problem `too_large`."""
    copies_mb: Positive = 2048
    """Copies of files of a zip file or a remote archive that lie on this machine at once; each goes when it is read."""
    workers: Positive | None = None
    """Files read at once; without it one for each core."""


class Collection(Section):
    """What is said of the collection."""

    context_window: Positive = 1_000_000
    """Tokens of a context window: a domain with more is marked as exceeding it in card, report and audit."""


class Chunks(Section):
    """How documents are cut and which chunks become seeds (AGORA, appendix B)."""

    chars: Positive = 4000
    """Length of a chunk in characters."""
    floor: FiniteFloat = 10.0
    """Least score of a seed."""
    seeds_per_domain: Positive = 100
    """Most seeds of one domain."""


class AgentAuthor(Section):
    """How the author `agent` works."""

    seeds: Positive = 100
    """Most seeds of a domain that it starts from, the densest first; each is an episode of its model."""
    questions: Positive = 1
    """Most questions from one seed."""
    rounds: Positive = 3
    """Most refinements of a question that was rewritten."""
    turns: Positive = 200
    """Most replies of the model in one episode."""


class Synthesis(Section):
    """Who writes candidate tasks, and how many."""

    authors: tuple[Author, ...] = ("rules",)
    """Authors, in order: `rules` (no model), `agent` (models.author), `file` (reads candidates from `candidates`)."""
    candidates: Path | None = None
    """A JSON-lines file of candidate tasks for the author `file`."""
    per_domain: Positive = 80
    """Most candidates that an author proposes in one domain."""
    agent: AgentAuthor = AgentAuthor()


class Sandbox(Section):
    """Limits on programs and commands that run in the sandbox."""

    seconds: Positive = 30
    """Wall time of one command."""
    memory_mb: Positive = 1024
    """Memory of all processes of one command."""
    unsafe_local: bool = False
    """Lets text that a model wrote run without isolation. Only for throw-away machines."""


class Filters(Section):
    """Which gates run, and how often a task may be revised."""

    gates: tuple[str, ...] | None = None
    """Gates that run, in the order of the funnel, all without a list; one that is left out keeps nothing back."""
    rounds: Positive = 3
    """Revisions after which a task is dropped with cause `rounds`."""
    closed_book: AskedClosed = AskedClosed()
    ablation: AskedAblated = AskedAblated()
    panel: AskedPanel = AskedPanel()
    review: AskedReview = AskedReview()
    quality: AskedQuality = AskedQuality()


class Auditing(Section):
    """How far a run may be from an earlier one before `assay audit --drift` and the weekly audit fail."""

    days: Annotated[float, Field(ge=0)] = 7
    """The earlier run is the one whose figures held so many days ago, the first one where none is that old."""
    kept_points: Annotated[float, Field(ge=0)] = 20
    """Percentage points by which the share that a gate keeps may move."""
    tasks_percent: Annotated[float, Field(ge=0)] = 30
    """Percent by which the numbers of candidates and of released tasks may move."""
    problem_points: Annotated[float, Field(ge=0)] = 5
    """Percentage points by which the share of sources with a problem may move."""
    cost_percent: Annotated[float, Field(ge=0)] = 50
    """Percent by which the cost of calls to models may move."""


class Target(Section):
    """How many released tasks are asked for; a run that releases fewer is short and exits with 1."""

    tasks: Positive
    """How many."""
    track: Track | None = None
    """Only tasks of this track."""
    domain: str | None = None
    """Only tasks of this domain."""
    label: str | None = None
    """Only tasks that bear this label, such as `word.font` or `cross_document`."""


class Settings(Section):
    """Everything that a run can be told."""

    seed: int = 1
    """Chooses among equally good tasks; one seed gives one release."""
    domains: dict[str, str] = Field(default_factory=dict)
    """Domain of a first-level folder; without it the folder's own name."""
    extraction: Extraction = Extraction()
    collection: Collection = Collection()
    chunks: Chunks = Chunks()
    synthesis: Synthesis = Synthesis()
    sandbox: Sandbox = Sandbox()
    filters: Filters = Filters()
    audit: Auditing = Auditing()
    models: Models = Models()
    providers: dict[str, Provider] = Field(default_factory=dict)
    """Limits of each provider by name; one that is not named has the defaults."""
    budget: Budget = Budget()
    runner: TaskRunner = TaskRunner()
    targets: tuple[Target, ...] = ()

    @property
    def digest(self) -> str:
        """The digest of everything that is set, for the records of a run."""
        return digest(cast(Json, self.model_dump(mode="json")))


def load(path: Path | None, *, seed: int | None = None) -> Settings:
    """Return the settings of a YAML file (the defaults without one), with the seed of the command line over its own."""
    body = _read(path) if path else {}
    if seed is not None:
        body = {**body, "seed": seed}
    try:
        settings = Settings.model_validate(body)
    except ValidationError as error:
        raise ConfigError("\n".join(_sentences(path, error))) from None
    _check_stages(path, settings)
    return _resolved(path, settings)


def _read(path: Path) -> dict[str, object]:
    try:
        body: object = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror}). Name an existing YAML file.") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise ConfigError(f"{path}: is not YAML ({_one_line(error)}).") from None
    if body is None:
        return {}
    if not isinstance(body, dict):
        raise ConfigError(f"{path}: must hold keys and values, not a {type(body).__name__}.")
    return {str(key): value for key, value in cast(dict[object, object], body).items()}


def _resolved(path: Path | None, settings: Settings) -> Settings:
    # files are named relative to the config that names them, wherever the command runs
    if path is None:
        return settings
    folder, quality = path.parent, settings.filters.quality
    candidates, people = _beside(settings.synthesis.candidates, folder), _beside(quality.people, folder)
    quality = quality.model_copy(update={"people": people})
    update = {
        "models": settings.models.beside(folder),
        "synthesis": settings.synthesis.model_copy(update={"candidates": candidates}),
        "filters": settings.filters.model_copy(update={"quality": quality}),
    }
    return settings.model_copy(update=update)


def _beside(file: Path | None, folder: Path) -> Path | None:
    return file if file is None or file.is_absolute() else (folder / file).resolve()


def _sentences(path: Path | None, error: ValidationError) -> Iterator[str]:
    for detail in error.errors():
        yield f"{path}: {placed(detail, _sentence(detail))}."


def _sentence(detail: ErrorDetails) -> str:
    if detail["type"] == "extra_forbidden" and "key" in str(detail["loc"][-1]).lower():
        return "a key must not stand in the config: name the environment variable that holds it in api_key_env"
    return sentence(detail, Settings)


def _check_stages(path: Path | None, settings: Settings) -> None:
    # not in the section itself: what an older OUT was told is still read
    for name in settings.budget.stages:
        if name not in ASKING:
            said = f"no stage of this name asks models, {nearest(name, ASKING)}"
            raise ConfigError(f"{path}: budget.stages.{name}: {said}.")


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def describe(settings: Settings) -> Mapping[str, Json]:
    """Return the settings as JSON values, for the record of a run."""
    return cast(Mapping[str, Json], settings.model_dump(mode="json"))
