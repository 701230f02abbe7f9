"""Prompts: Markdown files with variables, each of which has to be given, and none beside them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from assay.model.canonical import digest_bytes
from assay.model.errors import AssayError

_VARIABLE = re.compile(r"\{\{ ([a-z_]+) \}\}")
# One system message and one of the user, in one file; document text may only stand in the second.
_PARTS = re.compile(r"^---\n", re.MULTILINE)


class PromptError(AssayError):
    """A prompt was filled with other variables than it has."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt by its name, with the sha256 of its file, which stands in the record of all that came of it."""

    name: str
    system: str
    user: str
    sha: str

    def fill(self, **values: str) -> str:
        """Return what the user says, every variable replaced once; values are never read as prompts themselves."""
        return _filled(self.name, self.user, values)

    def instruct(self, **values: str) -> str:
        """Return what the system says; its variables hold nothing that a document says."""
        return _filled(self.name, self.system, values)


@cache
def load_prompt(package: str, name: str) -> Prompt:
    """Return the prompt `prompts/NAME.md` of a package: the system's part, a line of three dashes, the user's part."""
    data = files(package).joinpath("prompts", f"{name}.md").read_bytes()
    text = data.decode("utf-8")
    if len(_VARIABLE.findall(text)) != text.count("{{"):
        raise PromptError(f"{name}.md: a variable stands as `{{{{ small_letters }}}}`, with one space at both sides")
    parts = _PARTS.split(text, maxsplit=1)
    if len(parts) != 2:
        raise PromptError(f"{name}.md: a line of three dashes parts what the system says from what the user says")
    return Prompt(name, parts[0].strip(), parts[1].strip(), digest_bytes(data))


def _filled(name: str, text: str, values: dict[str, str]) -> str:
    wanted = set(_VARIABLE.findall(text))
    missing, extra = sorted(wanted - set(values)), sorted(set(values) - wanted)
    if missing or extra:
        told = [f"{words} {', '.join(names)}" for words, names in (("lacks", missing), ("has no", extra)) if names]
        raise PromptError(f"{name}.md: {'; '.join(told)}")
    return _VARIABLE.sub(lambda found: values[found[1]], text)
