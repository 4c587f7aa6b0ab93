"""Domineering: dominoes on squares, upright for one side and lying for the other."""

from nupp.games.domineering import view
from nupp.games.domineering.rules import Domineering

__all__ = ["Domineering", "view"]
