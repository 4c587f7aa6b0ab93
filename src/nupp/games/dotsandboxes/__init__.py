"""Dots and Boxes."""

from nupp.games.dotsandboxes import actions, details, evaluation, samples, solving, strength, view
from nupp.games.dotsandboxes.rules import DotsAndBoxes

__all__ = ["DotsAndBoxes", "actions", "details", "evaluation", "samples", "solving", "strength", "view"]
