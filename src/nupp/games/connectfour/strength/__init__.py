"""The knowledge that makes programs strong in connect four.

Figures: docs/learning.md (networks) and docs/experiments (search).
"""

from pathlib import Path

from nupp.evaluators.strength import LearnedNetwork, Strength, register_strength
from nupp.games.connectfour.networks import LAYOUT
from nupp.games.connectfour.rules import ConnectFour

_FOLDER = Path(__file__).parent

register_strength(
    ConnectFour,
    Strength(
        layout=LAYOUT,
        search={"eval": "filling", "sorting": 3, "reductions": 4},
        networks=(
            LearnedNetwork(
                _FOLDER / "connectfour.nupp",
                fits={"connectfour": "filling: 61 % of 400 games, 0.1 s a move"},
            ),
        ),
    ),
)
