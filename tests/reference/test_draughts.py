"""The reference for the draughts games against known counts, and examples worked by hand."""

import json
import random
from pathlib import Path

import pytest

from nupp.conformance.amounts import amount

from .common import play
from .draughts import VARIANTS, Draughts, places_of
from .test_reference import perft

COUNTS = json.loads((Path(__file__).parent.parent / "data" / "perft.json").read_text())
DEPTHS = {
    "international": amount(4, 5),
    "brazilian": amount(5, 6),
    "pool": amount(5, 6),
    "russian": amount(5, 6),
    "english": 6,
}
FLYING = ["international", "brazilian", "polish8", "pool", "russian"]


def read(text: str, variant: str = "brazilian", draws: bool = True) -> Draughts:
    """Read a position text that is written as it would be written again."""
    position = Draughts.parse(text, variant, draws)
    assert position.text() == text
    return position


@pytest.mark.slow
@pytest.mark.parametrize("variant", list(DEPTHS))
def test_counts(variant: str) -> None:
    counts = COUNTS[f"draughts:variant={variant}"][: DEPTHS[variant]]
    start = Draughts.start(variant, draws=False)
    assert perft(start, len(counts), {}) == tuple(counts)


def test_counts_of_positions() -> None:
    for entry in COUNTS["positions"]:
        if entry["game"] != "draughts:variant=international":
            continue
        position = Draughts.parse(entry["position"], "international", draws=False)
        assert perft(position, 8, {}) == tuple(entry["perft"][:8])


def test_numbers() -> None:
    # Small boards: 1 b8, 4 h8, 5 a7, 29 a1, 32 g1. Large: 1 b10, 5 j10, 6 a9, 46 a1, 50 i1.
    small, large = places_of(8), places_of(10)
    assert (len(small), len(large)) == (32, 50)
    assert [small[n] for n in (1, 4, 5, 29, 32)] == [(1, 7), (7, 7), (0, 6), (0, 0), (6, 0)]
    assert [large[n] for n in (1, 5, 6, 46, 50)] == [(1, 9), (9, 9), (0, 8), (0, 0), (8, 0)]


def test_starts() -> None:
    white = ",".join(str(n) for n in range(21, 33))
    black = ",".join(str(n) for n in range(1, 13))
    for variant in VARIANTS:
        start = Draughts.start(variant)
        assert start.side == 0
        if variant == "international":
            many = ",".join(str(n) for n in range(31, 51)), ",".join(str(n) for n in range(1, 21))
            assert start.text() == f"W:W{many[0]}:B{many[1]}"
        else:
            side = "B" if variant in ("pool", "english") else "W"
            assert start.text() == f"{side}:W{white}:B{black}"


def test_steps_of_men_and_kings() -> None:
    assert read("W:W22:B1").moves() == ["22-17", "22-18"]
    assert read("B:W29:B11").moves() == ["11-15", "11-16"]
    # a1, with a man of its own on f6.
    assert read("W:W11,K29:B4").moves()[2:] == ["29-15", "29-18", "29-22", "29-25"]
    assert sorted(read("W:W11,K29:B4", "english").moves()) == ["11-7", "11-8", "29-25"]


def test_crowning_by_a_step() -> None:
    assert read("W:W7:B21").play("7-2").text() == "B:WK2:B21"
    assert read("B:W7:B25").play("25-29").text() == "W:W7:BK29"


def test_capturing_is_compulsory() -> None:
    # c3 takes d4; g1 could step.
    assert read("W:W22,32:B18").moves() == ["22x15"]
    assert read("W:W22,32:B18").play("22x15").text() == "B:W15,32:B"


@pytest.mark.parametrize("variant", ["brazilian", "polish8", "pool", "russian"])
def test_men_capture_backwards(variant: str) -> None:
    # c3 takes d2.
    assert read("W:W22:B26", variant).moves() == ["22x31"]


