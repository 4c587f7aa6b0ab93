"""The notation of L-put: spellings of moves, and positions that are refused."""

import pytest

from games.lput.positions import IDLE, START, at, play, units
from nupp.rules import IllegalMoveError, NotationError, game, read_state


@pytest.mark.parametrize("text", ["c4xd5", "C4XD5", " c4 x d5 ", "c4*d5", "c4:d5", "c4×d5"])
def test_spellings(text: str) -> None:
    assert play(at("S:c5:16:0:-,k:d5:16:0:x,a:o12:16:0:-", "S"), text).last_move == "c4xd5"


@pytest.mark.parametrize("text", ["xd5", "Xd5", "x d5", " XD5", "c5xd5", " C5 : D5"])
def test_spellings_of_an_attack_without_moving(text: str) -> None:
    assert play(at("S:c5:16:0:-,k:d5:16:0:x,a:o12:16:0:-", "S"), text).last_move == "xd5"


@pytest.mark.parametrize(
    ("text", "move"), [("D", "defend"), ("defence", "defend"), ("w", "wait"), ("Waits", "wait")]
)
def test_spellings_of_staying(text: str, move: str) -> None:
    assert game("lput").start_position().play(text).last_move == move


def test_an_archer_that_shoots_may_name_its_own_hex() -> None:
    position = at("A:c5:16:0:-,k:g5:16:0:x,a:o12:16:0:x", "A")
    assert play(position, "c5xg5").last_move == "xg5"
    with pytest.raises(IllegalMoveError, match=r"'c4xg5'.*legal"):
        position.play("c4xg5")


@pytest.mark.parametrize(
    "text", ["", "p1", "a0", "a13", "a01", "c4xd5xe6", "x", "c4x", "hold", "c4-d5", "dw"]
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(NotationError, match="c4, c4xd5 or xd5, or defend, or wait"):
        game("lput").start_position().play(text)


@pytest.mark.parametrize("text", ["a1", "a2", "h1", "j1", "xa2", "a1xa2", "b1xa2", "e3"])
def test_illegal_moves(text: str) -> None:
    with pytest.raises(IllegalMoveError, match=rf"'{text}'.*legal"):
        game("lput").start_position().play(text)


def test_case_matters_in_units_alone() -> None:
    units_ = "S:C5:16:0:-,k:D5:16:0:X,a:O12:16:0:-"
    position = at(units_, "S")
    assert units(position) == ["S:c5:16:0:-", "k:d5:16:0:x", "a:o12:16:0:-"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (" 1 F 0", " 1 F", r"5 fields.*rows, round, unit, last damage, units.* 4"),
        ("/14f ", " ", "12 rows"),
        ("F14/", "F13/", r"15 cells.*row 1"),
        ("F14/", "X14/", r"'x'.*row 1"),
        ("F14/", "f14/", r"f on a1.*F"),
        ("F14/", "15/", r"nothing on a1.*F"),
        ("/15/15/", "/S14/15/", r"S on a5.*nothing"),
        (" 1 F", " 0 F", r"round '0'.*1 to 61"),
        (" 1 F", " 62 F", r"round '62'.*1 to 61"),
        (" 1 F", " 01 F", r"round '01'.*1 to 61"),
        (" 1 F", "  1 F", r"single blank.* 'F14/.*'"),
        ("a1:16:0", "a1:016:0", r"fighters '016'.*1 to 16"),
        (" F 0", " F 2", r"last round with damage '2'.*0 to 1"),
        (" F 0", " S 0", r"'S'.*expected F"),
        (" F 0", " f 0", r"'f'.*expected F"),
        (" F 0", " - 0", r"'-'.*expected F"),
        (" 1 F 0", " 2 F 0", r"'F'.*expected f"),
        (" 1 F 0", " 11 F 0", r"'F'.*expected -"),
        ("F:a1:16:0:-,", "F:a1:16:0,", r"'F:a1:16:0'.*letter:hex:fighters:remainder:flags"),
        ("F:a1", "Q:a1", r"'Q'.*F, f, S, s"),
        ("F:a1", "F:a13", "'a13'"),
        ("F:a1:16", "F:a1:17", r"fighters '17'.*1 to 16"),
        ("F:a1:16", "F:a1:0", r"fighters '0'.*1 to 16"),
        ("a1:16:0", "a1:16:2000", r"remainder '2000'.*0 to 1999"),
        ("a1:16:0", "a1:16:-1", r"remainder '-1'.*0 to 1999"),
        ("a1:16:0:-", "a1:16:0:xw", r"flags 'xw'.*w, r, d, x"),
        ("a1:16:0:-", "a1:16:0:", "flags ''"),
        ("F:a1:16:0:-,S:a2:16:0:-", "S:a2:16:0:-,F:a1:16:0:-", "F, S, K, P, A, f, s, k, p, a"),
        ("S:a2:16:0:-", "F:a2:16:0:-", "once"),
        ("S:a2", "S:a1", r"a1.*taken"),
        ("S:a2", "S:h1", r"h1.*deep water"),
        ("S:a2", "S:e3", r"e3.*deep water"),
        (":-", ":x", "next round"),
        (" 1 F 0", " ١ F 0", "ASCII"),
    ],
)
def test_refused_positions(old: str, new: str, message: str) -> None:
    text = START.replace(old, new)
    assert text != START
    with pytest.raises(NotationError, match=message) as raised:
        read_state(game("lput"), text)
    assert repr(text) in str(raised.value)


@pytest.mark.parametrize(
    ("listed", "unit", "round_", "last", "message"),
    [
        (f"P:b2:16:0:x,{IDLE}", "-", 61, 60, r"drawn.*w, r or x"),
        (f"P:b2:16:0:d,{IDLE}", "P", 61, 60, r"'P'.*expected -"),
        (f"P:b2:16:0:d,{IDLE}", "-", 61, 61, r"last round with damage '61'.*0 to 60"),
        (f"P:b2:16:0:r,{IDLE}", "-", 20, 9, r"drawn.*w, r or x"),
        ("P:b2:16:0:x", "-", 61, 60, r"round 61.*60"),
        ("P:b2:16:0:-", "P", 20, 20, r"'P'.*expected -"),
    ],
)
def test_refused_ends(listed: str, unit: str, round_: int, last: int, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        at(listed, unit, round_, last)
