"""The shapes of pieces as fragments of SVG.

Each painter draws one shape on a cell, given the piece, its cell, the radius R of the piece and
its colours. Lengths are in hundredths of the board's unit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from html import escape as escape_html
from typing import Final

from nupp.boards.board import Cell, Point
from nupp.boards.drawing import SIDES, Piece
from nupp.boards.palette import MARK, PAINTS

SCALE: Final = 100

#: A crown, and a chess queen, within a circle of radius 1 about (0, 0); y down.
_CROWN: Final = (
    *((-0.46, 0.36), (-0.58, -0.3), (-0.24, 0.02), (0, -0.46)),
    *((0.24, 0.02), (0.58, -0.3), (0.46, 0.36)),
)
_QUEEN: Final = (
    *((-0.46, 0.52), (-0.86, -0.4), (-0.42, 0.08), (-0.36, -0.68), (0, -0.02)),
    *((0.36, -0.68), (0.42, 0.08), (0.86, -0.4), (0.46, 0.52)),
)
_QUEEN_BALLS: Final = ((-0.86, -0.47), (-0.36, -0.76), (0.36, -0.76), (0.86, -0.47))

#: Signs within a circle of radius 1 about (0, 0), as paths of SVG.
_SIGNS: Final = {
    "hourglass": "M-.38-.5H.38L-.38 .5H.38L-.38-.5",
    "shield": "M-.42-.46H.42V.02Q.36 .38 0 .6Q-.36 .38-.42 .02V-.46",
    "swords": "M-.48-.48L.46 .46M.48-.48L-.46 .46M-.52 .14L-.14 .52M.52 .14L.14 .52",
}
#: Where the first, second and third sign of a piece of radius 1 about (0, 0) are.
_SIGN_PLACES: Final = ((0.78, -0.56), (-0.78, -0.56), (0.0, -0.96))

_DARK: Final = "#1f1f22"

Painter = Callable[[Piece, Cell, float, str], str]


def number(value: float) -> str:
    """Write a length in the board's unit as SVG's number."""
    return f"{round(value * SCALE, 1):g}"


def escape(text: str) -> str:
    """Return the text as XML can hold it, with blanks for what cannot be printed."""
    return escape_html("".join(c if c.isprintable() else " " for c in text))


def points(corners: tuple[Point, ...]) -> str:
    """Write corners as SVG's list of points."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


def write(text: str, x: float, y: float, height: float, colour: str, weight: str = "600") -> str:
    """Return a text of that font size centred on (x, y)."""
    return (
        f'<text x="{number(x)}" y="{number(y + 0.35 * height)}" font-size="{number(height)}" '
        f'font-weight="{weight}" fill="{colour}">{escape(text)}</text>'
    )


