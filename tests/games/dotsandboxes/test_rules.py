"""Dots and Boxes: examples worked by hand for every rule, and games against the slow reference."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from games.differential import compare, compare_games
from nupp import perft
from nupp.boards import EdgeBoard
from nupp.evaluators import evaluator
from nupp.games.dotsandboxes.rules import DotsAndBoxes
from nupp.kernel import generator, interpreted, kernel
from nupp.rules import Game, IllegalMoveError, NotationError, Position, game, read_state, start_state
from nupp.rules.basics import Moves, States
from nupp.rules.notation import format_rows
from nupp.search.playout import random_playouts
from nupp.search.theory import Theory, theory_of
from nupp.spec import SpecError
from plain import start_of
from reference.dots_and_boxes import Dots as Reference


def at(text: str, parameters: str = "size=2") -> Position:
    return game(f"dotsandboxes:{parameters}").parse_position(text)


# ---- board and start ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "start"),
    [
        ("dotsandboxes", "000000000000,000000000000 3/3/3 a 0"),
        ("dotsandboxes:size=2", "000000,000000 2/2 a 0"),
        ("dotsandboxes:width=3,height=1,passing=false", "000000,0000 3 a 0"),
        ("dotsandboxes:size=2,width=1", "000,0000 1/1 a 0"),
    ],
)
def test_start(spec: str, start: str) -> None:
    assert str(game(spec).start_position()) == start


def test_default_parameters_are_left_out_of_the_spec() -> None:
    assert game("dotsandboxes:size=3,width=0,height=0,passing=true").spec == "dotsandboxes"


@pytest.mark.parametrize("wrong", ["size=0", "size=10", "width=10", "height=-1", "passing=maybe", "boxes=3"])
def test_refused_parameters(wrong: str) -> None:
    with pytest.raises(SpecError, match=wrong.split("=")[0]):
        game(f"dotsandboxes:{wrong}")


@pytest.mark.native
@pytest.mark.parametrize(
    ("spec", "counts"),
    [
        ("dotsandboxes:size=3,passing=false", [24, 552, 12144, 255024, 5100480]),
        ("dotsandboxes:size=2", [13, 157, 1740, 17700]),
        ("dotsandboxes:size=9,passing=false", [180, 180 * 179, 180 * 179 * 178]),
    ],
)
def test_perft(spec: str, counts: list[int]) -> None:
    start = start_of(spec)
    assert [perft(start, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("size", [5, 7, 8, 9])
def test_states_are_small(size: int) -> None:
    rules = game(f"dotsandboxes:size={size}")
    assert rules.max_moves == 2 * size * (size + 1) + 1
    assert rules.State.itemsize == (40 if size <= 7 else 72)


# ---- edges and boxes ---------------------------------------------------------------------------------


def test_the_moves_are_the_missing_edges_and_the_pass() -> None:
    position = at("100000,000001 2/2 a 0")
    assert position.legal_moves == (
        *("b1c1", "a2b2", "b2c2", "a3b3", "b3c3"),
        *("a1a2", "b1b2", "c1c2", "a2a3", "b2b3"),
        "pass",
    )


def test_without_passing_there_is_no_pass() -> None:
    assert "pass" not in at("100000,000001 2/2 a 0", "size=2,passing=false").legal_moves


def test_an_edge_that_closes_nothing_ends_the_turn() -> None:
    assert str(at("000000,000000 2/2 a 0").play("b1b2")) == "000000,010000 2/2 b 0"
    assert str(at("000000,010000 2/2 b 0").play("a3b3")) == "000010,010000 2/2 a 0"


@pytest.mark.parametrize("passing", ["true", "false"])
@pytest.mark.parametrize(("side", "owner"), [("a", "A"), ("b", "B")])
def test_who_closes_a_box_owns_it_and_moves_again(side: str, owner: str, passing: str) -> None:
    position = at(f"101000,100000 2/2 {side} 0", f"size=2,passing={passing}").play("b1b2")
    assert str(position) == f"101000,110000 2/{owner}1 {side} +"
    assert len(position.legal_moves) == 8
    assert "pass" not in position.legal_moves


def test_one_edge_may_close_two_boxes() -> None:
    position = at("111100,101000 2/2 b 0").play("b1b2")
    assert str(position) == "111100,111000 2/BB b +"


def test_boxes_of_the_upper_row() -> None:
    assert str(at("001010,000100 2/2 a 0").play("b2b3")) == "001010,000110 A1/2 a +"


def test_boxes_of_a_board_of_two_words() -> None:
    """The last box of 9 x 9, whose sides lie in the second word of each bitboard."""
    rules = game("dotsandboxes:size=9")
    position = rules.start_position().play_all(["i10j10", "i9j9", "i9i10", "pass", "a1b1", "j9j10"])
    assert str(position).endswith(" 8B/9/9/9/9/9/9/9/9 b +")


def test_a_box_whose_sides_lie_in_two_words() -> None:
    rules = game("dotsandboxes:size=9")
    for row in range(1, 10):
        dots = [f"e{row}", f"f{row}", f"f{row + 1}", f"e{row + 1}"]
        edges = [dots[i - 1] + dots[i] for i in range(4)]
        position = rules.start_position().play_all(edges)
        assert str(position).split()[1:] == [
            "/".join(["9"] * (9 - row) + ["4B4"] + ["9"] * (row - 1)),
            "b",
            "+",
        ]


# ---- passing and the end -----------------------------------------------------------------------------


def test_passes_are_counted_until_an_edge_is_drawn() -> None:
    position = at("100000,000000 2/2 b 0").play("pass")
    assert str(position) == "100000,000000 2/2 a 1"
    assert str(position.play("a2b2")) == "101000,000000 2/2 b 0"


def test_two_passes_end_the_game_and_open_boxes_count_for_nobody() -> None:
    position = at("101000,110000 2/B1 b +").play_all(["a3b3", "pass", "pass"])
    assert str(position) == "101010,110000 2/B1 a 2"
    assert position.is_over
    assert (position.outcome, position.margin) == (-1, -1)
    assert position.result == "second wins"


def test_a_game_without_boxes_is_drawn() -> None:
    position = at("000000,000000 2/2 a 0").play_all(["pass", "pass"])
    assert (position.outcome, position.margin, position.result) == (0, 0, "drawn")


def test_the_last_edge_ends_the_game() -> None:
    position = at("111111,101111 AA/2 b 1").play("b1b2")
    assert str(position) == "111111,111111 AA/BB b +"
    assert position.is_over
    assert (position.outcome, position.margin, position.result) == (0, 0, "drawn")
    position = at("111111,111011 1A/BA a 0").play("a2a3")
    assert (position.outcome, position.margin, position.result) == (1, 2, "first wins by 2")


@pytest.mark.native
@pytest.mark.parametrize(
    ("width", "height", "margin"),
    [(1, 1, -1), (2, 1, 0), (1, 3, -1), (4, 1, 0), (2, 2, 2)],
)
def test_values_of_small_boards(width: int, height: int, margin: int) -> None:
    """D. Wilson's values of Dots and Boxes by best play, without passing."""
    rules = game(f"dotsandboxes:width={width},height={height},passing=false")
    depth = rules.max_moves
    stack, moves = np.repeat(start_state(rules), depth), np.empty((depth, depth), np.int64)
    assert best_margin(rules, stack, moves, 0, -10, 10) == margin


