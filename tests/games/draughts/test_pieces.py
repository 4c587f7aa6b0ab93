"""How men and kings of each variant move and capture: examples worked by hand."""

from __future__ import annotations

import pytest

from games.draughts.positions import FLYING_SMALL, SMALL, at, moves
from nupp.games.draughts.pieces import VARIANTS

MAJORITY = ["international", "brazilian"]


@pytest.mark.parametrize("variant", SMALL)
def test_men_move_forward(variant: str) -> None:
    assert moves("W:W22:B1", variant) == {"22-17", "22-18"}
    assert moves("B:W32:B9", variant) == {"9-13", "9-14"}
    assert moves("W:W21,29:B1", variant) == {"21-17", "29-25"}


def test_men_move_forward_on_the_large_board() -> None:
    assert moves("W:W28,46:B1", "international") == {"28-22", "28-23", "46-41"}
    assert moves("B:W50:B5,23", "international") == {"5-10", "23-28", "23-29"}


@pytest.mark.parametrize("variant", FLYING_SMALL)
def test_flying_kings_move_any_distance(variant: str) -> None:
    assert moves("W:WK18:B1", variant) == {
        *("18-14", "18-9", "18-5"),
        *("18-15", "18-11", "18-8", "18-4"),
        *("18-22", "18-25", "18-29"),
        *("18-23", "18-27", "18-32"),
    }


def test_flying_kings_stop_before_pieces() -> None:
    king = {move for move in moves("W:WK18,9,22,27:B8,4") if move.startswith("18-")}
    assert king == {"18-14", "18-15", "18-11", "18-23"}


