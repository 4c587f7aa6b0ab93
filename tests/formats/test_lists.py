"""Lists of moves: transcripts and lines for engines."""

from __future__ import annotations

import pytest

import nupp
from formats.examples import file
from nupp.formats import (
    read_games,
    recognise,
)


def test_transcripts_leave_passes_out() -> None:
    moves = file("othello.ggf")[0].record.moves
    text = "".join(move for move in moves if move != "pass")
    both = f"{text.upper()}\n{text[:20]}\n"
    assert recognise(both).name == "transcript"
    long, short = read_games(both, nupp.game("othello"))
    assert (long.record.moves, long.fault) == (moves, None)
    assert short.record.moves == moves[:10]
    assert next(read_games(text, nupp.game("othello"))).record.moves == moves


@pytest.mark.parametrize(
    ("text", "kept", "faults"),
    [
        ("f5d6c3d3c4\nf5d6c\nf5d6\n", [5, 2, 2], ["line 2, column 5: move 3: 'c'"]),
        ("f5d6c3d3c4\nf5d6zz\nf5d6\n", [5, 2, 2], ["line 2, column 5: move 3: 'zz'"]),
        (
            "f5d6c\nf5d6\n\nf5a1c3\n",
            [2, 2, 1],
            ["line 1, column 5: move 3: 'c'", "line 4, column 3: move 2: 'a1c3'"],
        ),
        ("f5d6c3d3c4\n5d6c3\nf5d6\n", [5, 0, 2], ["line 2, column 1: move 1: '5d6c3'"]),
    ],
)
def test_a_damaged_transcript_leaves_the_others_whole(text: str, kept: list[int], faults: list[str]) -> None:
    found = list(read_games(text, nupp.game("othello")))
    assert [one.position.ply for one in found] == kept
    for one, said in zip([one.fault for one in found if one.fault], faults, strict=True):
        assert str(one).startswith(said)


@pytest.mark.parametrize(
    "text", ["f5d6c3d3\nc4f4f6f3\n", "f5d6\nc3d3\nc4f4\nf6f3", "f5\nd6\nc3d3 c4\nf4f6f3\n"]
)
def test_a_game_on_several_lines_is_one(text: str) -> None:
    (found,) = read_games(text, nupp.game("othello"))
    assert (len(found.record.moves), found.fault) == (8, None)


def test_a_move_a_line_is_no_transcript() -> None:
    """Also where the moves are cells in a row, some of which come again."""
    assert recognise("c3d4\nf6e5\nd4f6\ng7e5\nb2c3\ne5d4\nc3e5g7e5\n").name == "moves"


def test_lines_for_engines() -> None:
    text = "position startpos moves f5 d6\nposition fen 8/8/8/3OX3/3XXX2/8/8/8 o moves d6\n"
    first, second = read_games(text, nupp.game("othello"))
    assert (first.record.moves, second.record.moves) == (("f5", "d6"), ("d6",))
    assert second.record.start == "8/8/8/3OX3/3XXX2/8/8/8 o"
