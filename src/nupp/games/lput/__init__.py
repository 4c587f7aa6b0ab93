"""L-put: armies on hexes."""

from nupp.games.lput import evaluation, strength
from nupp.games.lput.rules import Lput

__all__ = ["Lput", "evaluation", "strength"]