def test_english_men_and_kings() -> None:
    assert sorted(read("W:W22:B26", "english").moves()) == ["22-17", "22-18"]
    assert read("W:WK22:B26", "english").moves() == ["22x31"]
    # The king does not see a man two cells away, nor land two cells behind.
    assert read("W:WK29:B18", "english").moves() == ["29-25"]
    assert read("W:WK29:B25", "english").moves() == ["29x22"]


def test_a_jump_needs_an_empty_cell_behind() -> None:
    # c3 between b4, shielded by a5, and d4, shielded by e5; a3 and b4, shielded by c5.
    assert read("W:W22:B13,15,17,18").over
    assert read("W:WK22:B13,15,17,18").moves() == ["22-25", "22-26", "22-29", "22-31"]
    assert read("W:W21:B14,17").over
    # Nor may an own piece stand there, or be jumped.
    assert read("W:W14,21:B17").moves() == ["14-9", "14-10"]
    # At the edge there is no cell behind.
    assert read("W:W17:B13").moves() == ["17-14"]


@pytest.mark.parametrize(
    ("variant", "moves"),
    [("brazilian", ["21x7"]), ("polish8", ["21x7", "32x23"]), ("pool", ["21x7", "32x23"])],
)
def test_taking_most(variant: str, moves: list[str]) -> None:
    # a3 takes b4 and d6; g1 takes f2.
    position = read("W:W21,32:B10,17,27", variant)
    assert position.moves() == moves
    assert position.play("21x7").text() == "B:W7,32:B27"
    assert position.play("21x14x7").text() == "B:W7,32:B27"
    with pytest.raises(ValueError, match="not legal"):
        position.play("21x14")


def test_taking_most_counts_kings_as_one() -> None:
    # a3 takes the king on b4; h2 takes g3 and e5.
    position = read("W:W21,28:B15,K17,24")
    assert position.moves() == ["28x10"]
    assert position.play("28x10").text() == "B:W10,21:BK17"


@pytest.mark.parametrize("variant", ["brazilian", "polish8", "pool", "russian"])
def test_once_round(variant: str) -> None:
    # c3 takes d4, d6, b6 and b4 in a circle, in either direction, and ends where it began.
    position = read("W:W22:B4,9,10,17,18", variant)
    assert position.moves() == ["22x22"]
    for name in ("22x22", "22x15x6x13x22", "22x13x6x15x22"):
        assert position.play(name).text() == "B:W22:B4"
    with pytest.raises(ValueError, match="not legal"):
        position.play("22x15x6x13")


def test_ambiguous_captures_are_written_in_full() -> None:
    position = read("W:W22:B4,9,10,17,18", "english")
    assert position.moves() == ["22x13x6", "22x15x6"]
    assert position.play("22x13x6").text() == "B:W6:B4,10,18"
    assert position.play("22x15x6").text() == "B:W6:B4,9,17"
    with pytest.raises(ValueError, match="ambiguous"):
        position.play("22x6")


@pytest.mark.parametrize("variant", ["polish8", "russian"])
def test_the_short_name_may_be_a_path(variant: str) -> None:
    # c1 takes g5 and ends on h6, or takes b2, b4, d4 and g5 by a3, c5 and e3 and ends there too.
    # It may also take b2, b4 and, from e7, g5.
    position = read("W:WK30:B16,17,18,25", variant)
    assert position.moves() == ["30x12", "30x20", "30x21x14x23x12"]
    assert position.play("30x12").text() == "B:WK12:B17,18,25"
    assert position.play("30x21x7x20").text() == "B:WK20:B18"
    assert position.play("30x21x14x23x12").text() == "B:WK12:B"
    assert read("W:WK30:B16,17,18,25").moves() == ["30x12"]


