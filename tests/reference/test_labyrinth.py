"""The reference for the labyrinth game against known counts and examples worked by hand."""

import json
import random
from pathlib import Path

import pytest

from .common import play
from .labyrinth import MAPS, Labyrinth, graph_of
from .test_reference import perft

COUNTS = json.loads((Path(__file__).parent.parent / "data" / "perft.json").read_text())


def test_counts() -> None:
    counts = COUNTS["labyrinth:map=grid3x3,order=abab"]
    start = Labyrinth.start("grid3x3", "abab")
    assert perft(start, len(counts), {}) == tuple(counts)


@pytest.mark.parametrize(
    ("name", "nodes", "edges", "text"),
    [
        ("grid3x3", 9, 12, "3/3/3 a 0"),
        ("grid4x4", 16, 24, "4/4/4/4 a 0"),
        ("ring8", 8, 8, "3/1.1/3 a 0"),
        ("plus", 5, 4, ".1./3/.1. a 0"),
        ("cross", 9, 8, "..1../..1../5/..1../..1.. a 0"),
        ("path5", 5, 4, "5 a 0"),
    ],
)
def test_named_maps(name: str, nodes: int, edges: int, text: str) -> None:
    neighbours = graph_of(name).neighbours
    assert len(neighbours) == nodes
    assert sum(len(ends) for ends in neighbours.values()) == 2 * edges
    assert Labyrinth.start(name).text() == text


def test_a_drawing() -> None:
    # Letters are nodes too; blanks at the end of lines and of the drawing do not matter.
    drawing = "+-a  \n|X\nX +\n \\\n  +  \n\n"
    start = Labyrinth.start(drawing)
    assert start.text() == "2/2/.1 a 0"
    assert start.moves() == ["b1", "a2", "b2", "a3", "b3"]
    assert play(start, "b1", "b2", "a2", "a3").text() == "A1/BB/.A a 0"


def test_edges_of_a_drawing() -> None:
    # a3 b3 above, a2 b2 in the middle, b1 below; all but a2-b2 and b1-b2 are joined.
    drawing = "+-+\n|X|\n+ +\n \\\n  +"
    neighbours = graph_of(drawing).neighbours
    assert sorted(neighbours[0, 2]) == [(0, 1), (1, 1), (1, 2)]
    assert sorted(neighbours[1, 2]) == [(0, 1), (0, 2), (1, 1)]
    assert sorted(neighbours[0, 1]) == [(0, 2), (1, 0), (1, 2)]
    assert sorted(neighbours[1, 1]) == [(0, 2), (1, 2)]
    assert neighbours[1, 0] == [(0, 1)]


