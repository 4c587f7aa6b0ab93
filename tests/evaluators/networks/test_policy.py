"""How neural networks name moves."""

from __future__ import annotations

import numpy as np
import pytest

from evaluators.networks.little import GAME
from nupp.evaluators.networks import policy_of
from nupp.evaluators.networks.policy import Policy


def test_every_move_of_a_small_game_has_an_output_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nupp.evaluators.networks.policy.POSITIONS", 60)
    policy = policy_of(GAME)
    assert policy.classes.tolist() == list(range(9))
    assert policy.output_of.tolist() == list(range(9))
    assert policy.outputs == 10


def test_moves_that_did_not_come_up_share_an_output() -> None:
    policy = Policy(GAME, np.array([2, 5]))
    assert policy.output_of.tolist() == [2, 2, 0, 2, 2, 1, 2, 2, 2]
    for classes in ([5, 2], [2, 9], [-1, 2]):
        with pytest.raises(ValueError, match=r"ascending.*\b9\b"):
            Policy(GAME, np.array(classes))
