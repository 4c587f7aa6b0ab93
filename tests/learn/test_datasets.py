"""Data sets: split by game, merged, turned, in batches, and as planes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import nupp
from nupp.kernel import interpreted
from nupp.learn.datafile import DataError
from nupp.learn.datasets import Dataset
from nupp.learn.selfplay import SelfPlay, record_self_play
from plain import plain_rules  # noqa: F401

PLAN = SelfPlay("tictactoe", "alphabeta:table=0", depth=1, games=70, seed=3, openings=2, epsilon=0.5)
GAME = nupp.game("tictactoe")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "x.data"
    with interpreted():
        record_self_play(PLAN, path)
    return path


@pytest.fixture
def data(path: Path) -> Dataset:
    return Dataset.read([path], GAME)


def keys(data: Dataset) -> list[bytes]:
    return [state.tobytes() for state in data.states]


@pytest.mark.slow
def test_what_was_written_is_read(data: Dataset) -> None:
    assert len(set(data.games.tolist())) == PLAN.games
    assert data.states.dtype == GAME.State
    assert set(data.results.tolist()) == {-1, 0, 1}
    assert (data.counts == 1).all()
    assert (data.plies >= 2).all()


def test_games_of_several_files_have_different_numbers(path: Path, data: Dataset) -> None:
    both = Dataset.read([path, path], GAME)
    assert len(both) == 2 * len(data)
    assert len(set(both.games.tolist())) == 2 * PLAN.games


def test_what_is_whole_of_a_damaged_file(path: Path, data: Dataset, tmp_path: Path) -> None:
    cut = tmp_path / "cut.data"
    cut.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(DataError, match="cut short"):
        Dataset.read([cut], GAME)
    kept = Dataset.read([cut], GAME, damaged=True)
    assert 0 < len(kept) < len(data)
    assert keys(kept) == keys(data)[: len(kept)]
    with pytest.raises(DataError, match=r"tictactoe.*connectfour"):
        Dataset.read([cut], nupp.game("connectfour"), damaged=True)


@pytest.mark.slow
def test_splits_are_by_game_and_always_the_same(data: Dataset) -> None:
    training, validation = data.split(0.3, seed=1)
    in_training, in_validation = (set(part.games.tolist()) for part in (training, validation))
    assert not in_training & in_validation
    assert 0.5 < len(in_training) / PLAN.games < 0.9
    assert not set(keys(training)) & set(keys(validation))
    few = data[data.games < 30]
    again, _ = few.split(0.3, seed=1)
    assert set(again.games.tolist()) == {game for game in in_training if game < 30}
    assert set(data.split(0.3, seed=2)[0].games.tolist()) != in_training
    assert (len(data.split(0)[0]), len(data.split(1)[0])) == (len(data), 0)
    with pytest.raises(ValueError, match=r"validation 2\b"):
        data.split(2)


@pytest.mark.slow
@pytest.mark.parametrize(
    "spec",
    [
        "tictactoe",
        "draughts",
        *(
            pytest.param(spec, marks=pytest.mark.slow)
            for spec in ("connectfour:width=5,height=4", "morris:men=3", "labyrinth")
        ),
    ],
)
def test_no_image_of_a_position_held_out_is_learnt_from(spec: str, tmp_path: Path) -> None:
    plan = replace(PLAN, game=spec, games=24, max_plies=12)
    record_self_play(plan, tmp_path / "x")
    data = Dataset.read([tmp_path / "x"], nupp.game(spec))
    training, validation = data.split(0.4, seed=1)
    learnt = set(keys(training))
    games = set(training.games.tolist())
    wanted = [
        key
        for key, game, images in zip(keys(data), data.games.tolist(), images_by_hand(data), strict=True)
        if game not in games and not images & learnt
    ]
    assert keys(validation) == wanted
    assert len(wanted) < sum(game not in games for game in data.games.tolist())


def images_by_hand(data: Dataset) -> list[set[bytes]]:
    """Each position with all its images."""
    game = data.game
    return [
        {symmetry.map_state(data.states[row : row + 1]).tobytes() for symmetry in game.symmetries}
        for row in range(len(data))
    ]


def test_equal_positions_are_merged(data: Dataset) -> None:
    found = data.unique()
    assert len(found) == len(set(keys(data))) < len(data)
    assert keys(found) == list(dict.fromkeys(keys(data)))
    assert found.counts.sum() == len(data)
    for row in (0, 1, len(found) - 1):
        same = [number for number, key in enumerate(keys(data)) if key == keys(found)[row]]
        assert found.counts[row] == len(same)
        assert found.results[row] == pytest.approx(data.results[same].mean())
        assert found.values[row] == pytest.approx(data.values[same].mean())
    twice = found.unique()
    assert (twice.counts == found.counts).all()
    assert (twice.results == found.results).all()


def test_batches_are_an_order_of_the_seed(data: Dataset) -> None:
    batches = list(data.batches(64, seed=5))
    assert [len(batch) for batch in batches[:-1]] == [64] * (len(data) // 64)
    assert sorted(key for batch in batches for key in keys(batch)) == sorted(keys(data))
    assert keys(batches[0]) == keys(next(data.batches(64, seed=5)))
    assert keys(batches[0]) != keys(next(data.batches(64, seed=6)))
    assert all(len(batch) == 64 for batch in data.batches(64, keep_rest=False))


def test_images_are_those_of_the_game(data: Dataset) -> None:
    some = data[:6]
    found = some.with_images()
    assert len(found) == 6 * len(GAME.symmetries)
    for number, symmetry in enumerate(GAME.symmetries):
        for row in range(6):
            image = symmetry.map_state(some.states[row : row + 1])
            assert found.states[6 * number + row].tobytes() == image.tobytes()
    assert (found.values == np.tile(some.values, len(GAME.symmetries))).all()


# ---- planes --------------------------------------------------------------------------------------


def test_a_data_set_gives_its_planes(data: Dataset) -> None:
    assert data[:3].planes().shape == (3, 2, 3, 3)
    assert data[:3].absolute_planes().shape == (3, 3, 3, 3)
    assert replace(data[:0]).planes().shape == (0, 2, 3, 3)
