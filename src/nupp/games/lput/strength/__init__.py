"""The knowledge that makes programs strong in L-put.

Figures: docs/learning.md (networks) and docs/experiments (search).
"""

from pathlib import Path

from nupp.evaluators.strength import LearnedNetwork, Strength, register_strength
from nupp.games.lput.networks import LAYOUT
from nupp.games.lput.rules import Lput

_FOLDER = Path(__file__).parent

register_strength(
    Lput,
    Strength(
        layout=LAYOUT,
        search={"eval": "pursuit"},
        networks=(
            LearnedNetwork(
                _FOLDER / "lput.nupp",
                fits={"lput": "pursuit: 71 % of 100 games, 0.1 s a move"},
            ),
        ),
    ),
)
