"""Boards: their cells, neighbours, symmetries and coordinates, and how they are drawn.

``SquareBoard``, ``DarkSquares``, ``HexagonBoard``, ``HexRectangle``, ``HexOutline`` (``rhombus``,
``triangle``), ``GraphBoard`` (and ``parse_map``) and ``EdgeBoard`` are boards; ``hexagon`` holds the
arithmetic of hexes; a ``Drawing`` says what is to be seen on a board, ``paint`` paints it and ``svg`` makes a
document of that. Nothing here knows a game.
"""

from nupp.boards import hexagon
from nupp.boards.board import Board, Cell, Grid, Place, Template
from nupp.boards.dark import DARK_DIRECTIONS, DarkSquares
from nupp.boards.drawing import (
    COLOURS,
    SHAPES,
    SIDES,
    SIGNS,
    STYLES,
    SURFACES,
    Drawing,
    Fills,
    Piece,
    piece_on,
)
from nupp.boards.edges import EdgeBoard
from nupp.boards.graph import GraphBoard, parse_map
from nupp.boards.hexboards import HexagonBoard, HexBoard, HexRectangle
from nupp.boards.labels import Label, column_name
from nupp.boards.outlines import HexOutline, rhombus, triangle
from nupp.boards.square import SQUARE_DIRECTIONS, SquareBoard
from nupp.boards.svg import Picture, paint, svg

__all__ = [
    "COLOURS",
    "DARK_DIRECTIONS",
    "SHAPES",
    "SIDES",
    "SIGNS",
    "SQUARE_DIRECTIONS",
    "STYLES",
    "SURFACES",
    "Board",
    "Cell",
    "DarkSquares",
    "Drawing",
    "EdgeBoard",
    "Fills",
    "GraphBoard",
    "Grid",
    "HexBoard",
    "HexOutline",
    "HexRectangle",
    "HexagonBoard",
    "Label",
    "Picture",
    "Piece",
    "Place",
    "SquareBoard",
    "Template",
    "column_name",
    "hexagon",
    "paint",
    "parse_map",
    "piece_on",
    "rhombus",
    "svg",
    "triangle",
]
