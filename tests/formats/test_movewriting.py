"""Games with numbered moves as they are written: variations, comments and ends of lines."""

from __future__ import annotations

import pytest

import nupp
from formats.examples import of_moves, shown
from nupp.formats import (
    GameRecord,
    LeftOut,
    Node,
    format_named,
    read_games,
    record_of,
    write_game,
    write_game_tree,
    write_readings,
)

PDN, NATIVE = format_named("pdn"), format_named("native")


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


@pytest.mark.slow
def test_long_variations_in_variations_are_written_and_read() -> None:
    """At each move the second choice goes on: kings walk to and fro."""
    start = nupp.game("draughts:draws=false").parse_position("W:WK1:BK2")
    position, nodes, here = start, [Node(-1, "")], 0
    for walked in ("1-5", "2-6", "5-1", "6-2") * 300:
        other = next(move for move in position.legal_moves if move != walked)
        nodes += [Node(here, other), Node(here, walked)]
        position, here = position.play(walked), len(nodes) - 1
    tree = tuple(nodes)
    text = write_game_tree(record_of(start, ("a", "b")), tree, PDN)
    assert text.endswith(f"{')' * 1200}\n*\n")
    (found,) = read_games(text)
    assert (found.fault, found.left_out) == (None, LeftOut())
    assert found.tree == tree


def test_what_is_written() -> None:
    record = GameRecord(
        "othello", ("anna", "level:n=5"), ("f5", "d6", "c3"), outcome="second", termination="resigned"
    )
    assert write_game(record) == (
        '[Game "othello"]\n[Black "anna"]\n[White "level:n=5"]\n[Result "1-0"]\n[Termination "resigned"]\n\n'
        "1. f5 d6 2. c3 1-0\n"
    )
