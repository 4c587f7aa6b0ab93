"""Themes of puzzles: of lines that show each, and of none."""

from __future__ import annotations

import pytest

from nupp.arena.themes import themes_of
from nupp.kernel import interpreted
from nupp.rules import game

# The game, the moves to the position, its best line, and what that is about.
LINES = {
    "a fork wins": ("connectfour", "2 2 3 3", "4 1 5", {"win", "fork"}),
    "a parry": ("tictactoe", "a1 b2 c1", "b1 b3", {"defence", "four"}),
    "fours": ("mnk", "h8 g7 i7 g9 g8 f8 i8 e9 k9 l9", "j8 k8 h6 l10 g5", {"win", "four", "fours"}),
    "two threats": ("mnk", "h8 g7 h7 h6 f8 g8 g9 g5 i7 j6 h10 g6 g4", "i6 f6 k6", {"win", "fork"}),
    "a shot": (
        "draughts",
        "22-17 9-13 23-19 13x22 25x18 6-9",
        "18-15 11x18 19-16 12x19 24x13 8-11 26-23 11-16 23x14",
        {"sacrifice", "shot"},
    ),
    "a king": (
        "draughts",
        "22-17 11-16 26-22 16-19 23x16 12x19 24x15 10x19 30-26 6-10 17-13",
        "19-23 13x15 23x30",
        {"promotion"},
    ),
    "a mill": ("morris", "a7 d6 d7 d2 a4 f4", "g7xd6", {"capture", "mill"}),
    "a corner": (
        "othello",
        "d3 c5 e6 f5 g6 f7 f6 f4 g4 h6 g5 h3 f8 g8",
        "h8 c2 d2",
        {"corner"},
    ),
    "a chain": (
        "dotsandboxes:passing=false",
        "a1b1 b1c1 c1d1 a2b2 b2c2 c2d2 c4d4 a1a2",
        "b1b2 c1c2 d1d2 c3d3",
        {"chain"},
    ),
    "a box that is not taken": (
        "dotsandboxes:passing=false",
        "a1b1 b1c1 c1d1 a2b2 b2c2 c2d2 b3b4 a3a4 b3c3 c3d3 c4d4 a2a3 b4c4",
        "d3d4 c3c4 a1a2",
        {"double_dealing"},
    ),
    "no capture": ("breakthrough:width=5,height=5", "b2-b3 c4-c3", "a2-a3", {"quiet"}),
    "a capture": ("breakthrough:width=5,height=5", "b2-b3 c4-c3", "d2xc3 b4xc3 b1-b2", {"capture"}),
}


@pytest.mark.parametrize(("spec", "moves", "line", "expected"), LINES.values(), ids=LINES)
def test_themes(spec: str, moves: str, line: str, expected: set[str]) -> None:
    with interpreted():
        position = game(spec).start_position().play_all(moves.split())
        found = themes_of(position, line.split())
    assert set(found) == expected
    assert len(found) == len(expected)
