"""The knowledge that makes programs strong in the Game of the Amazons.

Figures: docs/learning.md (networks) and docs/experiments (search).
"""

from pathlib import Path

from nupp.evaluators.strength import LearnedNetwork, Strength, register_strength
from nupp.games.amazons.networks import LAYOUT, Nearness
from nupp.games.amazons.rules import Amazons

_FOLDER = Path(__file__).parent

register_strength(
    Amazons,
    Strength(
        layout=LAYOUT,
        scene=Nearness,
        search={"sorting": 2, "reductions": 4},
        networks=(
            LearnedNetwork(
                _FOLDER / "amazons.nupp",
                fits={
                    "amazons": "territory: 90 % of 400 games, 0.1 s a move",
                    "amazons:size=8": "territory: 78 % of 40 games, 0.05 s a move",
                    "amazons:size=6": "territory: 60 % of 120 games, 0.05 s a move",
                    "amazons:size=5": "",
                    "amazons:staged=true": "",
                },
            ),
        ),
    ),
)