@pytest.mark.parametrize(
    "drawing",
    [
        "",
        "+-+-+",
        "nowhere",
        "+-+-+-+-",
        "+-+\n  /\n+ +",
        "+|+-+-+",
        "+-+\n- |\n+-+",
        "+-+\n|\\|\n+-\n",
        "\n+-+-+-+",
        "+-+\n|x|\n+-+",
    ],
)
def test_refused_drawings(drawing: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Labyrinth.start(drawing)


def test_orders_of_placing() -> None:
    abba = Labyrinth.start("path5")
    texts = []
    for move in ("a1", "b1", "C1", "d1"):
        abba = abba.play(move)
        texts.append(abba.text())
    assert texts == ["A4 b 0", "AB3 b 0", "ABB2 a 0", "ABBA1 a 0"]
    assert abba.moves() == ["d1-e1"]
    abab = play(Labyrinth.start("path5", "abab"), "a1", "b1", "c1")
    assert abab.text() == "ABA2 b 0"
    assert abab.play("d1").text() == "ABAB1 a 0"


def test_mover() -> None:
    for order in ("abab", "abba"):
        position = play(Labyrinth.start("path5", order, "second"), "a1", "b1", "e1", "d1")
        assert position.side == 1
        assert position.play("b1-c1").side == 0


def test_placing_needs_no_way_out() -> None:
    # The B piece is shut in at the end of the path, but another is to be placed.
    position = play(Labyrinth.start("path5", "abab"), "b1", "a1", "c1")
    assert position.moves() == ["d1", "e1"]


def test_who_cannot_move_loses() -> None:
    position = play(Labyrinth.start("path5", "abba"), "c1", "a1", "b1", "e1")
    assert position.text() == "BBA1A a 0"
    won = position.play("E1-D1 ")
    assert won.text() == "BBAA1 b 1"
    assert won.over
    assert won.moves() == []
    assert (won.outcome, won.margin, won.side) == (1, 1, 1)


def test_the_mover_without_a_move_loses_at_once() -> None:
    lost = play(Labyrinth.start("path5", "abab"), "a1", "c1", "b1", "d1")
    assert lost.text() == "AABB1 a 0"
    assert (lost.over, lost.outcome) == (True, -1)
    other = play(Labyrinth.start("path5", "abab", "second"), "a1", "c1", "b1", "d1")
    assert other.moves() == ["d1-e1"]


def test_third_repetition() -> None:
    position = play(Labyrinth.start("ring8", "abab"), "a1", "c3", "a2", "c2")
    there_and_back = ["a2-a3", "c2-c1", "a3-a2", "c1-c2"]
    position = play(position, *there_and_back)
    assert not position.over
    position = play(position, *there_and_back[:3])
    assert not position.over
    drawn = position.play("c1-c2")
    assert drawn.over
    assert (drawn.outcome, drawn.margin, drawn.moves()) == (0, 0, [])
    # Without a past the same text is a game that goes on.
    again = Labyrinth.parse(drawn.text(), "ring8", "abab")
    assert again == drawn
    assert not again.over


def test_the_side_belongs_to_the_position() -> None:
    # A goes round the triangle in three steps, B there and back in two: the same board arises
    # with the other side to move. At the end it has been there three times, twice with a to move.
    drawing = "+-+ +\n|/\n+ +-+ +"
    position = play(Labyrinth.start(drawing, "abab"), "a2", "b1", "c2", "d1")
    assert position.text() == "A1A./1B1B a 0"
    position = play(position, "a2-b2", "b1-c1", "b2-a1", "c1-b1", "a1-a2")
    assert position.text() == "A1A./1B1B b 5"
    position = play(position, "b1-c1", "a2-b2", "c1-b1", "b2-a1", "b1-c1", "a1-a2", "c1-b1")
    assert position.text() == "A1A./1B1B a 12"
    assert not position.over


def test_move_limit() -> None:
    drawn = Labyrinth.parse("A2/A.B/2B a 199", "ring8", mover="second").play("a3-b3")
    assert drawn.text() == "1A1/A.B/2B b 200"
    assert (drawn.over, drawn.outcome) == (True, 0)
    assert Labyrinth.parse("1A1/A.B/2B b 200", "ring8", mover="second").over
    won = Labyrinth.parse("BBA1A a 199", "path5", mover="second").play("e1-d1")
    assert won.outcome == 1


@pytest.mark.parametrize(
    "text",
    [
        "5 a",
        "5 c 0",
        "5  a 0",
        "5 b 0",
        "5 a 1",
        "4 a 0",
        "5/5 a 0",
        ".4 a 0",
        "#4 a 0",
        "B4 a 0",
        "AA3 b 0",
        "ABA2 b 0",
        "ABABA a 0",
        "ABBA1 a -1",
        "ABBA1 a 01",
        "ABBA1 a 201",
        "ABBA1 a 1",
        "ABBA1 b 0",
        "ABBA1 A x",
        "ABC2 a 0",
    ],
)
def test_refused_texts(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Labyrinth.parse(text, "path5")


def test_refused_parameters_and_moves() -> None:
    with pytest.raises(ValueError, match="order"):
        Labyrinth.start(order="aabb")
    with pytest.raises(ValueError, match="mover"):
        Labyrinth.start(mover="third")
    for move in ("a1-b1", "a2", "", "f1"):
        with pytest.raises(ValueError, match="not legal"):
            Labyrinth.start("path5").play(move)
    with pytest.raises(ValueError, match="not over"):
        _ = Labyrinth.start().outcome


@pytest.mark.parametrize("map_", list(MAPS))
@pytest.mark.parametrize("order", ["abab", "abba"])
@pytest.mark.parametrize("mover", ["first", "second"])
def test_random_games(map_: str, order: str, mover: str) -> None:
    chance = random.Random(f"{map_} {order} {mover}")
    for _ in range(3):
        position = Labyrinth.start(map_, order, mover)
        while not position.over:
            text = position.text()
            again = Labyrinth.parse(f" {text.swapcase()}  ", map_, order, mover)
            assert again == position
            assert again.text() == text
            assert again.moves() == position.moves()
            position = position.play(chance.choice(position.moves()))
        assert position.moves() == []
        assert position.outcome == position.margin


def values(start: Labyrinth) -> dict[str, int]:
    """Solve a map: the outcome of every position up to the counts of moves, cycles being draws."""
    following: dict[str, list[str]] = {}
    value: dict[str, int] = {}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        name = position.board_and_side()
        if name in following:
            continue
        children = [position.play(move) for move in position.moves()]
        # Going on from the text alone keeps repetition and the count of moves (but for its parity) out of it.
        children = [
            Labyrinth.parse(
                f"{child.board_and_side()} {child.count % 2}", start.map, start.order, start.mover
            )
            for child in children
        ]
        following[name] = [child.board_and_side() for child in children]
        if position.over:
            value[name] = position.outcome
        waiting.extend(children)
    changed = True
    while changed:
        changed = False
        for name, children_names in following.items():
            if name in value:
                continue
            wish = 1 if name.endswith("a") else -1
            known = [value.get(child) for child in children_names]
            if wish in known:
                value[name] = wish
                changed = True
            elif all(result == -wish for result in known):
                value[name] = -wish
                changed = True
    return value


@pytest.mark.slow
@pytest.mark.parametrize("map_", ["grid3x3", "ring8", "plus", "cross", "path5"])
def test_the_beginner_does_not_win_with_abab(map_: str) -> None:
    start = Labyrinth.start(map_, "abab")
    assert values(start).get(start.board_and_side()) != 1


@pytest.mark.slow
@pytest.mark.parametrize(("map_", "value"), [("cross", 1), ("grid3x3", 0), ("plus", -1), ("path5", -1)])
def test_values_with_abba(map_: str, value: int) -> None:
    start = Labyrinth.start(map_)
    assert values(start).get(start.board_and_side(), 0) == value
