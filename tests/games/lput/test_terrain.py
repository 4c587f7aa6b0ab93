"""The map of L-put."""

import random

import numpy as np

from nupp.boards import HexRectangle
from nupp.games.lput.terrain import (
    NOWHERE,
    PLACES,
    cell_of,
    cells_of,
    hex_at,
    hexes_around,
    place_of,
    without,
    write_places,
)
from nupp.kernel import interpreted
from nupp.rules import Position, game

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


def test_cells_of_a_set_are_those_of_its_places() -> None:
    rng = random.Random(1)
    for _ in range(50):
        cells = sorted(rng.sample(range(len(BOARD)), 20))
        words = np.zeros(3, np.uint64)
        for place in (NOWHERE, *map(place_of, cells)):
            words[place // 64] |= np.uint64(1 << place % 64)
        assert cells_of(words) == tuple(cells)


def test_units_reach_in_the_view_what_they_reach_by_the_rules() -> None:
    rng, position = random.Random(2), game("lput").start_position()
    with interpreted():
        for _ in range(60):
            check_reach(position)
            position = position.play_code(rng.choice(position.legal_move_codes))


def check_reach(position: Position) -> None:
    """Compare the hexes that each unit could go to."""
    rules, state = position.game, position.state[0]
    seen = {one.cell: one.reach for one in rules.view.inspect(state)}
    free = without(rules.ground, rules.occupied(state))
    for unit, place in enumerate(state.places.tolist()):
        if place != NOWHERE:
            assert seen[cell_of(place)] == cells_of(rules.reach_of(unit, place, free))
