"""Reversi and Othello."""

from nupp.games.reversi import evaluation, formats, nboard, samples, solving, strength, view
from nupp.games.reversi.rules import Reversi, othello, reversi

__all__ = [
    "Reversi",
    "evaluation",
    "formats",
    "nboard",
    "othello",
    "reversi",
    "samples",
    "solving",
    "strength",
    "view",
]
