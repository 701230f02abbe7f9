"""The project's own source as tests look at it: its modules, their trees and their functions."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("flows", "extractors", "synthesis", "filters", "assay")


@dataclass(frozen=True, slots=True)
class Module:
    """One source file, with every node of its tree."""

    path: Path
    text: str
    tree: ast.Module
    nodes: tuple[ast.AST, ...]

    @property
    def name(self) -> str:
        """Its dotted name, a package's without `__init__`."""
        parts = self.path.relative_to(ROOT).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def functions(self) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
        """Every function in it, nested ones too."""
        return (node for node in self.nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))

    @property
    def imported(self) -> Iterator[str]:
        """The dotted name of every module that it imports, wherever in the file."""
        for node in self.nodes:
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module


def modules(*folders: str) -> list[Module]:
    """Every module below the folders, by path."""
    paths = sorted(path for folder in folders or PACKAGES for path in (ROOT / folder).rglob("*.py"))
    return [parsed(path) for path in paths]


@cache
def parsed(path: Path) -> Module:
    """The module in a file, which is parsed once for each process."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    return Module(path, text, tree, tuple(ast.walk(tree)))


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Its lines, from `def` to the last."""
    return (function.end_lineno or function.lineno) - function.lineno + 1
