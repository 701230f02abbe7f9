"""Pandoc's own Markdown of a file, from its original bytes: the first of the card's representations of Word files."""

from __future__ import annotations

import subprocess
from types import MappingProxyType

import pypandoc  # pyright: ignore[reportMissingTypeStubs]

from assay.model.errors import AssayError, UnreadableInput

# What takes longer, or more memory, was made to.
_SECONDS = 90
_MEMORY = "+RTS -M2g -RTS"
_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_FORMS = MappingProxyType({
    f"{_WORD}.document": "docx", f"{_WORD}.template": "docx",
    "application/vnd.ms-word.document.macroenabled.12": "docx",
    "application/vnd.ms-word.template.macroenabled.12": "docx",
    "application/vnd.oasis.opendocument.text": "odt", "application/rtf": "rtf", "text/rtf": "rtf",
    "text/html": "html", "application/xhtml+xml": "html",
})  # fmt: skip


def pandoc_form(media_type: str) -> str | None:
    """Return the name that pandoc has for a type of files that it reads here, None for others."""
    return _FORMS.get(media_type.lower())


def pandoc_markdown(data: bytes, form: str) -> str:
    """Return a file as pandoc's Markdown, one line a paragraph; what pandoc declines raises UnreadableInput."""
    # `--sandbox` keeps it from reading any other file and from the network.
    options = ["--sandbox", f"--from={form}", "--to=markdown", "--wrap=none", *_MEMORY.split()]
    try:
        command = [pypandoc.get_pandoc_path(), *options]
        done = subprocess.run(command, input=data, capture_output=True, check=False, timeout=_SECONDS)
    except OSError:
        raise AssayError("the view pandoc needs pandoc: install pypandoc-binary") from None
    except subprocess.TimeoutExpired:
        raise UnreadableInput(f"pandoc takes more than {_SECONDS} seconds") from None
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise UnreadableInput(f"pandoc cannot read it: {said[-1] if said else 'it ended'}")
    return done.stdout.decode("utf-8", "replace")