def circle(x: float, y: float, radius: float, attributes: str) -> str:
    """Return a circle with further attributes."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" {attributes}/>'


@lru_cache(maxsize=8192)
def paint_piece(piece: Piece, cell: Cell, radius: float, colours: tuple[str, str]) -> str:
    """Return the piece as one ``<g class="piece">`` that names its cell and side."""
    colour = colours[piece.side] if piece.side >= 0 else "nobody"
    inner = _PAINTERS[piece.shape](piece, cell, radius, colour)
    return (
        f'<g class="piece {piece.shape}" data-cell="{escape(cell.name)}" data-side="{piece.side}">{inner}</g>'
    )


def _stone(cell: Cell, radius: float, colour: str) -> str:
    """Return a round stone with a rim, lit from the upper left, and its shadow."""
    shadow = circle(cell.x + 0.06 * radius, cell.y + 0.12 * radius, radius, 'fill="#000" opacity=".28"')
    return shadow + circle(
        cell.x,
        cell.y,
        radius,
        f'fill="url(#nupp-{colour})" stroke="{PAINTS[colour].rim}" stroke-width="{number(0.05 * radius)}"',
    )


def _disc(piece: Piece, cell: Cell, radius: float, colour: str) -> str:
    stone = _stone(cell, radius, colour)
    if not piece.text:
        return stone
    height = radius * (1.0 if len(piece.text) == 1 else 0.75)
    return stone + write(piece.text, cell.x, cell.y, height, PAINTS[colour].ink)


def _king(piece: Piece, cell: Cell, radius: float, colour: str) -> str:
    ink = PAINTS[colour].ink
    rim = circle(
        cell.x,
        cell.y,
        0.8 * radius,
        f'fill="none" stroke="{ink}" stroke-width="{number(0.05 * radius)}" opacity=".55"',
    )
    crown = points(_placed(_CROWN, cell, radius))
    return _stone(cell, radius, colour) + rim + f'<polygon points="{crown}" fill="{ink}"/>'


def _queen(piece: Piece, cell: Cell, radius: float, colour: str) -> str:
    paint = PAINTS[colour]
    radius *= 1.1  # it has no disc around it
    body = _placed(_QUEEN, cell, radius)
    shadow = tuple((x + 0.06 * radius, y + 0.1 * radius) for x, y in body)
    style = (
        f'fill="url(#nupp-{colour})" stroke="{paint.rim}" '
        f'stroke-width="{number(0.07 * radius)}" stroke-linejoin="round"'
    )
    balls = "".join(circle(x, y, 0.13 * radius, style) for x, y in _placed(_QUEEN_BALLS, cell, radius))
    left, top = cell.x - 0.56 * radius, cell.y + 0.54 * radius
    base = (
        f'<rect x="{number(left)}" y="{number(top)}" width="{number(1.12 * radius)}" '
        f'height="{number(0.26 * radius)}" rx="{number(0.1 * radius)}" {style}/>'
    )
    return (
        f'<polygon points="{points(shadow)}" fill="#000" opacity=".25"/>'
        f'<polygon points="{points(body)}" {style}/>{balls}{base}'
    )


def _arrow(piece: Piece, cell: Cell, radius: float, colour: str) -> str:
    """Return a blocked cell: a dark tile with an arrowhead."""
    paint = PAINTS[colour]
    half = 0.92 * radius
    tile = (
        f'<rect x="{number(cell.x - half)}" y="{number(cell.y - half)}" '
        f'width="{number(2 * half)}" height="{number(2 * half)}" rx="{number(0.28 * radius)}" '
        f'fill="url(#nupp-{colour})" stroke="{paint.rim}" stroke-width="{number(0.05 * radius)}"/>'
    )
    shaft = _placed(((-0.42, 0.42), (0.3, -0.3)), cell, radius)
    head = _placed(((-0.08, -0.42), (0.42, -0.42), (0.42, 0.08)), cell, radius)
    style = (
        f'fill="none" stroke="{paint.ink}" stroke-width="{number(0.13 * radius)}" '
        'stroke-linecap="round" stroke-linejoin="round" opacity=".75"'
    )
    return f'{tile}<polyline points="{points(shaft)}" {style}/><polyline points="{points(head)}" {style}/>'


#: Half a domino about (0, 0) that reaches to the right edge of its cell, as a path of SVG.
_HALF: Final = "M50-40H-30Q-40-40-40-30V30Q-40 40-30 40H50Z"


def _half(piece: Piece, cell: Cell, radius: float, colour: str) -> str:
    """Return half a domino, which meets the other half at the edge of its cell."""
    paint = PAINTS[colour]
    turn = 90 * next((SIDES.index(sign) for sign in piece.signs if sign in SIDES), 0)
    place = f"translate({number(cell.x)} {number(cell.y)}) rotate({turn})"
    pip = circle(cell.x, cell.y, 0.09, f'fill="{paint.ink}" opacity=".55"')
    style = f'fill="url(#nupp-{colour})" stroke="{paint.rim}" stroke-width="{number(0.03)}"'
    return f'<path d="{_HALF}" transform="{place}" {style}/>{pip}'


def _cross(piece: Piece, cell: Cell, radius: float, colour: str) -> str:
    a = 0.74 * radius
    x0, x1, y0, y1 = (number(v) for v in (cell.x - a, cell.x + a, cell.y - a, cell.y + a))
    return _stroked(f'<path d="M{x0} {y0}L{x1} {y1}M{x1} {y0}L{x0} {y1}"', radius, colour)


def _ring(piece: Piece, cell: Cell, radius: float, colour: str) -> str:
    x, y, r = number(cell.x), number(cell.y), number(0.78 * radius)
    return _stroked(f'<circle cx="{x}" cy="{y}" r="{r}"', radius, colour)


def _stroked(element: str, radius: float, colour: str) -> str:
    """Return the open element as a clean stroke; a white one gets a darker seam to be seen by."""
    style = 'fill="none" stroke-linecap="round"'
    seam = ""
    if colour == "white":
        wide = number(0.36 * radius)
        seam = f'{element} {style} stroke="{PAINTS[colour].rim}" stroke-width="{wide}"/>'
    width = number(0.27 * radius)
    return f'{seam}{element} {style} stroke="{PAINTS[colour].stroke}" stroke-width="{width}"/>'


def _box(piece: Piece, cell: Cell, radius: float, colour: str) -> str:
    inset = tuple((cell.x + 0.76 * (x - cell.x), cell.y + 0.76 * (y - cell.y)) for x, y in cell.outline)
    stroke = PAINTS[colour].stroke
    return f'<polygon points="{points(inset)}" fill="{stroke}" fill-opacity=".22"/>' + write(
        piece.text or piece.symbol, cell.x, cell.y, 0.46, stroke
    )


def _edge(piece: Piece, cell: Cell, radius: float, colour: str) -> str:
    return edge_line(cell, 0.1, PAINTS[colour].stroke)


def edge_line(cell: Cell, width: float, colour: str) -> str:
    """Return the line along the edge that a rhombus of dot, side, dot, side stands for."""
    start, end = cell.outline[0], cell.outline[len(cell.outline) // 2]
    return (
        f'<polyline points="{points((start, end))}" stroke="{colour}" '
        f'stroke-width="{number(width)}" stroke-linecap="round"/>'
    )


def _unit(piece: Piece, cell: Cell, radius: float, colour: str) -> str:
    """Return a round badge with the unit's letter, its text on a small plate below, its signs above."""
    paint = PAINTS[colour]
    parts = [
        _stone(cell, radius, colour),
        write(piece.symbol.upper(), cell.x, cell.y - 0.14 * radius, 1.05 * radius, paint.ink),
    ]
    if "done" in piece.signs:
        parts = ['<g class="done" opacity=".65">', *parts, "</g>"]
    if "active" in piece.signs:
        ring = f'fill="none" stroke="{MARK}" stroke-width="{number(0.18 * radius)}"'
        parts.append(circle(cell.x, cell.y, 1.06 * radius, ring))
    if piece.text:
        parts.append(_plate(piece.text, cell, radius, paint.rim))
    small = [sign for sign in piece.signs if sign in _SIGNS]
    for sign, (x, y) in zip(small, _SIGN_PLACES, strict=False):
        parts.append(_sign(sign, cell.x + x * radius, cell.y + y * radius, 0.4 * radius, paint.rim))
    return "".join(parts)


