"""Programs are parsed in several threads at once."""

from __future__ import annotations

import ast
from concurrent.futures import ThreadPoolExecutor

import pytest

from assay.model.source_text import parsed

PROGRAM = "\n".join(f"value_{n} = {'(' * 20}{n}{')' * 20} + [{n}, ({n}, {{{n}: {n}}})][1][1][{n}]" for n in range(60))


def test_many_threads_parse_at_once():
    with ThreadPoolExecutor(8) as pool:
        trees = list(pool.map(parsed, [PROGRAM] * 64))
    assert {ast.dump(tree) for tree in trees} == {ast.dump(parsed(PROGRAM))}


def test_text_that_is_no_python_is_refused():
    with pytest.raises(SyntaxError):
        parsed("def")
