"""litellm itself, imported when the first call needs it, with everything off that it would do on its own."""

from __future__ import annotations

import logging
import os
import threading
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

_IMPORTING = threading.Lock()
_FOUND: list[Library] = []


@dataclass(frozen=True, slots=True)
class Library:
    """What is used of litellm: its one function, the root of its errors, its prices, its version, and its providers.

    `provider_of` raises an `error` for a model's name that leads to no provider; `environment_of` tells the variables
    that a model needs and that are not set, as `missing_keys`.
    """

    completion: Callable[..., Any]
    error: type[Exception]
    prices: Mapping[str, Mapping[str, object]]
    version: str
    providers: frozenset[str]
    provider_of: Callable[[str], object]
    environment_of: Callable[[str], Mapping[str, Any]]


def library() -> Library:
    """Return litellm; the first call takes seconds, further ones nothing."""
    with _IMPORTING:
        if not _FOUND:
            _FOUND.append(_imported())
        return _FOUND[0]


def _imported() -> Library:
    # Else it fetches a table of prices from the network, and reads a `.env` file into the environment.
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    os.environ["LITELLM_MODE"] = "PRODUCTION"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import litellm
        import openai
    # What it logs are its own guesses about replies, on the user's terminal.
    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    # It shows replies that differ from its own classes as warnings; they are read and judged here.
    warnings.filterwarnings("ignore", message="Pydantic serializer warnings")
    module: Any = litellm
    module.telemetry = False
    module.suppress_debug_info = True
    module.drop_params = False
    providers = frozenset(str(getattr(one, "value", one)) for one in module.provider_list)
    return Library(
        module.completion, openai.OpenAIError, module.model_cost, version("litellm"), providers,
        module.get_llm_provider, module.validate_environment,
    )  # fmt: skip
