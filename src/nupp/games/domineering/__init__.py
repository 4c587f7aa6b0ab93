"""Domineering: dominoes on squares, upright for one side and lying for the other."""

from nupp.games.domineering import samples, view
from nupp.games.domineering.rules import Domineering

__all__ = ["Domineering", "samples", "view"]
