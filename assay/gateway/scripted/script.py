"""A scripted model at work: which rule a request falls under, counted over all threads."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Iterator, Mapping

from assay.gateway.scripted.asked import Asked, read_request
from assay.gateway.scripted.replies import Served, declined, served
from assay.gateway.scripted.rules import Rule, Rules
from assay.model.canonical import Json, digest


class Script:
    """Replies to requests in OpenAI's form by its rules."""

    def __init__(self, rules: Rules) -> None:
        self._rules = (*rules.rules, *_of_answers(rules), *filter(None, [rules.otherwise]))
        self._name, self._seed = rules.model, rules.seed
        self._counting = threading.Lock()
        self._count = 0
        self._came = Counter[str]()
        self._held = Counter[int]()

    def reply(self, body: Mapping[str, Json]) -> Served:
        """Return what is served for a request."""
        asked = read_request(body)
        with self._counting:
            self._count += 1
            asked_as = digest(body)
            self._came[asked_as] += 1
            rule = self._rule(asked, f"{asked_as} {self._came[asked_as]}")
        return served(rule, asked, self._name) if rule else declined("no rule holds for this request")

    def _rule(self, asked: Asked, draw: str) -> Rule | None:
        for place, rule in enumerate(self._rules):
            if _holds(rule, asked, self._count) and self._has_times(place, rule) and self._drawn(place, rule, draw):
                self._held[place] += 1
                return rule
        return None

    def _has_times(self, place: int, rule: Rule) -> bool:
        return rule.times is None or self._held[place] < rule.times

    def _drawn(self, place: int, rule: Rule, draw: str) -> bool:
        return rule.chance >= 1 or int(digest([self._seed, place, draw])[:8], 16) < rule.chance * 2**32


def _of_answers(rules: Rules) -> Iterator[Rule]:
    for one in rules.answers:
        known = {"contains": [one.question, *one.quote]}
        yield Rule.model_validate({"when": known, "say": one.right})
        yield Rule.model_validate({"when": {"contains": [one.question]}, "say": one.wrong})


def _holds(rule: Rule, asked: Asked, count: int) -> bool:
    when = rule.when
    return (
        all(asked.contains(text) for text in when.contains)
        and not any(asked.contains(text) for text in when.lacks)
        and all(asked.ends_with(text) for text in when.last)
        and (when.matches is None or re.search(when.matches, asked.text) is not None)
        and _picture(when.picture, asked)
        and when.turn in (None, asked.turn)
        and (when.tool is None or when.tool in asked.tools)
        and when.model in (None, asked.model)
        and when.call in (None, count)
        and (when.every is None or count % when.every == 0)
    )


def _picture(wanted: str | bool | None, asked: Asked) -> bool:
    if isinstance(wanted, bool):
        return bool(asked.pictures) == wanted
    return wanted is None or wanted in asked.pictures
