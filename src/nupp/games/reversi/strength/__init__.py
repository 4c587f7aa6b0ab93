"""The knowledge that makes programs strong in Reversi and Othello.

Figures: docs/learning.md (networks) and docs/experiments (search).
"""

from nupp.evaluators.strength import Strength, register_strength
from nupp.games.reversi.networks import LAYOUT
from nupp.games.reversi.rules import Reversi

register_strength(
    Reversi,
    Strength(
        layout=LAYOUT,
        search={"order_by_eval": 3, "reductions": 4},
    ),
)
