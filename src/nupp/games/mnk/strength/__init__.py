"""The knowledge that makes programs strong in m,n,k games.

Figures: docs/learning.md (networks) and docs/experiments (search).
"""

from pathlib import Path

from nupp.evaluators.strength import LearnedNetwork, Strength, register_strength
from nupp.games.mnk.networks import LAYOUT
from nupp.games.mnk.rules import Mnk

_FOLDER = Path(__file__).parent

register_strength(
    Mnk,
    Strength(
        layout=LAYOUT,
        search={"eval": "threats", "sorting": 3, "reductions": 4},
        networks=(
            LearnedNetwork(
                _FOLDER / "mnk.nupp",
                fits={"mnk": ""},
            ),
        ),
    ),
)
