"""The knowledge that makes programs strong in m,n,k games.

Figures: docs/learning.md (networks) and docs/experiments (search).
"""

from nupp.evaluators.strength import Strength, register_strength
from nupp.games.mnk.inputs import inputs_of
from nupp.games.mnk.networks import LAYOUT
from nupp.games.mnk.rules import Mnk

register_strength(
    Mnk,
    Strength(
        layout=LAYOUT,
        inputs=inputs_of,
        search={"eval": "shapes", "order_by_eval": 3, "reductions": 4, "late": 3, "futility": 0.3},
    ),
)
