"""Dots and Boxes."""

from nupp.games.dotsandboxes import evaluation, strength, view
from nupp.games.dotsandboxes.rules import DotsAndBoxes

__all__ = ["DotsAndBoxes", "evaluation", "strength", "view"]
