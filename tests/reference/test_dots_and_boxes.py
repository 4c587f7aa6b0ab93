"""The reference for Dots and Boxes against known counts and values, and examples worked by hand."""

import json
import random
from pathlib import Path

import pytest

from .common import play
from .dots_and_boxes import Dots
from .test_reference import perft

DATA = Path(__file__).parent.parent / "data"
COUNTS = json.loads((DATA / "perft.json").read_text())
SOLVED = json.loads((DATA / "solved.json").read_text())


@pytest.mark.parametrize(
    ("game", "start", "depth"),
    [
        ("dotsandboxes:size=3,passing=false", Dots.start(passing=False), 4),
        ("dotsandboxes:size=2,passing=true", Dots.start(2, 2), 4),
    ],
)
def test_counts(game: str, start: Dots, depth: int) -> None:
    assert perft(start, depth, {}) == tuple(COUNTS[game][:depth])


def gain(position: Dots, known: dict[str, int]) -> int:
    """Return the boxes that the side to move gets from here on, less the other's, at best."""
    if position.over:
        return 0
    # What is to come depends on the edges and the passes alone.
    key = position.text().split(" ")[0] + position.passes
    if key not in known:
        best = -100
        for move in position.moves():
            after = position.play(move)
            won = len(after.owners) - len(position.owners)
            rest = gain(after, known)
            best = max(best, won + rest if after.side == position.side else won - rest)
        known[key] = best
    return known[key]


@pytest.mark.slow
@pytest.mark.parametrize("size", ["1x1", "1x2", "1x3", "2x2"])
def test_values_without_passing(size: str) -> None:
    width, height = (int(number) for number in size.split("x"))
    value = SOLVED["dotsandboxes_rows_x_columns_margin"][size]
    assert gain(Dots.start(width, height, False), {}) == value
    if width != height:
        assert gain(Dots.start(height, width, False), {}) == value


def test_names_and_text() -> None:
    start = Dots.start(2, 1)
    assert start.text() == "0000,000 2 a 0"
    assert start.moves() == ["a1b1", "b1c1", "a2b2", "b2c2", "a1a2", "b1b2", "c1c2", "pass"]
    assert start.play("B1C1 ").text() == "0100,000 2 b 0"
    assert start.play("a2b2").text() == "0010,000 2 b 0"
    assert start.play("b1b2").text() == "0000,010 2 b 0"
    assert Dots.start().text() == "000000000000,000000000000 3/3/3 a 0"
    assert Dots.start(9, 9).moves()[89] == "i10j10"
    assert Dots.start(9, 9).moves()[179] == "j9j10"
    assert len(Dots.start(9, 9).moves()) == 181


def test_a_closed_box_gives_another_turn_without_a_pass() -> None:
    position = play(Dots.start(1, 2), "a1b1", "a1a2", "b1b2")
    assert position.text() == "100,1100 1/1 b 0"
    closed = position.play("a2b2")
    # The lower box is the last in the list of rows.
    assert closed.text() == "110,1100 1/B b +"
    assert closed.moves() == ["a3b3", "a2a3", "b2b3"]
    assert closed.play("a3b3").text() == "111,1100 1/B a 0"
    assert "pass" in closed.play("a3b3").moves()


def test_two_boxes_at_once() -> None:
    position = Dots.parse("1111,101 2 b 0", 2, 1)
    assert position.moves() == ["b1b2", "pass"]
    final = position.play("b1b2")
    assert final.text() == "1111,111 BB b +"
    assert (final.over, final.margin, final.outcome, final.moves()) == (True, -2, -1, [])


def test_the_last_edge_leaves_a_plus_without_passing_too() -> None:
    final = play(Dots.start(1, 1, False), "a1b1", "a2b2", "a1a2", "b1b2")
    assert final.text() == "11,11 B b +"
    assert (final.side, final.margin) == (1, -1)
    assert Dots.parse(final.text(), 1, 1, False) == final


def test_passes() -> None:
    once = Dots.start(1, 1).play("pass")
    assert once.text() == "00,00 1 b 1"
    # An edge between two passes begins the count anew.
    assert play(once, "a1b1", "pass").text() == "10,00 1 b 1"
    twice = once.play("PASS")
    assert twice.text() == "00,00 1 a 2"
    assert (twice.over, twice.margin, twice.outcome, twice.moves()) == (True, 0, 0, [])
    with pytest.raises(ValueError, match="not legal"):
        Dots.start(passing=False).play("pass")


def test_open_boxes_count_for_nobody_after_two_passes() -> None:
    position = play(Dots.start(1, 2), "a1b1", "a1a2", "b1b2", "a2b2", "a3b3", "pass", "pass")
    assert position.text() == "111,1100 1/B a 2"
    assert (position.over, position.margin, position.outcome) == (True, -1, -1)


def test_nobody_wants_to_move_on_one_box_with_passing() -> None:
    assert gain(Dots.start(1, 1), {}) == 0


@pytest.mark.parametrize(
    "text",
    [
        "00,00 1 a",
        "00,00 1 c 0",
        "00,00 1 a 3",
        "00,00 1 a +",
        "11,11 B a +",
        "11,11 1 a 0",
        "11,11 A a 0",
        "11,11 A b 2",
        "11,10 A a 0",
        "000,0 1 a 0",
        "0000 1 a 0",
        "00,02 1 a 0",
        "00,00 2 a 0",
        "00,00 1/1 a 0",
        "00,00 1  a 0",
        "00,00 X a 0",
    ],
)
def test_refused_texts(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Dots.parse(text, 1, 1)


@pytest.mark.parametrize("passes", ["1", "2"])
def test_refused_passes(passes: str) -> None:
    assert Dots.parse(f"00,00 1 a {passes}", 1, 1)
    with pytest.raises(ValueError, match="passes"):
        Dots.parse(f"00,00 1 a {passes}", 1, 1, False)


def test_refused_parameters_and_moves() -> None:
    for width, height in ((0, 1), (1, 10)):
        with pytest.raises(ValueError, match="width and height"):
            Dots.start(width, height)
    for move in ("", "a1", "a1c1", "a1b2", "b1a1", "c1d1"):
        with pytest.raises(ValueError, match="not legal"):
            Dots.start(2, 2).play(move)
    with pytest.raises(ValueError, match="not legal"):
        play(Dots.start(), "a1b1", "a1b1")
    with pytest.raises(ValueError, match="not over"):
        _ = Dots.start().outcome


@pytest.mark.parametrize(("width", "height"), [(1, 1), (3, 3), (2, 4), (5, 1), (9, 9)])
@pytest.mark.parametrize("passing", [False, True])
def test_random_games(width: int, height: int, passing: bool) -> None:
    chance = random.Random(f"{width} {height} {passing}")
    for _ in range(2):
        position = Dots.start(width, height, passing)
        while not position.over:
            text = position.text()
            again = Dots.parse(f" {text.swapcase()} ", width, height, passing)
            assert again == position
            assert again.text() == text
            moves = position.moves()
            assert len(set(moves)) == len(moves)
            position = position.play(chance.choice(moves))
        assert position.moves() == []
        assert passing or abs(position.margin) % 2 == width * height % 2
