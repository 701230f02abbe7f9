"""What the key of a simulated archive says: its facts, names, absences and how its documents look."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from benchmarks.truth_faults import Unanswerable, Unreadable, Untold

# Names that hold for all organisations of a domain.
_OF_ALL = ("measure", "attribute")


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of one vintage, and where documents show it."""

    domain: str
    entity: str
    measure: str
    period: str
    unit: str
    value: str
    vintage: str
    current: bool
    places: tuple[Mapping[str, object], ...] = ()

    @property
    def number(self) -> Fraction:
        """The value as an exact number."""
        return Fraction(self.value)


@dataclass(frozen=True, slots=True)
class Name:
    """A name with its other names; `of` tells whether a measure is one of entities or of items."""

    domain: str
    kind: str
    canonical: str
    aliases: tuple[str, ...]
    of: str
    unit: str

    @property
    def spellings(self) -> tuple[str, ...]:
        """All names, in lower case."""
        return tuple(name.casefold() for name in (self.canonical, *self.aliases))


@dataclass(frozen=True, slots=True)
class Look:
    """How a place of a document looks, or what stands beside its words."""

    path: str
    at: Mapping[str, object]
    kind: str
    value: str
    detail: Mapping[str, str]


@dataclass(slots=True)
class Key:
    """A key, indexed by what is asked of it."""

    facts: dict[tuple[str, str, str, str], list[Fact]] = field(
        default_factory=lambda: defaultdict[tuple[str, str, str, str], list[Fact]](list)
    )
    names: list[Name] = field(default_factory=list[Name])
    looks: list[Look] = field(default_factory=list[Look])
    absent: set[tuple[str, str, str]] = field(default_factory=set[tuple[str, str, str]])
    whole: Key | None = None
    _inside: dict[str, Key] = field(default_factory=lambda: dict[str, Key]())

    @property
    def domains(self) -> list[str]:
        """The domains that have names, in order."""
        return sorted({name.domain for name in self.names})

    def called(self, domain: str, kind: str) -> list[Name]:
        """Return the names of a kind in a domain."""
        return [name for name in self.names if name.domain == domain and name.kind == kind]

    def entities(self, domain: str) -> list[str]:
        """Return the entities of a domain, neither totals nor zones nor items."""
        return [name.canonical for name in self.called(domain, "entity")]

    def items(self, domain: str) -> list[str]:
        """Return the items of a domain."""
        return [name.canonical for name in self.called(domain, "item")]

    def current(self, domain: str, entity: str, measure: str, period: str) -> Fact:
        """Return the fact as it stands now."""
        return self._one(domain, entity, measure, period, current=True)

    def earlier(self, domain: str, entity: str, measure: str, period: str) -> Fact:
        """Return the fact as it was first published; slips of drafts were not."""
        return self._one(domain, entity, measure, period, current=False)

    def dated(self, domain: str, entity: str, measure: str) -> list[Fact]:
        """Return the current facts of single days, in their order."""
        known = (facts for (*who, period), facts in self.facts.items() if who == [domain, entity, measure])
        days = [fact for facts in known for fact in facts if fact.current and len(fact.period) == len("2024-01-31")]
        return sorted(days, key=lambda fact: fact.period)

    def owner(self, domain: str, item: str, role: str) -> str:
        """Return the entity that the record of an item names."""
        return self.current(domain, item, role, "").value

    def inside(self, folder: str) -> Key:
        """Return what the documents directly in a folder tell, with the names of whom they tell it."""
        if folder not in self._inside:
            own = Key(absent=self.absent, whole=self)
            for place, facts in self.facts.items():
                told = [fact for fact in facts if any(_folder(at) == folder for at in fact.places)]
                if told:
                    own.facts[place] = told
            known = {entity for _, entity, *_ in own.facts}
            own.names += [name for name in self.names if name.kind in _OF_ALL or name.canonical in known]
            self._inside[folder] = own
        return self._inside[folder]

    def _one(self, domain: str, entity: str, measure: str, period: str, *, current: bool) -> Fact:
        found = [fact for fact in self.facts.get((domain, entity, measure, period), []) if fact.current == current]
        told = [fact for fact in found if fact.places and fact.vintage != "draft"]
        if not self.facts.get((domain, entity, measure, period)):
            raise Untold(domain, entity, measure, period)
        if len(told) != 1:
            raise Unanswerable(f"{len(told)} facts tell the {measure} of {entity} in {period or 'general'}")
        return told[0]

    def measure(self, domain: str, words: str) -> Name:
        """Return the measure that words name, under any of its names; a count may be called so."""
        said = words.strip().casefold().removeprefix("the ").removeprefix("year-end ")
        known = self.called(domain, "measure")
        for plain, counted in (
            (said, False),
            (said.removeprefix("number of "), True),
            (said.removesuffix(" count"), True),
        ):
            found = [name for name in known if plain in name.spellings and (not counted or _is_counted(name, plain))]
            if found and (not counted or plain != said):
                return _only(found, words)
        raise Unreadable(f"no measure is called “{words}”")

    def counted_by(self, domain: str, singular: str) -> Name:
        """Return the count of the things that a singular names: stores for `store`."""
        plurals = {f"{singular}s", f"{singular}es", f"{singular[:-1]}ies", singular}
        counts = (name for name in self.called(domain, "measure") if name.unit == "number")
        return _only([name for name in counts if plurals & set(name.spellings)], singular)

    def roles(self, domain: str) -> set[str]:
        """Return what entities are called: the attributes of items that name an entity, in any folder."""
        if self.whole is not None:
            return self.whole.roles(domain)
        entities = set(self.entities(domain))
        owners = {name.canonical for name in self.called(domain, "attribute") if name.of == "item"}
        own = [fact for (where, *_), facts in self.facts.items() if where == domain for fact in facts]
        return {fact.measure for fact in own if fact.measure in owners and fact.value in entities}

    def things(self, domain: str) -> set[str]:
        """Return what items are called: the words that all their names end with, or `product`."""
        names = [name.casefold().split() for name in self.items(domain)]
        shared = 0
        while names and len({tuple(name[-shared - 1 :]) for name in names}) == 1 and shared < len(names[0]) - 1:
            shared += 1
        return {" ".join(names[0][-shared:])} if shared else {"product"}

    def spelt(self, text: str) -> list[Name]:
        """Return the entities, items, zones and places that a text is a name of."""
        said = text.strip().casefold()
        return [
            name for name in self.names if name.kind in ("entity", "item", "zone", "place") and said in name.spellings
        ]


