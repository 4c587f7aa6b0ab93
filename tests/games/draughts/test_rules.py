"""Draughts: examples worked by hand for every rule of every variant, and games against the slow reference."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.differential import compare, compare_evaluation, compare_games, forcing
from games.draughts.positions import at, rules
from nupp.conformance.amounts import amount
from nupp.games.draughts import Draughts
from nupp.games.draughts.pieces import VARIANTS
from nupp.kernel import interpreted
from nupp.rules import IllegalMoveError, NotationError, Position, game, start_state
from nupp.search.perft import perft
from nupp.spec import SpecError
from plain import start_of
from reference.draughts import Draughts as Reference

# The cells of 8 x 8 by their names as on a chessboard:
#
#        1 b8   2 d8   3 f8   4 h8
#     5 a7   6 c7   7 e7   8 g7
#        9 b6  10 d6  11 f6  12 h6
#    13 a5  14 c5  15 e5  16 g5
#       17 b4  18 d4  19 f4  20 h4
#    21 a3  22 c3  23 e3  24 g3
#       25 b2  26 d2  27 f2  28 h2
#    29 a1  30 c1  31 e1  32 g1
COUNTS = json.loads((Path(__file__).parents[2] / "data" / "perft.json").read_text())
DEPTHS = {"international": 6, "brazilian": 6, "russian": 7, "english": 7, "pool": 6}
SMALL = [variant for variant in VARIANTS if variant != "international"]
FLYING = [variant for variant in VARIANTS if variant != "english"]
FLYING_SMALL = [variant for variant in SMALL if variant != "english"]
MAJORITY = ["international", "brazilian"]
LIMITS = {"international": 50, "brazilian": 30, "polish8": 30, "pool": 30, "russian": 30, "english": 80}


def moves(text: str, variant: str = "brazilian") -> set[str]:
    return set(at(text, variant).legal_moves)


# ---- board and start ---------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_start(variant: str) -> None:
    start = rules(variant).start_position()
    men = 20 if variant == "international" else 12
    cells = len(start.game.board)
    assert cells == {20: 50, 12: 32}[men]
    white, black = range(cells - men + 1, cells + 1), range(1, men + 1)
    side = "B" if variant in ("pool", "english") else "W"
    assert str(start) == f"{side}:W{','.join(map(str, white))}:B{','.join(map(str, black))}"
    assert start.game.sides == (("white", "black") if side == "W" else ("black", "white"))
    assert start.to_move == 0


def test_default_parameters_are_left_out_of_the_spec() -> None:
    assert game("draughts:variant=brazilian,draws=true").spec == "draughts"


@pytest.mark.parametrize("wrong", ["variant=frisian", "draws=maybe", "size=8"])
def test_refused_parameters(wrong: str) -> None:
    with pytest.raises(SpecError, match=wrong.split("=")[0]):
        game(f"draughts:{wrong}")


@pytest.mark.native
@pytest.mark.parametrize(
    ("variant", "draws"), [*((variant, True) for variant in DEPTHS), ("brazilian", False)]
)
def test_perft(variant: str, draws: bool) -> None:
    start, depth = start_of(rules(variant, draws).spec), DEPTHS[variant]
    counts = [perft(start, n) for n in range(1, depth + 1)]
    assert counts == COUNTS[f"draughts:variant={variant}"][:depth]


@pytest.mark.native
def test_perft_of_the_source() -> None:
    """The source's rules are those of pool, but that white begins, which turns the board."""
    start = start_of(rules("polish8").spec)
    assert [perft(start, n) for n in range(1, 7)] == COUNTS["draughts:variant=pool"][:6]


@pytest.mark.native
@pytest.mark.parametrize("entry", COUNTS["positions"], ids=lambda entry: entry["name"])
def test_perft_of_positions(entry: dict[str, object]) -> None:
    with interpreted():
        position = game(str(entry["game"])).parse_position(str(entry["position"]))
    counts = entry["perft"]
    assert isinstance(counts, list)
    assert [perft(position, n + 1) for n in range(len(counts))] == counts


# ---- moves without a capture -------------------------------------------------------------------------


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


# ---- captures ----------------------------------------------------------------------------------------


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


