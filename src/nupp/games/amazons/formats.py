"""Amazons games in SGF."""

from __future__ import annotations

from nupp.formats.sgf import SgfBoard, register_sgf
from nupp.games.amazons.rules import Amazons


def _has_whole_turns(rules: Amazons) -> bool:
    """True if a move is a turn: from where, to where, and where the arrow goes."""
    return not rules.staged


register_sgf(
    SgfBoard(
        Amazons,
        18,
        "Amazons",
        10,
        "amazons:size={width}",
        has_points=_has_whole_turns,
        move="{}-{}/{}",
        symbols="WBx",
    )
)
