"""Ant colonies, and a position for them."""

from __future__ import annotations

from nupp.games.hexxagon.colony import Ants
from nupp.players import player
from nupp.rules import game

HEXXAGON = game("hexxagon")
LONELY = HEXXAGON.parse_position("RB3/6/7/3#4/5#3/3#4/7/6/5 r 0")  # red on a1, blue on a2


def ants(parameters: str = "", spec: str = "hexxagon") -> Ants:
    made = player(f"ants:{parameters}" if parameters else "ants", game(spec))
    assert isinstance(made, Ants)
    return made
