"""The knowledge that makes programs strong in Nine Men's Morris.

Figures: docs/learning.md (networks) and docs/experiments (search).
"""

from nupp.evaluators.strength import Strength, register_strength
from nupp.games.morris.networks import LAYOUT
from nupp.games.morris.rules import Morris

register_strength(
    Morris,
    Strength(
        layout=LAYOUT,
        search={"order_by_eval": 3, "reductions": 4},
    ),
)
