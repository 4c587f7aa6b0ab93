"""The labyrinth: two walk on a graph, and one wants to meet."""

from nupp.games.labyrinth import details, evaluation, samples, view
from nupp.games.labyrinth.rules import Labyrinth

__all__ = ["Labyrinth", "details", "evaluation", "samples", "view"]
