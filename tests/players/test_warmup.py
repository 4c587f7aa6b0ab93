"""Compiling ahead of time."""

from __future__ import annotations

import pytest

from nupp.evaluators import evaluators_of
from nupp.kernel import interpreted
from nupp.players import Budget, Decision, Player, register
from nupp.players.base import Report
from nupp.players.warmup import prepare, warm_up
from nupp.rules import Position, game

seen = list[int]()


class Noting(Player):
    """Notes how many moves were made before each of its own."""

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        assert budget == Budget(nodes=1, depth=1)
        seen.append(position.ply)
        code = position.legal_move_codes[0]
        return Decision(position.format_move(code), code, 0, "eval", (), 0, 0, 0.0)


class Foreign(Noting):
    """Runs another program."""

    foreign = True


@pytest.mark.parametrize(("kind", "plies"), [(Noting, [0, 1]), (Foreign, [])])
def test_a_player_is_prepared_by_two_moves_and_a_program_not_at_all(
    kind: type[Player], plies: list[int]
) -> None:
    seen.clear()
    register("noting")(kind)
    with interpreted():
        prepare("noting", game("tictactoe"))
    assert seen == plies


def test_all_parts_of_a_game_are_named_once() -> None:
    rules = game("tictactoe")
    with interpreted():
        parts = list(warm_up(rules))
    assert parts[:3] == ["rules", "perft", "playouts"]
    assert {"strong", "alphabeta", "minimax"} < set(parts)
    assert {part.partition("=")[2] for part in parts if "eval" in part} == {*evaluators_of(rules).names()} - {
        "none"
    }
    assert len(set(parts)) == len(parts)
