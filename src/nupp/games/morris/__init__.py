"""Nine Men's Morris and its kin."""

from nupp.games.morris import actions, details, endgames, evaluation, samples, strength, view
from nupp.games.morris.rules import Morris

__all__ = ["Morris", "actions", "details", "endgames", "evaluation", "samples", "strength", "view"]
