"""Games with variations and notes: written and read again, and what of them is left out."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nupp
from formats.examples import of_moves
from nupp.formats import (
    Format,
    LeftOut,
    Node,
    RecordError,
    Tree,
    all_formats,
    format_named,
    read_games,
    record_of,
    write_game_tree,
)
from nupp.formats.tree import MOST_VARIATIONS, children, positions_of
from nupp.rules import Position

SGF, PDN, NATIVE = (format_named(name) for name in ("sgf", "pdn", "native"))
SPECS = (
    "amazons:size=6",
    "connectfour",
    "draughts:variant=russian",
    "hexxagon",
    "lput",
    "mnk:width=9,height=7",
    "othello",
)

START = "(;GM[4]SZ[9]RU[mnk:width=9,height=9]"


def grown(start: Position, size: int, notes: list[str], seed: int) -> Tree:
    """A random tree, its nodes in the order in which the text of a file has them."""
    rng = random.Random(seed)
    positions, edges = [start], [(-1, "")]
    for _ in range(size):
        parent = rng.randrange(max(0, len(edges) - 3), len(edges))
        moves = positions[parent].legal_moves
        edge = (parent, rng.choice(moves)) if moves else None
        if edge is not None and edge not in edges:
            edges.append(edge)
            positions.append(positions[parent].play(edge[1]))
    found: list[Node] = []

    def visit(old: int, parent: int) -> None:
        found.append(Node(parent, edges[old][1], notes[old % len(notes)]))
        number = len(found) - 1
        for child in (one for one, (above, _) in enumerate(edges) if above == old):
            visit(child, number)

    visit(0, -1)
    return tuple(found)


def nested(tree: Tree) -> object:
    """A tree whatever the numbers of its nodes: each with those that follow it, in their order."""
    following = children(tree)
    found: list[object] = [None] * len(tree)
    for number in reversed(range(len(tree))):
        found[number] = (*tree[number][1:], [found[one] for one in following[number]])
    return found[0]


def without_braces(tree: Tree) -> Tree:
    """A tree with notes as comments in braces can hold them."""
    return tuple(node._replace(note=node.note.translate(str.maketrans("{}", "()"))) for node in tree)


notes = st.text("abc 0-9[]()\\;:%{}é", max_size=20).map(lambda text: " ".join(text.split()))


@pytest.mark.slow
@given(
    spec=st.sampled_from(SPECS),
    form=st.sampled_from([SGF, PDN, NATIVE]),
    size=st.integers(0, 25),
    begun=st.integers(0, 4),
    notes=st.lists(notes, min_size=1, max_size=5),
    seed=st.integers(0, 10**6),
)
def test_what_is_written_is_read(
    spec: str, form: Format, size: int, begun: int, notes: list[str], seed: int
) -> None:
    game = nupp.game("draughts" if form is PDN else spec)
    rng, begin = random.Random(seed), game.start_position()
    for _ in range(begun):
        begin = begin.play(rng.choice(begin.legal_moves))
    start = game.parse_position(str(begin))
    tree = grown(start, size, notes, seed)
    record = record_of(start, ("anna", "bert"))
    (reading,) = read_games(write_game_tree(record, tree, form), game)
    assert reading.fault is None
    assert reading.left_out == LeftOut()
    assert (reading.record.game, reading.record.start) == (record.game, record.start)
    branches = any(len(ones) > 1 for ones in children(tree))
    if not branches and not any(node.note for node in tree):
        assert reading.tree == ()
    elif form is SGF:
        assert reading.tree == tree
    else:
        assert nested(reading.tree) == nested(without_braces(tree))
    main = []
    number = 0
    while following := children(tree)[number]:
        number = following[0]
        main.append(tree[number].move)
    assert list(reading.record.moves) == main


def test_variations_and_comments_of_other_programs() -> None:
    (found,) = read_games(
        f"{START}C[a\\] game];B[ee]C[centre]C[best]\n(;W[ef];B[ff])(;W[dd]C[or\nso](;B[aa])(;B[bb]));W[ii])"
    )
    assert found.record.moves == ("e5", "e4", "f4")
    assert found.left_out == LeftOut()
    assert found.tree == (
        Node(-1, "", "a] game"),
        Node(0, "e5", "centre best"),
        Node(1, "e4"),
        Node(2, "f4"),
        Node(1, "d6", "or so"),
        Node(4, "a9"),
        Node(4, "b8"),
        Node(1, "i1"),
    )


def test_a_line_without_notes_is_no_tree() -> None:
    (found,) = read_games(f"{START};B[ee];W[ef])")
    assert (found.record.moves, found.tree, found.left_out) == (("e5", "e4"), (), LeftOut())


def test_moves_that_are_there_already_are_followed() -> None:
    (found,) = read_games(f"{START};B[ee](;W[ef];B[ff])(;W[ef];B[dd]))")
    assert [node.move for node in found.tree] == ["", "e5", "e4", "f4", "d6"]


@pytest.mark.parametrize(
    ("text", "moves", "variations"),
    [
        ("(;B[ee](;W[ef])(;W[ee];B[ff]))", "e5 e4", 1),  # taken
        ("(;B[ee](;W[ef])(;W[dd];B[dd]))", "e5 e4", 1),  # kept up to the second move
        ("(;B[ee](;W[ef])(;B[dd](;W[aa])(;W[bb])))", "e5 e4", 1),  # not its turn
        ("(;B[ee](;W[ef])(;AB[dd];W[dc]))", "e5 e4", 1),  # another position
        ("(;B[ee](;W[ef])(;W[dd", "e5 e4", 1),  # broken off
        ("(;B[ee];W[ee](;B[aa])(;B[bb]))", "e5", 1),  # after the fault
    ],
)
def test_variations_that_are_left_out_are_counted(text: str, moves: str, variations: int) -> None:
    (found,) = read_games(START + text[2:] if text.startswith("(;") else text)
    assert " ".join(found.record.moves) == moves
    assert found.left_out == LeftOut(variations)


def test_a_fault_of_the_main_line_leaves_variations_before_it() -> None:
    (found,) = read_games(f"{START};B[ee](;W[ef];B[ee])(;W[dd];B[ff]))")
    assert found.fault is not None
    assert found.fault.message.startswith("move 3: ")
    assert [node.move for node in found.tree] == ["", "e5", "e4", "d6", "f4"]


def test_no_tree_has_more_nodes_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nupp.formats.tree.MOST_NODES", 6)
    (found,) = read_games(f"{START};B[ee](;W[ef];B[ff])(;W[dd];B[ff];W[aa])(;W[cc]))")
    assert [node.move for node in found.tree] == ["", "e5", "e4", "f4", "d6", "f4"]
    assert found.left_out == LeftOut(2)
    text = "1. e5 e4 (1... d6 2. f4 (2. g4) a9) (1... c7) 2. f4"
    found = of_moves(text, "mnk:width=9,height=9")
    assert [node.move for node in found.tree] == ["", "e5", "e4", "f4", "d6", "f4"]
    assert found.left_out == LeftOut(3)


def test_only_some_formats_hold_trees() -> None:
    assert [form.name for form in all_formats() if form.write_tree is not None] == ["sgf", "pdn", "native"]
    record = record_of(nupp.game("othello").start_position(), ("a", "b"))
    with pytest.raises(RecordError, match=r"\bggf\b.*sgf, pdn, native"):
        write_game_tree(record, (Node(-1, ""),), format_named("ggf"))


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ((), r"\bstart\b"),
        ((Node(0, ""),), r"\bstart\b"),
        ((Node(-1, ""), Node(1, "f5")), r"node 1\b.*parent.* 0 to 0\b.* 1\b"),
        ((Node(-1, ""), Node(0, "f5"), Node(1, "a1")), "node 2: 'a1'"),
    ],
)
def test_what_is_no_tree_is_reported(tree: Tree, message: str) -> None:
    start = nupp.game("othello").start_position()
    with pytest.raises(RecordError, match=message):
        positions_of(start, tree)


def test_variations_that_begin_alike_are_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    played = list[str]()
    play = Position.play
    monkeypatch.setattr(Position, "play", lambda self, move: played.append(str(move)) or play(self, move))
    text = "1. a1 " + "( 1. b1 ) " * 1000
    (reading,) = read_games(text, nupp.game("tictactoe"))
    assert played.count("b1") == 1
    assert [node.move for node in reading.tree] == ["", "a1", "b1"]


def test_variations_beyond_a_number_are_left_out_with_all_that_they_hold() -> None:
    text = "1. a1 " + "( 1. b1 ( 1. c1 ) { no } ) " * MOST_VARIATIONS + "2. b2"
    (reading,) = read_games(text, nupp.game("tictactoe"))
    assert reading.position.moves == ("a1", "b2")
    assert reading.left_out.variations == MOST_VARIATIONS
    (deep,) = read_games("1. a1 " + "(" * 50_000, nupp.game("tictactoe"))
    assert deep.position.moves == ("a1",)
    assert deep.left_out.variations >= 50_000 - MOST_VARIATIONS
