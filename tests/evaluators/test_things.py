"""The fields of states, which pattern networks see of games that do not say what stands on their cells."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import nupp
from evaluators.positions import random_network
from nupp.evaluators.features import Standing
from nupp.evaluators.layouts import MOST_BY_DEFAULT, runs_of
from nupp.evaluators.patterns import MOST_PATTERNS, PatternNetwork
from nupp.evaluators.strength import patterns_of
from nupp.evaluators.things import Cell, Fields, cells_of, things_of
from nupp.evaluators.weights import pack, unpack
from nupp.games.mnk import Mnk
from nupp.kernel import interpreted, kernel, record_dtype
from nupp.rules import Game, Kinds, Position, load_file
from nupp.rules.basics import States

UNSEEN = Path(__file__).parents[2] / "benchmarks" / "unseen"
NAMES = ("silent", "kalah", "konane")


class Silent(Mnk):
    """Four in a row on 5 x 5 cells, which does not say what stands on them."""

    name = "silent"
    kinds = Kinds()

    def __init__(self) -> None:
        super().__init__(5, 5, 4)
        self.spec = "silent"


@cache
def rules(name: str) -> Game:
    if name == "silent":
        return Silent()
    load_file(UNSEEN / f"{name}.py")
    return nupp.game(name)


def reached(game: Game, games: int) -> Iterator[Position]:
    """The positions of random games."""
    rng = random.Random(5)
    for _ in range(games):
        position = game.start_position()
        while not position.is_over:
            yield position
            position = position.play_code(rng.choice(position.legal_move_codes))


def kinds_of(things: Fields, position: Position) -> dict[int, int]:
    """The kinds of the cells that are not of kind 0."""
    found = np.zeros(things.cells, np.int64)
    with interpreted():
        n = things.write(position.game, position.state[0], found)
    return dict(divmod(int(thing), things.values) for thing in found[:n])


def test_bits_in_the_same_place_of_two_bitboards_are_one_cell() -> None:
    game = rules("konane")
    things = things_of(game)
    assert isinstance(things, Fields)
    assert (things.cells, things.values) == (64 + 1, 4)
    for position in reached(game, 2):
        black, white = (int(word) for word in position.state["stones"][0])
        expected = {cell: (black >> cell & 1) + 2 * (white >> cell & 1) for cell in range(64)}
        expected[64] = int(position.state["turn"][0])
        assert kinds_of(things, position) == {cell: kind for cell, kind in expected.items() if kind}


def test_numbers_are_kinds_up_to_the_largest_one() -> None:
    game = rules("kalah")
    things = things_of(game)
    assert isinstance(things, Fields)
    assert (things.cells, things.values) == (14 + 1, 16)
    most = 0
    for position in reached(game, 5):
        numbers = [*position.state["pits"][0].tolist(), int(position.state["turn"][0])]
        most = max(most, *numbers)
        assert kinds_of(things, position) == {
            i: min(15, number) for i, number in enumerate(numbers) if number
        }
    assert most > 15


def test_a_hash_is_no_bitboard() -> None:
    game = rules("silent")
    assert game.State.fields is not None
    place = game.State.fields["key"][1] // 8
    cells = [*cells_of(game)]
    assert all(place not in cell.words for cell in cells)
    assert {cell.words for cell in cells if cell.width == 1} == {(0, 1)}


@pytest.mark.parametrize(
    ("type", "low", "most", "kinds"),
    [
        (np.int8, -3, 6, {-100: 0, -3: 0, -1: 2, 3: 6, 100: 6}),
        (np.int16, -300, 15, {-300: 0, -290: 10, 0: 15}),
        (np.uint8, 0, 15, {0: 0, 7: 7, 200: 15}),
        (np.uint8, 199, 15, {200: 1, 0: 0, 255: 15}),
        (np.int64, -1, 15, {-1: 0, 0: 1, 2**40: 15, -(2**40): 0}),
        (np.int64, 2, 15, {2: 0, 5: 3, 2**40: 15}),
    ],
)
@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_numbers_have_a_sign_where_they_go_below_zero(
    type: Any, low: int, most: int, kinds: dict[int, int], compiled: bool
) -> None:
    records = record_dtype(("before", np.int8), ("numbers", type, (3,)))
    assert records.fields is not None
    word, shift = divmod(8 * (records.fields["numbers"][1] + 2 * np.dtype(type).itemsize), 64)
    things = Fields(
        SimpleNamespace(State=records), [Cell((word,), shift, 8 * np.dtype(type).itemsize, low, most)]
    )
    for number, kind in kinds.items():
        state = np.zeros(1, records)
        state["before"], state["numbers"] = -1, ~np.zeros(3, type)
        state["numbers"][0, 2] = number
        if compiled:
            assert kind_of(things, state) == kind
        else:
            with interpreted():
                assert things.kind(state[0], 0) == kind


@kernel
def kind_of(things: Fields, states: States) -> int:
    return things.kind(states[0], 0)


@pytest.mark.parametrize("name", NAMES)
def test_the_sides_have_tables_of_their_own(name: str) -> None:
    game = rules(name)
    patterns = patterns_of(game)
    for position in reached(game, 2):
        with interpreted():
            chosen, _ = patterns.list_entries(game, position.state[0], np.zeros(300, np.int64))
        assert chosen % 2 == position.to_move
    assert patterns.sets > 2


@pytest.mark.parametrize("name", NAMES)
def test_patterns_are_no_larger_than_they_may_be(name: str) -> None:
    patterns = patterns_of(rules(name))
    assert patterns.count <= MOST_PATTERNS
    assert sum(family.size(patterns.values) for family in patterns.families) <= MOST_BY_DEFAULT
    seen = {cell for family in patterns.families for cells in family.patterns for cell in cells}
    assert seen == set(range(patterns.things.cells))


def test_a_margin_is_seen_as_it_stands() -> None:
    game = rules("kalah")
    patterns = patterns_of(game)
    assert isinstance(patterns.features, Standing)
    assert not isinstance(patterns_of(rules("konane")).features, Standing)
    found = np.zeros(1, np.int64)
    for position in reached(game, 1):
        with interpreted():
            patterns.features.write(game, position.state[0], found)
        south, north = (int(position.state["pits"][0, store]) for store in (6, 13))
        assert found[0] == (south - north if position.to_move == 0 else north - south)


@kernel
def evaluate_all(game: Game, network: PatternNetwork, states: States, found: NDArray[np.int64]) -> None:
    for i in range(len(states)):
        found[i] = network.evaluate(game, states[i])


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_compiled_code_sees_what_python_sees_also_in_a_network_from_a_file(name: str) -> None:
    game = rules(name)
    network = random_network(patterns_of(game))
    again, _ = unpack(pack(network, game, {}), game)
    assert isinstance(again, PatternNetwork)
    assert again.patterns.is_like(network.patterns)
    positions = [*reached(game, 2)]
    states = np.concatenate([position.state for position in positions])
    found = np.zeros(len(states), np.int64)
    evaluate_all(game, again, states, found)
    with interpreted():
        assert found.tolist() == [int(network.evaluate(game, state)) for state in states]


def test_fields_that_are_close_together_are_one_run() -> None:
    cells = [Cell((0,), 0, 8, 0, 3), Cell((0,), 8, 8, 0, 3), Cell((0,), 32, 8, 0, 3), Cell((1,), 0, 16, 0, 3)]
    assert [*runs_of(cells)] == [(0, 2), (2, 3), (3, 4)]


def test_cells_that_a_state_does_not_have_are_refused() -> None:
    game = rules("kalah")
    with pytest.raises(ValueError, match=r"expected a place in a state of 2 words"):
        Fields(game, [Cell((2,), 0, 8, 0, 3)])
    with pytest.raises(ValueError, match=r"a state of 0 cells: expected 1 to 256"):
        Fields(game, [])
    with pytest.raises(ValueError, match=r"a state of 257 cells: expected 1 to 256"):
        Fields(game, [Cell((0,), 0, 8, 0, 3)] * 257)
