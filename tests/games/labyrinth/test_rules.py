"""The labyrinth game: examples worked by hand for every rule, and games against the slow reference."""

from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from games.differential import compare_games
from nupp import perft
from nupp.boards import GraphBoard
from nupp.conformance.amounts import amount
from nupp.games.labyrinth.rules import MAPS
from nupp.kernel import interpreted
from nupp.rules import IllegalMoveError, NotationError, Position, game
from nupp.search.playout import random_playouts
from nupp.spec import SpecError
from plain import start_of
from reference.labyrinth import Labyrinth as Reference

#: How many games to compare on each map, in each reading of the rules: those on grids are long.
GAMES = {
    name: amount(few, many)
    for name, few, many in (
        ("grid3x3", 2, 25),
        ("grid4x4", 1, 10),
        ("ring8", 6, 65),
        ("plus", 20, 200),
        ("cross", 8, 80),
        ("path5", 12, 120),
    )
}
READINGS = list(product(("abab", "abba"), ("first", "second")))


def at(text: str, parameters: str = "map=path5") -> Position:
    return game(f"labyrinth:{parameters}").parse_position(text)


# ---- maps --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "start", "edges"),
    [
        ("grid3x3", "3/3/3", 12),
        ("grid4x4", "4/4/4/4", 24),
        ("ring8", "3/1.1/3", 8),
        ("plus", ".1./3/.1.", 4),
        ("cross", "..1../..1../5/..1../..1..", 8),
        ("path5", "5", 4),
    ],
)
def test_maps_with_names(name: str, start: str, edges: int) -> None:
    rules = game(f"labyrinth:map={name}")
    assert str(rules.start_position()) == f"{start} a 0"
    assert isinstance(rules.board, GraphBoard)
    assert len(rules.board.edges) == edges


def test_default_parameters_are_left_out_of_the_spec() -> None:
    assert game("labyrinth:map=cross,order=abba,mover=first").spec == "labyrinth"


@pytest.mark.parametrize("wrong", ["order=aabb", "mover=a", "size=3"])
def test_refused_parameters(wrong: str) -> None:
    with pytest.raises(SpecError, match=wrong.split("=")[0]):
        game(f"labyrinth:{wrong}")


def drawn(folder: Path, text: str, name: str = "maze.txt") -> str:
    """The spec of a game on a map in a file."""
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return f"labyrinth:map={file}" if name.isidentifier() else f"labyrinth:map=({file})"


def test_a_map_in_a_file(tmp_path: Path) -> None:
    spec = drawn(tmp_path, "\n  A-B C\n   \\ X|\n    D E\n\n")
    position = game(spec).start_position()
    assert str(position) == "3/.2 a 0"
    position = position.play_all(["a2", "b2", "c2", "b1"])
    assert str(position) == "ABB/.A1 a 0"
    assert position.legal_moves == ()


def test_a_map_in_a_file_that_begins_with_a_byte_order_mark(tmp_path: Path) -> None:
    spec = drawn(tmp_path, "\ufeff" + MAPS["path5"])
    assert str(game(spec).start_position()) == "5 a 0"


def test_a_file_whose_name_means_something_in_a_spec(tmp_path: Path) -> None:
    spec = drawn(tmp_path, MAPS["grid3x3"], "a,b=c:d.txt")
    assert game(spec).spec == spec
    assert str(game(spec).start_position()) == "3/3/3 a 0"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "nodes"),
        ("+-+-+", r"4 to 64 nodes.* 3"),
        ("+-" * 64 + "+", r"127 lines.*127 characters"),
        ("+\n|\n" * 64, "127 lines"),
        ("+-+-+-+\n" + ("| | | |\n+-+-+-+\n" * 16), r"4 to 64 nodes.* 68"),
        ("+-+-+\n|", r"line 2, column 1\b.*'\|'.*node"),
        ("+=+-+-+", r"line 1, column 2.*'='.*'-'"),
        ("+-1-+-+", r"line 1, column 3\b.*'1'.*'\+'.*letter"),
    ],
)
def test_refused_maps(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=message) as raised:
        game(drawn(tmp_path, text))
    assert f"map={tmp_path}/maze.txt: " in str(raised.value)


