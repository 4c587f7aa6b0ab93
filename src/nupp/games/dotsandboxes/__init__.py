"""Dots and Boxes."""

from nupp.games.dotsandboxes import evaluation, strength
from nupp.games.dotsandboxes.rules import DotsAndBoxes

__all__ = ["DotsAndBoxes", "evaluation", "strength"]
