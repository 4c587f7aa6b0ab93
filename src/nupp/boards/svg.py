"""Drawings as SVG: self-contained pictures for notebooks, files and pages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from nupp.boards.board import Board, Cell
from nupp.boards.drawing import Drawing, Piece
from nupp.boards.ground import paint_dots, paint_ground
from nupp.boards.palette import MARK, MATERIALS, PAINTS, Material
from nupp.boards.shapes import circle, edge_line, escape, number, paint_piece, points, write

_FONT: Final = "'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
_CAPTION_HEIGHT: Final = 0.6


@dataclass(frozen=True)
class Picture:
    """A painted drawing: the rectangle it fills, and the elements in it.

    box: x, y, width and height in the board's unit. elements: fragments of SVG, each one line, in the order
    of painting; an empty one paints nothing. That of a piece depends on the piece and its cell alone, so that
    many pictures share it.
    """

    box: tuple[float, float, float, float]
    elements: tuple[str, ...]

    def opening(self, size: int) -> str:
        """Return the start tag of the SVG, its longer side ``size`` pixels."""
        _, _, width, height = self.box
        scale = size / max(width, height)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(number, self.box))}" '
            f'width="{scale * width:.0f}" height="{scale * height:.0f}" role="img" '
            f'font-family="{_FONT}" text-anchor="middle">'
        )


def svg(drawing: Drawing, size: int = 480) -> str:
    """Return the drawing as SVG, its longer side ``size`` pixels.

    The text is valid XML that needs nothing else: no fonts, scripts or other files. It brings its
    own background, has a title and a description for those who cannot see it, and holds one
    element of the class ``piece`` for each piece.
    """
    picture = paint(drawing)
    parts = [
        picture.opening(size),
        f"<title>{escape(drawing.caption or 'Board')}</title>",
        f"<desc>{escape(_description(drawing))}</desc>",
        *picture.elements,
    ]
    return "\n".join((*parts, "</svg>"))


def paint(drawing: Drawing) -> Picture:
    """Return what ``svg`` puts between the tags of its text, title and description left out."""
    material = MATERIALS[drawing.style]
    x0, y0, x1, y1 = drawing.board.bounds
    if drawing.caption:
        y1 += _CAPTION_HEIGHT
    box = (x0, y0, x1 - x0, y1 - y0)
    elements = (
        _gradients(drawing, material),
        _panel(box, drawing.style),
        *_ground(drawing.board, tuple(drawing.fills.items()), drawing.style),
        *_contents(drawing, material),
        *_writing(drawing, material, (x0, y0, x1, y1)),
    )
    return Picture(box, elements)


def _panel(box: tuple[float, float, float, float], style: str) -> str:
    """Return the background of the whole picture."""
    x, y, width, height = map(number, box)
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="20" fill="url(#nupp-{style})"/>'


@lru_cache(maxsize=64)
def _ground(board: Board, fills: tuple[tuple[int, str], ...], style: str) -> tuple[str, ...]:
    """Return the empty board, which is the same in all positions of most games."""
    return tuple(paint_ground(board, dict(fills), MATERIALS[style]))


def _description(drawing: Drawing) -> str:
    """Say in words which cells the pieces are on."""
    titles = {0: f"first ({drawing.colours[0]})", 1: f"second ({drawing.colours[1]})", -1: "nobody"}
    found = []
    for side, title in titles.items():
        names = [
            f"{piece.symbol} {_cell_of(drawing.board, piece).name}"
            for piece in drawing.pieces
            if piece.side == side
        ]
        if names:
            found.append(f"{title}: {', '.join(names)}")
    return "; ".join(found) or "no pieces"


def _gradients(drawing: Drawing, material: Material) -> str:
    """Return the gradients used, which are named by their colours so that pictures can share them."""
    top, bottom = material.panel
    parts = [
        f'<defs><linearGradient id="nupp-{drawing.style}" x2="0" y2="1">'
        f'<stop stop-color="{top}"/><stop offset="1" stop-color="{bottom}"/></linearGradient>'
    ]
    for colour in sorted({*drawing.colours, "nobody"}):
        paint = PAINTS[colour]
        parts.append(
            f'<radialGradient id="nupp-{colour}" cx=".36" cy=".3" r=".75">'
            f'<stop stop-color="{paint.bright}"/><stop offset="1" stop-color="{paint.deep}"/>'
            "</radialGradient>"
        )
    return "".join((*parts, "</defs>"))


def _contents(drawing: Drawing, material: Material) -> list[str]:
    """Return all that is on the board: marks, pieces, dots and targets, in the order of painting."""
    board = drawing.board
    radius = _piece_radius(board)
    below = [_mark_below(board, board.cells[cell]) for cell in drawing.marks]
    dots = paint_dots(board, material)
    pieces = [paint_piece(piece, _cell_of(board, piece), radius, drawing.colours) for piece in drawing.pieces]
    above = [_mark_above(board, board.cells[cell], radius) for cell in drawing.marks]
    # Drawn edges end at dots and must not hide them; stones stand on dots and must.
    layers = [*pieces, *dots] if board.areas else [*dots, *pieces]
    return [*below, *layers, *above, *_targets(drawing, radius)]


def _piece_radius(board: Board) -> float:
    """Return the radius of pieces: stones on points nearly touch, men on cells leave a border."""
    return board.radius * (0.8 if board.tiled else 0.92)


def _cell_of(board: Board, piece: Piece) -> Cell:
    return board.areas[piece.cell] if piece.shape == "box" else board.cells[piece.cell]


def _mark_below(board: Board, cell: Cell) -> str:
    """Return what marks a cell of the last move from underneath the pieces."""
    if board.tiled:
        return f'<polygon points="{points(cell.outline)}" fill="{MARK}" opacity=".5"/>'
    return edge_line(cell, 0.24, MARK) if board.areas else ""


def _mark_above(board: Board, cell: Cell, radius: float) -> str:
    """Return the small ring that marks a point of the last move, on its piece if it has one."""
    if board.tiled or board.areas:
        return ""
    look = f'fill="none" stroke="{MARK}" stroke-width="7"'
    return circle(cell.x, cell.y, 0.42 * radius, look)


def _targets(drawing: Drawing, radius: float) -> list[str]:
    """Return a dot on each cell one may go to, or a ring where a piece stands already."""
    taken = {piece.cell for piece in drawing.pieces if piece.shape != "box"}
    dot = 'fill="#1c2a30" fill-opacity=".55" stroke="#fff" stroke-opacity=".6" stroke-width="2"'
    ring = f'fill="none" stroke="{MARK}" stroke-width="6"'
    parts = []
    for target in drawing.targets:
        cell = drawing.board.cells[target]
        if target in taken:
            parts.append(circle(cell.x, cell.y, 1.04 * radius, ring))
        else:
            parts.append(circle(cell.x, cell.y, 0.11, dot))
    return parts


def _writing(drawing: Drawing, material: Material, bounds: tuple[float, float, float, float]) -> list[str]:
    """Return the coordinates and, at the bottom of the picture, the caption."""
    x0, y0, x1, y1 = bounds
    # Large boards are shown smaller, so their letters must be larger for their cells.
    height = min(0.4, max(0.26, 0.028 * max(x1 - x0, y1 - y0)))
    parts = [*_labels(drawing.board, height, material.label)]
    if drawing.caption:
        fitting = min(height, 1.7 * (x1 - x0) / len(drawing.caption))
        y = y1 - _CAPTION_HEIGHT / 2 - 0.06
        parts.append(write(drawing.caption, (x0 + x1) / 2, y, fitting, material.label, "500"))
    return parts


@lru_cache(maxsize=64)
def _labels(board: Board, height: float, colour: str) -> tuple[str, ...]:
    return tuple(write(label.text, label.x, label.y, height, colour, "500") for label in board.labels)
