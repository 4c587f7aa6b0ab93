"""Which evaluators there are for a game, and what registering another does."""

from __future__ import annotations

import pytest

from nupp.evaluators import Evaluator, default_evaluator, evaluator, evaluators_of, register
from nupp.games.hexxagon import Hexxagon
from nupp.games.mnk.rules import TicTacToe
from nupp.kernel import Record
from nupp.rules import GAMES, Game, game
from nupp.spec import SpecError


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
    with pytest.raises(SpecError, match=r"'lines'.*discs"):
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


def test_what_replaces_the_default_evaluator_is_the_default() -> None:
    for name in ("material", "mine"):

        class Mine(Evaluator[Hexxagon]):
            """Nothing is worth anything."""

            games = Hexxagon

            def evaluate(self, game: Hexxagon, state: Record) -> int:
                return 0

        Mine.name = name
        register(Mine)
    assert default_evaluator(game("hexxagon")) == "material"
    assert evaluator("", game("hexxagon")).evaluate(None, None) == 0  # type: ignore[arg-type]
