"""The game of the amazons."""

from nupp.games.amazons import actions, evaluation, formats, samples, solving, strength, turns, view
from nupp.games.amazons.rules import Amazons

__all__ = ["Amazons", "actions", "evaluation", "formats", "samples", "solving", "strength", "turns", "view"]
