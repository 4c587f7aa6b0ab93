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
from nupp.evaluators.features import CurrentMargin
from nupp.evaluators.fields import Bits, Fields, Group, Numbers, fields_from, fields_of
from nupp.evaluators.layouts import MOST_BY_DEFAULT, neighbourhood
from nupp.evaluators.patterns import MOST_LOOKED_UP, MOST_PATTERNS, PatternNetwork
from nupp.evaluators.strength import patterns_of
from nupp.evaluators.weights import pack, unpack
from nupp.games.mnk import Mnk
from nupp.kernel import Record, interpreted, kernel, record_dtype
from nupp.rules import Game, Kinds, Position, load_file
from nupp.rules.basics import States

UNSEEN = Path(__file__).parents[2] / "benchmarks" / "unseen"
NAMES = ("silent", "kalah", "konane")


class Silent(Mnk):
    """Four in a row on 5 x 5 cells, which does not say what stands on them."""

    name = "silent"
    kinds = Kinds()

    def __init__(self, width: int = 5, height: int = 5) -> None:
        super().__init__(width, height, 4)
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


def in_memory(*fields: Any, groups: tuple[Group, ...]) -> Fields:
    """Some groups of fields of states that no game has."""
    game: Any = SimpleNamespace(State=record_dtype(*fields), spec="none")
    return Fields(game, groups)


def kinds_in(fields: Fields, state: Record) -> dict[int, int]:
    """The kinds of the cells that are not of kind 0."""
    found = np.zeros(fields.count, np.int64)
    with interpreted():
        n = fields.write(None, state, found)
    return dict(divmod(int(thing), fields.values) for thing in found[:n])


def present(kinds: dict[int, int]) -> dict[int, int]:
    return {cell: kind for cell, kind in kinds.items() if kind}


# ---- what is seen --------------------------------------------------------------------------------


def test_bits_in_the_same_place_of_two_bitboards_are_one_cell() -> None:
    game = rules("konane")
    fields = fields_of(game)
    assert fields.groups[0] == Bits((0, 1), 64)
    for position in reached(game, 2):
        black, white = (int(word) for word in position.state["stones"][0])
        seen = kinds_in(fields, position.state[0])
        expected = {cell: (black >> cell & 1) + 2 * (white >> cell & 1) for cell in range(64)}
        assert {cell: kind for cell, kind in seen.items() if cell < 64} == present(expected)


def test_a_board_of_several_words_is_one_board() -> None:
    fields = in_memory(("stones", np.uint64, (2, 2)), groups=(Bits((0, 2), 100),))
    state = np.zeros(1, np.dtype((np.record, record_dtype(("stones", np.uint64, (2, 2))))))
    state["stones"] = [[[1, 1 << 35], [1, 1 << 3]]]
    assert kinds_in(fields, state[0]) == {0: 3, 64 + 35: 1, 64 + 3: 2}
    state["stones"][0, 0, 1] = np.uint64(1 << 36)  # beyond the cells
    assert kinds_in(fields, state[0]) == {0: 3, 64 + 3: 2}


def test_boards_of_more_cells_than_a_word_has_bits_are_found() -> None:
    game = Silent(9, 9)
    bits = fields_of(game).groups[0]
    assert isinstance(bits, Bits)
    assert (bits.first, bits.kinds) == ((0, 2), 4)
    assert bits.cells >= 81


def test_small_numbers_are_their_own_kinds() -> None:
    game = rules("kalah")
    fields = fields_of(game)
    pits = fields.groups[0]
    assert isinstance(pits, Numbers)
    assert (pits.cells, pits.kinds) == (14, 16)
    assert pits.bounds[:8] == tuple(range(1, 9))  # there are seldom more seeds in a pit
    for position in reached(game, 3):
        numbers = position.state["pits"][0].tolist()
        seen = kinds_in(fields, position.state[0])
        kinds = {cell: kind for cell, kind in seen.items() if cell < 14}
        expected = {
            cell: sum(number >= bound for bound in pits.bounds) for cell, number in enumerate(numbers)
        }
        assert kinds == present({cell: swapped(kind, pits.usual) for cell, kind in expected.items()})


def swapped(kind: int, usual: int) -> int:
    """The number of a kind once the usual one and the first have changed places."""
    return usual if kind == 0 else 0 if kind == usual else kind


@pytest.mark.parametrize(
    ("type", "bounds", "kinds"),
    [
        (np.int8, (-2, 0, 3), {-100: 0, -3: 0, -2: 1, -1: 1, 2: 2, 100: 3}),
        (np.uint8, (1, 199), {0: 0, 127: 1, 128: 1, 200: 2, 255: 2}),
        (np.int16, (-300, 300), {-301: 0, -300: 1, 299: 1, 300: 2}),
        (np.uint32, (2**31 + 5,), {2**31: 0, 2**31 + 5: 1, 2**32 - 1: 1}),
        (np.int64, (0, 2**40), {-(2**50): 0, 0: 1, 2**40: 2}),
    ],
)
@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_numbers_are_read_as_their_type_says(
    type: Any, bounds: tuple[int, ...], kinds: dict[int, int], compiled: bool
) -> None:
    records = record_dtype(("before", np.int8), ("numbers", type, (3,)))
    assert records.fields is not None
    width, signed = 8 * np.dtype(type).itemsize, np.dtype(type).kind == "i"
    group = Numbers(8 * records.fields["numbers"][1], width, signed, 3, bounds, 0)
    fields = in_memory(("before", np.int8), ("numbers", type, (3,)), groups=(group,))
    for number, kind in kinds.items():
        state = np.zeros(1, records)
        state["before"], state["numbers"] = -1, bounds[0] - 1 if signed else 0
        state["numbers"][0, 2] = number
        if compiled:
            found = np.zeros(3, np.int64)
            n = write(fields, state, found)
            assert [int(thing) for thing in found[:n]] == ([2 * fields.values + kind] if kind else [])
        else:
            assert kinds_in(fields, state[0]) == present({2: kind})


