"""The optional methods that a game has its own version of, and so the questions that it answers.

These are for Python: a kernel calls the methods, whose defaults are right for every game.
"""

from __future__ import annotations

from nupp.rules.contract import Game


def has_margin(game: Game) -> bool:
    """True if a game keeps a score; otherwise its margin is its outcome."""
    return type(game).margin is not Game.margin


def has_candidates(game: Game) -> bool:
    """True if a game names the moves worth searching; otherwise its candidates are all legal moves."""
    return type(game).candidates is not Game.candidates


def has_forcing_moves(game: Game) -> bool:
    """True if a game lists captures, threats and the like; otherwise it has no forcing moves."""
    return type(game).forcing_moves is not Game.forcing_moves
