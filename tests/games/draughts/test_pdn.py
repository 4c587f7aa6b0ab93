"""Moves and positions of draughts in writing: what is written, what is understood and what is refused."""

from __future__ import annotations

import pytest

from games.draughts.positions import at
from nupp.rules import IllegalMoveError, NotationError

TWO_WAYS = "W:W26:B14,15,22,23"
"""Of an English man on d2: over e3 and e5, or over c3 and c5, to d6."""


def test_ambiguous_captures_are_written_with_all_cells() -> None:
    position = at(TWO_WAYS, "english")
    assert set(position.legal_moves) == {"26x17x10", "26x19x10"}
    assert str(position.play("26x17x10")) == "B:W10:B15,23"
    assert str(position.play("26x19x10")) == "B:W10:B14,22"
    with pytest.raises(IllegalMoveError, match=r"'26x10'.* 26x17x10, 26x19x10"):
        position.play("26x10")


def test_of_several_paths_the_first_in_numeric_order_is_written() -> None:
    # j4 over h6 to d10 or e9, over c9 to b8 or over d8 to c7, over e5 to f4 or g3, over h2 to i1.
    position = at("W:WK35:B7,12,24,28,44", "international")
    assert set(position.legal_moves) == {"35x2x11x33x50", "35x8x17x33x50"}
    assert position.play("35x2x11x39x50").last_move == "35x2x11x33x50"
    assert str(position.play("35x8x17x39x50")) == "B:WK50:B7"
    with pytest.raises(IllegalMoveError, match="several moves"):
        position.play("35x50")


def test_unambiguous_captures_may_be_written_with_all_cells() -> None:
    assert at("W:W22:B4,10,18").play("22x15x6").last_move == "22x6"


@pytest.mark.parametrize(
    "text", ["22x15", " 22X15 ", "22:15", "22*15", "22 x 15", "22-15", "22 15", "c3:e5", "C3xE5", "c3e5"]
)
def test_spellings_of_a_capture(text: str) -> None:
    assert at("W:W22,32:B1,18").play(text).last_move == "22x15"


@pytest.mark.parametrize("text", ["22-18", "22 18", " 22 - 18", "22–18", "c3-d4", "C3 D4", "c3d4"])
def test_spellings_of_a_move(text: str) -> None:
    assert at("W:W22:B1").play(text).last_move == "22-18"


@pytest.mark.parametrize("text", ["c3:e5:c7", "c3xe5xc7", "c3e5c7", "22-15-6", "22:15:6", "c3:c7"])
def test_spellings_of_a_long_capture(text: str) -> None:
    assert at("W:W22:B4,10,18").play(text).last_move == "22x6"


@pytest.mark.parametrize("variant", ["international", "english"])
def test_chess_names_are_understood_in_some_variants_only(variant: str) -> None:
    with pytest.raises(NotationError, match=r"such as \w"):
        at("W:W22:B1", variant).play("c3-d4")


def test_a_leading_zero_does_not_matter() -> None:
    assert at("B:W32:B9").play("09-13").last_move == "9-13"


@pytest.mark.parametrize(
    "text", ["", "22", "22-", "22x", "-18", "a3", "22-18-", "c4-d5", "22x-18", "pass", "22->18"]
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(NotationError, match="such as 22-18"):
        at("W:W22:B1").play(text)


@pytest.mark.parametrize("text", ["22-19", "22x18", "1-5", "22-22", "99-98", "22x15", "22x18x15", "0-0"])
def test_illegal_moves(text: str) -> None:
    with pytest.raises(IllegalMoveError, match=rf"'{text}'.*legal"):
        at("W:W22:B1").play(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"''.*W or B first, as in W:W31,32,K47:B1,2"),
        ("X:W31:B1", "'X'"),
        ("w:W31:B1", r"'w'.*W or B"),
        ("W", r"W and white.*B and black"),
        ("W:W31", "the side, W and"),
        ("W:W31:W32", "the side, W and"),
        ("W:B1:B2", "the side, W and"),
        ("W:31:1", "the side, W and"),
        ("W:W31:B1:B2", "the side, W and"),
        ("W:W31:B1.", r"'1\.'.*1 to 32.*K"),
        ("W:W33:B1", "cell '33'"),
        ("W:W0:B1", "cell '0'"),
        ("W:W031:B1", "cell '031'"),
        ("W:W31,:B1", "cell ''"),
        ("W:W31,K:B1", "cell 'K'"),
        ("W:Wk31:B1", "cell 'k31'"),
        ("W:W21-32:B1", "cell '21-32'"),
        ("W:W²:B1", r"'²'.*ASCII"),
        ("W:Wc4:B1", "cell 'c4'"),
        ("W:W31,K31:B1", r"two.* 31"),
        ("W:W31:B1,31", r"two.* 31"),
        ("W:W4:B1", r"white.* 4\b.*K4"),
        ("W:W31:B29", r"black.* 29\b.*K29"),
        ("W:W" + ",".join(map(str, range(20, 33))) + ":B1", r"13 white.*12"),
        ("W:W31:B" + ",".join(map(str, range(1, 14))), r"13 black.*12"),
        ("W:W31:B1 1 1", r"1 counts.* 2"),
        ("W:W31:B1 31", r"moves by kings without a capture '31'.*0 to 30"),
        ("W:W31:B1 -1", "moves by kings without a capture '-1'"),
        ("W:W31:B1 ١", "ASCII"),
        ("W:W31:B1 01", r"moves by kings without a capture '01'.*0 to 30"),
        ("W:W31:B1  1", r"single blank.* 'W:W31:B1'"),
    ],
)
def test_refused_positions(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message) as raised:
        at(text)
    assert repr(text) in str(raised.value)


def test_refused_positions_of_other_variants() -> None:
    with pytest.raises(NotationError, match="2 counts"):
        at("W:W31:B1 1 1 1", "international")
    with pytest.raises(NotationError, match="0 counts"):
        at("W:W31:B1 1", draws=False)
    with pytest.raises(NotationError, match=r"21 white.*20"):
        at("W:W" + ",".join(map(str, range(30, 51))) + ":B1", "international")
    with pytest.raises(NotationError, match=r"'c3'.*1 to 50"):
        at("W:Wc3:B1", "international")


@pytest.mark.parametrize(
    "text", ["W:B2,1:WK30,31", "W:WK30,31:B1,2 0", "W:W31,K30:B2,1", "  W:WKc1,e1:Bb8,d8 "]
)
def test_spellings_of_a_position(text: str) -> None:
    assert str(at(text)) == "W:WK30,31:B1,2"


def test_positions_with_counts() -> None:
    assert str(at("W:W31,K30:BK1 12")) == "W:WK30,31:BK1 12"
    assert str(at("W:WK46,K47:BK5 0 3", "international")) == "W:WK46,K47:BK5 0 3"
    assert str(at("W:WK46,K47:BK5 3", "international")) == "W:WK46,K47:BK5 3 0"
    assert str(at("W:W:B")) == "W:W:B"
