"""m,n,k games: random games against the slow reference, and examples worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from games.differential import compare_evaluation, compare_games, forcing
from nupp.conformance.amounts import amount
from nupp.rules import IllegalMoveError, NotationError, Position, game
from nupp.spec import SpecError
from reference.mnk import Mnk as Reference

SMALL = [
    {"width": 3, "height": 3, "k": 3},
    {"width": 3, "height": 3, "k": 3, "dead": True},
    {"width": 4, "height": 3, "k": 3, "exact": True},
    {"width": 5, "height": 4, "k": 3, "exact": True, "dead": True},
    {"width": 4, "height": 5, "k": 4, "dead": True},
    {"width": 1, "height": 8, "k": 3},
    {"width": 9, "height": 1, "k": 4, "exact": True},
    {"width": 2, "height": 6, "k": 5, "dead": True},
    {"width": 6, "height": 6, "k": 2},
    {"width": 3, "height": 2, "k": 1},
    {"width": 7, "height": 8, "k": 4},
    {"width": 7, "height": 8, "k": 4, "exact": True},
]
"""Boards of one word and of a few cells, played often."""

LARGE = [
    {"width": 8, "height": 8, "k": 5, "dead": True},
    {"width": 10, "height": 9, "k": 4, "exact": True},
    {"width": 15, "height": 15, "k": 5},
    {"width": 15, "height": 15, "k": 5, "exact": True},
    {"width": 21, "height": 4, "k": 4},
    {"width": 26, "height": 13, "k": 7, "exact": True},
    {"width": 5, "height": 25, "k": 13},
]
"""Boards of several words."""


def spec_of(parameters: dict[str, Any]) -> str:
    return "mnk:" + ",".join(f"{name}={str(value).lower()}" for name, value in parameters.items())


def check_all(position: Position, reference: Reference) -> None:
    compare_evaluation(position, "runs", reference.runs())
    compare_evaluation(position, "lines", reference.lines())
    assert sorted(forcing(position)) == reference.completing()
    if not position.is_over:
        threats = reference.threats() * (1 if position.to_move == 0 else -1)
        compare_evaluation(position, "threats", threats)
        for reach in (1, 2):
            active = sorted(map(position.format_move, position.candidate_codes(reach)))
            assert active == sorted(reference.active(reach) or reference.moves())


@pytest.mark.slow
@pytest.mark.parametrize("parameters", SMALL, ids=spec_of)
def test_small_boards_against_the_reference(parameters: dict[str, Any]) -> None:
    games = amount(6, 30) if parameters["width"] * parameters["height"] < 40 else amount(2, 10)
    compare_games(game(spec_of(parameters)), Reference.start(**parameters), games, check_all)


@pytest.mark.slow
@pytest.mark.parametrize("parameters", LARGE, ids=spec_of)
def test_large_boards_against_the_reference(parameters: dict[str, Any]) -> None:
    seen = 0

    def check_some(position: Position, reference: Reference) -> None:
        nonlocal seen
        seen += 1
        if seen % 7 == 0 or position.is_over:
            check_all(position, reference)

    games = amount(1, 3) if parameters["width"] * parameters["height"] < 200 else 1
    compare_games(game(spec_of(parameters)), Reference.start(**parameters), games, check_some)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(("width", "height"), [(7, 7), (12, 12)])
@pytest.mark.parametrize("length", range(1, 8))
@pytest.mark.parametrize("direction", [(1, 0), (0, 1), (1, 1), (1, -1)])
def test_every_line_of_every_length_in_every_place(
    exact: bool, width: int, height: int, length: int, direction: tuple[int, int]
) -> None:
    """A line of `length` stones wins from k = 4 on, or at exactly 4, wherever it lies."""
    rules = game(f"mnk:width={width},height={height},k=4,exact={str(exact).lower()}")
    right, up = direction
    wins = length == 4 or (length > 4 and not exact)
    apart = amount(5, 3)
    for column in range(0, width, apart):
        for row in range(0, height, apart):
            cells = [(column + right * i, row + up * i) for i in range(length)]
            if not all(0 <= c < width and 0 <= r < height for c, r in cells):
                continue
            names = [rules.board.name(r * width + c) for c, r in cells]
            position = rules.parse_position(text_with(width, height, set(cells)))
            assert position.is_over == wins, names
            middle = cells[length // 2]
            before = rules.parse_position(text_with(width, height, set(cells) - {middle}))
            if not before.is_over:  # the last stone may join two runs
                assert before.play(names[length // 2]).is_over == wins, names


def text_with(width: int, height: int, stones: set[tuple[int, int]]) -> str:
    rows = (
        "".join("x" if (column, row) in stones else "." for column in range(width))
        for row in reversed(range(height))
    )
    return "/".join(rows) + " x"


def test_a_line_does_not_go_on_at_the_other_edge() -> None:
    for k, row in ((3, "xx1/1xx/3"), (3, "1xx/x2/3"), (3, "3/2x/xx1")):
        assert not game(f"mnk:width=3,height=3,k={k}").parse_position(f"{row} o").is_over


def test_an_exact_line_made_together_with_a_longer_one_wins() -> None:
    rules = game("mnk:width=6,height=6,k=3,exact=true")
    position = rules.parse_position("6/6/1x4/1x4/6/xx1x2 x")
    assert position.play("c1").is_over is False
    both = rules.parse_position("6/6/2x3/2x3/6/xx1x2 x").play("c2")
    assert both.result == "x wins"
    with_longer = rules.parse_position("6/6/6/2x3/2x3/xx1x2 x").play("c1")
    assert with_longer.result == "x wins"


def test_digits_number_the_cells_of_tictactoe_from_the_top_left() -> None:
    start = game("tictactoe").start_position()
    assert [start.parse_move(str(digit)) for digit in range(1, 10)] == [
        start.parse_move(name) for name in ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1")
    ]
    with pytest.raises(NotationError, match="'0'"):
        start.play("0")
    with pytest.raises(IllegalMoveError, match=r"'5'.*legal"):
        start.play("5").play("5")


def test_tictactoe_is_mnk_of_three() -> None:
    compare_games(game("tictactoe"), Reference.start(3, 3, 3), 20, check_all)


def test_a_game_that_nobody_can_win_is_drawn_at_once_if_dead_is_on() -> None:
    text = "xox/xoo/ox1 x"
    assert not game("tictactoe").parse_position(text).is_over
    assert game("tictactoe:dead=true").parse_position(text).result == "drawn"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("mnk:k=16", r"k=16.*15 x 15"),
        ("mnk:width=33", r"width=33.*1 to 32"),
        ("mnk:height=0", r"height=0.*1 to 32"),
        ("mnk:exact=1", r"exact=1.*true or false"),
        ("mnk:size=3", r"'size'.*width, height, k, exact, dead"),
    ],
)
def test_refused_parameters(spec: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        game(spec)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3/3 x", r"3 rows.* 2"),
        ("3/4/3 x", r"3 cells.*row 2.* 4"),
        ("3/1y1/3 x", r"'y'.*row 2"),
        ("3/3/3 z", r"'z'.*x or o"),
        ("3/3/3", r"2 fields.*rows, side.* 1"),
        ("xxx/3/ooo x", "both sides"),
        ("", "found 0"),
        ("٣/3/3 x", "ASCII"),
    ],
)
def test_refused_positions(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        game("tictactoe").parse_position(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("text", ["3/1x1/3 o", " 3/1X1/3 O ", ".../.x./... o"])
def test_spellings_of_a_position(text: str) -> None:
    assert str(game("tictactoe").parse_position(text)) == "3/1x1/3 o"
