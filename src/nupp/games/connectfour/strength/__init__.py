"""The knowledge that makes programs strong in connect four.

Figures: docs/learning.md (networks) and docs/experiments (search).
"""

from nupp.evaluators.strength import Strength, register_strength
from nupp.games.connectfour.networks import LAYOUT
from nupp.games.connectfour.rules import ConnectFour

register_strength(
    ConnectFour,
    Strength(
        layout=LAYOUT,
        search={"eval": "filling", "order_by_eval": 3, "reductions": 4},
    ),
)
