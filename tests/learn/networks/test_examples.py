"""Examples of self-play: cutting, joining, images."""

from __future__ import annotations

import numpy as np
import pytest

from learn.networks.examples import GAME
from nupp.kernel import interpreted
from nupp.learn.networks.examples import Examples, imaged, joined, no_examples
from nupp.rules import Position

pytestmark = pytest.mark.slow


def some(count: int, start: int) -> Examples:
    return Examples(
        np.zeros(count, GAME.State),
        np.arange(start, start + count, dtype=np.float32),
        np.arange(count + 1, dtype=np.int64) * 2,
        np.arange(2 * start, 2 * (start + count), dtype=np.int64),
        np.full(2 * count, 0.5, np.float32),
    )


def test_examples_are_cut_from_the_front() -> None:
    whole = joined([no_examples(GAME), some(3, 0), some(2, 3)])
    assert whole.offsets.tolist() == [0, 2, 4, 6, 8, 10]
    cut = whole.tail(3)
    assert cut.results.tolist() == [2, 3, 4]
    assert cut.offsets.tolist() == [0, 2, 4, 6]
    assert cut.codes.tolist() == [4, 5, 6, 7, 8, 9]
    assert len(whole.tail(50).states) == 5


def test_states_stay_records_however_they_are_joined() -> None:
    part = no_examples(GAME)
    for _ in range(3):
        part = joined([no_examples(GAME), joined([part])])
        assert issubclass(part.states.dtype.type, np.record)


def test_images_of_positions_and_of_their_moves_go_together() -> None:
    """Each position is one that a symmetry leads to, with its moves under the same one; all are drawn."""
    with interpreted():
        played = [GAME.start_position().play_all(["a1", "b2", "c2"][:n]) for n in range(4)] * 12
        moves = [list(one.legal_move_codes) for one in played]
        found = imaged(GAME, examples_of(played, moves), np.random.default_rng(1))
        drawn = set()
        for i, (one, codes) in enumerate(zip(played, moves, strict=True)):
            image = found.codes[found.offsets[i] : found.offsets[i + 1]].tolist()
            fitting = [
                symmetry.cells
                for symmetry in GAME.symmetries
                if symmetry.map_state(one.state) == found.states[i : i + 1]
                and [symmetry.map_move(code) for code in codes] == image
            ]
            assert fitting
            drawn.update(fitting if len(fitting) == 1 else [])
    assert len(drawn) == len(GAME.symmetries)


def examples_of(played: list[Position], moves: list[list[int]]) -> Examples:
    return Examples(
        np.concatenate([one.state for one in played], dtype=GAME.State),
        np.zeros(len(played), np.float32),
        np.cumsum([0, *map(len, moves)]).astype(np.int64),
        np.array([code for codes in moves for code in codes], np.int64),
        np.concatenate([np.full(len(codes), 1 / len(codes), np.float32) for codes in moves]),
    )
