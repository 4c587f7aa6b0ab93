"""Dots and Boxes."""

from nupp.games.dotsandboxes import evaluation, samples, solving, strength, view
from nupp.games.dotsandboxes.rules import DotsAndBoxes

__all__ = ["DotsAndBoxes", "evaluation", "samples", "solving", "strength", "view"]