def test_paths_that_differ_between_the_jumps_are_one_move() -> None:
    # a1 takes b2 and e5 in one line; it may stand on c3 or d4 between.
    position = read("W:WK29:B15,25", "russian")
    assert position.moves() == ["29x4", "29x8", "29x11"]
    for name in ("29x11", "29x22x11", "29x18x11"):
        assert position.play(name).text() == "B:WK11:B"


@pytest.mark.parametrize("variant", ["brazilian", "polish8", "pool", "russian"])
def test_captured_men_stay_until_the_end(variant: str) -> None:
    # a1 takes d4, from f6 g5, from h4 g3. From f2 it would take b6 too if d4 were off the board.
    # Where the most need not be taken, it may take d4 and, from e5, g3.
    position = read("W:WK29:B9,16,18,24", variant)
    moves = ["29x27", "29x31"] if variant == "brazilian" else ["29x27", "29x28", "29x31"]
    assert sorted(position.moves()) == moves
    assert position.play("29x27").text() == "B:WK27:B9"


@pytest.mark.parametrize("variant", ["brazilian", "polish8", "pool", "russian"])
def test_a_king_lands_where_it_can_go_on(variant: str) -> None:
    # a1 takes d4; from e5 it can take f4, from f6, g7 and h8 nothing.
    position = read("W:WK29:B18,19", variant)
    assert position.moves() == ["29x24", "29x28"]
    # Alone, d4 leaves the choice.
    assert read("W:WK29:B18", variant).moves() == ["29x4", "29x8", "29x11", "29x15"]


@pytest.mark.parametrize(
    ("variant", "moves", "after"),
    [
        ("brazilian", ["9x11"], "B:W11:B1"),
        ("polish8", ["9x11"], "B:W11:B1"),
        ("pool", ["9x11"], "B:W11:B1"),
        ("russian", ["9x11", "9x16", "9x20"], "B:WK11:B1"),
        ("english", ["9x2"], "B:WK2:B1,7"),
    ],
)
def test_a_man_on_the_last_row_in_a_capture(variant: str, moves: list[str], after: str) -> None:
    # b6 takes c7 and comes to d8; e7 stands next to that, with f6 free.
    position = read("W:W9:B1,6,7", variant)
    assert position.moves() == moves
    assert position.play(moves[0]).text() == after


def test_a_crowned_russian_goes_on_as_a_king() -> None:
    # From d8 only a king reaches f6.
    assert read("W:W9:B1,6,11", "russian").moves() == ["9x16", "9x20"]
    assert read("W:W9:B1,6,11").moves() == ["9x2"]
    assert read("W:W9:B1,6,11").play("9x2").text() == "B:WK2:B1,11"


def test_international_on_the_large_board() -> None:
    # d4 takes e5 and g7, or c5, c7 and e9, and is crowned on f10.
    position = read("W:W32:B8,17,19,27,28", "international")
    assert position.moves() == ["32x3"]
    assert position.play("32x21x12x3").text() == "B:WK3:B19,28"
    # d8 takes e9 and, back from f10, g9.
    assert read("W:W12:B1,8,9", "international").play("12x14").text() == "B:W14:B1"


def test_who_cannot_move_loses() -> None:
    # a7 is blocked by b8.
    lost = read("W:W5:B1")
    assert (lost.over, lost.outcome, lost.margin, lost.side, lost.moves()) == (True, -1, -1, 0, [])
    for variant in ("pool", "english"):
        lost = read("W:W5:B1", variant)
        assert (lost.outcome, lost.side) == (1, 1)
    assert read("B:W5:B").outcome == 1
    assert read("W:W:B5", draws=False).outcome == -1


