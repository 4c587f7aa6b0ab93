"""The oracles against known counts and values, and against examples worked by hand."""

import random
from collections.abc import Callable
from functools import cache
from typing import Protocol, TypeVar

import pytest

from nupp.conformance.amounts import amount

from .hexxagon import Hexxagon, cell_of, cells_at, cells_of, distance
from .mnk import Mnk
from .reversi import Reversi, othello


class Position(Protocol):
    """What the positions of all reference games have in common."""

    @property
    def side(self) -> int: ...

    @property
    def over(self) -> bool: ...

    @property
    def outcome(self) -> int: ...

    @property
    def margin(self) -> int: ...

    def moves(self) -> list[str]: ...

    def play(self, move: str) -> "Position": ...

    def text(self) -> str: ...


P = TypeVar("P", bound=Position)


Counts = tuple[int, ...]


def perft(position: Position, depth: int, known: dict[tuple[str, int], Counts]) -> Counts:
    """Count the sequences of 1, 2, ... `depth` legal moves."""
    key = position.text(), depth
    if key not in known:
        moves = position.moves()
        further: list[Counts] = [(0,) * (depth - 1)]
        if depth > 1:
            further += [perft(position.play(move), depth - 1, known) for move in moves]
        known[key] = (len(moves), *map(sum, zip(*further, strict=True)))
    return known[key]


@cache
def value(position: Position, low: int, high: int) -> int:
    """Return the margin under best play as the side to move sees it, by alpha-beta."""
    if position.over:
        return position.margin if position.side == 0 else -position.margin
    best = -(10**6)
    for move in position.moves():
        best = max(best, -value(position.play(move), -high, -max(low, best)))
        if best >= high:
            break
    return best


COUNTS: dict[str, tuple[Position, list[int]]] = {
    "tictactoe": (
        Mnk.start(3, 3, 3),
        [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0],
    ),
    "mnk 4x4 k=4": (Mnk.start(4, 4, 4), [16, 240, 3360, 43680, 524160]),
    "mnk 15x15 k=5": (Mnk.start(), [225, 50400]),
    "reversi": (Reversi.start(), [4, 12, 24, 24, 96, 320, 1536]),
    "othello": (othello(), [4, 12, 56, 244, 1396, 8200]),
    "othello 6x6": (othello(6), [4, 12, 56, 244, 1364, 7604, 47740]),
    "hexxagon": (Hexxagon.start(), [24, 570, 16548]),
    "hexxagon without holes": (Hexxagon.start(holes="none"), [24, 570, 16824]),
}
LESS = {
    "mnk 4x4 k=4": 4,
    "mnk 15x15 k=5": 1,
    "othello": 5,
    "othello 6x6": 5,
    "hexxagon": 2,
    "hexxagon without holes": 2,
}
"""Plies to which moves are usually counted, where all that are known take long."""


@pytest.mark.slow
@pytest.mark.parametrize("game", list(COUNTS))
def test_counts(game: str) -> None:
    start, counts = COUNTS[game]
    counts = counts[: amount(LESS.get(game, len(counts)), len(counts))]
    assert perft(start, len(counts), {}) == tuple(counts)


@pytest.mark.parametrize(("empties", "margin"), [("none", -8), ("winner", -10)])
def test_othello_on_4x4_is_solved(empties: str, margin: int) -> None:
    # The four first moves are images of each other.
    after_one = othello(4, empties).play("b1")
    assert value(after_one, -100, 100) == -margin


@pytest.mark.parametrize("dead", [False, True])
def test_tictactoe_is_a_draw(dead: bool) -> None:
    # Up to symmetry there are three first moves.
    start = Mnk.start(3, 3, 3, dead=dead)
    assert [value(start.play(move), -1, 1) for move in ("a1", "b1", "b2")] == [0, 0, 0]


@pytest.mark.slow
def test_three_in_a_row_on_4x3_is_won() -> None:
    assert value(Mnk.start(4, 3, 3).play("b2"), -1, 1) == -1


# Eight empty cells, black to move: every move with its margin for black, empties to the winner.
ENDGAMES = {
    "OXXXXXXX/OOXOXOXO/1XOOXXX1/XXXOXXXX/1XOOOO2/1XOOOO1X/OOOOXOOO/OOOOOOO1 x": {
        "a3": -6, "h3": -10, "g5": -6, "g6": -20, "h8": -16,
    },
    "1OOOOO1O/1OOXO1OO/XOXOXOOO/1OOXXOOO/1OXOOOOO/1XXOOOXO/XXXXOXXX/XXXXOO1O x": {
        "a1": -8, "g1": 4, "a2": -14, "f2": 0, "a4": -14, "a5": -20, "g8": 26,
    },
}  # fmt: skip


