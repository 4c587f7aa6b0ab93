"""Hex: who connects the own two edges of a rhombus of hexes wins."""

from nupp.games.hex import view
from nupp.games.hex.rules import Hex

__all__ = ["Hex", "view"]