@pytest.mark.parametrize(
    ("variant", "limit"), [("brazilian", 30), ("polish8", 30), ("pool", 30), ("russian", 30), ("english", 80)]
)
def test_quiet_kings(variant: str, limit: int) -> None:
    position = read(f"W:W21,K30:BK4,12 {limit - 2}", variant)
    assert read("W:W21,K30:BK4,12", variant).play("30-26").text() == "B:W21,K26:BK4,12 1"
    position = position.play("30-26")
    assert position.text() == f"B:W21,K26:BK4,12 {limit - 1}"
    assert not position.over
    # A man's move begins the count anew.
    assert position.play("12-16").text() == "W:W21,K26:BK4,16"
    drawn = position.play("4-8")
    assert drawn.text() == f"W:W21,K26:BK8,12 {limit}"
    assert (drawn.over, drawn.outcome, drawn.moves()) == (True, 0, [])
    endless = Draughts.parse("W:W21,K26:BK8,12", variant, draws=False)
    assert endless.play(endless.moves()[0]).text().count(" ") == 0


def test_a_capture_by_a_king_is_not_quiet() -> None:
    assert read("W:WK29:B1,18 7").play("29x4").text() == "B:WK4:B1"


def test_quiet_kings_in_international() -> None:
    position = read("W:W31,K47:BK5,19 48 0", "international").play("47-42")
    assert position.text() == "B:W31,K42:BK5,19 49 0"
    assert not position.over
    assert position.play("19-23").text() == "W:W31,K42:BK5,23"
    drawn = position.play("5-10")
    assert drawn.text() == "W:W31,K42:BK10,19 50 0"
    assert (drawn.over, drawn.outcome) == (True, 0)


def test_a_loss_goes_before_a_draw() -> None:
    # The king comes from f8 to b4, with c3 behind it: a5 is shut in.
    won = read("W:WK3,22:B13 29").play("3-17")
    assert won.text() == "B:WK17,22:B13 30"
    assert (won.over, won.outcome, won.moves()) == (True, 1, [])
    drawn = read("W:WK3,22:B13 29").play("3-14")
    assert (drawn.over, drawn.outcome) == (True, 0)


def test_three_against_a_king() -> None:
    position = read("W:WK46,K47,K48:BK5", "international").play("47-42")
    assert position.text() == "B:WK42,K46,K48:BK5 1 1"
    position = read("W:WK46,K47,K48:BK5 8 30", "international").play("47-42")
    assert not position.over
    drawn = position.play("5-10")
    assert drawn.text() == "W:WK42,K46,K48:BK10 10 32"
    assert (drawn.over, drawn.outcome) == (True, 0)
    # In other variants there is no such count.
    assert not read("W:WK29,K30,K31:BK4").play("30-26").text().endswith("1 1")


def test_two_or_one_against_a_king() -> None:
    position = read("W:WK46,K47:BK5 8 8", "international").play("47-42")
    assert (position.since, position.over) == (9, False)
    assert position.play("5-10").outcome == 0
    assert read("W:WK47:BK5 9 9", "international").play("47-42").outcome == 0


def test_how_endings_arise_and_change() -> None:
    # One of the three becomes a king: the ending arises with this move.
    position = read("W:W6,49,50:BK5", "international")
    assert position.ending() is None
    position = position.play("6-1")
    assert position.text() == "B:WK1,49,50:BK5"
    position = position.play("5-10")
    assert position.text() == "W:WK1,49,50:BK10 1 1"
    # A man's move does not end it.
    assert position.play("49-44").text() == "B:WK1,44,50:BK10 0 2"
    # Three become two: a new ending. Two become one: the same goes on.
    three = read("B:WK41,K49,K50:BK5 3 3", "international").play("5x46")
    assert (three.text(), three.ending()) == ("W:WK49,K50:BK46", 5)
    two = read("B:WK41,K50:BK5 3 3", "international").play("5x46")
    assert two.text() == "W:WK50:BK46 0 4"
    # The only king of the many is taken: no ending.
    none = read("B:WK41,49:BK5 3 3", "international").play("5x46")
    assert (none.text(), none.ending()) == ("W:W49:BK46", None)


