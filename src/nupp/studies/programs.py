"""The programs that the sources describe, as specs of players."""

from __future__ import annotations

from nupp.players import PLAYERS
from nupp.spec import Spec, text_of


def plain_alphabeta(**parts: str) -> str:
    """The spec of alpha-beta as textbooks have it: every part off but those that are given."""
    off = {
        one.name: text_of(one.kind(0))
        for one in PLAYERS.entry("alphabeta").parameters
        if one.kind in (bool, int) and one.name != "threads"
    }
    return str(Spec("alphabeta", off | parts))
