"""What the requirements of choosing moves accept: games in which pieces move, and in which none does."""

from __future__ import annotations

import numpy as np
import pytest

from nupp.boards import Piece, SquareBoard
from nupp.conformance.observe import Sample, sample
from nupp.conformance.requirements.choosing import (
    steps_are_the_same_with_and_without_the_text,
    the_piece_that_moves_stands_where_the_steps_say,
)
from nupp.kernel import Record, record_dtype
from nupp.rules import GAMES, Facts, Game, MoveNotation, Moves, Staging, Step, View, register, register_view
from nupp.rules.basics import Kinds
from nupp.rules.notation import parse_side, split_fields


class Sowing(Game):
    """Seeds in a row of pots: the own ones are sown to the right, and no pot is sown to beyond the last."""

    sides = ("south", "north")
    kinds = Kinds(pieces=1)
    notation = MoveNotation("[a-f]1", "a pot such as c1")
    max_moves = 3

    def __init__(self) -> None:
        self.board = SquareBoard(6, 1)
        self.State = record_dtype(("pots", np.int8, (6,)), ("turn", np.int8))

    def start(self, state: Record) -> None:
        state.pots[:] = 1

    def legal_moves(self, state: Record, moves: Moves) -> int:
        n = 0
        for pot in range(state.turn, 6, 2):
            if 0 < state.pots[pot] < 6 - pot:
                moves[n] = pot
                n += 1
        return n

    def play(self, state: Record, move: int) -> None:
        seeds, state.pots[move] = int(state.pots[move]), 0
        for pot in range(move + 1, move + 1 + seeds):
            state.pots[pot] += 1
        state.turn = 1 - state.turn

    def to_move(self, state: Record) -> int:
        return int(state.turn)

    def outcome(self, state: Record) -> int:
        return -1 if state.turn == 0 else 1

    def contents(self, state: Record, found: Moves) -> int:
        n = 0
        for pot in range(6):
            if state.pots[pot] > 0:
                found[n] = 3 * pot + 1 + (pot + state.turn) % 2
                n += 1
        return n

    def move_text(self, state: Record, move: int) -> str:
        return self.board.name(move)

    def format_position(self, state: Record) -> str:
        return f"{''.join(map(str, state.pots))} {'sn'[state.turn]}"

    def read_position(self, text: str, state: Record) -> None:
        pots, side = split_fields(text, "pots", "side")
        state.pots[:] = list(map(int, pots))
        state.turn = parse_side(side, "sn")


class SowingTo(Sowing):
    """The same; a move names the pot that is sown last, too."""

    notation = MoveNotation("[a-f]1-[a-f]1", "a pot and the last one sown, such as c1-e1")

    def move_text(self, state: Record, move: int) -> str:
        return f"{self.board.name(move)}-{self.board.name(move + state.pots[move])}"


class Still(View[Sowing]):
    """No piece follows the steps."""

    def staging(self, state: Record) -> Staging:
        return Staging(carries=0)


class Slow(View[Sowing]):
    """The steps of several moves are not those of each."""

    def move_steps(self, state: Record, move: int, text: str = "") -> tuple[Step, ...]:
        return (move,) if text else (move, move)


class Lost(View[Sowing]):
    """The piece that is said to move disappears."""

    def staging(self, state: Record) -> Staging:
        return Staging(mover=5)

    def pieces(self, state: Record) -> tuple[Piece, ...]:
        return tuple(one for one in super().pieces(state) if one.cell != 5 or state.turn == 0)


class Vanishing(Lost):
    """The same, and it is said that it may."""

    def staging(self, state: Record) -> Staging:
        return Staging(mover=5, may_vanish=True)


class Stating(Lost):
    """The same, with a fact that means something else."""

    def move_facts(self, state: Record, move: int) -> Facts:
        return (("lost", "1"),)


@pytest.fixture(autouse=True)
def _forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the games of a test."""
    monkeypatch.setattr(GAMES, "_entries", dict(GAMES._entries))


def played(base: type[Sowing], view: type[View[Sowing]], title: str) -> Sample:
    """Random games of a game with a view; observations are kept by its name, so every test has its own."""
    kind = type(title, (base,), {"__doc__": base.__doc__, "name": title})
    register(kind)
    register_view(kind)(view)
    return sample(title, compiled=False)


@pytest.mark.parametrize(("base", "view"), [(Sowing, View), (SowingTo, Still)])
def test_where_no_piece_moves_none_is_expected_to_arrive(
    base: type[Sowing], view: type[View[Sowing]]
) -> None:
    the_piece_that_moves_stands_where_the_steps_say(played(base, view, f"no{base.__name__}".lower()))


def test_a_view_that_lets_a_pot_travel_learns_how_to_say_that_it_does_not() -> None:
    with pytest.raises(AssertionError, match=r"^[a-f]1-[a-f]1: by View\.staging .* carries=0"):
        the_piece_that_moves_stands_where_the_steps_say(played(SowingTo, View, "travelling"))


@pytest.mark.parametrize("view", [Lost, Stating])
def test_a_piece_that_is_said_to_move_has_to_be_there_afterwards(view: type[View[Sowing]]) -> None:
    message = r"piece on f1 is on f1 afterwards, by View\.drawing none is; .* may_vanish=True"
    with pytest.raises(AssertionError, match=message):
        the_piece_that_moves_stands_where_the_steps_say(played(Sowing, view, f"no{view.__name__}".lower()))


def test_a_piece_may_be_gone_where_the_staging_says_so() -> None:
    the_piece_that_moves_stands_where_the_steps_say(played(Sowing, Vanishing, "vanishing"))


def test_of_two_ways_to_the_steps_of_a_move_both_are_named() -> None:
    with pytest.raises(AssertionError, match=r"^view\.steps_of_moves gives .*, view\.move_steps gives "):
        steps_are_the_same_with_and_without_the_text(played(Sowing, Slow, "slow"))
