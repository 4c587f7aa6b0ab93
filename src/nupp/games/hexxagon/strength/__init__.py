"""The knowledge that makes programs strong in Hexxagon.

Figures: docs/learning.md (networks) and docs/experiments (search).
"""

from nupp.evaluators.strength import Strength, register_strength
from nupp.games.hexxagon.networks import LAYOUT
from nupp.games.hexxagon.rules import Hexxagon

register_strength(
    Hexxagon,
    Strength(
        layout=LAYOUT,
        levels="steep",
    ),
)
