"""Variations and comments of texts with numbered moves."""

from __future__ import annotations

import pytest

import nupp
from formats.examples import of_moves, shown
from nupp.formats import (
    LeftOut,
    read_games,
)


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
            "line 4, column 7: move 3: 'z9'",
        ),
        (
            "1. f5 {a} * d6 {b}",
            "f5=a",
            LeftOut(0, 1),
            "line 3, column 11: move 2: '*'",
        ),
        (
            "1. f5 {a} d6) 2. c3",
            "f5=a d6",
            LeftOut(),
            "line 3, column 13: move 3: ')'",
        ),
        (
            "1. f5 d6 (1... f4 (1... f6\n2. e6",
            "f5 d6 (f4) (f6 e6)",
            LeftOut(),
            "line 3, column 10: move 3: '('",
        ),
        (
            "1. f5 d6 {usual (",
            "f5 d6=usual (",
            LeftOut(),
            "line 3, column 10: move 3: '{'",
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


@pytest.mark.parametrize("result", ["0-1", "7-7"])
def test_a_result_may_stand_before_a_comment_and_in_a_variation(result: str) -> None:
    text = f'[Result "{result}"]\n[Game "othello"]\n1. f5 d6 (1... f4 {result}) {result} {{on time}}'
    (found,) = read_games(text)
    assert (found.fault, found.outcome) == (None, "first" if result == "0-1" else None)
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


@pytest.mark.slow
def test_variations_in_variations_are_read_however_deep_they_are() -> None:
    depth = 900
    found = of_moves("1. b2" + " (1. a1 (1. b2" * depth + ")" * 2 * depth + " c1", "tictactoe")
    assert (found.fault, shown(found.tree), found.left_out) == (None, "b2 (a1) c1", LeftOut())