def test_english_kings_move_one_cell() -> None:
    assert moves("W:WK18:B1", "english") == {"18-14", "18-15", "18-22", "18-23"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_man_that_ends_on_the_last_row_is_crowned(variant: str) -> None:
    position = at("W:W6:B20", variant).play("6-1")
    assert str(position) == "B:WK1:B20"
    last = "50" if variant == "international" else "32"
    before = "45" if variant == "international" else "28"
    assert str(at(f"B:W20:B{before}", variant).play(f"{before}-{last}")) == f"W:W20:BK{last}"


@pytest.mark.parametrize("variant", SMALL)
def test_capturing_is_compulsory(variant: str) -> None:
    position = at("W:W22,32:B1,18", variant)
    assert position.legal_moves == ("22x15",)
    assert str(position.play("22x15")) == "B:W15,32:B1"


@pytest.mark.parametrize("variant", SMALL)
def test_a_capture_goes_on(variant: str) -> None:
    position = at("W:W22:B4,10,18", variant)  # c3 over d4 to e5, over d6 to c7
    assert position.legal_moves == ("22x6",)
    assert str(position.play("22x6")) == "B:W6:B4"


@pytest.mark.parametrize("variant", SMALL)
def test_no_capture_without_an_empty_cell_behind(variant: str) -> None:
    assert moves("W:W22:B18,15", variant) == {"22-17"}
    assert moves("W:W22,15:B18", variant) == {"22-17", "15-10", "15-11"}
    assert moves("W:W22:B17,13", variant) == {"22-18"}


@pytest.mark.parametrize("variant", FLYING_SMALL)
def test_men_capture_backwards(variant: str) -> None:
    assert moves("W:W14:B18", variant) == {"14x23"}
    assert moves("B:W14:B18", variant) == {"18x9"}


def test_english_men_do_not_capture_backwards() -> None:
    assert moves("W:W14:B18", "english") == {"14-9", "14-10"}
    assert moves("B:W14:B18", "english") == {"18-22", "18-23"}
    assert moves("W:W22:B18,19", "english") == {"22x15"}  # not on over f4 to g3


def test_english_kings_capture_in_all_directions_next_to_them() -> None:
    assert moves("W:WK15:B11,18,24", "english") == {"15x8", "15x22"}
    assert moves("W:WK29:B18", "english") == {"29-25"}


@pytest.mark.parametrize("variant", FLYING_SMALL)
def test_flying_kings_capture_at_a_distance(variant: str) -> None:
    assert moves("W:WK29:B18", variant) == {"29x15", "29x11", "29x8", "29x4"}
    assert moves("W:WK29:B8", variant) == {"29x4"}
    assert moves("W:WK29:B4", variant) == {"29-25", "29-22", "29-18", "29-15", "29-11", "29-8"}
    assert moves("W:WK29:B11,8", variant) == {"29-25", "29-22", "29-18", "29-15"}


@pytest.mark.parametrize("variant", FLYING_SMALL)
def test_a_flying_king_lands_where_it_can_go_on(variant: str) -> None:
    # a1 over d4: only from f6 it goes on, over e7 to d8.
    position = at("W:WK29:B7,18", variant)
    assert position.legal_moves == ("29x2",)
    assert str(position.play("29x11x2")) == "B:WK2:B"
    # In the same direction it may go on from both cells between d4 and g7, which is one move.
    assert at("W:WK29:B8,18", variant).legal_moves == ("29x4",)


@pytest.mark.parametrize("variant", FLYING_SMALL)
def test_captured_pieces_leave_at_the_end_and_are_not_jumped_twice(variant: str) -> None:
    # a1 over d4 to f6, over e7 to d8, over c7 to b6 or a5. From b6 it would go on over e3 if d4 were gone.
    position = at("W:WK29:B6,7,18,23", variant)
    longest = {"29x9", "29x13"}
    assert longest <= set(position.legal_moves)
    if variant == "brazilian":
        assert longest == set(position.legal_moves)
    else:
        assert set(position.legal_moves) - longest == {"29x1"}  # over d4 to e5, over c7 to b8
    assert str(position.play("29x9")) == "B:WK9:B23"


@pytest.mark.parametrize("variant", FLYING_SMALL)
def test_the_cell_that_the_piece_left_is_empty(variant: str) -> None:
    # c3 round over d4, f4, f2 and d2, one way or the other, back to c3: one move.
    position = at("W:W22:B18,19,26,27", variant)
    assert position.legal_moves == ("22x22",)
    assert str(position.play("22x22")) == "B:W22:B"
    assert str(position.play("22x15x24x31x22")) == str(position.play("22x31x24x15x22")) == "B:W22:B"


@pytest.mark.parametrize("variant", VARIANTS)
def test_whether_most_must_be_taken(variant: str) -> None:
    # Two by the first white man, one by the other.
    if variant == "international":  # b4 over c5 and c7 to b8; h4 over i5 to j6
        assert moves("W:W31,34:B17,27,30", variant) == {"31x11"}
    else:
        one = set() if variant in MAJORITY else {"24x15"}
        assert moves("W:W21,24:B17,9,19", variant) == {"21x5"} | one


def test_a_king_counts_no_more_than_a_man() -> None:
    assert moves("W:W21,24:BK17,19") == {"21x14", "24x15"}


@pytest.mark.parametrize(
    ("variant", "move", "after"),
    [
        ("brazilian", "10x12", "B:W12:B"),
        ("polish8", "10x12", "B:W12:B"),
        ("pool", "10x12", "B:W12:B"),
        ("russian", "10x12", "B:WK12:B"),
        ("english", "10x3", "B:WK3:B8"),
    ],
)
def test_a_man_that_reaches_the_last_row_in_a_capture(variant: str, move: str, after: str) -> None:
    position = at("W:W10:B7,8", variant)  # d6 over e7 to f8, over g7 to h6
    assert position.legal_moves == (move,)
    assert str(position.play(move)) == after


def test_a_man_that_crosses_the_last_row_stays_a_man_in_international() -> None:
    assert str(at("W:W12:B8,9", "international").play("12x14")) == "B:W14:B"
    assert str(at("W:W12:B8", "international").play("12x3")) == "B:WK3:B"


@pytest.mark.parametrize(("variant", "move"), [("russian", "9x20"), ("pool", "9x2"), ("brazilian", "9x2")])
def test_a_russian_man_goes_on_as_a_king(variant: str, move: str) -> None:
    position = at("W:W9:B6,16", variant)  # b6 over c7 to d8; from there a king sees g5
    assert position.legal_moves == (move,)
    assert str(position.play(move)) == {"russian": "B:WK20:B"}.get(variant, "B:WK2:B16")


def test_a_russian_man_is_crowned_in_passing_for_black_too() -> None:
    position = at("B:W17,27:B24", "russian")  # g3 over f2 to e1, as a king over b4 to a5
    assert position.legal_moves == ("24x13",)
    assert str(position.play("24x13")) == "W:W:BK13"
