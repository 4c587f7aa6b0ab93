"""The knowledge that makes programs strong in Reversi and Othello.

Figures: docs/learning.md (networks) and docs/experiments (search).
"""

from pathlib import Path

from nupp.evaluators.strength import LearnedNetwork, Strength, register_strength
from nupp.games.reversi.networks import LAYOUT
from nupp.games.reversi.rules import Reversi

_FOLDER = Path(__file__).parent

register_strength(
    Reversi,
    Strength(
        layout=LAYOUT,
        search={"sorting": 3, "reductions": 4},
        networks=(
            LearnedNetwork(
                _FOLDER / "othello.nupp",
                fits={"othello": "positional: 94 % of 400 games, 0.1 s a move"},
            ),
        ),
    ),
)
