"""The file of rules that a scripted model follows (docs/models.md, "Scripted models")."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import Field, JsonValue, ValidationError, field_validator

from assay.config.section import NotNegative, Positive, Section
from assay.config.sentences import placed, sentence
from assay.model.errors import ConfigError

Misbehaviour = Literal[
    "status", "slow", "trickle", "cut", "empty", "not_json", "invalid_json", "wrong_schema", "refusal", "length",
    "unfinished", "bad_arguments", "lying_usage", "no_usage", "error_in_reply",
]  # fmt: skip


class When(Section):
    """What a request has to be for a rule to hold; a rule without any holds always."""

    contains: tuple[str, ...] = ()
    """Texts that all stand in its messages, white space folded."""
    lacks: tuple[str, ...] = ()
    """Texts of which none stands in its messages."""
    matches: str | None = None
    """A regular expression that finds something in its messages; `{{1}}` in a reply is its first group."""
    last: tuple[str, ...] = ()
    """Texts that all stand in its last message."""
    picture: str | bool | None = None
    """The sha256 of a picture in it; or whether it holds any picture."""
    turn: Annotated[int, Field(ge=0)] | None = None
    """How many replies of the model stand in it."""
    tool: str | None = None
    """A tool that it offers."""
    model: str | None = None
    """The model that it asks for."""
    call: Positive | None = None
    """Which request it is, counted from 1 over all."""
    every: Positive | None = None
    """Only every so-manieth request."""

    @field_validator("matches")
    @classmethod
    def _is_a_pattern(cls, pattern: str | None) -> str | None:
        try:
            re.compile(pattern or "")
        except re.error as error:
            raise ValueError(f"is no regular expression ({error})") from None
        return pattern


class Calling(Section):
    """A call of a tool."""

    name: str
    """The tool."""
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    """Its arguments."""


class Counts(Section):
    """The tokens that a reply says it took."""

    input: int
    """Of input."""
    output: int
    """Of output."""


class Fault(Section):
    """How a reply goes wrong."""

    kind: Misbehaviour
    """What goes wrong."""
    status: int = 500
    """The status, for the kind `status`."""
    message: str = "scripted fault"
    """What the error says, for the kind `status`."""
    retry_after: str | None = None
    """What `Retry-After` says."""
    seconds: NotNegative = 1.0
    """How long `slow` waits before the reply and `trickle` takes over it."""


class Rule(Section):
    """A reply and when it is given; the first rule that holds decides."""

    when: When = When()
    say: str | None = None
    """The reply's text. `{{picture}}` is the first picture's sha256, `{{1}}` the first group of `matches`."""
    json_value: JsonValue = Field(default=None, alias="json")
    """The reply as a JSON value."""
    calls: tuple[Calling, ...] = ()
    """The calls of tools."""
    fault: Fault | None = None
    """How it goes wrong; a bare word is the kind."""
    usage: Counts | None = None
    """The tokens that it says it took; without it about one for four characters."""
    times: Positive | None = None
    """How often the rule holds; after that the next ones decide."""
    chance: Annotated[float, Field(gt=0, le=1)] = 1.0
    """The share of requests for which it holds, drawn from the seed, the request and how often it came."""

    @field_validator("fault", mode="before")
    @classmethod
    def _by_name(cls, fault: object) -> object:
        return {"kind": fault} if isinstance(fault, str) else fault


class Answer(Section):
    """A reply that is right if and only if the evidence stands in the request."""

    question: str
    """The question, in the request."""
    quote: tuple[str, ...]
    """The evidence; all of it has to stand there."""
    right: str
    """The reply where it does."""
    wrong: str
    """The reply where it does not."""


class Rules(Section):
    """Everything that a scripted model does; requests that no rule holds for are declined with status 400."""

    model: str = "scripted"
    """The model that replies name."""
    seed: int = 1
    """Draws what `chance` leaves open."""
    rules: tuple[Rule, ...] = ()
    answers: tuple[Answer, ...] = ()
    otherwise: Rule | None = None
    """What is said where no rule holds and no question is known."""


def load_rules(path: Path) -> Rules:
    """Return the rules in a YAML or JSON file; ConfigError where it holds none."""
    try:
        body: object = yaml.safe_load(path.read_text(encoding="utf-8"))
        return Rules.model_validate({} if body is None else body)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror}). Name an existing file of rules.") from None
    except ValidationError as error:
        said = [f"{path}: {placed(one, sentence(one, Rules))}." for one in error.errors()]
        raise ConfigError("\n".join([*said, "docs/models.md shows the form of rules."])) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise ConfigError(f"{path}: is neither YAML nor JSON ({' '.join(str(error).split())}).") from None