def test_files_that_are_no_maps(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"map=nowhere.*grid3x3"):
        game("labyrinth:map=nowhere")
    with pytest.raises(SpecError, match="no such map"):
        game(f"labyrinth:map={tmp_path}")
    with pytest.raises(SpecError, match="no such map"):
        game("labyrinth:map=\0")
    with pytest.raises(SpecError, match=r"map=x+: cannot be read: File name too long"):
        game("labyrinth:map=" + "x" * 300)
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff")
    with pytest.raises(SpecError, match=r"picture.*no text"):
        game(f"labyrinth:map={tmp_path}/picture")


@pytest.mark.native
def test_the_largest_map(tmp_path: Path) -> None:
    """64 nodes, all joined to all around them: the last bit of the word is a node, too."""
    rows = ["+" + "-+" * 7, "|" + "X|" * 7]
    rules = game(drawn(tmp_path, "\n".join([*rows * 7, rows[0]])))
    position = rules.start_position()
    assert (len(position.legal_moves), rules.max_moves) == (64, 64)
    position = position.play_all(["h8", "a1", "b2", "g7"])
    assert str(position) == "7A/6A1/8/8/8/8/1B6/B7 a 0"
    assert len(position.legal_moves) == 2 + 7
    assert "h8-h7" in position.legal_moves
    assert perft(position, 3) == sum(perft(position.play(move), 2) for move in position.legal_moves)


def test_a_map_of_four_nodes_leaves_no_room(tmp_path: Path) -> None:
    for mover, outcome in (("first", -1), ("second", 1)):
        spec = drawn(tmp_path, "+-+\n|X|\n+-+", "four")
        position = game(f"{spec},mover={mover}").start_position().play_all(["a1", "b1", "a2", "b2"])
        assert position.is_over
        assert position.outcome == outcome


def test_a_map_without_edges(tmp_path: Path) -> None:
    position = game(drawn(tmp_path, "+ + + + +")).start_position().play_all(["a1", "b1", "c1", "d1"])
    assert (position.is_over, position.outcome) == (True, -1)


# ---- placing -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "mover", "texts"),
    [
        ("abab", "first", ["A4 b 0", "AB3 a 0", "ABA2 b 0", "ABAB1 a 0"]),
        ("abab", "second", ["A4 b 0", "AB3 a 0", "ABA2 b 0", "ABAB1 b 0"]),
        ("abba", "first", ["A4 b 0", "AB3 b 0", "ABB2 a 0", "ABBA1 a 0"]),
        ("abba", "second", ["A4 b 0", "AB3 b 0", "ABB2 a 0", "ABBA1 b 0"]),
    ],
)
def test_the_order_of_placing(order: str, mover: str, texts: list[str]) -> None:
    position = game(f"labyrinth:map=path5,order={order},mover={mover}").start_position()
    for node, text in zip(("a1", "b1", "c1", "d1"), texts, strict=True):
        position = position.play(node)
        assert str(position) == text


def test_pieces_are_placed_on_empty_nodes() -> None:
    assert at("A1B2 b 0").legal_moves == ("b1", "d1", "e1")


def test_nobody_loses_while_placing() -> None:
    """The second side's piece has no way to go, but is not asked to."""
    position = at("BA3 b 0", "map=path5")
    assert not position.is_over
    assert len(position.legal_moves) == 3


@pytest.mark.native
@pytest.mark.parametrize(
    ("spec", "counts"),
    [
        ("labyrinth:map=grid3x3,order=abab", [9, 72, 504, 3024, 10080]),
        ("labyrinth:map=path5", [5, 20, 60, 120, 96]),
    ],
)
def test_perft(spec: str, counts: list[int]) -> None:
    start = start_of(spec)
    assert [perft(start, depth) for depth in range(1, len(counts) + 1)] == counts


# ---- moving ------------------------------------------------------------------------------------------