def test_third_repetition() -> None:
    position = read("W:WK30:BK1")
    there_and_back = ["30-25", "1-5", "25-30", "5-1"]
    position = play(position, *there_and_back, *there_and_back[:3])
    assert not position.over
    drawn = position.play("5-1")
    assert (drawn.text(), drawn.over, drawn.outcome) == ("W:WK30:BK1 8", True, 0)
    again = Draughts.parse(drawn.text())
    assert again == drawn
    assert not again.over
    assert not play(read("W:WK30:BK1", draws=False), *there_and_back * 3).over


def test_letters_are_accepted() -> None:
    for variant in ("russian", "brazilian", "pool", "polish8"):
        position = read("W:W22:B11", variant)
        assert position.play("c3-d4") == position.play("22-18")
        assert Draughts.parse("W:Wc3,Kg1:Bd6", variant).text() == "W:W22,K32:B10"
        assert read("W:W22,32:B18", variant).play("c3xe5").text() == "B:W15,32:B"
    for variant in ("english", "international"):
        with pytest.raises(ValueError, match="not legal"):
            Draughts.parse("W:W22:B11", variant).play("c3-d4")


def test_other_ways_to_write_a_position() -> None:
    assert Draughts.parse(" B:B2,K1:W32,31 ").text() == "B:W31,32:BK1,2"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "W",
        "W:W31",
        "W:W31:W30",
        "w:W31:B1",
        "W:w31:b1",
        "X:W31:B1",
        "W:W31,31:B1",
        "W:W31:B31",
        "W:W33:B1",
        "W:W0:B1",
        "W:W031:B1",
        "W:W31,:B1",
        "W:Wk31:B1",
        "W:WK:B1",
        "W:Wb1:B1",
        "W:W1:B2",
        "W:W31:B32",
        "W:W31:B1.",
        "W:W31:B1 0",
        "W:W31:B1 1 1",
        "W:W31:B1 31",
        "W:W31:B1 -1",
        "W:W31:B1 01",
        "W:W31:B1  1",
    ],
)
def test_refused_texts(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Draughts.parse(text)


@pytest.mark.parametrize(
    "text", ["W:WK31:BK1 1", "W:WK31:BK1 0 0", "W:W31:BK1 1 1", "W:WK31:BK1 0 11", "W:WK31,32:BK1 51 0"]
)
def test_refused_counts_of_international(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Draughts.parse(text, "international")
    with pytest.raises(ValueError, match=r"."):
        Draughts.parse("W:WK31:BK1 1 1", "international", draws=False)


def test_refused_parameters_and_moves() -> None:
    with pytest.raises(ValueError, match="variant"):
        Draughts.start("italian")
    for move in ("22x18", "22-19", "22", "", "22-18-15", "a1-b2", "21-17 22-18"):
        with pytest.raises(ValueError, match="not legal"):
            Draughts.start().play(move)
    with pytest.raises(ValueError, match="not over"):
        _ = Draughts.start().outcome


def test_material() -> None:
    assert Draughts.start().material() == 0
    assert read("W:W22,K29:B1").material() == 300
    assert read("W:W22,K29:B1", "english").material(200) == -200


@pytest.mark.slow
@pytest.mark.parametrize("variant", list(VARIANTS))
@pytest.mark.parametrize("draws", [False, True])
def test_random_games(variant: str, draws: bool) -> None:
    chance = random.Random(f"{variant} {draws}")
    for _ in range(5):
        position = Draughts.start(variant, draws)
        for _ in range(200):
            if position.over:
                break
            text = position.text()
            again = Draughts.parse(f" {text} ", variant, draws)
            assert again == position
            assert again.text() == text
            moves = position.moves()
            assert again.moves() == moves
            assert len(set(moves)) == len(moves)
            move = chance.choice(moves)
            full = position.named_moves[move].full()
            assert position.play(full) == position.play(move)
            position = position.play(move)
        if position.over:
            assert position.moves() == []
            assert position.outcome in (-1, 0, 1)
