"""The syntax tree of a program's text, parsed by one thread at a time."""

from __future__ import annotations

import ast
import threading
from functools import lru_cache

# CPython 3.11 counts the depth of syntax trees for the whole process: two threads at once end in a SystemError.
_TURN = threading.Lock()


@lru_cache(maxsize=32)
def parsed(program: str) -> ast.Module:
    """Return the syntax tree of a program, which nobody may change; no Python raises what `ast.parse` raises.

    A gate looks at a task's program each time that it is asked, so the last ones are kept.
    """
    with _TURN:
        return ast.parse(program)
