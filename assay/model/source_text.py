"""The syntax tree of a program's text, parsed by one thread at a time."""

from __future__ import annotations

import ast
import threading

# CPython 3.11 counts the depth of syntax trees for the whole process: two threads at once end in a SystemError.
_TURN = threading.Lock()


def parsed(program: str) -> ast.Module:
    """Return the syntax tree of a program; text that is no Python raises what `ast.parse` raises."""
    with _TURN:
        return ast.parse(program)