@pytest.mark.parametrize("text", list(ENDGAMES))
def test_othello_endgames(text: str) -> None:
    position = Reversi.parse(text, opening="fixed", blocked="pass", empties="winner")
    found = {move: -value(position.play(move), -100, 100) for move in position.moves()}
    assert found == ENDGAMES[text]


def check_random_games(start: P, parse: Callable[[str], P], games: int) -> list[P]:
    """Play random games, checking every position; return the final positions."""
    chance = random.Random(start.text())
    finals = []
    for _ in range(games):
        position = start
        while True:
            text = position.text()
            again = parse(text)
            assert again == position
            assert again.text() == text
            assert parse(f"  {text.swapcase()} ") == position
            moves = position.moves()
            assert len(set(moves)) == len(moves)
            assert position.over == (not moves)
            if position.over:
                break
            following = position.play(chance.choice(moves))
            assert following.side == 1 - position.side
            # Going through the text keeps the type, which the protocol cannot say of `play`.
            position = parse(following.text())
            assert position == following
        assert position.outcome in (-1, 0, 1)
        finals.append(position)
    return finals


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("dead", [False, True])
@pytest.mark.parametrize(("width", "height", "k"), [(3, 3, 3), (6, 4, 4), (2, 5, 3), (12, 11, 5)])
def test_random_games_of_mnk(width: int, height: int, k: int, exact: bool, dead: bool) -> None:
    finals = check_random_games(
        Mnk.start(width, height, k, exact, dead),
        lambda text: Mnk.parse(text, width, height, k, exact, dead),
        3,
    )
    for final in finals:
        assert final.margin == final.outcome
        assert final.winner in (None, 1 - final.side)


@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize("opening", ["placed", "fixed"])
@pytest.mark.parametrize("blocked", ["ends", "pass"])
@pytest.mark.parametrize("empties", ["none", "winner"])
def test_random_games_of_reversi(size: int, opening: str, blocked: str, empties: str) -> None:
    finals = check_random_games(
        Reversi.start(size, opening, blocked, empties),
        lambda text: Reversi.parse(text, size, opening, blocked, empties),
        amount(1, 2),
    )
    for final in finals:
        difference = final.discs()
        spare = size * size - len(final.board) if empties == "winner" else 0
        assert abs(final.margin) == (abs(difference) + spare if difference else 0)
        assert final.margin * difference >= 0


@pytest.mark.slow
@pytest.mark.parametrize("holes", ["three", "none"])
@pytest.mark.parametrize("blocked", ["ends", "fill", "pass"])
@pytest.mark.parametrize("quiet", [7, 100])
def test_random_games_of_hexxagon(holes: str, blocked: str, quiet: int) -> None:
    check_random_games(
        Hexxagon.start(holes, blocked, quiet),
        lambda text: Hexxagon.parse(text, holes, blocked, quiet),
        amount(1, 2),
    )


