"""The reference for the morris games against known counts and values, and examples worked by hand."""

import json
import random
from functools import cache
from pathlib import Path

import pytest

from .common import cell_name, play
from .morris import Morris, cell_of, mills_of, neighbours_of, points_of
from .test_reference import perft

DATA = Path(__file__).parent.parent / "data"
COUNTS = json.loads((DATA / "perft.json").read_text())
SOLVED = json.loads((DATA / "solved.json").read_text())


@pytest.mark.slow
def test_counts_with_nine_men() -> None:
    assert perft(Morris.start(), 4, {}) == tuple(COUNTS["morris"][:4])


def test_counts_with_six_men() -> None:
    # Eight corners of squares and eight middles of sides: of each kind one is enough, since the
    # board can be turned, and turned inside out.
    counts = COUNTS["morris:men=6"][:5]
    corner, middle = (perft(Morris.start(6).play(move), 4, {}) for move in ("a1", "c1"))
    assert [16, *(8 * (one + other) for one, other in zip(corner, middle, strict=True))] == counts


@pytest.mark.parametrize(
    ("men", "points", "mills", "edges"), [(3, 9, 8, 16), (6, 16, 8, 20), (9, 24, 16, 32), (12, 24, 20, 40)]
)
def test_boards(men: int, points: int, mills: int, edges: int) -> None:
    assert len(points_of(men)) == points
    assert len(mills_of(men)) == len({frozenset(mill) for mill in mills_of(men)}) == mills
    assert sum(len(neighbours_of(point, men)) for point in points_of(men)) == 2 * edges


