"""Summaries of chunks with AGORA's fields (appendix C), in the language of the text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from assay.agent.fence import material
from assay.agent.prompts import Prompt, load_prompt
from assay.gateway import CallFailure, Gateway, Message, Reply, Request
from assay.model.chunk import Chunk

FIELDS = ("topic", "entities", "time range", "data type", "features")
STAGE = "summarize"
_LINE = re.compile(r"^\s*(?:[-*]\s*)?\**([a-z ]+?)\**\s*[:：]\s*\**\s*(.+?)\s*$", re.IGNORECASE | re.MULTILINE)
_TAGS = re.compile(r"^\s*<tags>(.*)</tags>\s*$", re.MULTILINE)
_BETWEEN = re.compile(r"[,，、;]")
_FEWEST, _MOST = 3, 8


@dataclass(frozen=True, slots=True)
class Summary:
    """What a chunk is about, by field, and its tags; `text` is all of it as it was written."""

    fields: Mapping[str, str]
    tags: tuple[str, ...]
    text: str

    @property
    def body(self) -> str:
        """The summary as it was written, without its line of tags."""
        return _TAGS.sub("", self.text).strip()


def summary_prompt() -> Prompt:
    """Return the prompt of a summary."""
    return load_prompt("synthesis", "summary")


def parse_summary(text: str) -> Summary | str:
    """Return the summary of a reply, or the sentence that says what it lacks."""
    found = {name.lower(): value for name, value in _LINE.findall(text)}
    missing = [name for name in FIELDS if not found.get(name)]
    if missing:
        return f"it has no line that begins with `{missing[0]}:`"
    lines = _TAGS.findall(text)
    if len(lines) != 1:
        return f"it has {len(lines)} lines `<tags>tag1, tag2, tag3</tags>`, and needs one"
    tags = tuple(dict.fromkeys(tag.strip() for tag in _BETWEEN.split(lines[0]) if tag.strip()))
    if not _FEWEST <= len(tags) <= _MOST:
        return f"it has {len(tags)} different tags, and needs {_FEWEST} to {_MOST}"
    return Summary({name: found[name] for name in FIELDS}, tags, text.strip())


def summarise(gateway: Gateway, seat: str, chunk: Chunk) -> Summary | CallFailure:
    """Return the summary of a chunk; one that does not fit is asked for once more with what is wrong."""
    prompt = summary_prompt()
    text = prompt.fill(material=material(document=chunk.path, text=chunk.shown))
    request = Request((Message("system", prompt.instruct()), Message("user", text)))
    found = gateway.ask(seat, request, stage=STAGE)
    if isinstance(found, CallFailure):
        return found
    summary = parse_summary(found.text)
    if isinstance(summary, Summary):
        return summary
    told = f"That summary cannot be used: {summary}. Write it again, in full, without that fault."
    again = Request((*request.messages, Message("assistant", found.text), Message("user", told)))
    return _second(gateway.ask(seat, again, stage=STAGE))


def _second(found: Reply | CallFailure) -> Summary | CallFailure:
    if isinstance(found, CallFailure):
        return found
    summary = parse_summary(found.text)
    return summary if isinstance(summary, Summary) else CallFailure("schema", summary, found.text, found.key)