@kernel
def best_margin(game: Game, stack: States, moves: Moves, ply: int, low: int, high: int) -> int:
    """The margin by best play of both sides, if it lies between `low` and `high`."""
    n = game.legal_moves(stack[ply], moves[ply])
    if n == 0:
        return game.margin(stack[ply])
    first = game.to_move(stack[ply]) == 0
    for i in range(n):
        stack[ply + 1] = stack[ply]
        game.play(stack[ply + 1], moves[ply, i])
        value = best_margin(game, stack, moves, ply + 1, low, high)
        if first:
            low = max(low, value)
        else:
            high = min(high, value)
        if low >= high:
            break
    return low if first else high


# ---- what exact searches get -------------------------------------------------------------------------


@pytest.mark.native
@pytest.mark.parametrize(("width", "height"), [(3, 2)])
def test_what_exact_searches_are_reported(width: int, height: int) -> None:
    """All positions of a board, against values that are worked out from the last edge back."""
    rules = game(f"dotsandboxes:width={width},height={height},passing=false")
    boxes = np.array([sum(1 << cell for cell in cells) for cells in rules.board.box_edges.tolist()])
    values = np.zeros(1 << rules.edge_count, np.int64)
    fill_in_gains(boxes, rules.edge_count, values)
    keys = np.zeros(len(values), np.uint64)
    state, moves = start_state(rules), np.empty(rules.max_moves, np.int64)
    assert check_all(rules, theory_of(rules), boxes, values, keys, state, moves) == -1
    first, place = np.unique(keys, return_index=True)
    assert (values == values[place[np.searchsorted(first, keys)]]).all()
    assert len(first) < len(keys) / len(rules.symmetries)  # for corners and chains look alike, too


