"""Encodings: what learners see of positions, on planes that mean something, and the way back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nupp
from evaluators.positions import random_states
from nupp.boards import HexBoard
from nupp.evaluators.networks.planes import planes
from nupp.games.mnk import Mnk
from nupp.rules import Game, Kinds
from nupp.vector import Encoding, encoding
from nupp.vector.encodings import room_for
from plain import plain_rules  # noqa: F401


class Blank(Mnk):
    """A game that does not say what stands on its cells."""

    name = "blank"
    kinds = Kinds()


def written(game: Game, seen: Encoding, state: Any) -> np.ndarray[Any, Any]:
    row = np.full(seen.size, 7, seen.dtype)
    seen.write(game, state, row, room_for(game, seen))
    return row.reshape(seen.shape)


@pytest.mark.parametrize("name", nupp.GAMES.names())
def test_planes_are_the_contents_the_side_and_the_details(name: str) -> None:
    game, states = nupp.game(name), random_states(name)
    seen = encoding("planes", game)
    kinds = game.kinds.values
    assert len(seen.meanings) == len(set(seen.meanings)) == seen.shape[0]
    assert seen.meanings[kinds - 1] == "1 if the second side is to move"
    for state in states:
        found = written(game, seen, state)
        assert (found[: kinds - 1] == planes(game, state.reshape(1))[0]).all()
        assert (found[kinds - 1] == game.to_move(state)).all()
        assert 0 <= found.min() <= found.max() <= 1


@pytest.mark.parametrize("name", nupp.GAMES.names())
def test_neighbours_on_the_board_are_neighbours_on_the_planes(name: str) -> None:
    """By at most two rows and columns: edges have a dot or a box between them; morris has far squares."""
    board = nupp.game(name).board
    rows, columns = np.divmod(board.lattice.places, board.lattice.width)
    assert len(set(board.lattice.places.tolist())) == len(board)
    reach = 3 if name == "morris" else 2 if name == "dotsandboxes" else 1
    for cell, near in enumerate(board.neighbours.tolist()):
        for other in (other for other in near if other >= 0):
            assert max(abs(rows[cell] - rows[other]), abs(columns[cell] - columns[other])) <= reach
    if isinstance(board, HexBoard):
        steps = {
            (int(rows[other] - rows[cell]), int(columns[other] - columns[cell]))
            for cell, near in enumerate(board.neighbours.tolist())
            for other in near
            if other >= 0
        }
        assert len(steps) == 6  # one kernel of 3 x 3 sees the same six neighbours everywhere


def test_shapes_are_those_of_the_boards() -> None:
    shapes = {
        "draughts": (8, 8),
        "morris": (7, 7),
        "dotsandboxes": (7, 7),
        "hexxagon": (9, 9),
        "labyrinth:map=ring8": (3, 3),
        "hex:size=5": (5, 5),
    }
    assert {spec: encoding("planes", nupp.game(spec)).shape[1:] for spec in shapes} == shapes


def test_details_show_what_the_pieces_do_not() -> None:
    game = nupp.game("dotsandboxes:width=2,height=1")
    position = game.start_position().play_all(["a1b1", "a2b2", "a1a2", "b1b2"])
    seen = encoding("planes", game)
    found = dict(zip(seen.meanings, written(game, seen, position.state[0]), strict=True))
    assert found["boxes of the side to move"].nonzero() == (1, 1)
    assert not found["boxes of the other side"].any()
    assert (found["passes in a row, 1/3 each; 1: the side to move has just closed a box"] == 1).all()
    morris = nupp.game("morris")
    seen = encoding("planes", morris)
    found = dict(
        zip(seen.meanings, written(morris, seen, morris.start_position().play("d2").state[0]), strict=True)
    )
    assert (found["men in hand of the side to move"] == 1).all()
    assert found["men in hand of the other side"] == pytest.approx(8 / 9)
    assert found["1 on the cells of the board"].sum() == 24


@pytest.mark.parametrize("name", nupp.GAMES.names())
def test_a_flat_row_holds_the_same_numbers_without_the_places_that_are_no_cells(name: str) -> None:
    game, states = nupp.game(name), random_states(name)
    flat, whole = encoding("flat", game), encoding("planes", game)
    assert len(flat.meanings) == flat.size
    contents = (game.kinds.values - 1) * len(game.board)
    for state in states[:4]:
        row, found = written(game, flat, state), written(game, whole, state)
        cells = found.reshape(len(found), -1)[: game.kinds.values - 1, game.board.lattice.places]
        assert (row[:contents] == cells.ravel()).all()
        assert row[contents] == game.to_move(state)
        assert row[contents + 1 :].sum() <= found[game.kinds.values :].sum()


def test_pattern_indices_are_the_entries_of_a_pattern_network() -> None:
    game = nupp.game("tictactoe")
    seen = encoding("patterns", game)
    position = game.start_position().play("b2")
    found = written(game, seen, position.state[0])
    expected = np.zeros(seen.size, np.int64)
    seen.patterns.list_entries(game, position.state[0], expected)  # type: ignore[attr-defined]
    assert found.dtype == np.int32
    assert found.tolist() == expected.tolist()
    assert 0 < found.min() <= found.max() <= seen.high
    ended = position.play_all(["a1", "b1", "b3", "a3", "c3", "a2", "c2", "c1"][:3])
    while not ended.is_over:
        ended = ended.play_code(ended.legal_move_codes[0])
    assert not written(game, seen, ended.state[0]).any()


def test_an_unknown_encoding_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'pixels'.*planes, flat, patterns, none"):
        encoding("pixels", nupp.game("tictactoe"))


@pytest.mark.parametrize("name", ["planes", "flat"])
def test_a_game_without_contents_has_no_encoding_of_cells(name: str) -> None:
    with pytest.raises(ValueError, match=r"blank does not say what stands on its cells.*`contents`"):
        encoding(name, Blank())


def test_boards_may_be_larger_than_networks_of_tables_allow() -> None:
    assert encoding("planes", nupp.game("hex:size=19")).shape[1:] == (19, 19)
