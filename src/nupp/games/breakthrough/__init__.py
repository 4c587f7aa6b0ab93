"""Breakthrough: men that only go forward, and a race to the other side."""

from nupp.games.breakthrough import view
from nupp.games.breakthrough.rules import Breakthrough

__all__ = ["Breakthrough", "view"]
