"""What games bring beside their rules is found by the nearest of their classes."""

from __future__ import annotations

from nupp.games.mnk import Mnk, TicTacToe
from nupp.rules import Game, game
from nupp.rules.parts import Parts


def test_the_part_of_the_nearest_class_counts() -> None:
    parts = Parts("default")
    assert parts.of(game("tictactoe")) == "default"
    parts.add(Game, "any game")
    parts.add(Mnk, "lines")
    assert parts.of(game("tictactoe")) == "lines"
    parts.add(TicTacToe, "three in a row")
    assert parts.of(game("tictactoe")) == "three in a row"
    assert parts.of(game("mnk")) == "lines"
    assert parts.of(game("othello")) == "any game"