def test_pieces_move_along_edges_to_empty_nodes() -> None:
    position = at("1A1/1B1/A1B a 0", "map=grid3x3")
    assert position.legal_moves == ("a1-b1", "a1-a2", "b3-a3", "b3-c3")
    assert str(position.play("b3-c3")) == "2A/1B1/A1B b 1"
    assert at("1A1/1B1/A1B b 7", "map=grid3x3").legal_moves == (
        *("c1-b1", "c1-c2"),
        *("b2-b1", "b2-a2", "b2-c2"),
    )


def test_who_cannot_move_loses() -> None:
    position = at("A1BBA a 4").play("a1-b1")
    assert str(position) == "1ABBA b 5"
    assert position.is_over
    assert (position.outcome, position.margin, position.result) == (1, 1, "first wins")
    assert at("1BAAB a 8").outcome == -1


ROUND = ["a3-b3", "c1-c2", "b3-a3", "c2-c1"]


def test_the_third_occurrence_draws() -> None:
    position = at("A2/A2/B1B a 0", "map=grid3x3").play_all(ROUND * 2)
    assert str(position) == "A2/A2/B1B a 8"
    assert position.occurrences == 3
    assert (position.is_over, position.outcome, position.result) == (True, 0, "drawn")
    assert not position.previous.is_over  # type: ignore[union-attr]


def test_positions_repeat_whatever_the_number_of_moves() -> None:
    rules = game("labyrinth:map=grid3x3")
    positions = [rules.parse_position(f"A2/A2/B1B {end}") for end in ("a 0", "a 4", "b 5")]
    assert len({position.hash_key for position in positions}) == 3
    assert len({position.repetition_key for position in positions}) == 2


def test_two_hundred_moves_draw() -> None:
    position = at("A2/A2/B1B b 199", "map=grid3x3").play("c1-c2")
    assert str(position) == "A2/A1B/B2 a 200"
    assert (position.is_over, position.outcome, position.result) == (True, 0, "drawn")


def test_a_win_with_the_last_move_counts() -> None:
    position = at("A1BBA a 199", "map=path5,mover=second").play("a1-b1")
    assert (position.is_over, position.outcome) == (True, 1)


# ---- moves as text -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["a1-b1", "A1B1", " a1 b1 ", "a1 - b1", "a1->b1"])
def test_spellings_of_a_move(text: str) -> None:
    assert at("A1BBA a 4").play(text).last_move == "a1-b1"


@pytest.mark.parametrize("text", ["b2", " B2 "])
def test_spellings_of_a_placing(text: str) -> None:
    assert game("labyrinth:map=grid3x3").start_position().play(text).last_move == "b2"


@pytest.mark.parametrize("text", ["", "a", "1a", "a1-", "a1-b1-c1", "a1x", "pass", "a\u0661"])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(NotationError, match=r"such as b2\b.*b2-b3"):
        at("A1BBA a 4").play(text)


@pytest.mark.parametrize("text", ["b1", "a1-a1", "a1-c1", "e1-d1", "c1-b1", "a1-a2"])
def test_illegal_moves(text: str) -> None:
    with pytest.raises(IllegalMoveError, match=rf"'{text}'.*a1-b1"):
        at("A1BBA a 4").play(text)


@pytest.mark.parametrize("text", ["a1", "f1", "c1-d1"])
def test_illegal_placings(text: str) -> None:
    with pytest.raises(IllegalMoveError, match=rf"'{text}'.*3 moves: b1, d1"):
        at("A1B2 b 0").play(text)


