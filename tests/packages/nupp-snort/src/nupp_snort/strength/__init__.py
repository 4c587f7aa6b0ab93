"""What makes machines strong in Snort."""

from pathlib import Path

from nupp.evaluators import LearnedNetwork, Strength, register_strength
from nupp_snort.networks import LAYOUT
from nupp_snort.rules import Snort

FILE = Path(__file__).parent / "snort.nupp"

register_strength(
    Snort,
    Strength(
        layout=LAYOUT,
        search={"order_by_eval": 3},
        networks=(LearnedNetwork(FILE, fits={"snort": "room: 61 % of 400 games, 0.02 s a move"}),),
    ),
)
