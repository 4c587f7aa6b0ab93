"""What searches may know of a game's threats: that of its class, or of the nearest base that has some."""

from __future__ import annotations

from typing import Any

import numpy as np

from nupp.evaluators.contract import NoKnowledge
from nupp.kernel import Record, interpreted
from nupp.players import Budget
from nupp.players.alphabeta import AlphaBeta, AlphaBetaOptions
from nupp.rules import Moves, game
from nupp.search.tactics import Tactics, tactics_of


def test_without_tactics_nothing_is_forced() -> None:
    rules = game("hexxagon")
    tactics, position = tactics_of(rules), rules.start_position()
    assert (type(tactics), tactics.game, tactics.orders) == (Tactics, rules, False)
    assert tactics_of(rules) is tactics
    assert tactics.states(position.state) is position.state
    assert tactics.serving(NoKnowledge()) is tactics
    with interpreted():
        assert tactics.forced_replies(position.state[0], np.empty(rules.max_moves, np.int64)) == 0
        assert tactics.promise(position.state[0], position.legal_move_codes[0]) == 0


class FirstMove(Tactics[Any]):
    """Says that the first legal move is forced, wherever there is one."""

    def forced_replies(self, state: Record, moves: Moves) -> int:
        return min(1, self.game.legal_moves(state, moves))


class LastFirst(Tactics[Any]):
    """Promises most of the last move."""

    orders = True

    def promise(self, state: Record, move: int) -> int:
        return move


def searching(tactics: type[Tactics[Any]], **options: Any) -> AlphaBeta:
    made = AlphaBeta(game("tictactoe"), AlphaBetaOptions(table=1, eval="none", quiescence=0, **options))
    made.tactics = tactics(made.game)
    made.spec = "alphabeta"
    return made


def test_a_search_looks_at_forced_replies_alone_and_as_deep_as_it_may() -> None:
    position = game("tictactoe").start_position()
    with interpreted():
        decision = searching(FirstMove).choose(position, Budget(depth=2))
    assert decision.nodes < 60  # the nine moves of the root, and one line below each
    assert len(decision.pv) >= 2


def test_the_order_of_moves_follows_the_promise_and_late_ones_are_left_out() -> None:
    position = game("tictactoe").start_position()
    with interpreted():
        whole, few = searching(LastFirst), searching(LastFirst, late=1)
        assert few.choose(position, Budget(depth=3)).nodes < whole.choose(position, Budget(depth=3)).nodes
