"""Which evaluators there are for a game, and what the hand-written ones count."""

from __future__ import annotations

import pytest

from nupp.evaluators import Evaluator, default_evaluator, evaluator, evaluators_of, register
from nupp.games import GAMES, Game, game
from nupp.games.mnk import TicTacToe
from nupp.kernel import Record, interpreted
from nupp.spec import SpecError


def worth(spec: str, name: str, text: str) -> int:
    rules = game(spec)
    with interpreted():
        return int(evaluator(name, rules).evaluate(rules, rules.parse_state(text)[0]))


@pytest.mark.parametrize("spec", GAMES.names())
def test_every_game_has_a_default_and_none(spec: str) -> None:
    rules = game(spec)
    names = evaluators_of(rules).names()
    assert "none" in names
    assert default_evaluator(rules) in names
    assert type(evaluator("", rules)) is type(evaluator(default_evaluator(rules), rules))
    for name in names:
        assert evaluators_of(rules).entry(name).summary
        assert evaluator(name, rules).name == name


def test_an_evaluator_serves_subclasses_of_its_game_and_no_others() -> None:
    assert "lines" in evaluators_of(game("tictactoe")).names()
    assert "lines" not in evaluators_of(game("othello")).names()
    with pytest.raises(SpecError, match=r"unknown evaluator .*'lines': .*known are discs"):
        evaluator("lines", game("othello"))


def test_the_last_one_registered_under_a_name_counts() -> None:
    @register
    class Mine(Evaluator[TicTacToe]):
        """One for each."""

        name = "mine"
        games = TicTacToe

        def evaluate(self, game: Game, state: Record) -> int:  # type: ignore[override]
            return 1

    @register
    class Other(Evaluator[TicTacToe]):
        """Two for each."""

        name = "mine"
        games = TicTacToe

        def evaluate(self, game: Game, state: Record) -> int:  # type: ignore[override]
            return 2

    assert isinstance(evaluator("mine", game("tictactoe")), Other)
    assert "mine" not in evaluators_of(game("mnk")).names()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 x", 16),  # a run of one in four directions
        ("15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o", -16),
        ("15/15/15/15/15/15/15/7xx6/15/15/15/15/15/15/15 x", 16 + 6 * 4),
        ("15/15/15/15/15/15/15/7xo6/15/15/15/15/15/15/15 x", 0),
        ("x14/1x13/15/15/15/15/15/15/15/15/15/15/15/15/o14 o", 16 - 16 - 6 * 4),
    ],
)
def test_runs(text: str, value: int) -> None:
    assert worth("mnk", "runs", text) == value


@pytest.mark.parametrize(("text", "value"), [("3/1x1/3 x", 8 - 4), ("3/1x1/o2 o", 4 - 5)])
def test_lines(text: str, value: int) -> None:
    """The centre lies on four of the eight lines, a corner on three."""
    assert worth("tictactoe", "lines", text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("X7/8/8/8/8/8/8/8 x", 800),
        ("X7/8/8/8/8/8/8/8 o", -800),
        ("8/1X6/8/8/8/8/8/8 x", -300),
        ("1X6/8/8/8/8/8/8/8 x", -100),
        ("8/8/8/8/8/8/X7/8 o", 100),
        ("X7/1X6/8/8/8/8/8/8 x", 800),  # beside a corner that is taken nothing counts
        ("8/8/8/3OX3/3XO3/8/8/8 x", 0),
        ("8/8/8/8/3XO3/8/8/8 x", 0),
        ("8/8/8/8/3XOO2/8/8/8 x", 60 - 60),
        ("8/8/8/8/3XO3/4O3/8/8 x", 2 * 60 - 2 * 60),
    ],
)
def test_positional(text: str, value: int) -> None:
    assert worth("othello", "positional", text) == value