def _folder(place: Mapping[str, object]) -> str:
    return str(place["path"]).rpartition("/")[0]


def _is_counted(name: Name, words: str) -> bool:
    """Whether one says the number of it: of stores, and of tonnes handled, which are in tonnes."""
    return name.unit == "number" or words.startswith(f"{name.unit} ")


def _only(found: list[Name], words: str) -> Name:
    if len(found) != 1:
        raise Unreadable(f"{len(found)} measures are called “{words}”")
    return found[0]


def read_key(path: Path) -> Key:
    """Return what a key file says."""
    return key_of(json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())


def key_of(lines: Iterable[Mapping[str, object]]) -> Key:
    """Return what the lines of a key say."""
    key = Key()
    for line in lines:
        _add(key, line)
    return key


def _add(key: Key, line: Mapping[str, object]) -> None:
    kind = line["type"]
    if kind == "fact":
        fact = _fact(line)
        key.facts[fact.domain, fact.entity, fact.measure, fact.period].append(fact)
        key.looks += _points(fact)
    elif kind == "name":
        key.names.append(_name(line))
    elif kind == "format":
        key.looks.append(_look(line))
    elif kind == "absent":
        key.absent.add((str(line["entity"]), str(line["measure"]), str(line["period"])))


def _fact(line: Mapping[str, object]) -> Fact:
    places = _maps(line.get("places"))
    domain = str(places[0]["path"]).split("/")[0] if places else ""
    said = [str(line[name]) for name in ("entity", "measure", "period", "unit", "value", "vintage")]
    return Fact(domain, *said, current=bool(line["current"]), places=places)


def _points(fact: Fact) -> Iterator[Look]:
    """The points of charts that show a fact."""
    for place in fact.places:
        at = _map(place["at"])
        if "series" in at:
            yield Look(str(place["path"]), at, "point", str(place["value"]), {})


def _name(line: Mapping[str, object]) -> Name:
    aliases = line.get("aliases")
    others = tuple(map(str, aliases)) if isinstance(aliases, list) else ()
    said = [str(line[name]) for name in ("domain", "kind", "canonical")]
    return Name(*said, aliases=others, of=str(line.get("of", "")), unit=str(line.get("unit", "")))


def _look(line: Mapping[str, object]) -> Look:
    at, detail = _map(line.get("at")), _map(line.get("detail"))
    stated = {name: str(value) for name, value in detail.items()}
    return Look(str(line["path"]), at, str(line["kind"]), str(line["value"]), stated)


def _maps(value: object) -> tuple[Mapping[str, object], ...]:
    return tuple(map(_map, value)) if isinstance(value, list) else ()


def _map(value: object) -> Mapping[str, object]:
    return {str(name): each for name, each in value.items()} if isinstance(value, dict) else {}