@pytest.mark.parametrize(
    ("boxes", "edges", "bounds"),
    [
        ("3", "111111,1000", (1, 3)),  # three boxes, a leaf at one end: one is taken for sure
        ("3", "111111,1001", (-3, 3)),  # closed, with leaves at both ends: three of them give no control
        ("4", "11111111,10001", (0, 4)),  # four do
        ("5", "1111111111,100001", (1, 5)),
        ("3", "111111,0000", (-3, 3)),  # nobody has opened it
        ("5", "1111111111,010100", (-5, 5)),  # two leaves of different chains
    ],
)
def test_bounds_of_chains(boxes: str, edges: str, bounds: tuple[int, int]) -> None:
    low, high = bounds
    with interpreted():
        for side, expected in (("a", (low, high)), ("b", (-high, -low))):
            position = at(f"{edges} {boxes} {side} 0", f"width={boxes},height=1,passing=false")
            assert theory_of(position.game).margin_bounds(position.state[0]) == expected


@kernel
def fill_in_gains(boxes: NDArray[np.int64], edge_count: int, values: NDArray[np.int64]) -> None:
    """What the side to move gains in each position: all sets of drawn edges, bits for the board's cells."""
    for drawn in range(len(values) - 2, -1, -1):
        best = -len(boxes)
        for edge in range(edge_count):
            if drawn >> edge & 1 == 0:
                best = max(best, gain_of(boxes, values, drawn, edge))
        values[drawn] = best


@kernel
def gain_of(boxes: NDArray[np.int64], values: NDArray[np.int64], drawn: int, edge: int) -> int:
    """What the side to move gains by drawing an edge."""
    after, closed = drawn | 1 << edge, 0
    for box in boxes:
        closed += after & box == box and drawn & box != box
    return closed + values[after] if closed > 0 else -values[after]


@kernel
def check_all(
    game: DotsAndBoxes,
    theory: Theory[DotsAndBoxes],
    boxes: NDArray[np.int64],
    values: NDArray[np.int64],
    keys: NDArray[np.uint64],
    state: States,
    moves: Moves,
) -> int:
    """Fill in the keys of all positions; returns one whose bounds or essential moves are wrong, or -1."""
    wrong = -1
    for drawn in range(len(values)):
        state[0].edges[:] = 0
        state[0].boxes[:] = 0
        for edge in range(game.edge_count):
            code = game.codes[edge]
            if drawn >> edge & 1:
                state[0].edges[code >> 6, 0] |= np.uint64(1) << np.uint64(code & 63)
        for i in range(len(boxes)):
            if drawn & boxes[i] == boxes[i]:
                state[0].boxes[i % 2, 0] |= np.uint64(1) << np.uint64(game.box_bits[i])
        keys[drawn] = theory.rest_key(state[0])
        for turn in range(2):
            state[0].turn = turn
            margin = game.margin(state[0]) + (1 - 2 * turn) * values[drawn]
            low, high = theory.margin_bounds(state[0])
            if not low <= margin <= high:
                wrong = drawn
        best, n = -len(boxes), theory.essential_moves(state[0], moves)
        for i in range(n):
            for edge in range(game.edge_count):
                if moves[i] == game.codes[edge]:
                    best = max(best, gain_of(boxes, values, drawn, edge))
        if n > 0 and best != values[drawn]:
            wrong = drawn
    return wrong


# ---- moves as text -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["a1b1", "b1a1", "A1B1", " a1 b1 ", "a1-b1", "B1 - A1"])
def test_spellings_of_an_edge(text: str) -> None:
    assert game("dotsandboxes").start_position().play(text).last_move == "a1b1"


def test_dots_of_two_digits() -> None:
    rules = game("dotsandboxes:size=9")
    assert rules.start_position().play("a10a9").last_move == "a9a10"


@pytest.mark.parametrize("text", ["pass", "Pass", "--", "ps"])
def test_spellings_of_the_pass(text: str) -> None:
    assert game("dotsandboxes").start_position().play(text).last_move == "pass"


@pytest.mark.parametrize("text", ["a1c1", "a1b2", "a1a1", "d1e1", "a4a5", "a0a1", "z9z10"])
def test_dots_that_are_no_neighbours(text: str) -> None:
    with pytest.raises(NotationError, match=rf"'{text}'.*neighbours"):
        game("dotsandboxes").start_position().play(text)