# ---- position texts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"3 fields.*rows, side, moves since placing.* 0"),
        (".1./3/.1. a", "3 fields"),
        (".1./3 a 0", "3 rows"),
        (".1./4/.1. a 0", r"3 cells.*row 2.* 4"),
        ("3/3/.1. a 0", r"row 1, '3'.*'.'"),
        (".1./1.1/.1. a 0", r"row 2, '1.1'.*'.'"),
        ("#1#/3/#1# a 0", "'.' for a hole"),
        (".1./1X1/.1. a 0", r"'x'.*row 2"),
        (".A./BAB/.1. c 0", r"'c'.*a or b"),
        (".A./BAB/.1. a -1", r"moves since placing '-1'.*0 to 200"),
        (".A./BAB/.1. a 201", r"moves since placing '201'.*0 to 200"),
        (".A./BAA/.1. a 0", r"\bAAAB\b.*ABBA"),
        (".A./BAB/.A. a 0", r"\bAAABB\b.*ABBA"),
        (".A./1A1/.1. b 0", r"\bAA\b.*ABBA"),
        (".1./1B1/.1. b 0", r"\bB\b.*ABBA"),
        (".A./1B1/.1. a 0", r"side b\b.*ABBA"),
        (".1./3/.1. b 0", r"side a\b.*ABBA"),
        (".A./1B1/.1. b 1", r"\b0\b.*to place"),
        (".A./BAB/.1. b 0", r"side a\b.* 0 moves"),
        (".A./BAB/.1. a 13", r"side b\b.* 13 moves"),
        (".A./BAB/.1. b 013", r"moves since placing '013'.*0 to 200"),
    ],
)
def test_refused_positions(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message) as raised:
        at(text, "map=plus")
    assert repr(text) in str(raised.value)


def test_what_is_placed_depends_on_the_order() -> None:
    assert str(at(".A./A1B/.1. b 0", "map=plus,order=abab")) == ".A./A1B/.1. b 0"
    with pytest.raises(NotationError, match=r"\bAAB\b.*ABBA"):
        at(".A./A1B/.1. b 0", "map=plus,order=abba")


def test_whose_move_it_is_depends_on_the_mover() -> None:
    assert str(at(".A./BAB/.1. b 0", "map=plus,mover=second")) == ".A./BAB/.1. b 0"
    with pytest.raises(NotationError, match=r"side b\b.* 2 moves"):
        at(".A./BAB/.1. a 2", "map=plus,mover=second")


def test_the_case_of_a_position_does_not_matter() -> None:
    assert str(at(".a./bAb/.1. B 3", "map=plus")) == ".A./BAB/.1. b 3"


# ---- drawing, symmetries, evaluation -----------------------------------------------------------------


def test_drawing() -> None:
    position = at("1A1/1B1/A1B a 0", "map=grid3x3").play("a1-a2")
    drawing = position.drawing
    assert {(drawing.board.name(piece.cell), piece.side) for piece in drawing.pieces} == {
        *(("b3", 0), ("a2", 0)),
        *(("b2", 1), ("c1", 1)),
    }
    assert [drawing.board.name(cell) for cell in drawing.marks] == ["a1", "a2"]
    placed = at("A1B2 b 0").play("e1")
    assert [placed.drawing.board.name(cell) for cell in placed.drawing.marks] == ["e1"]


@pytest.mark.parametrize(("name", "number"), [("grid3x3", 8), ("ring8", 8), ("cross", 8), ("path5", 2)])
def test_symmetries(name: str, number: int) -> None:
    rules = game(f"labyrinth:map={name}")
    assert len(rules.symmetries) == number
    assert not any(symmetry.exchange for symmetry in rules.symmetries)


# ---- whole games -------------------------------------------------------------------------------------


@pytest.mark.native
def test_random_games_end() -> None:
    plies, results = random_playouts(game("labyrinth").start_position(), 200, seed=5)
    assert sum(results) == 200
    assert 200 * 5 < plies < 200 * 204


@pytest.mark.slow
@pytest.mark.native
def test_random_games_agree_with_the_reference() -> None:
    """Games on all maps with names and in all readings, and all ways to end."""
    ends: Counter[str] = Counter()

    def count(position: Position, reference: Reference) -> None:
        if reference.over:
            limit = "moves" if reference.count == 200 else "repetition"
            ends["blocked" if position.outcome else limit] += 1

    with interpreted():
        for name, (order, mover) in product(MAPS, READINGS):
            rules = game(f"labyrinth:map={name},order={order},mover={mover}")
            compare_games(rules, Reference.start(name, order, mover), GAMES[name], count)
    assert sum(ends.values()) == len(READINGS) * sum(GAMES.values())
    assert set(ends) == {"blocked", "repetition", "moves"}
