"""Formats that pandoc turns into HTML: rtf, odt and epub; lines are those of that HTML."""

from __future__ import annotations

import dataclasses
import signal
import subprocess

import pypandoc  # pyright: ignore[reportMissingTypeStubs]

from assay.model.document import Problem, Reading
from extractors.web import read_html

# `--sandbox` keeps pandoc from reading any other file and from the network.
_OPTIONS = ("--sandbox", "--to=html5", "--standalone", "--embed-resources", "--wrap=preserve", "--mathml")

# What pandoc's template says of itself is nothing of the document.
_TEMPLATE = (b'<meta name="generator" content="pandoc" />', b"<title>-</title>")

# Killed for its processor time; GHC's "heap exhausted" and what its runtime does where the kernel gives no memory.
_OUT_OF_TIME = (-signal.SIGXCPU, -signal.SIGKILL)
_OUT_OF_MEMORY = (251, -signal.SIGABRT)


def read_rtf(data: bytes) -> Reading:
    """Return the artifacts of a Rich Text file."""
    return _converted(data, "rtf")


def read_odt(data: bytes) -> Reading:
    """Return the artifacts of an OpenDocument text."""
    return _converted(data, "odt")


def read_epub(data: bytes) -> Reading:
    """Return the artifacts of an electronic book."""
    return _converted(data, "epub")


def _converted(data: bytes, form: str) -> Reading:
    try:
        command = [pypandoc.get_pandoc_path(), f"--from={form}", *_OPTIONS]
        done = subprocess.run(command, input=data, capture_output=True, check=False)
    except OSError:
        return Reading("text", problem=Problem("unsupported", f"Reading .{form} needs pandoc: install it."))
    if done.returncode in _OUT_OF_TIME:
        raise TimeoutError
    if done.returncode in _OUT_OF_MEMORY:
        raise MemoryError
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        return Reading("text", problem=Problem("corrupt", f"pandoc cannot read it: {said[-1] if said else form}"))
    page = done.stdout
    for line in _TEMPLATE:
        page = page.replace(line, b"", 1)
    return dataclasses.replace(read_html(page), reader=f"pandoc.{form}")
