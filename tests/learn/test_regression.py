"""Regression: targets of searches and games, and networks that come near them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import nupp
from learn.trainings import RULES, after, labelled_by
from nupp.evaluators import evaluator
from nupp.kernel import interpreted
from nupp.learn import regression
from nupp.learn.checkpoints import resume, write_checkpoint
from nupp.learn.datasets import Dataset
from nupp.learn.fitting import error_of
from nupp.learn.recipes import RegressionRecipe
from nupp.learn.regression import RegressionTraining, evaluated, read_labelled
from nupp.learn.selfplay import SelfPlay, record_self_play
from nupp.learn.td import TdTraining
from nupp.rules import begin


def test_regression_finds_the_values_of_positions(learned: TdTraining) -> None:
    known = labelled_by(learned, 400)
    held_out = known[300:]
    training = RegressionTraining(RULES, RegressionRecipe(batch=100), known[:300], held_out)
    before = error_of(RULES, training.network, held_out.states, held_out.targets)
    errors = [after(training, steps).progress.error for steps in range(1, 61)]
    assert np.mean(errors[-3:]) < 0.2 * np.mean(errors[:3])
    assert training.progress.positions == 6000
    assert training.progress.tested is not None
    assert training.progress.tested < 0.7 * before


CONNECT = "connectfour:width=5,height=4"


@pytest.fixture(scope="module")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of positions from self-play."""
    path = tmp_path_factory.mktemp("data") / "positions"
    with interpreted():
        record_self_play(
            SelfPlay(CONNECT, "alphabeta:table=0", depth=1, games=16, seed=1, openings=4, epsilon=0.3), path
        )
    return path


@pytest.mark.parametrize("mixture", [0.0, 0.25, 1.0])
def test_targets_mix_what_searches_and_games_tell(mixture: float, positions: Path) -> None:
    rules = nupp.game(CONNECT)
    with interpreted():
        data, scale = Dataset.read([positions], rules), evaluator("", rules).scale_in(rules)
        shown, held_out = read_labelled([positions], rules, mixture)
    assert 0 < len(held_out.states) < len(shown.states) <= len(data)
    known: dict[bytes, list[float]] = {}
    for state, value, result in zip(data.states, data.values, data.results, strict=True):
        worth = np.sign(value) if abs(value) > 1e9 else value / (abs(value) + scale)
        known.setdefault(state.tobytes(), []).append((1 - mixture) * worth + mixture * result)
    for half in (shown, held_out):
        for state, target in zip(half.states, half.targets, strict=True):
            assert min(abs(target - one) for one in known[state.tobytes()]) < 1e-6


def test_positions_in_which_captures_are_forced_are_left_out() -> None:
    rules = nupp.game("draughts:variant=english")
    quiet, capture = rules.start_position(), begin(rules, "B:W18:B14,15")
    states = np.concatenate([quiet.state, capture.state])
    with interpreted():
        assert evaluated(rules, states).tolist() == [True, False]


def test_positions_with_a_forced_reply_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regression, "_CHUNK", 2)
    rules = nupp.game("mnk:width=9,height=5")
    rows = ["9/9/1xxxx4/9/9 o", "9/9/2x6/9/9 o", "9/9/1ooo5/1xxx5/9 x", "9/9/1xx6/9/9 o", "9/9/2xxx4/9/9 o"]
    states = np.concatenate([rules.parse_position(text).state for text in rows])
    with interpreted():
        assert evaluated(rules, states).tolist() == [False, True, False, True, True]


def test_a_regression_that_is_resumed_ends_as_one_that_was_not_stopped(
    learned: TdTraining, tmp_path: Path
) -> None:
    recipe, path, known = RegressionRecipe(batch=20), tmp_path / "half", labelled_by(learned, 50)
    whole, half, rest = (RegressionTraining(RULES, recipe, known, known) for _ in range(3))
    after(whole, 7)
    write_checkpoint(after(half, 4), path)
    resume(rest, path)
    after(rest, 7)
    assert rest.weights.values.tobytes() == whole.weights.values.tobytes()


def test_a_training_may_begin_with_a_network(learned: TdTraining) -> None:
    training = RegressionTraining(RULES, RegressionRecipe(batch=100), *2 * [labelled_by(learned, 100)])
    training.begin_with(learned.network)
    assert (training.network.weights == learned.network.weights).all()
    assert not training.weights.sums.any()
    training.step()
    assert training.progress.error < 0.05  # it knows already what it is shown
