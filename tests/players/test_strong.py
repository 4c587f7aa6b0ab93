"""The strong player: it solves where that takes no time, and searches elsewhere."""

from __future__ import annotations

import pytest

from nupp.games.connectfour.solving import ConnectFourSolver
from nupp.games.dotsandboxes.solving import ChainSolver
from nupp.games.reversi.solving import EndgameSolver
from nupp.kernel import interpreted
from nupp.players import Budget, player
from nupp.players.strong import Strong
from nupp.rules import Position, game


@pytest.mark.parametrize(
    ("spec", "kind"),
    [
        ("connectfour", ConnectFourSolver),
        ("othello", EndgameSolver),
        ("dotsandboxes", ChainSolver),
        ("hexxagon", None),
    ],
)
def test_which_games_it_solves(spec: str, kind: type | None) -> None:
    chooser = player("strong:table=1", game(spec))
    assert isinstance(chooser, Strong)
    assert chooser.solver is kind
    assert chooser.remembers == (kind is not None)


def test_it_searches_as_the_tuned_search_does() -> None:
    rules = game("tictactoe")
    position = rules.start_position().play_all(["a1", "b2"])
    with interpreted():
        found = player("strong:table=1", rules).choose(position, Budget(depth=3))
        spec = "alphabeta:table=1,eval=shapes,order_by_eval=3,reductions=4,late=3,futility=0.3"
        expected = player(spec, rules).choose(position, Budget(depth=3))
    assert (found.move, found.score, found.nodes) == (expected.move, expected.score, expected.nodes)


def test_a_position_that_can_be_solved_has_a_certain_score() -> None:
    position = game("othello:size=4").start_position().play("b1")
    decision = player("strong:table=1", position.game).choose(position, Budget(seconds=20))
    assert (decision.score_kind, decision.score) == ("proven", 1)  # the second player wins on this board


def test_a_limit_of_depth_is_for_searches() -> None:
    position = game("othello:size=4").start_position()
    with interpreted():
        decision = player("strong:table=1", position.game).choose(position, Budget(depth=1))
    assert (decision.depth, decision.score_kind) == (1, "eval")


def test_a_win_is_kept_though_its_margin_is_not_found_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    position = game("othello:size=4").start_position().play("b1")
    solve = EndgameSolver.value

    def value(self: EndgameSolver, position: Position) -> None:
        solve(self, position)
        self.stop[0] = 1

    monkeypatch.setattr(EndgameSolver, "value", value)
    decision = player("strong:table=1", position.game).choose(position, Budget(seconds=20))
    assert (decision.score_kind, decision.score) == ("proven", 1)
    monkeypatch.undo()
    after = player("exact", position.game).choose(position.play(decision.move), Budget(seconds=20))
    assert after.score < 0
