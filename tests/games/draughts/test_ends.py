"""How games of draughts end: wins, draws by counting and by repetition, and the endings of international."""

from __future__ import annotations

import pytest

from games.draughts.positions import FLYING_SMALL, LIMITS, SMALL, at
from nupp.games.draughts.pieces import VARIANTS
from nupp.rules import NotationError


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