class TestMnk:
    def test_names_count_rows_from_the_bottom(self) -> None:
        position = Mnk.start(3, 3, 3).play("b2").play("A1 ")
        assert position.text() == "3/1x1/o2 x"
        assert position.moves() == ["b1", "c1", "a2", "c2", "a3", "b3", "c3"]

    def test_terminal_numbers(self) -> None:
        start = Mnk.start(3, 3, 3)
        assert start.play("1").text() == "x2/3/3 o"
        assert start.play("6").text() == "3/2x/3 o"
        with pytest.raises(ValueError, match="not legal"):
            Mnk.start().play("1")

    def test_two_digits(self) -> None:
        assert Mnk.start(12, 1, 5).text() == "12 x"
        assert Mnk.start(12, 1, 5).play("l1").text() == "11x o"

    @pytest.mark.parametrize(
        ("text", "move"),
        [
            ("xx1/oo1/3 x", "c3"),
            ("x2/x1o/2o x", "a1"),
            ("x1o/1xo/3 x", "c1"),
            ("o1x/ox1/3 x", "a1"),
        ],
    )
    def test_a_line_wins(self, text: str, move: str) -> None:
        final = Mnk.parse(text, 3, 3, 3).play(move)
        assert final.over
        assert final.outcome == final.margin == 1
        assert final.moves() == []

    def test_second_player_wins(self) -> None:
        final = Mnk.parse("xx1/oo1/x2 o", 3, 3, 3).play("c2")
        assert (final.outcome, final.margin, final.side) == (-1, -1, 0)

    def test_a_longer_line_wins_unless_exact(self) -> None:
        text = "xx1xx2 x"
        assert Mnk.parse(text, 7, 1, 3).play("c1").outcome == 1
        assert not Mnk.parse(text, 7, 1, 3, exact=True).play("c1").over

    def test_exact_and_longer_line_at_once_win(self) -> None:
        text = "2x4/2x4/xx1xx2 x"
        assert Mnk.parse(text, 7, 3, 3, exact=True).play("c1").outcome == 1

    def test_a_win_with_the_last_stone(self) -> None:
        assert Mnk.parse("xox/oxo/ox1 x", 3, 3, 3, dead=True).play("c1").outcome == 1

    def test_dead(self) -> None:
        text = "xox/xoo/ox1 x"
        assert not Mnk.parse(text, 3, 3, 3).over
        drawn = Mnk.parse(text, 3, 3, 3, dead=True)
        assert drawn.over
        assert drawn.outcome == 0
        assert drawn.moves() == []

    def test_dead_looks_at_every_run_of_k_cells_with_exact_too(self) -> None:
        # A column of 5 with x on a4 and o on a3: the run a1 to a3 lacks x until it takes a2.
        for exact in (False, True):
            assert not Mnk.parse("1/x/o/1/1 x", 1, 5, 3, exact, dead=True).over
            assert Mnk.parse("1/x/o/1/1 x", 1, 5, 3, exact, dead=True).play("a2").over

    def test_k_must_fit_one_side(self) -> None:
        assert Mnk.start(4, 2, 4).moves()
        with pytest.raises(ValueError, match="k must"):
            Mnk.start(4, 3, 5)

    def test_runs(self) -> None:
        assert Mnk.start().runs() == 0
        assert Mnk.parse("3/1x1/3 o", 3, 3, 3).runs() == 4 * 4
        # Two in a row: one run of two, and in each of three directions two runs of one.
        assert Mnk.parse("3/xx1/3 o", 3, 3, 3).runs() == 16 + 3 * 2 * 4
        assert Mnk.parse("2o/xx1/3 x", 3, 3, 3).runs() == 16 + 3 * 2 * 4 - 4 * 4

    def test_lines(self) -> None:
        assert Mnk.start(3, 3, 3).lines() == 0
        assert Mnk.parse("3/1x1/3 o", 3, 3, 3).lines() == 8 - 4
        assert Mnk.parse("o2/1x1/3 x", 3, 3, 3).lines() == 5 - 4

    def test_active(self) -> None:
        assert Mnk.start().active() == ["h8"]
        corner = Mnk.parse("4/4/4/x3 o", 4, 4, 4)
        assert corner.active() == ["b1", "a2", "b2"]
        assert corner.active(2) == ["b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "3/3/3",
            "3/3 x",
            "3/3/3/3 x",
            "3/4/3 x",
            "3/2/3 x",
            "3/x0x1/3 x",
            "3/03/3 x",
            "3/1z1/3 x",
            "3/3/3 z",
            "3/3/3  x",
            "3/3/3 x 0",
        ],
    )
    def test_refused_texts(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"."):
            Mnk.parse(text, 3, 3, 3)

    def test_positions_do_not_change(self) -> None:
        start = Mnk.start(3, 3, 3)
        start.play("b2")
        assert start == Mnk.start(3, 3, 3)
        assert hash(start) == hash(Mnk.start(3, 3, 3))


