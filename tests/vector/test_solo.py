"""One game that is stepped by the kernels of a batch."""

from __future__ import annotations

import copy
import pickle

import pytest

import nupp
from nupp.rules import IllegalMoveError
from nupp.vector import encoding
from nupp.vector.solo import Solo
from plain import plain_rules  # noqa: F401


def begun(spec: str) -> Solo:
    game = nupp.game(spec)
    solo = Solo(game, encoding("planes", game))
    solo.begin()
    return solo


@pytest.mark.parametrize("spec", ["tictactoe", "draughts", "dotsandboxes"])
def test_a_copy_is_played_on_apart(spec: str) -> None:
    solo = begun(spec)
    solo.play(solo.legal[0])
    others = [solo.copy(), copy.deepcopy(solo), pickle.loads(pickle.dumps(solo))]
    before = str(solo.position)
    for other in others:
        assert (str(other.position), other.legal, other.to_move) == (before, solo.legal, solo.to_move)
        assert (other.seen() == solo.seen()).all()
        assert (other.mask() == solo.mask()).all()
        other.play(other.legal[-1])
        assert str(solo.position) == before
        assert other.position.ply == 2


def test_an_illegal_action_is_refused() -> None:
    solo = begun("tictactoe")
    solo.play(4)
    with pytest.raises(IllegalMoveError, match=r"action 4.*'3/1x1/3 o'"):
        solo.play(4)
    assert solo.code(0) == solo.position.actions[0]


def test_a_game_may_be_longer_than_the_room_that_was_made_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws by repetition are found all the same."""
    monkeypatch.setattr("nupp.vector.batch.ROOM", 2)
    solo = begun("labyrinth:map=ring8")
    position = solo.position
    while not position.is_over:
        action, code = next(iter(position.actions.items()))
        position = position.play_code(code)
        solo.play(action)
        assert sorted(solo.legal) == sorted(position.actions)
    assert solo.is_over
    assert solo.outcome == position.outcome
    assert position.ending.reason == "repetition"