# ---- notation of moves -------------------------------------------------------------------------------


#: Of an English man on d2: over e3 and e5, or over c3 and c5, to d6.


TWO_WAYS = "W:W26:B14,15,22,23"


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


# ---- ends --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_side_without_pieces_has_lost(variant: str) -> None:
    position = at("W:W:B1", variant)
    black = 0 if variant in ("pool", "english") else 1
    assert position.is_over
    assert position.result == "black wins"
    assert position.outcome == position.margin == (1 if black == 0 else -1)


@pytest.mark.parametrize("variant", SMALL)
def test_a_blocked_side_has_lost(variant: str) -> None:
    assert at("W:W21:B14,17", variant).result == "black wins"
    assert at("B:W24,27:B20", variant).result == "white wins"


@pytest.mark.parametrize("variant", VARIANTS)
def test_long_play_with_kings_draws(variant: str) -> None:
    limit, large = LIMITS[variant], variant == "international"
    pieces = "WK46,31,32:BK5,19,20" if large else "WK9,21,26:BK4,12,20"
    position = at(f"W:{pieces} {limit - 2}{' 0' * large}", variant).play("46-41" if large else "9-13")
    assert str(position).endswith(f" {limit - 1}{' 0' * large}")
    assert not position.is_over
    position = position.play("5-10" if large else "4-8")
    assert str(position).endswith(f" {limit}{' 0' * large}")
    assert position.result == "drawn"
    assert position.outcome == 0


def test_a_man_that_moves_and_a_capture_end_the_count() -> None:
    assert str(at("W:WK29,26:BK4 7").play("26-22")) == "B:W22,K29:BK4"
    assert str(at("W:WK29,28:B18,K12 7").play("29x15")) == "B:WK15,28:BK12"
    assert str(at("W:WK29,28:BK12,20 7").play("29-25")) == "B:WK25,28:BK12,20 8"


def test_a_crowning_move_is_a_mans_move() -> None:
    assert str(at("W:W6:BK32 7").play("6-1")) == "B:WK1:BK32"


def test_a_loss_on_the_board_goes_before_a_draw() -> None:
    position = at("W:WK18,30:B21 29").play("18-25")
    assert str(position) == "B:WK25,30:B21 30"
    assert position.result == "white wins"


SHUFFLE = ["5-9", "28-24", "9-5", "24-28"]


@pytest.mark.parametrize("variant", FLYING_SMALL)
def test_the_third_repetition_draws(variant: str) -> None:
    start = at("W:WK5:BK28 0", variant)
    assert not start.play_all(SHUFFLE * 2).previous.is_over  # type: ignore[union-attr]
    assert start.play_all(SHUFFLE * 2).result == "drawn"
    assert not at("W:WK5:BK28", variant, draws=False).play_all(SHUFFLE * 3).is_over


def test_counts_do_not_tell_positions_apart_for_repetition() -> None:
    start = at("W:WK5:BK28 3")
    assert [start.play_all(SHUFFLE * n).occurrences for n in (0, 1, 2)] == [1, 2, 3]
    assert start.play_all(SHUFFLE).hash_key != start.hash_key


def test_without_draws_nothing_is_counted() -> None:
    position = at("W:WK5:BK28", draws=False).play_all(SHUFFLE * 20)
    assert str(position) == "W:WK5:BK28"
    assert not position.is_over


# ---- international's endings -------------------------------------------------------------------------


# Row 10 are cells 1-5 (b10 d10 f10 h10 j10), row 9 6-10 (a9 c9 e9 g9 i9), ..., row 1 46-50 (a1 ... i1).


@pytest.mark.parametrize(
    ("pieces", "limit"),
    [
        ("WK46,K47,K48:BK5", 32),
        ("WK46,47,48:BK5", 32),
        ("WK46,47:BK5", 10),
        ("WK46,K47:BK5", 10),
        ("WK47:BK5", 10),
    ],
)
def test_few_pieces_draw(pieces: str, limit: int) -> None:
    position = at(f"W:{pieces} 0 {limit - 2}", "international").play("47-42")
    assert not position.is_over
    assert str(position).endswith(f" {limit - 1}")
    position = position.play("5-10")
    assert str(position).endswith(f" {limit}")
    assert position.result == "drawn"
    turned = at(turned_text(f"W:{pieces} 0 {limit - 1}"), "international").play("4-9")
    assert turned.result == "drawn"


