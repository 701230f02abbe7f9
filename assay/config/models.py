"""The models of a run by role, what is asked of their providers, and what they may cost."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field, FiniteFloat, JsonValue, field_validator

from assay.config.section import Above, NotNegative, Positive, Section

# Before the path of a file of rules, in place of a model of litellm.
SCRIPTED = "scripted/"
ASKING = ("summarize", "synthesize", "closed_book", "ablation", "panel", "review", "quality")
"""The stages that ask models, in their order: those that a cap can hold for."""

# The name of an environment variable as it is usually written; no provider's keys look like this.
_VARIABLE = r"^[A-Z_][A-Z0-9_]{0,63}$"
_SECRET = ("key", "token", "secret", "password", "authorization", "header", "credential")
# These bear `token` in their name and are settings of the reply.
_NO_SECRET = frozenset({"budget_tokens", "min_tokens"})


# What the gateway sends by itself: another value here would change what is counted or read.
_OWN = frozenset(
    {
        "model", "messages", "tools", "tool_choice", "response_format", "stream", "stream_options", "n", "max_tokens",
        "max_completion_tokens", "max_output_tokens", "temperature", "top_p", "seed", "reasoning_effort", "stop",
        "api_base", "base_url", "timeout", "num_retries", "max_retries", "fallbacks", "mock_response", "caching",
        "cache",
    }
)  # fmt: skip


class Price(Section):
    """What a model costs, in US dollars for a million tokens."""

    input: NotNegative
    """Dollars for a million tokens of input."""
    output: NotNegative
    """Dollars for a million tokens of output, those of reasoning among them."""


class ModelSettings(Section):
    """What a model is told beside the messages; each of these changes the reply and so is in the key of its cache."""

    max_tokens: Positive = 4096
    """Most tokens of a reply; always sent, since it bounds what a call can cost."""
    temperature: NotNegative | None = None
    """Sampling temperature; the provider's own default where it is left out."""
    top_p: Annotated[FiniteFloat, Field(gt=0, le=1)] | None = None
    """Share of probability that is sampled from."""
    seed: int | None = None
    """Seed that the provider is given."""
    reasoning_effort: str | None = None
    """How much a reasoning model thinks, in its provider's own words."""
    stop: tuple[str, ...] = ()
    """Texts at which a reply ends."""
    extra: dict[str, JsonValue] = Field(default_factory=dict)
    """Further parameters of the provider, sent as they are."""

    @field_validator("extra")
    @classmethod
    def _holds_no_secret(cls, extra: dict[str, JsonValue]) -> dict[str, JsonValue]:
        if own := sorted(extra.keys() & _OWN):
            raise ValueError(f"{own[0]} is not for extra: it is set elsewhere, or always the same")
        found = [name for name in _names(extra) if _is_secret(name)]
        if found:
            raise ValueError(f"{found[0]} must not stand in the config: name an environment variable in api_key_env")
        return extra


class Model(Section):
    """A model that litellm reaches, or the rules of a scripted one."""

    model: Annotated[str, Field(min_length=1)]
    """The model as litellm names it (`openai/gpt-4o`), or `scripted/FILE` for a file of rules."""
    api_base: str | None = None
    """Address of the endpoint, for servers of one's own."""
    api_key_env: Annotated[str, Field(pattern=_VARIABLE)] | None = None
    """Name of the environment variable that holds the key; never the key itself."""
    endpoint: str | None = None
    """Stands for `api_base` in the keys of kept calls, so that a server that moved keeps its replies."""
    provider: str | None = None
    """Name under `providers` whose limits hold; without it what stands before the first slash of `model`."""
    settings: ModelSettings = ModelSettings()
    """What the model is told beside the messages."""
    price: Price | Literal["unknown"] | None = None
    """Price where litellm knows none: `{input: 0.5, output: 1.5}` in dollars a million tokens, or `unknown`."""
    structured: Literal["native", "prompt"] = "native"
    """How a schema is told: by the provider's own parameter, or in the prompt where it has none."""
    window: Positive = 128_000
    """Tokens of its context window; a view of the archive that does not fit is shown in sections and passages."""
    pictures: bool = True
    """Whether the model sees pictures; those of the documents that it is shown go with them."""
    picture_tokens: Positive = 4000
    """Most tokens that one picture counts for, in the worst case that is reserved."""
    timeout: Above = 120.0
    """Most seconds of one call."""

    @field_validator("api_base")
    @classmethod
    def _names_no_user(cls, address: str | None) -> str | None:
        parts = urlsplit(address or "")
        if parts.username or parts.password or parts.query:
            raise ValueError("must hold no user, password or query: name an environment variable in api_key_env")
        return address

    def beside(self, folder: Path) -> Model:
        """Return the model with its file of rules, if it is a scripted one, named from a folder."""
        name = self.model.removeprefix(SCRIPTED)
        if name == self.model:
            return self
        return self.model_copy(update={"model": f"{SCRIPTED}{(folder / name).resolve()}"})

    @property
    def shown(self) -> str:
        """The model as it is told and kept: of a scripted one the file's name alone, wherever it lies here."""
        name = self.model.removeprefix(SCRIPTED)
        return self.model if name == self.model else f"{SCRIPTED}{Path(name).name}"

    @property
    def limits(self) -> str:
        """The name of the provider whose limits hold for this model."""
        return self.provider or self.model.partition("/")[0]


