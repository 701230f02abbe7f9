"""The documents that an episode's commands name: what is known of the files that a subject read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from assay.agent.messages import Message, Observation, Reply

# A path in a command: in quotes, or without white space where none are around it.
_IN_COMMAND = re.compile(r"'([^'\n]+\.md)'|\"([^\"\n]+\.md)\"|((?:\\.|[^\s'\"|;&<>()=])+\.md)(?![\w.])")
# What grep and its like put in front of each line that they find.
_IN_OUTPUT = re.compile(r"^(\S[^\n]*?\.md)[:-]", re.MULTILINE)


def named_files(messages: Sequence[Message], places: Mapping[str, str]) -> tuple[str, ...]:
    """Return the paths of the documents that commands name, or whose lines a search printed, sorted.

    `places` are the documents' paths by their places below the mounted folder. What a wildcard alone reads is not
    known.
    """
    by_name: dict[str, list[str]] = {}
    for place in places:
        by_name.setdefault(PurePosixPath(place).name, []).append(place)
    found: set[str] = set()
    for text in _texts(messages):
        name = PurePosixPath(text).name
        ends = "/" + text.removeprefix("./").lstrip("/")
        found |= {places[place] for place in by_name.get(name, ()) if _is(place, ends, name)}
    return tuple(sorted(found))


def _is(place: str, ends: str, name: str) -> bool:
    """Whether a path as it was written ends in the place, or the place in it."""
    whole = "/" + place
    return whole.endswith(ends) or ends.endswith(whole) or ends == f"/{name}"


def _texts(messages: Iterable[Message]) -> Iterator[str]:
    for message in messages:
        if isinstance(message, Reply):
            for call in message.calls:
                for found in _IN_COMMAND.finditer(str(call.arguments.get("command"))):
                    yield re.sub(r"\\(.)", r"\1", found[3]) if found[3] else found[1] or found[2]
        elif isinstance(message, Observation):
            yield from (found[1] for found in _IN_OUTPUT.finditer(message.text))
