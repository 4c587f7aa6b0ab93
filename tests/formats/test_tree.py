"""Games with variations and notes: written and read again, and what of them is left out."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nupp
from nupp.formats import (
    FORMATS,
    Format,
    GameRecord,
    LeftOut,
    Node,
    Reading,
    RecordError,
    Tree,
    format_named,
    read_games,
    record_of,
    write_game_tree,
    write_readings,
)
from nupp.formats.tree import children, positions_of
from nupp.games import Position
from nupp.kernel import interpreted

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


@pytest.fixture(autouse=True)
def _plainly() -> Iterator[None]:
    with interpreted():
        yield


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


@settings(max_examples=60)
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


# ---- texts with numbered moves -------------------------------------------------------------------


def of_moves(text: str, game: str = "othello") -> Reading:
    """The one game of a text, to which the tag of its game is added."""
    (found,) = read_games(f'[Game "{game}"]\n\n{text}\n')
    return found


def shown(tree: Tree) -> str:
    """A tree as text: the moves and notes of each line, variations after the move that they replace."""
    following = children(tree)

    def of(number: int) -> str:
        return tree[number].move + (f"={tree[number].note}" if tree[number].note else "")

    def below(number: int) -> str:
        if not following[number]:
            return ""
        main, *others = following[number]
        return f" {of(main)}{''.join(f' ({of(one)}{below(one)})' for one in others)}{below(main)}"

    return (of(0) + below(0)).strip() if tree else ""


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("1. f5 {usual} d6 (1... f4 {bold}) 2. c3 *", "f5=usual d6 (f4=bold) c3"),
        ("1.f5 d6 ( 1...f4!? $6 2.e3 ; so\n) ( 1...f6 ) 2.c3", "f5 d6 (f4 e3=so) (f6) c3"),
        ("1. f5 (1. d3 c3 (1... c5 {good} 2. b6) 2. c4) d6", "f5 (d3 c3 (c5=good b6) c4) d6"),
        ("1. f5 (1. d3 (1. c4)) (1. e6) d6", "f5 (d3) (c4) (e6) d6"),
        ("{a\n  game} 1. {of} f5 {one} {two} $1 {three} 1... d6", "=a game of f5=one two three d6"),
        ("1. f5 {one} (1. d3) {two} (1. c4) ; three\n1... d6", "f5=one two three (d3) (c4) d6"),
        ("1. f5 (; before\n{this} 1. d3 {after}) d6", "f5 (d3=before this after) d6"),
        ("1. f5 d6\n% (1... f4) {no}\n(1... f6)", "f5 d6 (f6)"),
        ("1. f5 d6 (1... f4 0-1) 2. c3 * {a draw} (2. c4)", "f5 d6 (f4) c3=a draw (c4)"),
        ("1. f5 ; a (\n(1. d3 {one} c5) d6 {two} (1... d6 {three})", "f5=a ( (d3=one c5) d6=two three"),
        ("f5d6c3 (c4d3) d3", "f5 d6 c3 (c4 d3) d3"),
        ("1. f5 () d6 {} (1... f4)", "f5 d6 (f4)"),
    ],
)  # fmt: skip
def test_variations_and_comments_of_texts_with_numbered_moves(text: str, tree: str) -> None:
    found = of_moves(text)
    assert found.fault is None
    assert shown(found.tree) == tree
    assert found.left_out == LeftOut()


@pytest.mark.parametrize(
    ("text", "tree", "left_out"),
    [
        ("1. f5 (1. d6) d6", "", LeftOut(1)),  # not its turn
        ("(1. d3) 1. f5", "", LeftOut(1)),  # before any move
        ("1. f5 ((1. d3 {well}) 1. c4) d6", "f5 (c4) d6", LeftOut(1, 1)),  # the same in a variation
        ("1. f5 (1. d3 {a} a1 {b} c5 (1... c3) {c}) d6", "f5 (d3=a) d6", LeftOut(2, 2)),  # from a1 on
        ("1. f5 (1. a1 (1. d3 (1. c4) {a})) d6", "", LeftOut(3, 1)),  # whole
        ("1. f5 (1. d3 * c3 {a}) d6", "f5 (d3) d6", LeftOut(1, 1)),  # after the result
        ("1. f5 (1. d3 } c3) d6", "f5 (d3) d6", LeftOut(1)),
        ("1. f5 ({see the book}) (* {even}) d6", "", LeftOut(0, 2)),  # on no move
    ],
)
def test_what_of_texts_with_numbered_moves_is_left_out(text: str, tree: str, left_out: LeftOut) -> None:
    found = of_moves(text)
    assert found.fault is None
    assert shown(found.tree) == tree
    assert found.left_out == left_out


@pytest.mark.parametrize(
    ("text", "tree", "left_out", "fault"),
    [
        (
            "1. f5 {a} (1. d3)\nd6 2. z9 {b} (2. c3 {c} (2. c4)) d3",
            "f5=a (d3) d6",
            LeftOut(2, 2),
            "line 4, column 7: move 3: 'z9' is not legal here",
        ),
        (
            "1. f5 {a} * d6 {b}",
            "f5=a",
            LeftOut(0, 1),
            "line 3, column 11: move 2: '*' is not a move of othello",
        ),
        (
            "1. f5 {a} d6) 2. c3",
            "f5=a d6",
            LeftOut(),
            "line 3, column 13: move 3: ')' is not a move of othello",
        ),
        (
            "1. f5 d6 (1... f4 (1... f6\n2. e6",
            "f5 d6 (f4) (f6 e6)",
            LeftOut(),
            "line 3, column 10: move 3: '(' is not closed before the end",
        ),
        (
            "1. f5 d6 {usual (",
            "f5 d6=usual (",
            LeftOut(),
            "line 3, column 10: move 3: '{' is not closed before the end",
        ),
    ],
)
def test_a_fault_leaves_variations_and_comments_before_it(
    text: str, tree: str, left_out: LeftOut, fault: str
) -> None:
    found = of_moves(text)
    assert str(found.fault).startswith(fault)
    assert shown(found.tree) == tree
    assert found.left_out == left_out


def test_comments_between_tags_are_notes_on_the_game() -> None:
    (found,) = read_games('; of a cup\n[Game "othello"] {of\nchance}\n[Black "a"]\n\n{drawn} 1. f5 *')
    assert [tuple(node) for node in found.tree] == [(-1, "", "of a cup of chance drawn"), (0, "f5", "")]
    assert found.players == ("a", "")


@pytest.mark.parametrize("told", ["0-1", "7-7"])
def test_a_result_may_stand_before_a_comment_and_in_a_variation(told: str) -> None:
    text = f'[Result "{told}"]\n[Game "othello"]\n1. f5 d6 (1... f4 {told}) {told} {{on time}}'
    (found,) = read_games(text)
    assert (found.fault, found.outcome) == (None, "first" if told == "0-1" else None)
    assert shown(found.tree) == "f5 d6=on time (f4)"


def test_lists_of_moves_may_have_variations() -> None:
    (found,) = read_games("1) f5 d6 {one} (f4 c3) (f6) 2) c3 ; c4", nupp.game("othello"))
    assert shown(found.tree) == "f5 d6=one (f4 c3) (f6) c3"
    assert found.fault is not None
    assert found.fault.text == "c4"  # no comment, as lists may be separated so


def test_moves_that_are_numbers_stand_before_parentheses() -> None:
    found = of_moves("1) 4 4 (1... 3) 2) 5 (2. 1 3 (2... 2)) *", "connectfour")
    assert shown(found.tree) == "4 4 (3) 5 (1 3 (2))"


def test_a_variation_does_not_go_before_the_main_line() -> None:
    """Also where it begins with moves of the main line, which the text has not yet gone on with."""
    found = of_moves("1. f5 d6 (1... d6 2. c4) (1... d6 2. c3 d3) 2. c3 f4 *")
    assert found.record.moves == ("f5", "d6", "c3", "f4")
    assert shown(found.tree) == "f5 d6 c3 (c4) f4 (d3)"


def test_a_pass_that_is_left_out_is_a_move_of_the_tree() -> None:
    found = of_moves("1. a2 a3 2. b4 c1 3. a4 b1 {so} (3... d1)", "othello:size=4")
    assert shown(found.tree) == "a2 a3 b4 c1 a4 pass b1=so (d1)"


def test_numbers_and_comments_and_variations_as_they_are_written() -> None:
    record = GameRecord("othello", ("anna", "bert"), (), outcome="second")
    found = of_moves("{a game} 1. f5 {[usual] {so)} d6 (1... f4 2. c3 {x} d6) (1... f6) 2. c3 d3 3. c4")
    assert write_game_tree(record, found.tree, NATIVE) == (
        '[Game "othello"]\n[Black "anna"]\n[White "bert"]\n[Result "1-0"]\n\n'
        "{a game} 1. f5 {[usual] (so)} 1... d6 (1... f4 2. c3 {x} 2... d6) (1... f6) 2.\n"
        "c3 d3 3. c4 1-0\n"
    )


def test_games_that_were_read_are_written_with_variations() -> None:
    text = '[GameType "25"]\n\n1. c3-d4 {so} d6-c5 (1... f6-g5 2. b2-c3) 2. b2-c3 *\n'
    found = list(read_games(text)) * 2
    again = list(read_games("".join(write_readings(found, PDN))))
    assert [one.tree for one in again] == [one.tree for one in found]
    assert shown(again[1].tree) == "22-18=so 10-14 (11-16 25-22) 25-22"


def test_variations_in_variations_are_read_however_deep_they_are() -> None:
    depth = 2500
    found = of_moves("1. b2" + " (1. a1 (1. b2" * depth + ")" * 2 * depth + " c1", "tictactoe")
    assert (found.fault, shown(found.tree), found.left_out) == (None, "b2 (a1) c1", LeftOut())


def test_long_variations_in_variations_are_written_and_read() -> None:
    """At each move the second choice goes on: kings walk to and fro."""
    start = nupp.game("draughts:draws=false").parse_position("W:WK1:BK2")
    position, nodes, here = start, [Node(-1, "")], 0
    for walked in ("1-5", "2-6", "5-1", "6-2") * 500:
        other = next(move for move in position.legal_moves if move != walked)
        nodes += [Node(here, other), Node(here, walked)]
        position, here = position.play(walked), len(nodes) - 1
    tree = tuple(nodes)
    text = write_game_tree(record_of(start, ("a", "b")), tree, PDN)
    assert text.endswith(f"{')' * 2000}\n*\n")
    (found,) = read_games(text)
    assert (found.fault, found.left_out) == (None, LeftOut())
    assert found.tree == tree


def test_only_some_formats_hold_trees() -> None:
    assert [form.name for form in FORMATS if form.write_tree is not None] == ["sgf", "pdn", "native"]
    record = record_of(nupp.game("othello").start_position(), ("a", "b"))
    with pytest.raises(RecordError, match="ggf holds no variations: expected sgf, pdn, native"):
        write_game_tree(record, (Node(-1, ""),), format_named("ggf"))


@pytest.mark.parametrize(
    ("tree", "told"),
    [
        ((), "expected the start first"),
        ((Node(0, ""),), "expected the start first"),
        ((Node(-1, ""), Node(1, "f5")), "node 1: expected a parent from 0 to 0, not 1"),
        ((Node(-1, ""), Node(0, "f5"), Node(1, "a1")), "node 2: 'a1' is not legal here"),
    ],
)
def test_what_is_no_tree_is_told(tree: Tree, told: str) -> None:
    start = nupp.game("othello").start_position()
    with pytest.raises(RecordError, match=told):
        positions_of(start, tree)
