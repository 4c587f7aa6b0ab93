"""Parts of a round that other processes play."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from learn.networks.examples import GAME, TINY
from nupp.kernel import interpreted
from nupp.learn.checkpoints import TrainingError
from nupp.learn.networks.alphazero import AlphaZero, PartTask, play_part
from nupp.learn.networks.elsewhere import play_elsewhere, round_of
from nupp.rules import registry

pytestmark = pytest.mark.slow


def test_a_part_is_the_same_elsewhere() -> None:
    """What is sent can be sent, and the games go on there as they would here."""
    with interpreted():
        training = AlphaZero(GAME, TINY)
        network = training.network(training.best)
        here = play_part(GAME, TINY, network, PartTask(3, None, (1, 2)))
        common, first = pickle.loads(pickle.dumps((round_of(training), PartTask(3, None, (1, 2)))))
        there = pickle.loads(pickle.dumps(play_elsewhere(common, first)))
        assert there.ended == here.ended
        following = play_elsewhere(common, PartTask(3, there.games, (1, 3)))
        expected = play_part(GAME, TINY, network, PartTask(3, here.games, (1, 3)))
    for one, other in ((there, here), (following, expected)):
        assert all((a == b).all() for a, b in zip(one.examples, other.examples, strict=True))


def test_files_of_the_users_games_are_loaded_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "own.py"
    file.write_text("raise RuntimeError('it was loaded')\n")
    monkeypatch.setattr(registry, "_loaded", {})
    with interpreted():
        common = round_of(AlphaZero(GAME, TINY))._replace(files=(str(file),))
        with pytest.raises(Exception, match="it was loaded"):
            play_elsewhere(common, PartTask(3, None, (1,)))


def test_another_version_is_refused() -> None:
    with interpreted():
        common = round_of(AlphaZero(GAME, TINY))._replace(version="0.0.1")
        with pytest.raises(TrainingError, match=r"expected 0\.0\.1"):
            play_elsewhere(common, PartTask(3, None, (1,)))
