"""Data flows one way: a module imports only from its own floor or from those below."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "nupp"
FLOORS = {
    "version": 0,
    "spec": 0,
    "kernel": 0,
    "boards": 0,
    "games": 1,
    "evaluators": 2,
    "formats": 2,
    "protocols": 3,
    "search": 3,
    "players": 4,
    "arena": 5,
    "store": 5,
    "engine": 5,
    "learn": 5,
    "studies": 6,
    "adapters": 6,
    "conformance": 6,
    "server": 7,
    "cli": 8,
}
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def imported(path: Path) -> set[str]:
    """The top-level parts of nupp that a module imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        if isinstance(node, ast.ImportFrom) and node.module == "nupp":
            names = [f"nupp.{alias.name}" for alias in node.names]
        found |= {name.split(".")[1] for name in names if name.startswith("nupp.")}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_down(path: Path) -> None:
    own = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    floor = FLOORS.get(own, 99)  # nupp/__main__.py stands above all
    above = {name for name in imported(path) if FLOORS.get(name, 99) > floor}
    same = {name for name in imported(path) if FLOORS.get(name, 99) == floor and name != own}
    assert not above
    assert not same or floor == 0
