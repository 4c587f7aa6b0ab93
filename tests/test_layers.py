"""Data flows one way: a module imports only from its own layer or from those below, and never in a circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "nupp"
LAYERS = (
    ("extras", "folders", "garbage", "spec", "version"),
    ("kernel",),
    ("boards",),
    ("rules",),
    ("evaluators", "formats"),
    ("search",),
    ("players",),
    ("vector",),
    ("arena", "learn", "protocols", "store"),
    ("adapters", "conformance", "tuning"),
    ("games",),
    ("studies",),
    ("server",),
    ("cli",),
)
"""The parts of the package, from the lowest layer up; those of one layer do not import each other."""
LAYER_OF = {part: number for number, parts in enumerate(LAYERS) for part in parts}
MODULES = {
    ".".join(("nupp", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """All statements below a node, but those that only type checkers read."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if not isinstance(node, ast.expr):
            yield node
            yield from statements(node)


def imports(path: Path) -> Iterator[tuple[str, str]]:
    """What a module imports when it runs: modules of nupp, and names of them (empty for a whole module)."""
    for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "nupp":
            yield from ((node.module or "", alias.name) for alias in node.names)
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names if alias.name.split(".")[0] == "nupp")


@cache
def imported(path: Path) -> set[str]:
    """The modules of nupp that a module imports."""
    full = ((module, f"{module}.{name}") for module, name in imports(path))
    return {name if name in MODULES else module for module, name in full}


def test_imports_go_down() -> None:
    wrong = {}
    for name in MODULES.keys() - {"nupp", "nupp.__main__"}:  # which stand above all
        own = name.split(".")[1]
        parts = {module.split(".")[1] for module in imported(MODULES[name]) if module != "nupp"} - {own}
        wrong[name] = {part for part in parts if LAYER_OF.get(part, 99) >= LAYER_OF[own]}
    assert {name: parts for name, parts in wrong.items() if parts} == {}


def test_modules_do_not_import_each_other_in_circles() -> None:
    found = {name: imported(path) - {name} for name, path in MODULES.items()}
    try:
        TopologicalSorter(found).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))