@pytest.mark.parametrize(
    ("men", "point", "neighbours"),
    [
        (3, "b2", ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"]),
        (3, "b1", ["a1", "c1", "b2"]),
        (3, "c3", ["b2", "c2", "b3"]),
        (6, "a3", ["a1", "b3", "a5"]),
        (6, "c4", ["b4", "d4", "c5"]),
        (6, "c2", ["c1", "b2", "d2"]),
        (6, "b2", ["c2", "b3"]),
        (9, "d2", ["d1", "b2", "f2", "d3"]),
        (9, "d3", ["d2", "c3", "e3"]),
        (9, "c4", ["c3", "b4", "c5"]),
        (9, "e4", ["e3", "f4", "e5"]),
        (9, "b2", ["d2", "b4"]),
        (12, "b2", ["a1", "d2", "c3", "b4"]),
        (12, "e5", ["e4", "d5", "f6"]),
    ],
)
def test_neighbours(men: int, point: str, neighbours: list[str]) -> None:
    assert [cell_name(other) for other in neighbours_of(cell_of(point), men)] == neighbours


@pytest.mark.parametrize(
    ("men", "text"),
    [
        (3, "3/3/3 w 3,3 0"),
        (6, "1.1.1/.3./2.2/.3./1.1.1 w 6,6 0"),
        (9, "1..1..1/.1.1.1./..3../3.3/..3../.1.1.1./1..1..1 w 9,9 0"),
        (12, "1..1..1/.1.1.1./..3../3.3/..3../.1.1.1./1..1..1 w 12,12 0"),
    ],
)
def test_starts(men: int, text: str) -> None:
    assert Morris.start(men).text() == text
    assert len(Morris.start(men).moves()) == len(points_of(men))


def test_placing_closes_a_mill() -> None:
    position = play(Morris.start(), "a1", "D2", "d1", "f4")
    assert "g1" not in position.moves()
    assert [move for move in position.moves() if move.startswith("g1")] == ["g1xd2", "g1xf4"]
    after = position.play("g1xf4 ")
    assert after.text() == "1..1..1/.1.1.1./..3../3.3/..3../.1.B.1./W..W..W b 6,7 0"


@pytest.mark.parametrize(
    ("e4_to_g4", "moves"),
    [("1B1", ["d1xf4"]), ("3", ["d1xa7", "d1xd7", "d1xg7"]), ("BBB", ["d1xe4", "d1xf4", "d1xg4"])],
)
def test_men_in_mills_are_removed_only_when_all_are(e4_to_g4: str, moves: list[str]) -> None:
    # Black holds the mill a7 d7 g7.
    rows = f"B..B..B/.1.1.1./..3../3.{e4_to_g4}/..3../.1.1.1./W..1..W"
    position = Morris.parse(f"{rows} w 4,3 0")
    found = [move for move in position.moves() if move.startswith("d1")]
    assert found[: len(moves)] == moves
    assert len(found) == (6 if e4_to_g4 == "BBB" else len(moves))


def test_a_move_closes_a_mill_and_may_open_and_close_it_again() -> None:
    rows = "1..B..1/.B.1.B./..3../3.3/..1W1../.1.1.1./W..1..W"
    position = Morris.parse(f"{rows} w 0,0 7")
    assert position.moves() == ["a1-d1", "a1-a4", "g1-d1", "g1-g4", "d3-d2", "d3-c3", "d3-e3"]
    position = Morris.parse("1..B..1/.B.1.B./..3../3.3/..3../.1.W.1./W..1..W w 0,0 7")
    assert [move for move in position.moves() if move.startswith("d2")] == [
        "d2-d1xb6",
        "d2-d1xf6",
        "d2-d1xd7",
        "d2-b2",
        "d2-f2",
        "d2-d3",
    ]
    closed = Morris.parse("1..B..B/.B.1.B./..3../3.3/..3../.1.W.1./W..1..W w 0,0 7").play("d2-d1xg7")
    assert closed.text() == "1..B..1/.B.1.B./..3../3.3/..3../.1.1.1./W..W..W b 0,0 0"
    opened = play(closed, "d7-a7", "d1-d2", "a7-d7")
    assert opened.count == 3
    assert "d2-d1xb6" in opened.moves()


def test_moving_along_the_own_line_is_no_mill() -> None:
    # Leaving a1 for a4 makes no line of a1 a4 a7: the man counts only where it stands.
    position = Morris.parse("W..1..B/.1.B.B./..3../3.3/..3../.1.W.1./W..1..1 w 0,0 0")
    assert "a1-a4" in position.moves()


def test_two_mills_at_once_remove_one_man() -> None:
    position = Morris.parse("1..1..1/.B.B.1./..3../3.1BB/..1W1../.1.W.1./W..1..W w 5,5 0")
    moves = [move for move in position.moves() if move.startswith("d1")]
    assert moves == ["d1xf4", "d1xg4", "d1xb6", "d1xd6"]
    after = position.play("d1xg4")
    assert after.text() == "1..1..1/.B.B.1./..3../3.1B1/..1W1../.1.W.1./W..W..W b 4,5 0"


def test_a_mill_with_nothing_to_remove() -> None:
    position = Morris.parse("1..1..1/.1.1.1./..3../3.3/..3../.1.1.1./W..1..W w 7,9 0")
    assert position.play("d1").text() == "1..1..1/.1.1.1./..3../3.3/..3../.1.1.1./W..W..W b 6,9 0"


def test_quiet_counts_from_the_end_of_placing() -> None:
    position = play(Morris.start(6), "a1", "c1", "e1", "b2", "c2", "d2", "a3", "b3", "d3", "e3", "c4")
    assert position.text() == "1.1.1/.1W1./WB.WB/.BWB./W.B.W b 0,1 0"
    position = position.play("c5")
    assert position.text() == "1.B.1/.1W1./WB.WB/.BWB./W.B.W w 0,0 0"
    assert position.play("c4-b4").text() == "1.B.1/.W2./WB.WB/.BWB./W.B.W b 0,0 1"


def test_quiet_draw() -> None:
    rows = "1..B..1/.B.1.B./..3../3.3/..1W1../.1.1.1./W..1..W"
    position = Morris.parse(f"{rows} w 0,0 4", quiet=6)
    position = position.play("a1-a4")
    assert (position.count, position.over) == (5, False)
    drawn = position.play("d7-a7")
    assert drawn.count == 6
    assert (drawn.over, drawn.outcome, drawn.margin, drawn.moves()) == (True, 0, 0, [])


def test_a_win_goes_before_quiet() -> None:
    # Black is shut in by white's last step, which is the last allowed without a mill, too.
    text = "B..W..1/.1.1.1./..3../BW1.3/..3../.1.1.W./B..1..W w 0,0 5"
    won = Morris.parse(text, quiet=6).play("g1-d1")
    assert won.text() == "B..W..1/.1.1.1./..3../BW1.3/..3../.1.1.W./B..W..1 b 0,0 6"
    assert (won.over, won.outcome, won.side) == (True, 1, 1)


def test_flying_frees_a_shut_in_side() -> None:
    text = "B..W..1/.1.1.1./..3../1W1.3/..3../.1.1.W./B..W..B b 0,0 0"
    assert Morris.parse(text).moves() == ["a1-a4", "g1-g4", "a7-a4"]
    flying = Morris.parse(text, flying=True)
    assert len(flying.moves()) == 3 * (24 - 7) + 3  # see g1-a4 below
    assert "g1-d5" in flying.moves()
    # a7, a1 and a man that comes to a4 make a mill.
    assert [m for m in flying.moves() if m.startswith("g1-a4")] == [
        f"g1-a4x{name}" for name in ("d1", "f2", "b4", "d7")
    ]
    four = Morris.parse("B..W..1/.1.1.1./..3../1W1.B2/..3../.1.1.W./B..W..B b 0,0 0", flying=True)
    assert four.moves() == ["a1-a4", "g1-g4", "e4-e3", "e4-f4", "e4-e5", "a7-a4"]
    in_hand = Morris.parse(text.replace("b 0,0", "b 0,1"), flying=True)
    assert all("-" not in move for move in in_hand.moves())


def test_fewer_than_three_men_lose() -> None:
    position = Morris.parse("B..1..1/.1.1.1./..3../3.3/..3../.1.W.B./W..1..W w 0,1 0")
    going_on = position.play("d2-d1xa7")
    assert not going_on.over
    position = Morris.parse("B..1..1/.1.1.1./..3../3.2B/..3../.1.W.B./W..1..W w 0,0 0")
    won = position.play("d2-d1xa7")
    assert (won.over, won.outcome, won.margin, won.side, won.moves()) == (True, 1, 1, 1, [])


def test_shut_in_while_placing_is_no_loss() -> None:
    text = "B..W..1/.1.1.1./..3../BW1.3/..3../.1.1.W./B..W..1 b 0,{} 0"
    assert Morris.parse(text.format(0)).over
    assert not Morris.parse(text.format(1)).over


def test_full_board_after_placing_is_a_draw() -> None:
    text = "B..W..B/.W.B.W./..BWB../WBW.BWB/..WBW../.B.W.B./W..B..{} {} {} 0"
    drawn = Morris.parse(text.format("W", "w", "0,0"), 12)
    assert len(drawn.board) == 24
    assert (drawn.over, drawn.outcome, drawn.moves()) == (True, 0, [])
    before = Morris.parse(text.format("1", "w", "1,0"), 12)
    assert before.moves() == ["g1"]
    assert before.play("g1").outcome == 0


def test_third_repetition() -> None:
    rows = "1..B..1/.B.1.B./..3../3.3/..1W1../.1.1.1./W..1..W"
    position = Morris.parse(f"{rows} w 0,0 0")
    there_and_back = ["a1-a4", "d7-a7", "a4-a1", "a7-d7"]
    position = play(position, *there_and_back, *there_and_back[:3])
    assert not position.over
    drawn = position.play("a7-d7")
    assert (drawn.over, drawn.outcome, drawn.count) == (True, 0, 8)
    again = Morris.parse(drawn.text())
    assert again == drawn
    assert not again.over


def test_three_men() -> None:
    position = play(Morris.start(3), "b2", "a1", "a2", "c2", "b1", "b3")
    assert position.text() == "1B1/WWB/BW1 w 0,0 0"
    assert position.moves() == ["b1-c1", "a2-a3", "b2-c1", "b2-a3", "b2-c3"]
    won = play(position, "b1-c1", "b3-c3", "a2-a3")
    assert (won.over, won.outcome, won.side, won.moves()) == (True, 1, 1, [])
    assert won.text() == "W1B/1WB/B1W b 0,0 0"
    flying = play(Morris.start(3, flying=True), "b2", "a1", "a2", "c2", "b1", "b3")
    assert len(flying.moves()) == 9
    placed = play(Morris.start(3), "b2", "a1", "a2", "c1")
    assert placed.moves() == ["b1", "c2", "a3", "b3", "c3"]
    assert placed.play("c2").outcome == 1


@cache
def values(flying: bool) -> dict[str, int]:
    """Solve men=3: the outcome of every position up to the count, cycles being draws."""
    following: dict[str, list[str]] = {}
    value: dict[str, int] = {}
    waiting = [Morris.start(3, flying)]
    while waiting:
        position = waiting.pop()
        name = position.board_side_and_hands()
        if name in following:
            continue
        following[name] = []
        if position.over:
            value[name] = position.outcome
        for move in position.moves():
            # Going on from the text alone keeps repetition and the quiet count out of it.
            child = position.play(move).board_side_and_hands()
            following[name].append(child)
            if child not in following:
                waiting.append(Morris.parse(child + " 0", 3, flying))
    changed = True
    while changed:
        changed = False
        for name, children in following.items():
            if name in value:
                continue
            wish = 1 if " w " in name else -1
            known = [value.get(child) for child in children]
            if wish in known:
                value[name] = wish
                changed = True
            elif all(result == -wish for result in known):
                value[name] = -wish
                changed = True
    return value


WORDS = {"win": 1, "draw": 0, "loss": -1}


@pytest.mark.slow
def test_three_men_are_solved() -> None:
    solved = SOLVED["morris:men=3"]
    for flying, key in ((False, "adjacent_moves"), (True, "flying")):
        start = Morris.start(3, flying)
        assert values(flying).get(start.board_side_and_hands(), 0) == WORDS[solved[key]]
    for move, kind in (("b2", "centre"), ("a1", "corner"), ("b1", "edge")):
        after = Morris.start(3).play(move).board_side_and_hands()
        assert values(False).get(after, 0) == WORDS[solved["first_move_values"][kind]]


@pytest.mark.parametrize(
    "text",
    [
        "3/3/3 w 3,3",
        "3/3/3 x 3,3 0",
        "3/3/3 w 3 0",
        "3/3/3 w 3,3,3 0",
        "3/3/3 w 03,3 0",
        "3/3/3 w 4,3 0",
        "W2/3/3 b 3,3 0",
        "3/3/3 w 3,3 1",
        "WBW/BWB/3 w 0,0 101",
        "WBW/BWB/3 w 0,0 -1",
        "WBW/BWB/3 w 0,0 00",
        "WBW/BWB/2. w 0,0 0",
        "WBW/BWB/2# w 0,0 0",
        "WBX/BWB/3 w 0,0 0",
        "WBW/BWB/4 w 0,0 0",
        "WBW/BWB w 0,0 0",
        "WBW/BWB/3  w 0,0 0",
    ],
)
def test_refused_texts(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Morris.parse(text, 3)


def test_refused_parameters_and_moves() -> None:
    with pytest.raises(ValueError, match="men"):
        Morris.start(5)
    with pytest.raises(ValueError, match="quiet"):
        Morris.start(quiet=0)
    for move in ("c1", "a1-a4", "a1xd1", "", "h1"):
        with pytest.raises(ValueError, match="not legal"):
            Morris.start().play(move)
    with pytest.raises(ValueError, match="not over"):
        _ = Morris.start().outcome


@pytest.mark.parametrize("men", [3, 6, 9, 12])
@pytest.mark.parametrize("flying", [False, True])
@pytest.mark.parametrize("quiet", [5, 100])
def test_random_games(men: int, flying: bool, quiet: int) -> None:
    chance = random.Random(f"{men} {flying} {quiet}")
    for _ in range(3):
        position = Morris.start(men, flying, quiet)
        while not position.over:
            text = position.text()
            again = Morris.parse(f" {text.swapcase()} ", men, flying, quiet)
            assert again == position
            assert again.text() == text
            moves = position.moves()
            assert again.moves() == moves
            assert len(set(moves)) == len(moves)
            position = position.play(chance.choice(moves))
        assert position.moves() == []
        assert position.outcome in (-1, 0, 1)
        assert Morris.parse(position.text(), men, flying, quiet) == position