def _plate(text: str, cell: Cell, radius: float, rim: str) -> str:
    """Return a text on a small white plate at the foot of a piece."""
    wide, high = (0.44 * len(text) + 0.3) * radius, 0.62 * radius
    top = cell.y + 0.48 * radius
    plate = (
        f'<rect x="{number(cell.x - wide / 2)}" y="{number(top)}" width="{number(wide)}" '
        f'height="{number(high)}" rx="{number(high / 3)}" fill="#fff" stroke="{rim}" '
        f'stroke-width="{number(0.06 * radius)}"/>'
    )
    return plate + write(text, cell.x, top + high / 2, 0.56 * radius, _DARK)


def _sign(sign: str, x: float, y: float, radius: float, rim: str) -> str:
    """Return a sign on a small white disc about (x, y)."""
    ground = circle(x, y, radius, f'fill="#fff" stroke="{rim}" stroke-width="{number(0.14 * radius)}"')
    place = f"translate({number(x)} {number(y)}) scale({number(radius)})"
    look = f'fill="{_DARK}" stroke="{_DARK}" stroke-width=".2" stroke-linecap="round" stroke-linejoin="round"'
    return f'{ground}<path d="{_SIGNS[sign]}" transform="{place}" {look}/>'


def _placed(corners: tuple[Point, ...], cell: Cell, radius: float) -> tuple[Point, ...]:
    """Return the corners of a shape of radius 1 moved to a cell and scaled to a radius."""
    return tuple((cell.x + radius * x, cell.y + radius * y) for x, y in corners)


_PAINTERS: Final[Mapping[str, Painter]] = {
    "disc": _disc,
    "king": _king,
    "queen": _queen,
    "arrow": _arrow,
    "half": _half,
    "cross": _cross,
    "ring": _ring,
    "box": _box,
    "edge": _edge,
    "unit": _unit,
}