@pytest.mark.parametrize("text", ["", "a1", "a1b1c1", "1a1b", "a1bb1", "resign", "a١b1"])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(NotationError, match="a1b1 or a1a2, or pass"):
        game("dotsandboxes").start_position().play(text)


def test_illegal_moves() -> None:
    with pytest.raises(IllegalMoveError, match=r"'a1b1'.*legal"):
        at("100000,000000 2/2 b 0").play("a1b1")
    with pytest.raises(IllegalMoveError, match=r"'pass'.*legal"):
        at("101000,110000 2/B1 b +").play("pass")
    with pytest.raises(IllegalMoveError, match=r"'pass'.*legal"):
        at("000000,000000 2/2 a 0", "size=2,passing=false").play("pass")
    with pytest.raises(IllegalMoveError, match="over"):
        at("000000,000000 2/2 a 2").play("a1b1")


# ---- position texts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"4 fields.*edges, boxes, side, passes.* 0"),
        ("000000,000000 2/2 a", "4 fields"),
        ("000000,000000 2/2 a 0 0", "4 fields"),
        ("00000,000000 2/2 a 0", r"'00000,000000'.*6 times 0 or 1.* 6 "),
        ("000000000000 2/2 a 0", "6 times 0 or 1"),
        ("000002,000000 2/2 a 0", "6 times 0 or 1"),
        ("00000٠,000000 2/2 a 0", "ASCII"),
        ("000000,000000 2 a 0", "2 rows"),
        ("000000,000000 2/3 a 0", r"2 cells.*row 2.* 3"),
        ("000000,000000 2/X1 a 0", "'x'"),
        ("000000,000000 2/1A a 0", r"b1.*open.*number"),
        ("101000,110000 2/2 a 0", r"a1.*closed.*A or B"),
        ("000000,000000 2/2 c 0", r"'c'.*a or b"),
        ("000000,000000 2/2 a 3", r"'3'.*0, 1, 2"),
        ("000000,000000 2/2 a 12", r"'12'.*0, 1, 2"),
        ("000000,000000 2/2 a +", r"'\+'.*side a"),
        ("101000,110000 2/A1 b +", r"'\+'.*side b"),
        ("111111,111111 AA/AA a 0", r"'0'.*\+.*last edge"),
        ("111111,111111 AA/AB b 2", r"'2'.*\+.*last edge"),
    ],
)
def test_refused_positions(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message) as raised:
        at(text)
    assert repr(text) in str(raised.value)


@pytest.mark.parametrize("passes", ["1", "2"])
def test_without_passing_there_are_no_passes(passes: str) -> None:
    with pytest.raises(NotationError, match=f"'{passes}'.*0, \\+"):
        at(f"100000,000000 2/2 a {passes}", "size=2,passing=false")


def test_the_case_of_a_position_does_not_matter() -> None:
    assert str(at("101000,110000 2/b1 B +")) == "101000,110000 2/B1 b +"


# ---- drawing and symmetries --------------------------------------------------------------------------


def test_drawing() -> None:
    position = at("101000,100000 2/2 b 0").play("b1b2")
    drawing = position.drawing
    names = [drawing.board.name(piece.cell) for piece in drawing.pieces if piece.shape == "edge"]
    assert names == ["a1b1", "a2b2", "a1a2", "b1b2"]
    assert [(piece.cell, piece.side) for piece in drawing.pieces if piece.shape == "box"] == [(0, 1)]
    assert [drawing.board.name(cell) for cell in drawing.marks] == ["b1b2"]
    assert position.render().splitlines()[-3:] == ["  | B |", "1 +---+   +", "  a   b   c"]


def test_a_pass_marks_nothing() -> None:
    assert game("dotsandboxes").start_position().play("pass").drawing.marks == ()


@pytest.mark.parametrize(
    ("parameters", "number"), [("size=3", 8), ("size=1", 8), ("width=4", 4), ("width=8", 4)]
)
def test_symmetries(parameters: str, number: int) -> None:
    rules = game(f"dotsandboxes:{parameters}")
    assert len(rules.symmetries) == number
    assert rules.symmetries[0].cells == tuple(range(len(rules.board)))


def test_images_of_a_closed_box() -> None:
    position = at("001010,000110 A1/2 a +")
    images = {
        str(Position(position.game, symmetry.map_state(position.state)))
        for symmetry in position.game.symmetries
    }
    assert images == {
        "001010,000110 A1/2 a +",
        "000101,000011 1A/2 a +",
        "101000,110000 2/A1 a +",
        "010100,011000 2/1A a +",
    }


