"""Dots and Boxes."""

from nupp.games.dotsandboxes import evaluation, solving, strength, view
from nupp.games.dotsandboxes.rules import DotsAndBoxes

__all__ = ["DotsAndBoxes", "evaluation", "solving", "strength", "view"]
