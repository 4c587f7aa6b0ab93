"""The Game of the Amazons: examples worked by hand for every rule, and games against the slow reference."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from games.amazons.positions import FIVE, SIZES, at, spec, walk
from games.differential import compare_games
from nupp import perft
from nupp.kernel import Generator, generator, interpreted, kernel
from nupp.rules import Game, IllegalMoveError, NotationError, game, start_state
from nupp.rules.basics import Moves, States
from nupp.search.playout import random_playouts
from nupp.spec import SpecError
from plain import start_of
from reference.amazons import STARTS
from reference.amazons import Amazons as Reference

# ---- board and start ---------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_start(size: int) -> None:
    rules = game(spec(size))
    assert str(rules.start_position()) == f"{STARTS[size]} w"
    assert str(rules.parse_position(f"{STARTS[size]} W".swapcase())) == f"{STARTS[size]} w"
    assert str(game(spec(size, staged=True)).start_position()) == f"{STARTS[size]} w -"
    assert rules.sides == ("white", "black")


def test_default_parameters_are_left_out_of_the_spec() -> None:
    assert game("amazons:size=10,staged=false").spec == "amazons"


@pytest.mark.parametrize("wrong", ["size=7", "size=9", "size=4", "size=11", "staged=maybe", "arrows=1"])
def test_refused_parameters(wrong: str) -> None:
    with pytest.raises(SpecError, match=wrong.split("=")[0]):
        game(f"amazons:{wrong}")


@pytest.mark.native
@pytest.mark.parametrize(("size", "turns"), [(10, [2176]), (6, [544, 238532])])
def test_perft(size: int, turns: list[int]) -> None:
    """Two moves of a staged game are a turn."""
    start, staged = (start_of(spec(size, staged)) for staged in (False, True))
    assert [perft(start, depth) for depth in range(1, len(turns) + 1)] == turns
    assert [perft(staged, 2 * depth) for depth in range(1, len(turns) + 1)] == turns


# ---- turns -------------------------------------------------------------------------------------------


def test_an_amazon_moves_as_a_queen_and_not_over_anything() -> None:
    steps = {move.split("/")[0] for move in at("4B/5/1x3/x4/Wx3 w").legal_moves}
    assert steps == {"a1-b2", "a1-c3", "a1-d4"}
    steps = {move.split("/")[0] for move in at("4W/5/1x3/5/W4 w").legal_moves if move.startswith("a1")}
    assert steps == {
        *("a1-a2", "a1-a3", "a1-a4", "a1-a5", "a1-b1", "a1-c1", "a1-d1", "a1-e1"),
        *("a1-b2", "a1-c3", "a1-d4"),
    }


def test_she_shoots_as_a_queen_moves_from_where_she_stands() -> None:
    shots = [move[6:] for move in at("4B/5/1x3/x4/Wx3 w").legal_moves if move.startswith("a1-b2")]
    assert sorted(shots) == ["a1", "a3", "c1", "c2", "c3", "d2", "d4", "e2"]


def test_she_may_shoot_at_the_cell_she_left_and_beyond() -> None:
    shots = {move[6:] for move in at("5/5/5/5/1W3 w").legal_moves if move.startswith("b1-d1")}
    assert shots == {"a1", "b1", "c1", "e1", "d2", "d3", "d4", "d5", "c2", "b3", "a4", "e2"}


def test_a_turn() -> None:
    position = at(FIVE).play("b1-b3/d3")
    assert str(position) == "1B1B1/B3B/1W1x1/W3W/3W1 b"
    position = position.play("e4-e3/e4")
    assert str(position) == "1B1B1/B3x/1W1xB/W3W/3W1 w"
    assert position.moves == ("b1-b3/d3", "e4-e3/e4")


@pytest.mark.native
def test_arrows_stay() -> None:
    for position in walk(6, seed=1):
        assert str(position).count("x") == position.ply


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("4B/5/5/xx3/Wx3 w", -1),
        ("4W/5/5/xx3/Bx3 b", 1),
        ("4B/5/5/5/5 w", -1),
        ("4W/5/5/5/5 b", 1),
        ("xxxxx/xWxBx/xxxxx/xxxxx/xxxxx b", 1),
    ],
)
def test_a_side_that_cannot_move_loses(text: str, outcome: int) -> None:
    position = at(text)
    assert position.is_over
    assert (position.outcome, position.margin) == (outcome, outcome)
    assert at(f"{text} -", staged=True).outcome == outcome


def test_the_last_turn() -> None:
    position = at("xxxxx/xWxBx/xx1xx/xxxxx/xxxxx w").play("b4-c3/b4")
    assert str(position) == "xxxxx/xxxBx/xxWxx/xxxxx/xxxxx b"
    assert (position.is_over, position.outcome) == (True, 1)


# ---- staged ------------------------------------------------------------------------------------------


def test_a_staged_turn() -> None:
    position = at(f"{FIVE} -", staged=True).play("b1-b3")
    assert str(position) == "1B1B1/B3B/1W3/W3W/3W1 w b3"
    assert position.to_move == 0
    assert {*position.legal_moves} == {"/a3", "/c3", "/d3", "/e3", "/b4", "/b2", "/b1", "/c4", "/c2"}
    position = position.play("/b1")
    assert str(position) == "1B1B1/B3B/1W3/W3W/1x1W1 b -"
    assert position.to_move == 1


@pytest.mark.slow
@pytest.mark.parametrize("size", [6, 5])
def test_a_staged_game_is_the_same_game(size: int) -> None:
    rng, whole, staged = random.Random(size), game(spec(size)), game(spec(size, staged=True))
    for _ in range(4):
        position, twin = whole.start_position(), staged.start_position()
        while not position.is_over:
            turns = {step + shot for step in twin.legal_moves for shot in twin.play(step).legal_moves}
            assert turns == set(position.legal_moves)
            turn = rng.choice(position.legal_moves)
            step, slash, shot = turn.partition("/")
            position, twin = position.play(turn), twin.play(step).play(slash + shot)
            assert str(twin) == f"{position} -"
        assert twin.is_over
        assert twin.outcome == position.outcome


# ---- how moves are written ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        *("d1-d7/g7", "D1-D7/G7", "d1-d7(g7)", "d1d7g7", " d1 d7 g7 ", "d1 - d7 / g7", "d1-d7,g7"),
        *("d1->d7/g7", "d1–d7/g7", "d1-d7xg7", "d1-d7*g7", "d1:d7/g7", "D1-D7 (G7)"),
    ],
)
def test_spellings_of_a_turn(text: str) -> None:
    assert game("amazons").start_position().play(text).last_move == "d1-d7/g7"


def test_rows_of_two_digits() -> None:
    start = at(f"{STARTS[10]} b")
    assert start.play("d10d9d10").last_move == "d10-d9/d10"
    assert start.play("d10-e10/f10").last_move == "d10-e10/f10"


@pytest.mark.parametrize("text", ["d1-d7", "D1D7", "d1 d7", "d1->d7"])
def test_spellings_of_a_step(text: str) -> None:
    assert game(spec(10, staged=True)).start_position().play(text).last_move == "d1-d7"


@pytest.mark.parametrize("text", ["/g7", "g7", "(g7)", " /G7 ", "xg7"])
def test_spellings_of_a_shot(text: str) -> None:
    assert game(spec(10, staged=True)).start_position().play("d1-d7").play(text).last_move == "/g7"


@pytest.mark.parametrize("text", ["", "-", "d1-d7/g7/g8", "k1-d7/g7", "d0-d7/g7", "d11-d7/g7", "d1-d7/g7!"])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(NotationError, match="such as b1-b3/d3"):
        game("amazons").start_position().play(text)


@pytest.mark.parametrize(
    "text",
    [
        *("d1-d7", "g7", "d1-d1/d2", "d1-g1/f1", "d1-h1/e1", "d1-e3/e4", "a7-a6/a5"),
        *("d1-d7/d7", "d1-d7/e9", "d1-d10/d9", "d1-d7/d10"),
    ],
)
def test_illegal_turns(text: str) -> None:
    with pytest.raises(IllegalMoveError, match="2176 moves"):
        game("amazons").start_position().play(text)


def test_a_staged_game_takes_one_move_at_a_time() -> None:
    start = game(spec(10, staged=True)).start_position()
    with pytest.raises(IllegalMoveError, match="80 moves"):
        start.play("d1-d7/g7")
    with pytest.raises(IllegalMoveError, match="80 moves"):
        start.play("/g7")
    with pytest.raises(IllegalMoveError, match="is not legal here"):
        start.play("d1-d7").play("g1-g2")


# ---- position texts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"2 fields.*rows, side.* 0"),
        (FIVE + " -", "2 fields"),
        ("1B1B1/B3B/5/W3W w", "5 rows"),
        ("1B1B1/B3B/6/W3W/1W1W1 w", r"5 cells.*row 3.* 6"),
        ("1B1B1/B3B/4o/W3W/1W1W1 w", r"'o'.*row 3.*W, B, x"),
        (FIVE[:-1] + "x", r"'x'.*w or b"),
        ("1B1B1/B3B/4W/W3W/1W1W1 w", r"white.*5.*4"),
        ("BBBBB/5/5/5/5 w", r"black.*5.*4"),
    ],
)
def test_refused_positions(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message) as raised:
        game(spec(5)).parse_position(text)
    assert repr(text) in str(raised.value)


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("", r"3 fields.*rows, side, amazon that has yet to shoot.* 2"),
        (" - -", "3 fields"),
        (" f1", r"'f1'.*a..e.*1..5"),
        (" b2", r"'b2'.*amazon of white"),
        (" b5", r"'b5'.*amazon of white"),
        (" a1", r"'a1'.*empty cell"),
    ],
)
def test_refused_amazons_that_have_yet_to_shoot(field: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        at(f"1B3/5/5/xx3/Wx1W1 w{field}", staged=True)


def test_positions_of_a_staged_game() -> None:
    position = at("1B3/5/5/xx3/Wx1W1 w D1", staged=True)
    assert str(position) == "1B3/5/5/xx3/Wx1W1 w d1"
    assert set(position.legal_moves) == {"/c1", "/e1", "/d2", "/d3", "/d4", "/d5", "/c2", "/b3", "/a4", "/e2"}


def test_equal_positions_are_equal_however_they_were_reached() -> None:
    """Two amazons that exchange places leave the same position behind."""
    one = at("5/5/5/5/W3B w").play_all(["a1-a2/b1", "e1-e2/e3", "a2-a1/b2", "e2-e1/d1"])
    other = at("5/5/5/5/W3B w").play_all(["a1-a2/b2", "e1-e2/d1", "a2-a1/b1", "e2-e1/e3"])
    assert str(one) == str(other)
    assert one == other
    first = at("5/5/5/5/WW3 w").play("a1-a3/a4")
    assert str(first) == str(at("5/x4/W4/5/1W3 b"))
    assert first == at("5/x4/W4/5/1W3 b")


# ---- drawing and symmetries --------------------------------------------------------------------------


def test_drawing() -> None:
    position = at(FIVE).play("b1-b3/d3")
    drawing = position.drawing
    pieces = {(drawing.board.name(piece.cell), piece.side, piece.shape) for piece in drawing.pieces}
    assert ("b3", 0, "queen") in pieces
    assert ("e4", 1, "queen") in pieces
    assert ("d3", -1, "arrow") in pieces
    assert len(pieces) == 9
    assert [drawing.board.name(cell) for cell in drawing.marks] == ["b1", "d3", "b3"]
    assert drawing.colours == ("white", "black")
    shot_where_she_came_from = at(FIVE).play("b1-b3/b1").drawing
    assert [drawing.board.name(cell) for cell in shot_where_she_came_from.marks] == ["b1", "b3"]
    staged = at(f"{FIVE} -", staged=True).play("b1-b3")
    assert [drawing.board.name(cell) for cell in staged.drawing.marks] == ["b1", "b3"]
    assert [drawing.board.name(cell) for cell in staged.play("/d3").drawing.marks] == ["d3"]


@pytest.mark.parametrize("size", SIZES)
def test_symmetries(size: int) -> None:
    """The mirror of left and right; top and bottom exchanged exchanges the sides."""
    rules = game(spec(size))
    name = rules.board.name
    corners = {(name(one.cells[0]), name(one.cells[1]), one.exchange) for one in rules.symmetries}
    last = "abcdefghij"[size - 1]
    before_last = "abcdefghij"[size - 2]
    assert corners == {
        ("a1", "b1", False),
        (f"{last}1", f"{before_last}1", False),
        (f"a{size}", f"b{size}", True),
        (f"{last}{size}", f"{before_last}{size}", True),
    }
    start = start_state(rules)
    for symmetry in rules.symmetries:
        image = symmetry.map_state(start)
        assert image[0].turn == symmetry.exchange
        image[0].turn = 0
        assert image.tobytes() == start.tobytes()


# ---- faster ways to the same -------------------------------------------------------------------------


@kernel
def draw_moves(game: Game, states: States, buffer: Moves, rng: Generator, drawn: Moves) -> int:
    for i in range(len(drawn)):
        drawn[i] = game.random_move(states[0], buffer, rng)
    return 0


@pytest.mark.native
@pytest.mark.parametrize(
    "text",
    [
        FIVE,
        "1B1B1/B1x1B/1x3/W2xW/1W1W1 b",
        "x1xx1/B1xBx/1xWxx/WxxxW/1Wx2 w",
        "3B2B3/2x7/1x8/B4xx1xB/1x2xx4/5x4/W3x3xW/2xxx5/4x1xx2/3W2W3 b",
        "10/2xxxxxx2/2x7/2x3W3/2x7/2xx6/2x5B1/2xx6/10/10 w",
    ],
)
def test_random_turns_are_equally_likely(text: str) -> None:
    position = at(text)
    states, buffer = position.state.copy(), np.empty(position.game.max_moves, np.int64)
    each, drawn = 100, np.empty(100 * len(position.legal_moves), np.int64)
    draw_moves(position.game, states, buffer, generator(1), drawn)
    found = Counter(drawn.tolist())
    assert set(found) == set(position.legal_move_codes)
    chi_square = sum((n - each) ** 2 / each for n in found.values())
    freedom = len(found) - 1
    assert chi_square <= freedom + 4 * (2 * freedom) ** 0.5


@pytest.mark.native
def test_no_shot_is_longer_than_its_bound() -> None:
    """As a random turn assumes it, on every position of some games and for every turn."""
    for position in (position for seed in range(3) for position in walk(6, seed)):
        rules, state, surveys = position.game, position.state[0], np.zeros(4, np.int64)
        with interpreted():
            rules.survey_steps(state, surveys)  # type: ignore[attr-defined]
            bound = rules.longest_shots(state, surveys)  # type: ignore[attr-defined]
        lines = Counter(
            (move >> 7, rules.line[move >> 7 & 127].tolist().index(line))  # type: ignore[attr-defined]
            for move in position.legal_move_codes
            for line in {*rules.line[move & 127].tolist()}  # type: ignore[attr-defined]
            & {*rules.line[move >> 7 & 127].tolist()}  # type: ignore[attr-defined]
        )
        assert max(lines.values(), default=0) <= bound <= rules.size - 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("staged", [False, True])
def test_no_position_has_more_moves_than_the_bound(size: int, staged: bool) -> None:
    """Amazons in the middle of an empty board come close to it."""
    middle, rules = size // 2, game(spec(size, staged))
    rows = [str(size)] * size
    for row in (middle - 1, middle):
        rows[row] = f"{middle - 1}WW{size - middle - 1}"
    position = rules.parse_position(f"{'/'.join(rows)} w{' -' * staged}")
    assert rules.max_moves / 3 < len(position.legal_moves) <= rules.max_moves


@pytest.mark.native
def test_random_games_end() -> None:
    plies, results = random_playouts(game("amazons").start_position(), 300, seed=5)
    assert sum(results) == 300
    assert results[1] == 0
    assert 300 * 60 < plies < 300 * 85


# ---- against the reference ---------------------------------------------------------------------------


@pytest.mark.native
@pytest.mark.parametrize(
    ("size", "staged", "games"),
    [
        (10, False, 1),
        (10, True, 3),
        (8, False, 1),
        (8, True, 4),
        (6, False, 4),
        (6, True, 8),
        (5, False, 8),
        (5, True, 10),
    ],
)
def test_random_games_agree_with_the_reference(size: int, staged: bool, games: int) -> None:
    compare_games(game(spec(size, staged)), Reference.start(size, staged), games, lambda *_: None)
