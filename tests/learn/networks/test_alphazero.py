"""Training neural networks: the network of the thesis, AlphaZero, checkpoints, and what goes wrong."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest
import torch

from learn.networks.examples import GAME, TINY, weights_of
from nupp.evaluators.networks import OnnxNetwork, unpack
from nupp.learn.checkpoints import TrainingError, resume, write_checkpoint
from nupp.learn.networks import alphazero, rounds
from nupp.learn.networks.alphazero import AlphaZero
from nupp.learn.recipes import AlphaZeroRecipe
from nupp.learn.training import run
from nupp.players import Budget
from nupp.players.networks import PUCT, PUCTOptions

pytestmark = pytest.mark.slow


# ---- AlphaZero ---------------------------------------------------------------------------------------


def test_learning_approaches_the_exact_values(tmp_path: Path) -> None:
    """After a few rounds the network knows who wins a position with one move left, and PUCT takes a win."""
    recipe = AlphaZeroRecipe(
        channels=16, blocks=1, games=40, openings=2, simulations=16, batch=64, rate=0.005
    )
    training = AlphaZero(GAME, recipe)
    for _ in range(4):
        training.step()
    out = tmp_path / "net.nupp"
    out.write_bytes(training.network_file())
    won = GAME.start_position().play_all(["b2", "a1", "b1", "a2"])  # b3 wins
    lost = GAME.start_position().play_all(["b2", "a1", "b1"])  # b3 has to be taken
    network = OnnxNetwork(unpack(out.read_bytes(), GAME))
    values = network.evaluate(np.concatenate([won.state, lost.state])).values
    assert values[0] > 0.3
    assert values[0] > values[1]
    chooser = PUCT(GAME, PUCTOptions(net=str(out)))
    for position in (won, lost):
        assert chooser.choose(position, Budget(nodes=30)).move == "b3"


def test_a_killed_training_goes_on_exactly_where_it_was(tmp_path: Path) -> None:
    whole = AlphaZero(GAME, TINY)
    whole.step()
    write_checkpoint(whole, tmp_path / "one")
    whole.step()
    resumed = AlphaZero(GAME, TINY)
    resume(resumed, tmp_path / "one")
    assert resumed.progress.steps == 1
    resumed.step()
    assert weights_of(resumed.model) == weights_of(whole.model)
    assert weights_of(resumed.best) == weights_of(whole.best)
    assert resumed.progress == whole.progress
    assert all((one == other).all() for one, other in zip(resumed.window, whole.window, strict=True))


def test_threads_do_not_change_what_is_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of two games each, played one after the other, or side by side with the learning beside them."""
    monkeypatch.setattr(rounds, "SIDE_BY_SIDE", 2)
    recipe = dataclasses.replace(TINY, games=4, gate=0)
    alone, together = AlphaZero(GAME, recipe), AlphaZero(GAME, recipe, threads=2)
    for _ in range(2):
        alone.step()
        together.step()
    assert weights_of(alone.model) == weights_of(together.model)
    assert all((one == other).all() for one, other in zip(alone.window, together.window, strict=True))


def test_positions_are_searched_again() -> None:
    recipe = dataclasses.replace(TINY, gate=0, reanalysis=0.5)
    plain, again = AlphaZero(GAME, dataclasses.replace(recipe, reanalysis=0.0)), AlphaZero(GAME, recipe)
    for training in (plain, again):
        training.step()
        training.step()
    assert len(plain.window.states) == len(again.window.states)
    assert (plain.window.shares != again.window.shares).any()


def test_checkpoints_that_cannot_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "net.nupp.training"
    write_checkpoint(AlphaZero(GAME, TINY), path)
    with pytest.raises(TrainingError, match=r"games=3\b.*4"):
        resume(AlphaZero(GAME, dataclasses.replace(TINY, games=4)), path)
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(TrainingError, match=r"training'.*damaged"):
        resume(AlphaZero(GAME, TINY), path)


def test_numbers_that_run_away_name_the_step(tmp_path: Path) -> None:
    training = AlphaZero(GAME, dataclasses.replace(TINY, gate=0))
    with torch.no_grad():
        training.model.value[4].weight[0, 0] = float("nan")
    with pytest.raises(TrainingError, match=r"round 1, step 1.*finite"):
        run(training, tmp_path / "net.nupp", 1, None)
    assert list(tmp_path.iterdir()) == []


def test_a_network_that_loses_the_match_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    for points, taken in ((0.5, False), (0.55, True)):
        monkeypatch.setattr(alphazero, "play_match", lambda *_, points=points: points)
        training = AlphaZero(GAME, TINY)
        training.step()
        assert (weights_of(training.best) == weights_of(training.model)) == taken
        assert (training.progress.accepted or 0) == taken


def test_batches_of_one_are_refused() -> None:
    with pytest.raises(TrainingError, match=r"batch 1\b.*\b2\b"):
        AlphaZero(GAME, dataclasses.replace(TINY, batch=1))
