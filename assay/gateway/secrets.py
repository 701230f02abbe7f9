"""Keys never leave: whatever is kept or said has the values of secret environment variables taken out."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Mapping
from urllib.parse import quote

from assay.model.canonical import Json

SHOWN = "[secret]"
_NAMED_SECRET = re.compile(r"(?:_|^)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)(?:_|$)")
SHORTEST = 8
"""Characters of the shortest secret: less, like the `none` that local servers take, stands in texts by chance.

A key that the config names is refused where it is shorter, so that none is sent that would not be taken out again.
"""


class Redactor:
    """Takes secrets out of texts and JSON values."""

    def __init__(self, secrets: Iterable[str]) -> None:
        """Know the secrets, in each form in which a text may hold them."""
        bare = [secret.strip() for secret in secrets]
        forms = {form for secret in bare if len(secret) >= SHORTEST for form in _forms(secret)}
        ordered = sorted(forms, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, ordered))) if ordered else None

    def text(self, text: str) -> str:
        """Return the text with each secret replaced."""
        return self._pattern.sub(SHOWN, text) if self._pattern else text

    def json(self, value: Json) -> Json:
        """Return the value with each secret replaced in its texts and names."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {self.text(name): self.json(inner) for name, inner in value.items()}
        if isinstance(value, list | tuple):
            return [self.json(inner) for inner in value]
        return value


def secrets_in(environment: Mapping[str, str], named: Iterable[str]) -> list[str]:
    """Return the values of the variables that the config names, and of those whose name says that they are secret."""
    wanted = set(named)
    return [value for name, value in environment.items() if name in wanted or _NAMED_SECRET.search(name.upper())]


def _forms(secret: str) -> Iterable[str]:
    yield secret
    yield quote(secret, safe="")
    yield json.dumps(secret)[1:-1]
    yield base64.b64encode(secret.encode()).decode().rstrip("=")
