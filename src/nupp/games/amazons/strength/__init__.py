"""The knowledge that makes programs strong in the Game of the Amazons.

Figures: docs/learning.md (networks) and docs/experiments (search).
"""

from nupp.evaluators.strength import Strength, register_strength
from nupp.games.amazons.networks import LAYOUT, Nearness
from nupp.games.amazons.rules import Amazons

register_strength(
    Amazons,
    Strength(
        layout=LAYOUT,
        scene=Nearness,
        search={"order_by_eval": 2, "reductions": 4},
    ),
)
