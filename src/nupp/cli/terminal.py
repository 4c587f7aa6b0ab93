"""The terminal: consoles, and boards in the colours of their drawings."""

from __future__ import annotations

import sys
from typing import NoReturn

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.style import Style
from rich.text import Text

from nupp.boards import Drawing, Piece, Place
from nupp.boards.palette import MARK, MATERIALS, PAINTS, surface_colour
from nupp.rules import Position

_GLYPHS = {"disc": "●", "cross": "X", "ring": "O"}
"""Shapes that a terminal can show better than by the letter of the piece."""

_READABLE = 1.5
"""The contrast with the board that the colour of a piece needs."""


class _Console(Console):
    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def console(stderr: bool = False) -> Console:
    """A console on stdout or stderr that prints text as it is."""
    return _Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def painted_board(position: Position, screen: Console) -> Text:
    """The board with its pieces and the last move in colours, and its legend; plain on a plain screen."""
    drawing = position.drawing
    if screen.color_system is None or screen.no_color:  # letters distinguish the sides where colours do not
        return Text(drawing.text())
    return _Painter(drawing, str(screen.encoding).lower().startswith("utf")).paint()


class _Painter:
    """Paints one drawing over the text of its board, and leaves the legend plain."""

    def __init__(self, drawing: Drawing, glyphs: bool) -> None:
        self.drawing = drawing
        self.material = MATERIALS[drawing.style]
        self.glyphs = glyphs

    def paint(self) -> Text:
        lines = self.drawing.board_text().splitlines()
        width = max(map(len, lines)) + 1
        style = Style(color=self.material.label, bgcolor=self.material.cell)
        rows = [Text(f" {line:<{width}}", style) for line in lines]
        places = self.drawing.board.template.places
        taken = {piece.cell for piece in self.drawing.pieces if piece.shape != "box"}
        named = self._has_room_for_names()
        for cell, place in enumerate(places):
            name = self.drawing.board.name(cell) if named and cell not in taken else ""
            colour = _ink("black", MARK) if cell in self.drawing.marks else self.material.dot
            self._write(rows, place, name, Style(color=colour))
            self._paint_ground(rows[place.line], cell, place)
        for piece in self.drawing.pieces:
            areas = self.drawing.board.template.areas
            place = areas[piece.cell] if piece.shape == "box" else places[piece.cell]
            glyph = _GLYPHS.get(piece.shape, "") if self.glyphs else ""
            self._write(rows, place, glyph, self._style(piece))
        return Text("\n").join((*rows, *map(Text, self.drawing.legend)))

    def _paint_ground(self, row: Text, cell: int, place: Place) -> None:
        """Paint the surface of a cell with the gap to its left, or its mark with the gaps on both sides."""
        end = place.column + place.width + 1
        if cell in self.drawing.marks:
            row.stylize(Style(bgcolor=MARK), place.column, end + 1)
        elif cell in self.drawing.fills:
            row.stylize(Style(bgcolor=self._ground(cell)), place.column, end)

    def _ground(self, cell: int) -> str:
        """The colour on which a cell's symbol stands."""
        if cell in self.drawing.marks:
            return MARK
        surface = self.drawing.fills.get(cell)
        return surface_colour(self.material, surface) if surface else self.material.cell

    def _has_room_for_names(self) -> bool:
        """True if each cell can show its name, of two characters, and a blank before the next cell."""
        template = self.drawing.board.template
        rest = [template.lines[place.line][place.column + 1 : place.column + 3] for place in template.places]
        return not any(text.strip() for text in rest) and all(place.width == 1 for place in template.places)

    def _style(self, piece: Piece) -> Style:
        ground = self.material.cell if piece.shape == "box" else self._ground(piece.cell)
        colour = "nobody" if piece.side < 0 else self.drawing.colours[piece.side]
        return Style(color=_ink(colour, ground), bold=True)

    def _write(self, rows: list[Text], place: Place, text: str, style: Style) -> None:
        row, start = rows[place.line], place.column + 1
        width = max(place.width, len(text))
        if text:
            plain = row.plain
            row.plain = plain[:start] + f"{text * place.width:<{width}}" + plain[start + width :]
        row.stylize(style, start, start + width)


def _ink(colour: str, ground: str) -> str:
    """The tone of a side's colour that stands out best from the ground it is on."""
    paint = PAINTS[colour]
    tone = max((paint.bright, paint.stroke), key=lambda tone: _contrast(tone, ground))
    return tone if _contrast(tone, ground) >= _READABLE else paint.rim


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    """Relative luminance as the WCAG defines it, with a plain power for the curve of a screen."""
    red, green, blue = (float((int(colour[i : i + 2], 16) / 255) ** 2.2) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def progress(show: bool = True) -> Progress:
    """A progress bar on stderr that vanishes when it is done; it is not shown where stderr is no terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    is_shown = show and sys.stderr.isatty()
    return Progress(*columns, console=console(stderr=True), transient=True, disable=not is_shown)
