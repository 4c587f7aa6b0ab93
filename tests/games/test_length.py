"""Rules built on the base for games on cells are short: that is what it is for."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import nupp


def lines_of_code(path: Path) -> int:
    """The lines of a file without docstrings, comments and blank lines."""
    text = path.read_text(encoding="utf-8")
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docstrings = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, documented) and ast.get_docstring(node) is not None
        for line in range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
    }
    lines = (line.strip() for number, line in enumerate(text.splitlines(), 1) if number not in docstrings)
    return sum(bool(line) and not line.startswith("#") for line in lines)


@pytest.mark.parametrize(("game", "most"), [("hex", 45), ("breakthrough", 45), ("domineering", 30)])
def test_rules_are_short(game: str, most: int) -> None:
    assert lines_of_code(Path(nupp.__file__).parent / "games" / game / "rules.py") <= most
