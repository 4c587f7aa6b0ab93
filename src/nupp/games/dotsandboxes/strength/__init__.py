"""The knowledge that makes programs strong in Dots and Boxes.

Figures: docs/learning.md (networks) and docs/experiments (search).
"""

from nupp.evaluators.strength import Strength, register_strength
from nupp.games.dotsandboxes.networks import LAYOUT
from nupp.games.dotsandboxes.rules import DotsAndBoxes

register_strength(
    DotsAndBoxes,
    Strength(
        layout=LAYOUT,
    ),
)
