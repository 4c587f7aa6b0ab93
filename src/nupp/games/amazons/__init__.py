"""The game of the amazons."""

from nupp.games.amazons import evaluation, formats, samples, solving, strength, view
from nupp.games.amazons.rules import Amazons

__all__ = ["Amazons", "evaluation", "formats", "samples", "solving", "strength", "view"]