class TestReversi:
    def test_fixed_start(self) -> None:
        assert othello().text() == "8/8/8/3OX3/3XO3/8/8/8 x"
        assert othello(4).text() == "4/1OX1/1XO1/4 x"
        assert othello().moves() == ["d3", "c4", "f5", "e6"]

    def test_first_turn(self) -> None:
        position = othello().play("F5")
        assert position.text() == "8/8/8/3OX3/3XXX2/8/8/8 o"
        assert position.discs() == 3
        assert position.moves() == ["f4", "d6", "f6"]

    def test_runs_turn_in_all_directions(self) -> None:
        position = Reversi.parse("5X/XOO1OX/2OXO1/1O1O1O/X2O2/3X2 x", 6, "fixed", "pass")
        # From d2: b2 and c2 by a2, e2 by f2, c3 and b4 by a5; d3 is black, so nothing below.
        # e3 and f4 have no black disc behind them.
        after = position.play("d2")
        assert after.text() == "5X/XXXXXX/2XXO1/1X1O1O/X2O2/3X2 o"

    def test_placed_opening(self) -> None:
        position = Reversi.start()
        assert position.text() == "8/8/8/8/8/8/8/8 x"
        for move, left in [("e5", 3), ("d4", 2), ("d5", 1), ("e4", 0)]:
            assert position.mobility() == 0
            position = position.play(move)
            assert left == 0 or len(position.moves()) == left
        # Nothing has turned, and the game goes on from there.
        assert position.text() == "8/8/8/3OO3/3XX3/8/8/8 x"
        assert position.moves() == ["c3", "d3", "e3", "f3"]

    def test_a_blocked_side(self) -> None:
        text = "OX2/4/4/4 x"
        ended = Reversi.parse(text, 4, "fixed", "ends", "winner")
        assert ended.over
        assert (ended.margin, ended.outcome, ended.mobility()) == (0, 0, -1)
        passing = Reversi.parse(text, 4, "fixed", "pass")
        assert passing.moves() == ["pass"]
        passed = passing.play("pass")
        assert passed.text() == "OX2/4/4/4 o"
        assert passed.moves() == ["c1"]
        final = passed.play("c1")
        assert final.text() == "OOO1/4/4/4 x"
        assert (final.margin, final.outcome) == (-3, -1)
        tournament = Reversi.parse(final.text(), 4, "fixed", "pass", "winner")
        assert (tournament.margin, tournament.outcome) == (-16, -1)

    def test_pass_only_when_blocked(self) -> None:
        with pytest.raises(ValueError, match="not legal"):
            othello().play("pass")

    def test_sizes(self) -> None:
        assert Reversi.start(16).text() == "/".join(["16"] * 16) + " x"
        assert Reversi.start(16).moves() == ["h8", "i8", "h9", "i9"]
        for size in (2, 5, 18):
            with pytest.raises(ValueError, match="size"):
                Reversi.start(size)

    @pytest.mark.parametrize(
        "text", ["4/4/4/4", "4/4/4/4 b", "4/4/4 x", "4/4/4/5 x", "4/1Z2/4/4 x", "X3/4/4/4 x"]
    )
    def test_refused_texts(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"."):
            Reversi.parse(text, 4)


ALL_BLUE_BUT_TWO = "RBBBB/BBBBBB/BBBBBBB/BBB#BBBB/BBBBB#BBB/BBB#BBBB/BBBBBBB/BBBBBB/1BBBB"


