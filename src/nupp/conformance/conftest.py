"""The items of the suite: for each game that is checked one item a group of requirements."""

# ruff: noqa: E402 - a module is rewritten only if it is imported after that is asked for

from __future__ import annotations

from typing import Final

import pytest

pytest.register_assert_rewrite("nupp.conformance.requirements")

from hypothesis import settings

from nupp.conformance.requirements import groups
from nupp.conformance.variants import subjects
from nupp.rules.registry import load_plugins

QUICK: Final = 64
"""Cells of the largest board whose game is not marked slow."""

settings.register_profile("nupp", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("nupp")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option that names games."""
    parser.addoption("--game", action="append", metavar="SPEC", help="test this game; may be repeated")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make an item of each game and group; those of derived variants and of large boards are marked slow."""
    if "subject" in metafunc.fixturenames:
        named = metafunc.config.getoption("--game")
        if named is None:
            load_plugins()
        items = []
        for subject in subjects(named or ()):
            is_quick = subject.named and len(subject.game.board) <= QUICK
            marks = () if is_quick else (pytest.mark.slow,)
            for group in groups():
                items.append(pytest.param(subject, group, id=f"{subject.spec}-{group}", marks=marks))
        metafunc.parametrize(("subject", "group"), items)
