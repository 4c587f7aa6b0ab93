"""The knowledge that makes programs strong in draughts.

Figures: docs/learning.md (networks) and docs/experiments (search).
"""

from pathlib import Path

from nupp.evaluators.strength import LearnedNetwork, Strength, register_strength
from nupp.games.draughts.networks import LAYOUT
from nupp.games.draughts.rules import Draughts

_FOLDER = Path(__file__).parent

register_strength(
    Draughts,
    Strength(
        layout=LAYOUT,
        search={"reductions": 2},
        networks=(
            LearnedNetwork(
                _FOLDER / "draughts.nupp",
                fits={"draughts": "positional: 70 % of 400 games, 0.1 s a move"},
            ),
        ),
    ),
)
