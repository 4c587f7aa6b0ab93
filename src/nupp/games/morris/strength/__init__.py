"""The knowledge that makes programs strong in Nine Men's Morris.

Figures: docs/learning.md (networks) and docs/experiments (search).
"""

from pathlib import Path

from nupp.evaluators.strength import LearnedNetwork, Strength, register_strength
from nupp.games.morris.networks import LAYOUT
from nupp.games.morris.rules import Morris

_FOLDER = Path(__file__).parent

register_strength(
    Morris,
    Strength(
        layout=LAYOUT,
        search={"sorting": 3, "reductions": 4},
        networks=(
            LearnedNetwork(
                _FOLDER / "morris.nupp",
                fits={
                    "morris": "mobility: 85 % of 400 games, 0.1 s a move",
                    "morris:quiet=*": "mobility: 91 % of 40 games with quiet=30, 0.05 s a move",
                    "morris:flying=true,quiet=*": "mobility: 90 % of 40 games, 0.05 s a move",
                },
            ),
        ),
    ),
)
