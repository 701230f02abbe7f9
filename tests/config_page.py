"""The page of the settings, written from the settings themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args, get_origin

import yaml
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from assay.config import Settings

_HEAD = """# The config file

`assay build ARCHIVE --config FILE.yaml` reads one YAML file. Every key may be left out; a key that does not exist is an
error that names the nearest right one. `--seed` on the command line goes before the file's own.

```yaml
seed: 7
domains: {fin: finance}        # the folder fin/ is the domain finance
extraction: {workers: 4}
synthesis:
  authors: [rules, file]
  candidates: my-questions.jsonl   # relative to this file
targets:
  - {track: numeric, tasks: 20}    # a run that releases fewer exits with 1
```
"""


def config_page() -> str:
    """Return the page's text."""
    return "\n".join([_HEAD, *_section(Settings, "", {})]) + "\n"


def _section(model: type[BaseModel], prefix: str, shown: dict[type[BaseModel], str]) -> Iterator[str]:
    shown[model] = prefix
    if prefix:
        yield f"\n## {prefix.rstrip('.')}\n\n{model.__doc__}\n"
    inner = {name: _model(field) for name, field in model.model_fields.items()}
    plain = [(name, field) for name, field in model.model_fields.items() if inner[name] is None or field.description]
    if plain:
        yield "| key | default | what it says |"
        yield "| --- | --- | --- |"
    for name, field in plain:
        yield f"| `{prefix}{name}` | {_default(field)} | {field.description or ''} |"
    for name, found in inner.items():
        if found is not None and found not in shown:
            yield from _section(found, f"{prefix}{_place(model.model_fields[name], name)}.", shown)


def _place(field: FieldInfo, name: str) -> str:
    return f"{name}.NAME" if get_origin(field.annotation) is dict else name


def _model(field: FieldInfo) -> type[BaseModel] | None:
    kinds = [field.annotation, *get_args(field.annotation)]
    return next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)), None)


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    value = field.get_default(call_default_factory=True)
    if isinstance(value, BaseModel):
        return "its own"
    plain = list(value) if isinstance(value, tuple) else value
    return f"`{yaml.safe_dump(plain, default_flow_style=True).removesuffix('...' + chr(10)).strip()}`"
