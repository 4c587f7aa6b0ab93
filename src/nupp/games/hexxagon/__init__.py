"""Hexxagon: cloning and jumping on a hexagon."""

from nupp.games.hexxagon import colony, details, evaluation, formats, samples, strength, view
from nupp.games.hexxagon.rules import Hexxagon

__all__ = ["Hexxagon", "colony", "details", "evaluation", "formats", "samples", "strength", "view"]
