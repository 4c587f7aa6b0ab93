"""What exact searches may use of a game: that of its class, or of the nearest base that has one."""

from __future__ import annotations

import numpy as np
import pytest

from nupp.games.reversi.solving import BitboardReversiTheory, ReversiTheory
from nupp.kernel import interpreted
from nupp.rules import game, start_state
from nupp.rules.basics import NO_BOUND
from nupp.search.theory import Theory, theory_of


@pytest.mark.parametrize(
    ("spec", "kind"),
    [("othello", BitboardReversiTheory), ("othello:size=10", ReversiTheory), ("hexxagon", Theory)],
)
def test_the_theory_of_a_game(spec: str, kind: type[Theory]) -> None:
    rules = game(spec)
    assert type(theory_of(rules)) is kind
    assert theory_of(rules).game is rules
    assert theory_of(rules) is theory_of(rules)


def test_without_a_theory_nothing_is_known() -> None:
    rules = game("hexxagon")
    theory, state, moves = theory_of(rules), start_state(rules)[0], np.empty(rules.max_moves, np.int64)
    with interpreted():
        assert theory.margin_bounds(state) == (-NO_BOUND, NO_BOUND)
        assert theory.settled(state) == theory.prospect(state) == 0
        assert theory.rest_key(state) == rules.hash(state)
        assert theory.essential_moves(state, moves) == rules.legal_moves(state, moves)
        assert theory.count_essential(state, moves) == rules.count_moves(state, moves)
