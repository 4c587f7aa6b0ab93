"""What feed-forward networks see of m,n,k games."""

from __future__ import annotations

import numpy as np
import pytest

from nupp.evaluators.inputs import MOST_INPUTS, Inputs, inputs
from nupp.evaluators.strength import inputs_of
from nupp.games.mnk.inputs import ShapeInputs
from nupp.games.mnk.shapes import OPEN_TWO, PAIRS, SHAPES, TWO
from nupp.kernel import interpreted
from nupp.rules import Position, game
from nupp.search.tactics import tactics_of

RULES = game("mnk:width=9,height=9")


def listed(position: Position, side: int) -> list[int]:
    room = np.zeros(512, np.int64)
    with interpreted():
        n = inputs_of(position.game).list(position.game, position.state[0], side, room)
    return sorted(room[:n].tolist())


def test_each_side_sees_its_own_shapes_first() -> None:
    position = RULES.parse_position("9/9/9/9/4x4/9/9/9/9 o")
    by_first, by_second = listed(position, 0), listed(position, 1)
    assert sorted(PAIRS * (joint % PAIRS) + joint // PAIRS for joint in by_first) == by_second
    assert len(by_first) == 80
    best = {joint // PAIRS // SHAPES for joint in by_first}
    assert OPEN_TWO in best
    assert max(joint % PAIRS // SHAPES for joint in by_first) < TWO


def test_cells_that_nobody_can_win_with_are_left_out() -> None:
    rules = game("mnk:width=5,height=4,k=5")
    position = rules.parse_position("5/5/5/x3o x")
    assert len(listed(position, 0)) == 15


def test_the_same_is_seen_of_states_that_hold_the_shapes() -> None:
    position = RULES.parse_position("9/9/2o6/3xo4/4x4/9/9/9/9 o")
    tactics, room = tactics_of(RULES), np.zeros(512, np.int64)
    state = tactics.states(position.state)[0]
    with interpreted():
        n = inputs_of(RULES).list(tactics.game, state, 1, room)
    assert sorted(room[:n].tolist()) == listed(position, 1)


def test_games_without_threats_are_seen_by_their_stones() -> None:
    assert type(inputs_of(game("mnk"))) is ShapeInputs
    assert type(inputs_of(game("tictactoe"))) is Inputs
    assert type(inputs_of(game("mnk:exact=true"))) is Inputs


def test_games_without_shapes() -> None:
    with pytest.raises(ValueError, match="has no shapes"):
        inputs("shapes", game("mnk:exact=true"))


def test_the_largest_board_has_room() -> None:
    assert inputs_of(game("mnk:width=32,height=32")).most == MOST_INPUTS