class Models(Section):
    """Who plays which role; a role without a model is played by the embedded defaults, or by nobody."""

    author: Model | None = None
    """Explores the archive and proposes tasks."""
    obfuscator: Model | None = None
    """Rewrites questions by roles instead of names."""
    reviewer: Model | None = None
    """Reviews tasks, blind and guided."""
    panel: tuple[Model, ...] = ()
    """Solve tasks over the whole archive."""
    closed_book: tuple[Model, ...] = ()
    """Answer without documents."""
    judges: tuple[Model, ...] = ()
    """Judge assertions and pairs."""
    grader: Model | None = None
    """Grades questions and answers: clarity, precision, information value."""
    summariser: Model | None = None
    """Writes summaries and tags of seed chunks."""
    isolate: Model | None = None
    """Answers the isolated side calls of agents."""

    def beside(self, folder: Path) -> Models:
        """Return the models with their files of rules named from a folder."""
        held: dict[str, Model | tuple[Model, ...] | None] = {
            name: getattr(self, name) for name in type(self).model_fields
        }
        return self.model_copy(update={name: _beside(one, folder) for name, one in held.items()})

    def seats(self) -> Mapping[str, Model]:
        """Return every model by its seat: the role's name, with `/1`, `/2` ... where a role has several seats."""
        found: dict[str, Model] = {}
        for role in type(self).model_fields:
            held: Model | tuple[Model, ...] | None = getattr(self, role)
            if isinstance(held, Model):
                found[role] = held
            elif held is not None:
                found |= {f"{role}/{number}": model for number, model in enumerate(held, 1)}
        return found


class Provider(Section):
    """Limits on what one provider is asked at once, and how often a failed call is tried again."""

    parallel: Positive = 4
    """Calls at once."""
    tokens_per_minute: Positive | None = None
    """Most tokens in any minute, counted at the worst case until the reply says what it was."""
    retries: Annotated[int, Field(ge=0)] = 5
    """How often a call is tried again after a fault that may pass."""
    first_wait: NotNegative = 1.0
    """Seconds before the first new try; they double from try to try, with jitter."""
    longest_wait: NotNegative = 60.0
    """Most seconds between two tries; a provider that asks for a longer wait ends the call as a failure."""


class Cap(Section):
    """What calls may cost together."""

    dollars: NotNegative | None = None
    """US dollars."""
    tokens: Annotated[int, Field(ge=0)] | None = None
    """Tokens of input and output."""
    calls: Annotated[int, Field(ge=0)] | None = None
    """Calls, each new try among them."""
    seconds: NotNegative | None = None
    """Seconds of waiting for replies, summed over calls."""


class Budget(Cap):
    """Caps on the calls of a run; at a cap it ends with 4, keeps what it has, and goes on once the cap is raised."""

    stages: dict[str, Cap] = Field(default_factory=dict)
    """Caps of the stages that ask models, by name, such as `closed_book`; they hold beside those of the run."""


def _beside(held: Model | tuple[Model, ...] | None, folder: Path) -> Model | tuple[Model, ...] | None:
    if isinstance(held, tuple):
        return tuple(one.beside(folder) for one in held)
    return held.beside(folder) if held else None


def _names(value: JsonValue) -> list[str]:
    if isinstance(value, dict):
        return [*value, *(name for inner in value.values() for name in _names(inner))]
    return [name for inner in value for name in _names(inner)] if isinstance(value, list) else []


def _is_secret(name: str) -> bool:
    lowered = name.lower()
    return lowered not in _NO_SECRET and any(word in lowered for word in _SECRET)
