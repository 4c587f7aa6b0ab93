"""Domineering: moves, published values of boards, and counts of an independent program."""

from __future__ import annotations

import pytest

from nupp.rules import IllegalMoveError, game
from nupp.search.perft import perft
from nupp.search.solve import solve


def count(
    width: int, height: int, depth: int, free: frozenset[tuple[int, int]] | None = None, side: int = 0
) -> int:
    """The lines of some moves, counted with sets of free squares."""
    if free is None:
        free = frozenset((x, y) for x in range(width) for y in range(height))
    if depth == 0:
        return 1
    right, up = ((0, 1), (1, 0))[side]
    halves = ({(x, y), (x + right, y + up)} for x, y in free if (x + right, y + up) in free)
    return sum(count(width, height, depth - 1, free - both, 1 - side) for both in halves)


@pytest.mark.parametrize(("width", "height"), [(4, 4), (5, 3), (2, 5)])
def test_counts(width: int, height: int) -> None:
    start = game(f"domineering:width={width},height={height}").start_position()
    for depth in range(1, 4):
        assert perft(start, depth) == count(width, height, depth)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "outcome"), [
    (2, 1),
    (3, 1),
    (4, 1),
    pytest.param(5, -1, marks=pytest.mark.native),
])  # fmt: skip
def test_values_of_square_boards(size: int, outcome: int) -> None:
    """Of the empty board with upright to move (D. Breuker, J. Uiterwijk, H. J. van den Herik, 2000)."""
    start = game(f"domineering:width={size},height={size}").start_position()
    assert solve(start).value.outcome == outcome


def test_texts() -> None:
    position = game("domineering:width=3,height=3").start_position().play("a1").play("b2")
    assert str(position) == "3/VHH/V2 u"
    assert position.legal_moves == ()
    assert position.result == "lying wins"
    assert game("domineering:width=3,height=3").parse_position("3/VHH/V2 u") == game(
        "domineering:width=3,height=3"
    ).parse_position(str(position))


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(IllegalMoveError, match="'b3' is not legal here: expected one of 6 moves"):
        game("domineering:width=3,height=3").start_position().play("b3")


def test_dominoes_are_drawn_as_halves_that_meet() -> None:
    position = game("domineering:width=4,height=4").parse_position("V3/VHHH/V1HH/V3 u")
    drawn = {position.game.board.name(one.cell): (one.shape, *one.signs) for one in position.drawing.pieces}
    assert [drawn[f"a{row}"] for row in (1, 2, 3, 4)] == [("half", "up"), ("half", "down")] * 2
    assert [drawn[cell] for cell in ("b3", "c3", "d3")] == [("half", "right"), ("half", "left"), ("disc",)]
    assert (drawn["c2"], drawn["d2"]) == (("half", "right"), ("half", "left"))


def test_either_half_of_a_domino_may_be_clicked() -> None:
    position = game("domineering:width=3,height=3").parse_position("3/VHH/V2 l")
    name = position.game.board.name
    aliases = position.game.view.aliases(position.state[0])
    assert {name(other): name(cell) for other, cell in aliases.items()} == {"c1": "b1", "c3": "b3"}
