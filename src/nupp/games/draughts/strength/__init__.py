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
                fits={
                    "draughts": "positional: 70 % of 400 games, 0.1 s a move",
                    "draughts:variant=russian": "positional: 68 % of 60 games, 0.05 s a move",
                    "draughts:variant=english": "positional: 69 % of 40 games, 0.05 s a move",
                    "draughts:variant=pool": "positional: 59 % of 40 games, 0.05 s a move",
                    "draughts:variant=polish8": "positional: 71 % of 40 games, 0.05 s a move",
                    "draughts:draws=false": "positional: 65 % of 40 games, 0.05 s a move",
                },
            ),
        ),
    ),
)
