"""Training backwards: exact margins at the end, what searches find before, and one stage after another."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import nupp
from learn.trainings import after
from nupp.evaluators import evaluator
from nupp.kernel import interpreted
from nupp.learn.backward import BackwardTraining
from nupp.learn.checkpoints import TrainingError, resume, write_checkpoint
from nupp.learn.datasets import Dataset
from nupp.learn.recipes import BackwardRecipe
from nupp.learn.selfplay import SelfPlay, record_self_play
from nupp.rules import Position

pytestmark = pytest.mark.slow

SPEC = "othello:size=4"
RECIPE = BackwardRecipe(depth=1, effort=8, epochs=2, batch=20)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Positions of games on a small board."""
    path = tmp_path_factory.mktemp("data") / "positions"
    with interpreted():
        plan = SelfPlay(
            SPEC, "alphabeta:eval=discs,table=0", depth=1, games=15, seed=2, epsilon=0.5, openings=1
        )
        record_self_play(plan, path)
        return Dataset.read([path], nupp.game(SPEC))


@pytest.fixture(scope="module")
def whole(data: Dataset) -> BackwardTraining:
    """A training at its end."""
    with interpreted():
        training = BackwardTraining(data.game, RECIPE, data)
        assert training.last_step is not None
        return after(training, training.last_step)


def brute(position: Position) -> int:
    """The margin of the first side under best play, by trying everything."""
    if position.is_over:
        return position.margin
    margins = [brute(position.play_code(code)) for code in position.legal_move_codes]
    return max(margins) if position.to_move == 0 else min(margins)


def test_the_last_stages_learn_exact_margins(data: Dataset) -> None:
    with interpreted():
        training = BackwardTraining(data.game, RECIPE, data)
        training.step()
        rows = training.rows_learnt
        assert len(rows) > 5
        for row, target in zip(rows, training.targets, strict=True):
            position = Position(data.game, data.states[row : row + 1].copy())
            margin = brute(position)
            assert target == pytest.approx((margin if position.to_move == 0 else -margin) / 10)


def test_a_network_of_margins_is_kept_in_a_file(
    data: Dataset, whole: BackwardTraining, tmp_path: Path
) -> None:
    with interpreted():
        (tmp_path / "learnt.nupp").write_bytes(whole.network_file())
        learnt = evaluator(str(tmp_path / "learnt.nupp"), data.game)
        states = data.states[-40:]
        values = [learnt.evaluate(data.game, state) for state in states]
        assert values == [whole.network.evaluate(data.game, state) for state in states]
    assert (learnt.unit, learnt.name) == (100, "learned")
    assert np.corrcoef(values, data.margins[-40:])[0, 1] > 0.5


def test_earlier_stages_begin_as_the_one_after_them(whole: BackwardTraining) -> None:
    assert whole.weights.values[-2].any()
    assert (whole.weights.values[0] == whole.weights.values[1]).all()  # no game begins with empty boards


def test_a_training_that_is_resumed_ends_as_one_that_was_not_stopped(
    data: Dataset, whole: BackwardTraining, tmp_path: Path
) -> None:
    with interpreted():
        half, rest = (BackwardTraining(data.game, RECIPE, data) for _ in range(2))
        assert whole.last_step is not None
        write_checkpoint(after(half, whole.last_step // 2 + 1), tmp_path / "half")
        resume(rest, tmp_path / "half")
        after(rest, whole.last_step)
    assert rest.weights.values.tobytes() == whole.weights.values.tobytes()


def test_a_game_without_margins_is_refused() -> None:
    rules = nupp.game("tictactoe")
    with interpreted(), pytest.raises(TrainingError, match="tictactoe has no margins"):
        BackwardTraining(rules, RECIPE, Dataset.read([], rules))