# ---- faster ways to the same -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("parameters", ["size=1", "size=3", "width=4,height=2", "width=8,height=7"])
def test_what_can_be_closed(parameters: str) -> None:
    """Noisy moves and the evaluators' count of boxes, in a random game, against playing every move."""
    rules = game(f"dotsandboxes:{parameters}")
    buffer, rng = np.empty(rules.max_moves, np.int64), generator(3)
    position = rules.start_position()
    while not position.is_over:
        side, own = position.to_move, boxes_of(position, position.to_move)
        lead = own - boxes_of(position, 1 - side)
        gains = {code: boxes_of(position.play_code(code), side) - own for code in position.legal_move_codes}
        with interpreted():
            forcing = buffer[: rules.forcing_moves(position.state[0], buffer)].tolist()
            boxes, takeable = (
                evaluator(name, rules).evaluate(rules, position.state[0]) for name in ("boxes", "takeable")
            )
            move = int(rules.random_move(position.state[0], buffer, rng))
        assert sorted(forcing) == sorted(code for code, gain in gains.items() if gain)
        assert (boxes, takeable) == (lead, lead + sum(gains.values()))
        position = position.play_code(move)


def boxes_of(position: Position, side: int) -> int:
    return str(position).split()[1].count("AB"[side])


def test_a_finished_game_has_no_forcing_moves() -> None:
    rules = game("dotsandboxes:size=2")
    state = read_state(rules, "111100,101000 2/2 b 2")
    with interpreted():
        assert rules.forcing_moves(state[0], np.empty(rules.max_moves, np.int64)) == 0


@pytest.mark.native
def test_random_games_end() -> None:
    plies, results = random_playouts(game("dotsandboxes:size=5,passing=false").start_position(), 200, seed=5)
    assert (plies, sum(results)) == (200 * 60, 200)
    assert results[1] == 0  # 25 boxes cannot be shared equally


# ---- against the reference ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize(
    ("width", "height", "games"),
    [(1, 1, 20), (2, 1, 20), (2, 2, 15), (3, 3, 6), (2, 5, 4), (5, 4, 2), (8, 8, 1), (9, 9, 1)],
)
@pytest.mark.parametrize("passing", [True, False])
def test_random_games_agree_with_the_reference(width: int, height: int, games: int, passing: bool) -> None:
    rules = game(f"dotsandboxes:width={width},height={height},passing={str(passing).lower()}")
    buffer = np.empty(rules.max_moves, np.int64)

    def check(position: Position, reference: Reference) -> None:
        moves = len(position.legal_move_codes)
        assert rules.count_moves(position.state[0], buffer) == moves
        read = Reference.parse(str(position), width, height, passing)
        assert read == reference
        assert rules.parse_position(reference.text()) == position

    with interpreted():
        compare_games(rules, Reference.start(width, height, passing), games, check)


@pytest.mark.native
def test_random_texts_are_read_as_the_reference_reads_them() -> None:
    """Positions that need not arise in a game, closed boxes with any owner."""
    rng = random.Random(7)
    read = 0
    for _ in range(400):
        width, height, passing = rng.randint(1, 4), rng.randint(1, 4), rng.random() < 0.5
        rules = game(f"dotsandboxes:width={width},height={height},passing={str(passing).lower()}")
        text = random_text(rng, width, height)
        with interpreted():
            try:
                reference = Reference.parse(text, width, height, passing)
            except ValueError:
                with pytest.raises(NotationError):
                    read_state(rules, text)
                continue
            compare(rules.parse_position(text), reference)
            read += 1
    assert 100 < read < 390


def random_text(rng: random.Random, width: int, height: int) -> str:
    drawn = rng.choice((0.3, 0.7, 0.95, 1))
    horizontal, vertical = width * (height + 1), height * (width + 1)
    edges = [rng.random() < drawn for _ in range(horizontal + vertical)]
    digits = "".join(str(int(edge)) for edge in edges)
    boxes = [
        rng.choice("AB") if all(edges[edge] for edge in four) else "."
        for four in EdgeBoard(width, height).box_edges.tolist()
    ]
    rows = [list(range(row * width, (row + 1) * width)) for row in reversed(range(height))]
    owners = format_rows(boxes, rows)
    return f"{digits[:horizontal]},{digits[horizontal:]} {owners} {rng.choice('ab')} {rng.choice('012+')}"
