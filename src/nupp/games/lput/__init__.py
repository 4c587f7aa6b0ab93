"""L-put: armies on hexes."""

from nupp.games.lput import actions, details, evaluation, samples, strength, view
from nupp.games.lput.rules import Lput

__all__ = ["Lput", "actions", "details", "evaluation", "samples", "strength", "view"]
