"""The map of L-put."""

import numpy as np

from nupp.boards import HexRectangle
from nupp.games.lput.terrain import NOWHERE, PLACES, cell_of, hex_at, hexes_around, place_of, write_places
from nupp.kernel import interpreted
from nupp.rules import game

BOARD = HexRectangle(15, 12)


def test_the_map_is_point_symmetric() -> None:
    fills = game("lput").start_position().drawing.fills
    assert all(fills[cell] == fills[len(BOARD) - 1 - cell] for cell in range(len(BOARD)))


def test_hexes_around_a_hex_are_its_neighbours_on_the_board() -> None:
    buffer = np.zeros(PLACES, np.int64)
    hexes = {place_of(cell) for cell in range(len(BOARD))}
    with interpreted():
        for cell in range(len(BOARD)):
            assert cell_of(place_of(cell)) == cell
            around = buffer[: write_places(hexes_around(hex_at(place_of(cell))), buffer, 0)].tolist()
            neighbours = {place_of(other) for other in BOARD.neighbours[cell].tolist() if other >= 0}
            assert set(around) & hexes == neighbours
    assert NOWHERE not in hexes
