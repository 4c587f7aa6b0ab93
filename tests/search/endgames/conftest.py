"""A small table, built once."""

from __future__ import annotations

from pathlib import Path

import pytest

from nupp.rules import Game, game
from nupp.search.endgames import Builder, EndgameTable


def built(rules: Game, pieces: int, folder: Path, threads: int = 1) -> EndgameTable:
    """The table of a game, built in a folder."""
    values = Builder(rules, pieces, folder, threads).run()
    return EndgameTable(rules, pieces, values, folder)


@pytest.fixture(scope="package")
def draughts(tmp_path_factory: pytest.TempPathFactory) -> EndgameTable:
    """All endgames of three pieces of English draughts."""
    return built(game("draughts:variant=english"), 3, tmp_path_factory.mktemp("draughts"), threads=2)
