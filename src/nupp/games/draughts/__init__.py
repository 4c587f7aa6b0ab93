"""Draughts: English, Russian, international and more."""

from nupp.games.draughts import actions, details, endgames, evaluation, formats, hub, samples, strength, view
from nupp.games.draughts.rules import Draughts

__all__ = [
    "Draughts",
    "actions",
    "details",
    "endgames",
    "evaluation",
    "formats",
    "hub",
    "samples",
    "strength",
    "view",
]