@kernel
def write(fields: Fields, states: States, found: NDArray[np.int64]) -> int:
    return fields.write(0, states[0], found)


def test_the_usual_number_is_not_listed() -> None:
    fields = in_memory(("cells", np.int8, (3,)), groups=(Numbers(0, 8, True, 3, (0, 1), 1),))
    state = np.zeros(1, record_dtype(("cells", np.int8, (3,))))
    state["cells"] = [[0, -1, 1]]
    assert kinds_in(fields, state[0]) == {1: 1, 2: 2}


class Turning(Silent):
    """Its first board is that of the side to move."""

    def play(self, state: Record, move: int) -> None:
        position = self.bit_of(move)
        state.stones[0, position >> 6] |= np.uint64(1) << np.uint64(position & 63)
        for word in range(self.words):
            own = state.stones[0, word]
            state.stones[0, word] = state.stones[1, word]
            state.stones[1, word] = own
        state.empty -= 1
        state.turn = 1 - state.turn

    def legal_moves(self, state: Record, moves: NDArray[np.int64]) -> int:
        n = 0
        for cell in range(self.cells):
            position = self.bit_of(cell)
            both = state.stones[0, position >> 6] | state.stones[1, position >> 6]
            if both >> np.uint64(position & 63) & np.uint64(1) == 0:
                moves[n] = cell
                n += 1
        return n


@pytest.mark.parametrize("game", [Silent(7, 7), Turning(7, 7)])
def test_a_hash_is_no_bitboard_and_boards_that_are_exchanged_are(game: Game) -> None:
    assert game.State.fields is not None
    key = game.State.fields["key"][1] // 8
    with interpreted():
        boards = [group for group in fields_of(game).groups if isinstance(group, Bits)]
    assert [board.first for board in boards] == [(0, 1)]
    assert key not in boards[0].first


class Short(Silent):
    """Over after the first move."""

    def outcome(self, state: Record) -> int:
        return 1

    def legal_moves(self, state: Record, moves: NDArray[np.int64]) -> int:
        moves[0] = 12
        return 1 if state.empty == 25 else 0


def test_a_game_of_one_move_has_fields() -> None:
    with interpreted():
        first = fields_of(Short()).groups[0]
    assert isinstance(first, Bits)
    assert first.first[:2] == (0, 1)


# ---- patterns ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_sides_have_tables_of_their_own(name: str) -> None:
    game = rules(name)
    patterns = patterns_of(game)
    for position in reached(game, 2):
        with interpreted():
            chosen, _ = patterns.list_entries(game, position.state[0], np.zeros(MOST_LOOKED_UP, np.int64))
        assert chosen % 2 == position.to_move
    assert patterns.sets > 2


@pytest.mark.parametrize("name", NAMES)
def test_patterns_are_no_larger_than_they_may_be_and_see_all_cells(name: str) -> None:
    patterns = patterns_of(rules(name))
    assert patterns.count <= MOST_PATTERNS
    assert sum(family.size(patterns.values) for family in patterns.families) <= MOST_BY_DEFAULT
    seen = {cell for family in patterns.families for cells in family.patterns for cell in cells}
    assert seen == set(range(patterns.things.count))


def test_a_field_with_a_cell_for_each_of_the_boards_is_seen_by_neighbourhoods() -> None:
    game = rules("konane")
    found = {cells for family in patterns_of(game).families for cells in family.patterns}
    assert {neighbourhood(game, cell, 6) for cell in range(64)} <= found


def test_a_margin_is_a_feature() -> None:
    game = rules("kalah")
    patterns = patterns_of(game)
    assert isinstance(patterns.features, CurrentMargin)
    assert not isinstance(patterns_of(rules("konane")).features, CurrentMargin)
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
    states = np.concatenate([position.state for position in reached(game, 2)])
    found = np.zeros(len(states), np.int64)
    evaluate_all(game, again, states, found)
    with interpreted():
        assert found.tolist() == [int(network.evaluate(game, state)) for state in states]


# ---- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "group",
    [
        Bits((2,), 64),
        Bits((1,), 65),
        Bits((), 64),
        Bits((0, 0, 0, 0, 0), 64),
        Bits((-1,), 64),
        Bits((0,), 0),
        Numbers(8 * 15, 8, True, 2, (1,), 0),
        Numbers(4, 8, True, 1, (1,), 0),
        Numbers(0, 7, True, 1, (1,), 0),
        Numbers(-8, 8, True, 1, (1,), 0),
        Numbers(0, 8, True, 1, (), 0),
        Numbers(0, 8, True, 1, tuple(range(16)), 0),
        Numbers(0, 8, True, 1, (1,), 2),
    ],
)
def test_fields_that_a_state_does_not_have_are_refused(group: Group) -> None:
    with pytest.raises(ValueError, match=r"expected"):
        Fields(rules("kalah"), [group])


@pytest.mark.parametrize("cells", [0, 257])
def test_states_of_no_cells_or_too_many_are_refused(cells: int) -> None:
    groups = [Numbers(0, 8, True, 1, (1,), 0)] * cells
    with pytest.raises(
        ValueError, match=rf"kalah .*states of {cells} numbers.*expected `contents`, or 1 to 256"
    ):
        Fields(rules("kalah"), groups)


def test_a_file_is_refused_where_states_have_other_fields() -> None:
    described = fields_of(rules("kalah")).description()
    with pytest.raises(ValueError, match=r"its states have the fields .*pits.*expected .*stones"):
        fields_from(described, rules("konane"))
