"""The matcher as one file of plain Python, which every release and export carries."""

from __future__ import annotations

import ast
from importlib.resources import files

from assay.model.source_text import parsed

# In the order in which each needs only those before it.
MATCHER_MODULES = (
    "answers/scales.py",
    "answers/spec.py",
    "answers/cleaning.py",
    "answers/currencies.py",
    "answers/units.py",
    "answers/numerals.py",
    "answers/quantities.py",
    "answers/numbers.py",
    "answers/texts.py",
    "answers/dates.py",
    "answers/colors.py",
    "answers/links.py",
    "answers/formulas.py",
    "answers/structures.py",
    "match.py",
    "grade.py",
)

OPENING = '''"""Grades answers by the rules of the Assay project; needs nothing but Python 3.9 or newer.

    python grade.py FILE.jsonl                                   lines with "expected", "format" and "response"
    python grade.py --tasks tasks.jsonl --answers answers.jsonl  lines with "id" and "response"

This file is made from the modules of the package assay.evaluation; Apache License 2.0.
"""

from __future__ import annotations
'''

ERROR_CLASS = '''class AssayError(Exception):
    """Something that a person can act on."""
'''

ENDING = """if __name__ == "__main__":
    sys.exit(main())
"""


def single_file() -> str:
    """Return the text of grade.py."""
    folder = files("assay.evaluation")
    sources = [folder.joinpath(name).read_text(encoding="utf-8") for name in MATCHER_MODULES]
    imports = sorted({line for source in sources for line in outside_imports(source)})
    bodies = [without_imports(source) for source in sources]
    return "\n\n".join([OPENING + "\n" + "\n".join(imports), ERROR_CLASS.strip(), *bodies, ENDING])


def is_own(node: ast.stmt) -> bool:
    """Return whether a statement imports from this project or from the future."""
    return isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in ("assay", "__future__")


def outside_imports(source: str) -> list[str]:
    """Return the imports of the standard library, one name a line."""
    lines: list[str] = []
    for node in parsed(source).body:
        if isinstance(node, ast.Import):
            lines += [f"import {alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not is_own(node):
            lines += [f"from {node.module} import {alias.name}" for alias in node.names]
    return lines


def without_imports(source: str) -> str:
    """Return the text after the imports, as Python 3.9 reads it: slots for records came with 3.10."""
    body = parsed(source).body
    last = max(node.end_lineno or 0 for node in body[:1] + [one for one in body if is_import(one)])
    text = "\n".join(source.split("\n")[last:]).strip("\n")
    return text.replace("@dataclass(frozen=True, slots=True)", "@dataclass(frozen=True)")


def is_import(node: ast.stmt) -> bool:
    """Return whether a statement is an import."""
    return isinstance(node, (ast.Import, ast.ImportFrom))
