"""Positions: their history, however long."""

import copy
import pickle

import pytest

from nupp.kernel import interpreted
from nupp.rules import game


@pytest.mark.slow
def test_a_game_of_thousands_of_moves_knows_its_history() -> None:
    with interpreted():
        rules = game("hexxagon:quiet=10000")
        position = start = rules.parse_position("R4/6/7/3#4/5#3/3#4/7/6/4B r 0")
        for number in range(2400):
            position = position.play_code(position.parse_move(ROUND[number % 4]))
        assert position.ply == len(position.moves) == len(position.move_codes) == 2400
        assert position.moves[:4] == ROUND
        assert start.play_all(position.moves[:8]).move_codes == position.move_codes[:8]
        assert position.occurrences == 1  # the count of quiet moves differs
        assert len(position.past_keys) == 2400


@pytest.mark.slow
def test_a_long_game_can_be_copied_and_pickled() -> None:
    start = game("hexxagon:quiet=10000").parse_position("R4/6/7/3#4/5#3/3#4/7/6/4B r 0")
    position = start.play_all(ROUND * 600)
    assert copy.deepcopy(position) is position
    read = pickle.loads(pickle.dumps(position))
    assert read == position
    assert read.moves == position.moves


ROUND = ("a1-a3", "i5-i3", "a3-a1", "i3-i5")


def test_a_position_cannot_be_changed() -> None:
    position = game("tictactoe").start_position().play("b2")
    for name in ("game", "previous", "last_move_code", "legal_move_codes", "hash_key"):
        with pytest.raises(AttributeError, match=rf"\b{name}\b"):
            setattr(position, name, None)
    with pytest.raises(ValueError, match="read-only"):
        position.state["turn"] = 0
