"""Hex: who connects the own two edges of a rhombus of hexes wins."""

from nupp.games.hex import actions, samples, view
from nupp.games.hex.rules import Hex

__all__ = ["Hex", "actions", "samples", "view"]
