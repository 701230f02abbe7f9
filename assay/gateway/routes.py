"""Which wire a model's calls take, what names the model in keys, what it costs, and where its key comes from."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from assay.config.models import SCRIPTED, Model
from assay.gateway.litellm_wire import LitellmWire
from assay.gateway.prices import Rate, Tariff, tariff_of
from assay.gateway.scripted import ScriptedWire
from assay.gateway.secrets import SHORTEST
from assay.gateway.wire import Wire
from assay.model.errors import ConfigError

_FREE = Tariff((Rate(0, 0.0, 0.0),))


class Routes:
    """The ways to the models of one gateway."""

    def __init__(self) -> None:
        self._litellm = LitellmWire()
        self._scripted: dict[str, ScriptedWire] = {}
        self._reading = threading.Lock()

    def wire(self, model: Model) -> Wire:
        """Return what carries the model's calls."""
        return self._script(model) if model.model.startswith(SCRIPTED) else self._litellm

    def identity(self, model: Model) -> str:
        """Return the model's name in keys: a scripted one is its rules, wherever their file lies."""
        return self._script(model).identity if model.model.startswith(SCRIPTED) else model.model

    def check(self, model: Model) -> None:
        """Raise ConfigError where the name leads to no model, or to rules that are none."""
        if model.model.startswith(SCRIPTED) and model.model != SCRIPTED:
            self._script(model)
        elif f"{model.model}/" == SCRIPTED or model.model == SCRIPTED:
            raise ConfigError(f"{model.model}: names no file of rules; write `{SCRIPTED}FILE`")
        elif fault := self._litellm.misnamed(model.model):
            raise ConfigError(f"{model.model}: {fault}")

    def check_key(self, model: Model) -> None:
        """Raise ConfigError where the model's key is not set, or cannot serve."""
        key_of_provider(model)
        missing = None if model.model.startswith(SCRIPTED) else self._litellm.missing_key(model)
        if missing:
            raise ConfigError(
                f"{model.shown}: its key is not set; put it into the variable {missing}, or name another one with "
                "`api_key_env`, or the address of your own server with `api_base`"
            )

    def tariff(self, model: Model) -> Tariff | None:
        """Return what the model costs, None where the config says that this is unknown; a script costs nothing."""
        if model.price == "unknown":
            return None
        if model.price is not None:
            return tariff_of(model.price)
        found = _FREE if model.model.startswith(SCRIPTED) else self._litellm.tariff(model)
        if found is None:
            raise ConfigError(
                f"{model.model}: litellm knows no price for it; set `price: {{input: ..., output: ...}}` (dollars for "
                "a million tokens) or `price: unknown` for this model in the config"
            )
        return found

    def close(self) -> None:
        """End what the wires keep running."""
        self._litellm.close()

    def _script(self, model: Model) -> ScriptedWire:
        name = model.model.removeprefix(SCRIPTED)
        with self._reading:
            if name not in self._scripted:
                self._scripted[name] = ScriptedWire(Path(name))
            return self._scripted[name]


def key_of_provider(model: Model) -> str | None:
    """Return the key in the model's environment variable, None where it names none; ConfigError for a useless one."""
    if model.api_key_env is None:
        return None
    key, name = os.environ.get(model.api_key_env, "").strip(), model.api_key_env
    if not key:
        raise ConfigError(f"{model.shown}: its key is not set; put it into the variable {name}")
    if len(key) < SHORTEST:
        raise ConfigError(
            f"{model.shown}: what the variable {name} holds has fewer than {SHORTEST} characters, too few to be told "
            "from other text and kept out of files; set a longer key, or no api_key_env where the server wants none"
        )
    return key
