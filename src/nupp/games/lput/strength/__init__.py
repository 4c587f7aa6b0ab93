"""The knowledge that makes programs strong in L-put.

Figures: docs/learning.md (networks) and docs/experiments (search).
"""

from nupp.evaluators.strength import Strength, register_strength
from nupp.games.lput.networks import LAYOUT
from nupp.games.lput.rules import Lput

register_strength(
    Lput,
    Strength(
        layout=LAYOUT,
        search={"eval": "pursuit"},
    ),
)
