"""The solver of connect four against its reference sets."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import nupp
from nupp.conformance.amounts import amount
from nupp.games.connectfour import endgame as connectfour

pytestmark = pytest.mark.native

DATA = Path(__file__).parents[2] / "data"


def stones(columns: connectfour.Columns, moves: str) -> tuple[np.uint64, np.uint64]:
    """The stones of the side to move and all stones, after moves given as columns."""
    sides = [0, 0]
    for number, column in enumerate(moves):
        shift = (int(column) - 1) * columns.rise
        height = ((sides[0] | sides[1]) >> shift & (1 << columns.rise) - 1).bit_count()
        sides[number % 2] |= 1 << shift + height
    return np.uint64(sides[len(moves) % 2]), np.uint64(sides[0] | sides[1])


def read(file: str) -> list[tuple[str, int]]:
    """The moves and the score of each position of a reference set."""
    lines = [line.split() for line in (DATA / "connect4" / f"{file}.txt").read_text().splitlines()]
    positions = [(line[0], int(line[1])) for line in lines if len(line) == 2 and line[0].isdigit()]
    assert len(positions) >= 100
    return positions


@pytest.mark.slow
@pytest.mark.parametrize(("file", "width", "height"), [
    ("c4_end", 7, 6),
    ("c4_middle", 7, 6),
    ("c4_opening", 7, 6),
    ("c4_5x5", 5, 5),
])  # fmt: skip
def test_scores_of_connect_four(file: str, width: int, height: int) -> None:
    columns = connectfour.Columns(nupp.game(f"connectfour:width={width},height={height}"))
    memory = connectfour.new_memory(columns, 64)
    for moves, score in read(file)[:: amount(4, 1)]:
        own, mask = stones(columns, moves)
        assert connectfour.solve(columns, memory, own, mask, len(moves)) == score, moves


def test_who_follows_up_has_no_more_than_the_exact_score() -> None:
    columns = connectfour.Columns(nupp.game("connectfour"))
    bounds = set()
    for moves, score in read("c4_end"):
        bound = columns.most(*stones(columns, moves))
        assert score <= bound, moves
        bounds.add(min(bound, 1))
    assert bounds == {-1, 0, 1}


def test_mirror_images_are_worth_the_same() -> None:
    columns = connectfour.Columns(nupp.game("connectfour"))
    for moves in ("444", "4452", "1234567"):
        own, mask = stones(columns, moves)
        mirrored = "".join(str(8 - int(column)) for column in moves)
        assert (columns.mirrored(own), columns.mirrored(mask)) == stones(columns, mirrored)