def turned_text(text: str) -> str:
    """A position of international with the sides exchanged and the board turned by 180 degrees."""
    fen, *counts = text.split()
    side, white, black = fen.split(":")
    lists = [
        ",".join("K" * item.startswith("K") + str(51 - int(item.lstrip("K"))) for item in part[1:].split(","))
        for part in (black, white)
    ]
    return " ".join([f"{'WB'['BW'.index(side)]}:W{lists[0]}:B{lists[1]}", *counts])


@pytest.mark.parametrize(
    "pieces",
    ["W47,48,49:BK5", "WK46,K47,K48,K49:BK5", "WK46,K47:BK5,K4", "WK47:B5", "W47:BK5", "WK46,K47,K48:B5"],
)
def test_what_is_no_such_ending(pieces: str) -> None:
    position = at(f"W:{pieces}", "international").play("47-41")
    king = "K47" in pieces
    assert str(position).partition(" ")[2] == ("1 0" if king else "")
    with pytest.raises(NotationError, match=r"moves in the present ending '1'.*0 to 0"):
        at(f"W:{pieces} 0 1", "international")


def test_the_move_that_makes_an_ending_counts_nothing() -> None:
    crowned = at("W:W7,47,48:BK50", "international").play("7-2")
    assert str(crowned) == "B:WK2,47,48:BK50"
    assert str(crowned.play("50-45")) == "W:WK2,47,48:BK45 1 1"
    assert str(crowned.play("50-45").play("47-41")) == "B:WK2,41,48:BK45 0 2"


def test_a_capture_that_leaves_two_of_three_begins_anew() -> None:
    position = at("B:WK46,K47,22:BK33 5 20", "international")  # f4 over d6
    assert str(position.play("33x17")) == "W:WK46,K47:BK17"


def test_a_capture_that_leaves_one_of_two_goes_on() -> None:
    position = at("B:WK46,22:BK33 5 6", "international")
    assert str(position.play("33x17")) == "W:WK46:BK17 0 7"


def test_other_variants_know_no_endings() -> None:
    assert str(at("W:WK29:BK3 14").play("29-25")) == "B:WK25:BK3 15"


def test_endings_are_no_matter_without_draws() -> None:
    position = at("W:WK46,K47:BK5", "international", draws=False)
    assert str(position.play("47-41")) == "B:WK41,K46:BK5"


# ---- position texts ----------------------------------------------------------------------------------


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


# ---- drawing and symmetries --------------------------------------------------------------------------


def test_drawing() -> None:
    position = at("W:WK29,32:B18,K1").play("29x15")
    drawing = position.drawing
    pieces = {(piece.cell + 1, piece.side, piece.symbol, piece.shape) for piece in drawing.pieces}
    assert pieces == {(1, 1, "B", "king"), (15, 0, "W", "king"), (32, 0, "w", "disc")}
    assert drawing.colours == ("white", "black")
    assert [drawing.board.name(cell) for cell in drawing.marks] == ["29", "18", "15"]
    assert position.svg()


def test_the_first_side_is_black_in_english() -> None:
    drawing = rules("english").start_position().drawing
    assert drawing.colours == ("black", "white")
    assert {piece.side for piece in drawing.pieces if piece.cell < 12} == {0}


@pytest.mark.parametrize("variant", VARIANTS)
def test_turning_the_board_exchanges_the_sides(variant: str) -> None:
    draughts = rules(variant)
    same, turned = draughts.symmetries
    assert (same.exchange, turned.exchange) == (False, True)
    start = start_state(draughts)
    image = turned.map_state(start)
    assert same.map_state(start).tobytes() == start.tobytes()
    assert (image[0].white, image[0].black) == (start[0].white, start[0].black)
    assert image[0].turn == 1 - start[0].turn


# ---- what searches use -------------------------------------------------------------------------------


def test_captures_are_forcing() -> None:
    assert forcing(at("W:WK29:B18")) == {"29x15", "29x11", "29x8", "29x4"}
    assert forcing(at("W:W22:B1")) == set()
    assert forcing(at("W:WK29:B18 30")) == set()  # drawn


