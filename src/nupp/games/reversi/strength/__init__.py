"""The knowledge that makes programs strong in Reversi and Othello.

Figures: docs/learning.md (networks) and docs/experiments (search).
"""

from pathlib import Path

from nupp.evaluators.strength import LearnedNetwork, Strength, register_strength
from nupp.games.reversi.networks import LAYOUT
from nupp.games.reversi.rules import Reversi

_FOLDER = Path(__file__).parent
_VARIANTS = "positional: 93 % of 220 games of five variants, 0.05 s a move"

register_strength(
    Reversi,
    Strength(
        layout=LAYOUT,
        search={"sorting": 3, "reductions": 4},
        networks=(
            LearnedNetwork(
                _FOLDER / "othello.nupp",
                fits={
                    "othello": "positional: 94 % of 400 games, 0.1 s a move",
                    "othello:opening=placed": "positional: 98 % of 40 games, 0.05 s a move",
                    "othello:blocked=ends": "positional: 91 % of 40 games, 0.05 s a move",
                    "othello:empties=winner": "positional: 93 % of 40 games, 0.05 s a move",
                    "othello:opening=*,blocked=*,empties=*": _VARIANTS,
                    "reversi": "positional: 93 % of 60 games, 0.05 s a move",
                    "reversi:opening=fixed": "positional: 93 % of 40 games, 0.05 s a move",
                    "reversi:opening=*,blocked=*,empties=*": _VARIANTS,
                },
            ),
        ),
    ),
)
