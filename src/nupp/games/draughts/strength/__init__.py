"""The knowledge that makes programs strong in draughts.

Figures: docs/learning.md (networks) and docs/experiments (search).
"""

from nupp.evaluators.strength import Strength, register_strength
from nupp.games.draughts.networks import LAYOUT
from nupp.games.draughts.rules import Draughts

register_strength(
    Draughts,
    Strength(
        layout=LAYOUT,
        search={"reductions": 2},
    ),
)
