"""What moves on a slide: its animations in their order, and the transition that leads to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from assay.model.artifact import Facts
from assay.model.canonical import Scalar
from extractors.markup import Element, P, child, local, value, whole

_TRIGGERS = {"clickEffect": "on click", "withEffect": "with the one before", "afterEffect": "after the one before"}
_CLASSES = {
    "entr": "entrance", "exit": "exit", "emph": "emphasis", "path": "motion path", "verb": "object action",
    "mediacall": "media",
}  # fmt: skip


def _effects(names: str) -> Mapping[int, str]:
    pairs = (entry.strip().partition(" ") for entry in names.replace("\n", " ").split(","))
    return MappingProxyType({int(number): name for number, _, name in pairs})


# The numbers of presets in the interface of PowerPoint ([MS-PPT] 2.8.21 and the names that its gallery shows).
_ENTRANCES = _effects("""1 Appear, 2 Fly In, 3 Blinds, 4 Box, 5 Checkerboard, 6 Circle, 7 Crawl In, 8 Diamond,
9 Dissolve In, 10 Fade, 11 Flash Once, 12 Peek In, 13 Plus, 14 Random Bars, 15 Spiral In, 16 Split, 17 Stretch,
18 Strips, 19 Swivel, 20 Wedge, 21 Wheel, 22 Wipe, 23 Zoom, 24 Random Effects, 25 Boomerang, 26 Bounce,
27 Color Typewriter, 28 Credits, 29 Ease In, 30 Float, 31 Grow & Turn, 34 Light Speed, 35 Pinwheel, 37 Rise Up,
38 Swish, 39 Thin Line, 40 Unfold, 41 Whip, 42 Ascend, 43 Center Revolve, 45 Faded Swivel, 47 Descend, 48 Sling,
49 Spinner, 50 Compress, 51 Zip, 52 Arc Up, 53 Faded Zoom, 54 Glide, 55 Expand, 56 Flip, 58 Fold""")
_EMPHASES = _effects("""1 Fill Color, 2 Font, 3 Font Color, 4 Font Size, 5 Font Style, 6 Grow/Shrink, 7 Line Color,
8 Spin, 9 Transparency, 10 Bold Flash, 14 Blast, 15 Bold Reveal, 16 Brush Color, 18 Underline, 19 Color Blend,
20 Color Wave, 21 Complementary Color, 22 Complementary Color 2, 23 Contrasting Color, 24 Darken, 25 Desaturate,
26 Flash Bulb, 27 Flicker, 28 Grow With Color, 30 Lighten, 31 Style Emphasis, 32 Teeter, 33 Vertical Highlight,
34 Wave, 35 Blink, 36 Shimmer""")
_NAMES = MappingProxyType({"entr": _ENTRANCES, "exit": _ENTRANCES, "emph": _EMPHASES})


def animations_of(root: Element) -> Iterator[Facts]:
    """Yield the effects of a slide in their order: trigger, class, name, the shape that moves and its paragraphs."""
    timing = root.find(f"{P}timing")
    nodes = timing.iter(f"{P}cTn") if timing is not None else ()
    effects = (node for node in nodes if node.get("presetClass") or node.get("nodeType") in _TRIGGERS)
    for order, node in enumerate(effects, 1):
        yield Facts((("order", order), ("trigger", _trigger(node)), *_effect(node), *_target(node), *_times(node)))


def animation_text(facts: Facts) -> str:
    """Return such facts on one line."""
    said = dict(facts.values)
    parts = [f"{said['order']}. {said['trigger']}: {said['effect']} ({said['class']})"]
    parts += [f"shape {said['shape']}"] if said.get("shape") else []
    parts += [f"paragraphs {said['paragraphs']}"] if said.get("paragraphs") else []
    parts += [f"after {said['delay']} ms"] if said.get("delay") else []
    parts += [f"for {said['duration']} ms"] if said.get("duration") else []
    return ", ".join(parts)


def transition_of(root: Element) -> Facts | None:
    """Return how a slide comes: the effect, its speed or duration, and what moves on to the next slide."""
    stated = root.find(f"{P}transition")
    if stated is None:
        return None
    effects = (local(element) for element in stated if local(element) not in ("sndAc", "extLst"))
    duration = next((text for name, text in stated.attrib.items() if str(name).endswith("}dur")), None)
    values: list[tuple[str, Scalar]] = [
        ("effect", next(effects, "none")), ("speed", stated.get("spd", "fast").replace("med", "medium")),
        ("duration", whole(str(duration)) if duration else None),
        ("after", whole(stated.get("advTm")) if stated.get("advTm") else None),
        ("click", stated.get("advClick", "1") not in ("0", "false")),
        ("sound", value(next(stated.iter(f"{P}snd"), None), "name") or None),
    ]  # fmt: skip
    return Facts(tuple((name, said) for name, said in values if said is not None))


def transition_text(facts: Facts) -> str:
    """Return such facts on one line."""
    said = dict(facts.values)
    parts = [f"transition: {said['effect']}, {said['speed']}"]
    parts += [f"for {said['duration']} ms"] if "duration" in said else []
    parts += [f"moves on after {said['after']} ms"] if "after" in said else []
    parts += [] if said["click"] else ["not on click"]
    parts += [f"sound “{said['sound']}”"] if "sound" in said else []
    return ", ".join(parts)


def _trigger(node: Element) -> str:
    outer = next((above for above in node.iterancestors(f"{P}cTn") if above.get("nodeType") == "interactiveSeq"), None)
    if outer is not None and node.get("nodeType") == "clickEffect":
        shape = value(next((outer.iterfind(f"{P}stCondLst//{P}spTgt")), None), "spid")
        return f"on click of shape {shape}" if shape else "on click"
    return _TRIGGERS.get(node.get("nodeType", ""), "on click")


def _effect(node: Element) -> Iterator[tuple[str, Scalar]]:
    preset, number = node.get("presetClass", ""), whole(node.get("presetID"))
    yield "class", _CLASSES.get(preset, preset or "effect")
    yield "effect", _NAMES.get(preset, {}).get(number, f"effect {number}")


def _target(node: Element) -> Iterator[tuple[str, Scalar]]:
    target = next(node.iter(f"{P}spTgt"), None)
    if target is None:
        return
    yield "shape", target.get("spid", "")
    paragraphs = child(target, f"{P}txEl", f"{P}pRg")
    if paragraphs is not None:
        first, last = whole(paragraphs.get("st")) + 1, whole(paragraphs.get("end")) + 1
        yield "paragraphs", str(first) if first == last else f"{first}-{last}"


def _times(node: Element) -> Iterator[tuple[str, Scalar]]:
    delay = whole(value(child(node, f"{P}stCondLst", f"{P}cond"), "delay"))
    if delay:
        yield "delay", delay
    longest = max((whole(inner.get("dur")) for inner in node.iter(f"{P}cTn")), default=0)
    if longest > 1:
        yield "duration", longest
