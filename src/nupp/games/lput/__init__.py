"""L-put: armies on hexes."""

from nupp.games.lput import evaluation, samples, strength, view
from nupp.games.lput.rules import Lput

__all__ = ["Lput", "evaluation", "samples", "strength", "view"]