def test_moves_of_kings_are_reversible() -> None:
    position = at("W:WK5:BK28 3")
    endless = rules("brazilian", draws=False)
    with interpreted():
        assert position.game.repetition.plies(position.game, position.state[0]) == 3
        assert endless.repetition.plies(endless, position.state[0]) > 1000


@pytest.mark.parametrize(
    ("variant", "cells", "count"),
    [
        ("polish8", "K..K..eee.....eee..K..eee..KKK..", 68),
        ("russian", "K..K..eee.....eee..K..eee..KKK..", 68),
        ("brazilian", "...KK..ee..KK..ee..KK..ee..KK...", 38),
        ("international", ".K.KK.ee..e.e..K..eee..K.K..eee.e..K.e..ee...Ke...", 407),
    ],
)
def test_positions_with_the_most_captures_that_are_known(variant: str, cells: str, count: int) -> None:
    lists = [
        ",".join(f"K{number}" for number, found in enumerate(cells, 1) if found == kind) for kind in "Ke"
    ]
    position = at(f"W:W{lists[0]}:B{lists[1]}", variant)
    assert len(set(position.legal_move_codes)) == len(position.legal_move_codes) == count
    assert 2 * count <= position.game.max_moves


# ---- against the reference ---------------------------------------------------------------------------


@pytest.mark.native
@pytest.mark.parametrize(
    ("variant", "draws"),
    [*((variant, True) for variant in VARIANTS), *((variant, False) for variant in FLYING)],
)
def test_random_games_agree_with_the_reference(variant: str, draws: bool) -> None:
    compare_games(rules(variant, draws), Reference.start(variant, draws), amount(1, 4), check_more)


def check_more(position: Position, reference: Reference) -> None:
    draughts = position.game
    assert isinstance(draughts, Draughts)
    if not position.is_over:
        assert forcing(position) == {move for move in reference.moves() if "x" in move}
    compare_evaluation(position, "material", reference.material())


def random_positions(variant: str, rng: random.Random, n: int, most: int = 8) -> Iterator[str]:
    """Positions of any kind with many kings, some of few pieces and some of up to `most` a side."""
    size = VARIANTS[variant].size
    cells = size * size // 2
    for _ in range(n):
        white, black = (rng.randint(1, rng.choice([2, 4, most])) for _ in range(2))
        chosen = rng.sample(range(1, cells + 1), white + black)
        lists = []
        for colour, some in (("W", chosen[:white]), ("B", chosen[white:])):
            share = rng.random()
            last = range(1, size // 2 + 1) if colour == "W" else range(cells - size // 2 + 1, cells + 1)
            kings = {cell for cell in some if cell in last or rng.random() < share}
            lists.append(colour + ",".join("K" * (cell in kings) + str(cell) for cell in sorted(some)))
        yield f"{rng.choice('WB')}:{':'.join(lists)}"


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("variant", VARIANTS)
def test_any_position_agrees_with_the_reference(variant: str) -> None:
    rng, seen = random.Random(variant), Counter[str]()
    for text in random_positions(variant, rng, 60):
        ending = {None: 0, 16: 32, 5: 10}[Reference.parse(text, variant).ending()]
        text += f" {rng.randint(LIMITS[variant] - 6, LIMITS[variant])}"
        if variant == "international":
            text += f" {rng.randint(max(0, ending - 3), ending)}"
        position, reference = at(text, variant), Reference.parse(text, variant)
        for _ in range(6):
            compare(position, reference)
            check_more(position, reference)
            if position.is_over:
                seen[position.result] += 1
                break
            move = rng.choice(position.legal_moves)
            position, reference = position.play(move), reference.play(move)
    assert set(seen) == {"white wins", "black wins", "drawn"}


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_all_paths_are_understood(variant: str) -> None:
    rng, paths = random.Random(variant), 0
    for text in random_positions(variant, rng, 200, most=12):
        position, reference = at(text, variant), Reference.parse(text, variant)
        for move in reference.all_paths if not reference.over else []:
            assert str(position.play(move.full())) == reference.play(move.full()).text()
            paths += len(move.captured) > 1
    assert paths > 10