class TestHexxagon:
    def test_board(self) -> None:
        assert len(cells_of("none")) == 61
        assert len(cells_of("three")) == 58
        assert Hexxagon.start().text() == "R3B/6/7/3#4/B4#2R/3#4/7/6/R3B r 0"
        assert Hexxagon.start("none").text() == "R3B/6/7/8/B7R/8/7/6/R3B r 0"

    def test_distance_is_the_shortest_way_on_the_full_board(self) -> None:
        for origin in cells_of("none"):
            reached = {origin}
            steps = 0
            while len(reached) < 61:
                steps += 1
                reached |= {near for cell in reached for near in cells_at(cell, 1, "none")}
                near_enough = [c for c in cells_of("none") if distance(origin, c) <= steps]
                assert reached == set(near_enough)

    def test_neighbours(self) -> None:
        around_centre = {cell_of(name) for name in ("e4", "e6", "d4", "d5", "f4", "f5")}
        assert set(cells_at(cell_of("e5"), 1, "none")) == around_centre
        holes = {cell_of(name) for name in ("e6", "d4", "f4")}
        assert set(cells_at(cell_of("e5"), 1, "three")) == around_centre - holes

    def test_a_jump_may_cross_a_hole(self) -> None:
        position = Hexxagon.parse("R3B/6/7/3#4/4R#3/3#4/7/6/5 r 0")
        assert position.play("e5-e7").text() == "R3B/6/7/3#4/5#R2/3#4/7/6/5 b 1"

    def test_moves_from_one_corner(self) -> None:
        position = Hexxagon.parse("R4/6/7/3#4/5#3/3#4/7/6/4B r 0")
        assert position.moves() == [
            "a2", "b1", "b2", "a1-a3", "a1-b3", "a1-c1", "a1-c2", "a1-c3",
        ]  # fmt: skip

    def test_a_clone_from_two_origins_is_one_move(self) -> None:
        position = Hexxagon.parse("R1R2/6/7/3#4/5#3/3#4/7/6/4B r 0")
        assert position.moves().count("a2") == 1

    def test_clone_and_jump_turn_neighbours(self) -> None:
        position = Hexxagon.parse("R2B1/6/7/3#4/5#3/3#4/7/6/4B r 5")
        assert position.play("a2").text() == "RR1B1/6/7/3#4/5#3/3#4/7/6/4B b 0"
        after = position.play("A1-A3")
        assert after.text() == "2RR1/6/7/3#4/5#3/3#4/7/6/4B b 6"
        assert after.material() == 1

    @pytest.mark.parametrize(("blocked", "margin"), [("ends", 3), ("fill", 58), ("pass", 3)])
    def test_a_side_without_pieces_has_lost(self, blocked: str, margin: int) -> None:
        position = Hexxagon.parse("R1B2/6/7/3#4/5#3/3#4/7/6/5 r 7", blocked=blocked)
        final = position.play("a2")
        assert final.over
        assert (final.margin, final.outcome, final.count) == (margin, 1, 0)

    @pytest.mark.parametrize(("blocked", "margin"), [("ends", -55), ("fill", -56)])
    def test_a_blocked_side_ends_the_game(self, blocked: str, margin: int) -> None:
        final = Hexxagon.parse(ALL_BLUE_BUT_TWO + " r 3", blocked=blocked)
        assert final.moves() == []
        assert (final.margin, final.outcome) == (margin, -1)

    def test_a_blocked_side_passes(self) -> None:
        position = Hexxagon.parse(ALL_BLUE_BUT_TWO + " r 3", blocked="pass")
        assert position.moves() == ["pass"]
        passed = position.play("pass")
        assert passed.text() == ALL_BLUE_BUT_TWO + " b 4"
        final = passed.play("i1")
        assert final.over
        assert (final.margin, final.outcome) == (1 - 57, -1)

    def test_a_pass_is_a_quiet_move(self) -> None:
        passed = Hexxagon.parse(ALL_BLUE_BUT_TWO + " r 3", blocked="pass", quiet=4).play("pass")
        assert passed.over
        assert (passed.margin, passed.outcome) == (1 - 56, 0)

    @pytest.mark.parametrize("blocked", ["ends", "fill", "pass"])
    def test_quiet(self, blocked: str) -> None:
        position = Hexxagon.parse("R2B1/6/7/3#4/5#3/3#4/7/6/4B r 5", "three", blocked, 6)
        drawn = position.play("a1-a3")
        assert drawn.moves() == []
        assert (drawn.margin, drawn.outcome) == (1, 0)

    @pytest.mark.parametrize(("blocked", "margin"), [("ends", 2), ("fill", 58), ("pass", 2)])
    def test_the_board_goes_before_quiet(self, blocked: str, margin: int) -> None:
        position = Hexxagon.parse("R2B1/6/7/3#4/5#3/3#4/7/6/5 r 5", "three", blocked, 6)
        won = position.play("a1-a3")
        assert (won.margin, won.outcome) == (margin, 1)

    @pytest.mark.parametrize(
        "text",
        [
            "R3B/6/7/3#4/B4#2R/3#4/7/6/R3B r",
            "R3B/6/7/3#4/B4#2R/3#4/7/6/R3B x 0",
            "R3B/6/7/3#4/B4#2R/3#4/7/6/R3B r -1",
            "R3B/6/7/3#4/B4#2R/3#4/7/6/R3B r 01",
            "R3B/6/7/3#4/B4#2R/3#4/7/6/R3B r 101",
            "R3B/6/7/8/B7R/8/7/6/R3B r 0",
            "R3B/6/7/#7/B4#2R/3#4/7/6/R3B r 0",
            "R3B/6/7/3#4/B4#2R/3#4/7/6 r 0",
            "R4B/6/7/3#4/B4#2R/3#4/7/6/R3B r 0",
        ],
    )
    def test_refused_texts(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"."):
            Hexxagon.parse(text)
