"""The notation of the morris games: spellings of moves, and positions that are read or refused."""

import pytest

from games.morris.positions import FULL_WHITE, STARTS, at, full_black, text
from nupp.rules import IllegalMoveError, NotationError, game


@pytest.mark.parametrize("spelling", ["g7xb4", "G7XB4", " g7 x b4 ", "g7-xb4"])
def test_spellings_of_a_removal(spelling: str) -> None:
    position = game("morris").start_position().play_all(["a7", "d6", "d7", "b4"])
    assert position.play(spelling).last_move == "g7xb4"


@pytest.mark.parametrize("spelling", ["g4-g7xf2", "G4G7XF2", " g4 g7 x f2 ", "g4->g7 xf2", "g4–g7xf2"])
def test_spellings_of_a_move(spelling: str) -> None:
    assert at("a7 d7 g4", "b4 d6 f2 e3").play(spelling).last_move == "g4-g7xf2"


@pytest.mark.parametrize("wrong", ["", "h1", "a0", "a8", "a1-", "xa1", "a1-a4-a7", "a1xa4xa7", "pass", "a１"])
def test_what_is_no_move(wrong: str) -> None:
    with pytest.raises(NotationError, match="such as d2"):
        game("morris").start_position().play(wrong)


@pytest.mark.parametrize("wrong", ["g7", "g7xa7", "g7xg4", "g4xb4", "a7", "d4", "b2", "g4-g1", "g4-f4xb4"])
def test_illegal_moves(wrong: str) -> None:
    with pytest.raises(IllegalMoveError, match=rf"'{wrong}'.*legal"):
        at("a7 d7 g4", "b4 d6 f2 g1 e3").play(wrong)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("", "4 fields"),
        (STARTS[9][:-2], r"4 fields.*rows, side, men in hand, quiet moves.* 3"),
        (STARTS[9] + " 0", "4 fields"),
        (STARTS[6], "7 rows"),
        (STARTS[9].replace("3.3", "3.2"), r"7 cells.*row 4.* 6"),
        (STARTS[9].replace("3.3", "7"), r"row 4, '7'.*'.'"),
        (STARTS[9].replace("3.3", "..1.3"), r"row 4, '..1.3'.*'.'"),
        (STARTS[9].replace("3.3", "3#3"), r"row 4, '3#3'.*'.'"),
        (STARTS[9].replace("3.3", "X2.3"), "'x'"),
        (STARTS[9].replace(" w ", " r "), r"'r'.*w or b"),
        (STARTS[9].replace("9,9", "9"), r"'9'.*two numbers"),
        (STARTS[9].replace("9,9", "9,9,9"), r"'9,9,9'.*two numbers"),
        (STARTS[9].replace("9,9", "9,10"), r"men in hand '10'.*0 to 9"),
        (STARTS[9].replace("9,9", "9,"), r"men in hand ''.*0 to 9"),
        (STARTS[9].replace("9,9", "-1,9"), "men in hand '-1'"),
        (STARTS[9][:-1] + "1", r"'1'.*0.*men in hand"),
        (STARTS[9][:-1] + "00", r"quiet moves '00'.*0 to 100"),
        (STARTS[9].replace("9,9", "09,9"), r"men in hand '09'.*0 to 9"),
        (text("a7 b4 g1", "d6 f6 e3", quiet=101), r"quiet moves '101'.*0 to 100"),
        (
            text("a7 b4 g1", "d6 f6 e3", hands="7,0"),
            r"white.*3.*7.*9",
        ),
        (text("a7 b4 g1", "d6 f6 e3", hands="0,7"), r"black.*3.*7"),
    ],
)
def test_refused_positions(wrong: str, message: str) -> None:
    with pytest.raises(NotationError, match=message) as raised:
        game("morris").parse_position(wrong)
    assert repr(wrong) in str(raised.value)


def test_lines_of_both_sides_are_refused_with_three_men() -> None:
    with pytest.raises(NotationError, match="both sides"):
        game("morris:men=3").parse_position("WWW/3/BBB w 0,0 0")


def test_finished_positions_are_read() -> None:
    assert at("a7 b4 g1", "d6 f6", "b").result == "white wins"
    assert at("a7 b4 g1", "d6 f6 e3", quiet=100).result == "drawn"
    assert at(FULL_WHITE, full_black(), parameters="men=12").result == "drawn"
    assert game("morris:men=3").parse_position("3/BB1/WWW b 0,1 0").result == "white wins"


@pytest.mark.parametrize(
    ("white", "black", "result"),
    [("a7 b4", "d6 f6 e3", "black wins"), ("a7 b4 g1", "d6 f6", "white wins"), ("", "", "black wins")],
)
def test_positions_that_no_move_leads_to_are_read(white: str, black: str, result: str) -> None:
    """The other side may have lost, or both: then it is the side to move that has."""
    assert at(white, black).result == result
