"""Drawings as SVG: self-contained pictures for notebooks, files and pages."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape

from nupp.boards.board import Board, Cell
from nupp.boards.drawing import Drawing
from nupp.boards.palette import MARK, MATERIALS, PAINTS, Material, surface_colour
from nupp.boards.shapes import circle, edge_line, number, paint_piece, points, write

_FONT: Final = "'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
_CAPTION_HEIGHT: Final = 0.6


def svg(drawing: Drawing, size: int = 480) -> str:
    """Return the drawing as SVG, its longer side ``size`` pixels.

    The text is valid XML that needs nothing else: no fonts, scripts or other files. It brings its
    own background, has a title and a description for those who cannot see it, and holds one
    element of the class ``piece`` for each piece.
    """
    board, material = drawing.board, MATERIALS[drawing.style]
    x0, y0, x1, y1 = board.bounds
    if drawing.caption:
        y1 += _CAPTION_HEIGHT
    width, height = x1 - x0, y1 - y0
    scale = size / max(width, height)
    box = f"{number(x0)} {number(y0)} {number(width)} {number(height)}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{scale * width:.0f}" '
        f'height="{scale * height:.0f}" role="img" font-family="{_FONT}" text-anchor="middle">',
        f"<title>{escape(drawing.caption or 'Board')}</title>",
        f"<desc>{escape(_description(drawing))}</desc>",
        _gradients(drawing, material),
        f'<rect x="{number(x0)}" y="{number(y0)}" width="{number(width)}" '
        f'height="{number(height)}" rx="20" fill="url(#nupp-{drawing.style})"/>',
        *_ground(drawing, material),
        *(part for mark in drawing.marks for part in _mark_below(board, board.cells[mark])),
        *_pieces(drawing),
        *(part for mark in drawing.marks for part in _mark_above(drawing, mark)),
        *_targets(drawing),
        *(write(*label, 0.3, material.label, "500") for label in board.labels),
    ]
    if drawing.caption:
        middle = y1 - _CAPTION_HEIGHT / 2 - 0.05
        parts.append(write(drawing.caption, (x0 + x1) / 2, middle, 0.32, material.label))
    return "\n".join((*parts, "</svg>"))


def _description(drawing: Drawing) -> str:
    """Say in words which cells the pieces are on."""
    board = drawing.board
    sides = {0: f"first ({drawing.colours[0]})", 1: f"second ({drawing.colours[1]})", -1: "nobody"}
    found = []
    for side, title in sides.items():
        names = [
            f"{piece.symbol} {_cell_of(board, piece.shape, piece.cell).name}"
            for piece in drawing.pieces
            if piece.side == side
        ]
        if names:
            found.append(f"{title}: {', '.join(names)}")
    return "; ".join(found) or "no pieces"


def _gradients(drawing: Drawing, material: Material) -> str:
    """Return the gradients used, whose names tell their colours so that pictures can share them."""
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


def _ground(drawing: Drawing, material: Material) -> list[str]:
    """Return the empty board: its surface, cells, lines and dots."""
    board = drawing.board
    parts = []
    ruled = bool(board.lines)
    if board.tiled and ruled and material.framed:
        parts.append(_frame(board, f'fill="{material.cell}"'))
    seam = f'stroke="{material.line}" stroke-width="3"' if board.tiled and not ruled else ""
    for number_, cell in enumerate(board.cells):
        if number_ in drawing.fills:
            fill = surface_colour(material, drawing.fills[number_])
        elif board.tiled and not ruled:
            fill = material.cell
        else:
            continue
        parts.append(f'<polygon points="{points(cell.outline)}" fill="{fill}" {seam}/>')
    parts.append(_lines(board, material))
    if board.tiled and ruled and material.framed:
        parts.append(_frame(board, f'fill="none" stroke="{material.line}" stroke-width="4"'))
    radius = 0.06 if board.tiled else 0.085
    parts += [circle(x, y, radius, f'fill="{material.dot}"') for x, y in board.dots]
    return parts


def _frame(board: Board, attributes: str) -> str:
    x0, y0, x1, y1 = board.surface
    return (
        f'<rect x="{number(x0)}" y="{number(y0)}" width="{number(x1 - x0)}" '
        f'height="{number(y1 - y0)}" {attributes}/>'
    )


def _lines(board: Board, material: Material) -> str:
    path = "".join(
        f"M{number(a)} {number(b)}L{number(c)} {number(d)}" for (a, b), (c, d) in board.lines
    )
    width = "2.5" if board.tiled else "3.5"
    return (
        f'<path d="{path}" stroke="{material.line}" stroke-width="{width}" '
        'stroke-linecap="round" fill="none"/>'
    )


def _piece_radius(board: Board) -> float:
    """Return the radius of pieces: stones on points nearly touch, men on cells leave a border."""
    return board.radius * (0.8 if board.tiled else 0.92)


def _pieces(drawing: Drawing) -> list[str]:
    radius = _piece_radius(drawing.board)
    return [
        paint_piece(
            piece,
            _cell_of(drawing.board, piece.shape, piece.cell),
            radius,
            drawing.colours,
        )
        for piece in drawing.pieces
    ]


def _cell_of(board: Board, shape: str, number_: int) -> Cell:
    return board.areas[number_] if shape == "box" else board.cells[number_]


def _mark_below(board: Board, cell: Cell) -> list[str]:
    """Return what tells a cell of the last move from underneath the pieces."""
    if board.tiled:
        return [f'<polygon points="{points(cell.outline)}" fill="{MARK}" opacity=".45"/>']
    if board.areas:
        return [edge_line(cell, 0.24, MARK)]
    return []


def _mark_above(drawing: Drawing, cell: int) -> list[str]:
    """Return the small ring that tells a point of the last move, on its piece if it has one."""
    board = drawing.board
    if board.tiled or board.areas:
        return []
    radius = 0.42 * _piece_radius(board)
    x, y = board.cells[cell].x, board.cells[cell].y
    return [circle(x, y, radius, f'fill="none" stroke="{MARK}" stroke-width="7"')]


def _targets(drawing: Drawing) -> list[str]:
    """Return a dot on each cell one may go to, or a ring where a piece stands already."""
    board = drawing.board
    taken = {piece.cell for piece in drawing.pieces if piece.shape != "box"}
    radius = _piece_radius(board)
    parts = []
    for target in drawing.targets:
        x, y = board.cells[target].x, board.cells[target].y
        if target in taken:
            style = f'fill="none" stroke="{MARK}" stroke-width="6"'
            parts.append(circle(x, y, 1.04 * radius, style))
        else:
            style = 'fill="#1c2a30" fill-opacity=".55" stroke="#fff" stroke-opacity=".6"'
            parts.append(circle(x, y, min(0.28 * radius, 0.12), f'{style} stroke-width="2"'))
    return parts
