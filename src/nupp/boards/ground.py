"""The empty board as fragments of SVG: cells and their surfaces, lines, dots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from nupp.boards.board import Board, Cell
from nupp.boards.palette import Material, surface_colour
from nupp.boards.shapes import circle, number, points

#: What distinguishes surfaces even without colours: strokes about the centre of a cell, as commands
#: and points of an SVG path in the board's unit, and the attributes they are drawn with.
_TEXTURES: Final[Mapping[str, tuple[tuple[tuple[str, float, float], ...], str]]] = {
    "water": (
        (
            *(("M", -0.3, -0.12), ("Q", -0.2, -0.22), (" ", -0.1, -0.12), ("T", 0.1, -0.12)),
            *(("T", 0.3, -0.12), ("M", -0.3, 0.14), ("Q", -0.2, 0.04), (" ", -0.1, 0.14)),
            *(("T", 0.1, 0.14), ("T", 0.3, 0.14)),
        ),
        'fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="4" stroke-linecap="round"',
    ),
    "shallow": (
        (("M", -0.2, 0.02), ("Q", -0.1, -0.08), (" ", 0.0, 0.02), ("T", 0.2, 0.02)),
        'fill="none" stroke="#fff" stroke-opacity=".8" stroke-width="4" stroke-linecap="round"',
    ),
    "crag": (
        (
            *(("M", -0.34, 0.24), ("L", -0.1, -0.24), ("L", 0.06, 0.06), ("L", 0.14, -0.06)),
            *(("L", 0.34, 0.24), ("Z", 0.0, 0.0)),
        ),
        'fill="#5d564f" stroke="#494440" stroke-width="2" stroke-linejoin="round"',
    ),
    "road": (
        (("M", -0.3, 0.0), ("L", -0.12, 0.0), ("M", 0.12, 0.0), ("L", 0.3, 0.0)),
        'fill="none" stroke="#9b8352" stroke-opacity=".6" stroke-width="4" stroke-linecap="round"',
    ),
}


def paint_ground(board: Board, fills: Mapping[int, str], material: Material) -> list[str]:
    """Return the empty board, the surfaces of cells as in a drawing: its surface, cells and lines."""
    framed = board.tiled and bool(board.lines) and material.framed
    parts = [_frame(board, f'fill="{material.cell}"')] if framed else []
    for number_, cell in enumerate(board.cells):
        surface = fills.get(number_)
        if surface or (board.tiled and not board.lines):
            parts.append(_paint_cell(cell, surface, material, seam=not board.lines))
    if board.lines:
        parts.append(_paint_lines(board, material))
    if framed:
        parts.append(_frame(board, f'fill="none" stroke="{material.line}" stroke-width="4"'))
    return parts


def paint_dots(board: Board, material: Material) -> list[str]:
    """Return the dots of the board."""
    radius = 0.06 if board.tiled else 0.085
    return [circle(x, y, radius, f'fill="{material.dot}"') for x, y in board.dots]


def _frame(board: Board, attributes: str) -> str:
    """Return the rectangle round all cells."""
    x0, y0, x1, y1 = board.surface
    return (
        f'<rect x="{number(x0)}" y="{number(y0)}" width="{number(x1 - x0)}" '
        f'height="{number(y1 - y0)}" {attributes}/>'
    )


def _paint_cell(cell: Cell, surface: str | None, material: Material, seam: bool) -> str:
    """Return a cell with its surface; ``seam`` adds a border where no lines will be drawn."""
    fill = surface_colour(material, surface) if surface else material.cell
    opacity = ' stroke-opacity=".45"' if surface else ""
    border = f' stroke="{material.line}" stroke-width="3"{opacity}' if seam else ""
    polygon = f'<polygon points="{points(cell.outline)}" fill="{fill}"{border}/>'
    if surface is None or surface not in _TEXTURES:
        return polygon
    commands, style = _TEXTURES[surface]
    path = "".join(
        "Z" if command == "Z" else f"{command}{number(cell.x + x)} {number(cell.y + y)}"
        for command, x, y in commands
    )
    return f'{polygon}<path d="{path}" {style}/>'


def _paint_lines(board: Board, material: Material) -> str:
    """Return the lines of the board: thin ones between cells, stronger ones between points."""
    path = "".join(f"M{number(a)} {number(b)}L{number(c)} {number(d)}" for (a, b), (c, d) in board.lines)
    look = (material.line, "2.5") if board.tiled else (material.rule, "3.5")
    return (
        f'<path d="{path}" stroke="{look[0]}" stroke-width="{look[1]}" stroke-linecap="round" fill="none"/>'
    )
