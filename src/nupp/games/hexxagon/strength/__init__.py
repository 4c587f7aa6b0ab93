"""The knowledge that makes programs strong in Hexxagon.

Figures: docs/learning.md (networks) and docs/experiments (search).
"""

from pathlib import Path

from nupp.evaluators.strength import LearnedNetwork, Strength, register_strength
from nupp.games.hexxagon.networks import LAYOUT
from nupp.games.hexxagon.rules import Hexxagon

_FOLDER = Path(__file__).parent

register_strength(
    Hexxagon,
    Strength(
        layout=LAYOUT,
        levels="steep",
        networks=(
            LearnedNetwork(
                _FOLDER / "hexxagon.nupp",
                fits={
                    "hexxagon": "material: 94 % of 400 games, 0.1 s a move",
                    "hexxagon:quiet=*": "material: 96 % of 40 games with quiet=20, 0.05 s a move",
                    "hexxagon:blocked=fill,quiet=*": "material: 89 % of 40 games, 0.05 s a move",
                    "hexxagon:blocked=pass,quiet=*": "material: 89 % of 40 games, 0.05 s a move",
                },
            ),
        ),
    ),
)
