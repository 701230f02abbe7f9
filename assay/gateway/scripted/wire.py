"""The scripted model as a wire within the process: the same rules, faults and counts, without a server and litellm."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import cast

from assay.config.models import Model
from assay.gateway.body import public_body, wire_body
from assay.gateway.faults import fault_of_status
from assay.gateway.records import Request
from assay.gateway.scripted.replies import Served
from assay.gateway.scripted.rules import load_rules
from assay.gateway.scripted.script import Script
from assay.gateway.wire import Answer, WireFault
from assay.model.canonical import Json, digest_bytes


class ScriptedWire:
    """Replies by the rules of a file."""

    def __init__(self, path: Path) -> None:
        """Read the rules; ConfigError where there are none."""
        self._script = Script(load_rules(path))
        self.identity = f"scripted/{digest_bytes(path.read_bytes())}"

    @property
    def client(self) -> str:
        """Its name in records."""
        return "scripted"

    def prepare(self) -> None:
        """Do nothing: the rules are read."""

    def send(self, model: Model, key: str | None, request: Request) -> Answer:
        """Return the answer to one attempt, after the time that it takes."""
        found = self._script.reply({**wire_body(model, request), "model": model.shown})
        sent = {**public_body(model, request), "model": model.shown}
        late = found.delay + found.over
        if late:
            time.sleep(min(late, model.timeout))
        if late >= model.timeout:
            raise WireFault("timeout", f"no whole reply within {model.timeout:g} s")
        return Answer(sent, _got(found))


def _got(found: Served) -> Json:
    if found.status >= 400:
        raise fault_of_status(found.status, found.headers, found.data.decode())
    if found.cut:
        raise WireFault("cut", "the connection ended before the reply did")
    try:
        return cast(Json, json.loads(found.data))
    except ValueError:
        raise WireFault("malformed", f"what came is no reply: {found.data.decode()}") from None
