"""A neutral description of a board with pieces on it, shared by SVG, terminal and browser.

It says what is to be seen (this board, these pieces, that last move), not how it is painted.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Final

from nupp.boards.board import Board

#: The shapes a piece may have. ``box`` stands on an area of the board, all others on a cell. ``half`` is half
#: a domino, whose sign says where the other half lies.
SHAPES: Final = ("disc", "cross", "ring", "king", "queen", "arrow", "half", "box", "edge", "unit")

#: Where the other half of a domino lies.
SIDES: Final = ("right", "down", "left", "up")

#: What a piece may show beside its letter and text. Of the shape ``unit``, ``active`` is a ring around it,
#: ``done`` fades it, and some are small pictures; words of ``SIDES`` are for the shape ``half``.
SIGNS: Final = ("active", "done", "hourglass", "shield", "swords", *SIDES)

#: The surfaces a cell may have, each with the character for an empty cell of it in a terminal.
SURFACES: Final[Mapping[str, str]] = {
    "light": ".",
    "dark": ".",
    "grass": ".",
    "road": "=",
    "shallow": "-",
    "water": "~",
    "crag": "#",
    "hole": "#",
}

#: What the board is made of.
STYLES: Final = ("wood", "felt", "paper", "slate")

#: The colours of sides.
COLOURS: Final = ("black", "white", "red", "blue")


@dataclass(frozen=True, slots=True)
class Piece:
    """Something on a cell: a man, a cross, an arrow, a drawn edge, a won box, ...

    Attributes:
        cell: the number of the cell it is on; of the area, for the shape ``box``.
        side: 0 for the first player, 1 for the second, -1 for nobody.
        symbol: the one character that stands for it in a terminal.
        shape: one of ``SHAPES``.
        text: a short text to be written on it, such as how many fighters a unit has left.
        signs: what else it shows, words of ``SIGNS``.
    """

    cell: int
    side: int
    symbol: str
    shape: str = "disc"
    text: str = ""
    signs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raise a ValueError for a side, symbol, shape or sign that does not exist."""
        if self.side not in (-1, 0, 1):
            raise ValueError(f"side {self.side!r} is unknown: expected 0, 1, or -1 for nobody")
        if len(self.symbol) != 1:
            raise ValueError(f"{self.symbol!r} is no symbol: expected a single character")
        _check("shape", self.shape, SHAPES)
        for sign in self.signs:
            _check("sign", sign, SIGNS)


#: The pieces that ``piece_on`` keeps, more than 20 boards of 19 x 19 need.
MOST_PIECES: Final = 16_384


@lru_cache(MOST_PIECES)
def piece_on(
    cell: int, side: int, symbol: str, shape: str = "disc", text: str = "", signs: tuple[str, ...] = ()
) -> Piece:
    """Return a piece, as ``Piece`` makes it, but made once: the next position has nearly the same ones."""
    return Piece(cell, side, symbol, shape, text, signs)


class Fills(dict[int, str]):
    """Surfaces of cells that stay as they are through a game: made once, and not changed then."""

    @cached_property
    def contents(self) -> dict[str, str]:
        """The same as JSON holds it."""
        return {str(cell): surface for cell, surface in self.items()}


NO_FILLS: Final = Fills()


@dataclass(frozen=True)
class Drawing:
    """A board and what is to be seen on it.

    Attributes:
        board: the geometry.
        pieces: what stands on its cells and areas.
        marks: the cells of the last move.
        targets: the cells one may go to.
        fills: the surfaces of cells, words of ``SURFACES``; a cell not named has the plain one. ``Fills``
            that many drawings share are described faster.
        style: what the board is made of, one of ``STYLES``.
        colours: the colours of the first and the second side, words of ``COLOURS``.
        caption: one line that says what is shown.
        notes: lines that say in a text what only a picture shows, such as the texts and signs of pieces.
    """

    board: Board
    pieces: tuple[Piece, ...] = ()
    marks: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    fills: Mapping[int, str] = field(default_factory=lambda: NO_FILLS)
    style: str = "wood"
    colours: tuple[str, str] = ("black", "white")
    caption: str = ""
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raise a ValueError for a cell that is not on the board or a word that is unknown."""
        on_cells = [piece.cell for piece in self.pieces if piece.shape != "box"]
        _check_numbers("cell", (*on_cells, *self.marks, *self.targets, *self.fills), len(self.board))
        on_areas = [piece.cell for piece in self.pieces if piece.shape == "box"]
        _check_numbers("area", on_areas, len(self.board.areas))
        for surface in set(self.fills.values()):
            _check("surface", surface, SURFACES)
        _check("style", self.style, STYLES)
        for colour in self.colours:
            _check("colour", colour, COLOURS)

    def symbols(self) -> list[str]:
        """Return one character for each cell: its piece's, else its surface's or the board's."""
        found = [self.board.empty] * len(self.board)
        for cell, surface in self.fills.items():
            found[cell] = SURFACES[surface]
        for piece in self.pieces:
            if piece.shape != "box":
                found[piece.cell] = piece.symbol
        return found

    def area_symbols(self) -> list[str]:
        """Return one character for each area of the board: its piece's, else a blank."""
        found = [" "] * len(self.board.areas)
        for piece in self.pieces:
            if piece.shape == "box":
                found[piece.cell] = piece.symbol
        return found

    def text(self) -> str:
        """Draw it as plain text for a terminal, with coordinates around it and the legend below."""
        return "\n".join((self.board_text(), *self.legend))

    def board_text(self) -> str:
        """Draw the board and what is on it as plain text, without the legend."""
        return self.board.text(self.symbols(), self.area_symbols())

    @property
    def legend(self) -> tuple[str, ...]:
        """The lines below a text: the notes, and the caption if there is one."""
        return (*self.notes, self.caption) if self.caption else self.notes

    def to_dict(self) -> dict[str, Any]:
        """Describe it in plain lists and dicts that JSON can hold; keys as the attributes."""
        return {"board": self.board.to_dict(), **self.contents()}

    def contents(self) -> dict[str, Any]:
        """Describe as ``to_dict`` does what is to be seen on the board, without the board itself."""
        return {
            "pieces": [
                {
                    "cell": piece.cell,
                    "side": piece.side,
                    "symbol": piece.symbol,
                    "shape": piece.shape,
                    "text": piece.text,
                    "signs": list(piece.signs),
                }
                for piece in self.pieces
            ],
            "marks": list(self.marks),
            "targets": list(self.targets),
            "fills": (self.fills if isinstance(self.fills, Fills) else Fills(self.fills)).contents.copy(),
            "style": self.style,
            "colours": list(self.colours),
            "caption": self.caption,
            "notes": list(self.notes),
        }


def _check(what: str, word: str, words: Collection[str]) -> None:
    if word not in words:
        raise ValueError(f"{what} {word!r} is unknown: expected one of {', '.join(words)}")


def _check_numbers(what: str, numbers: Collection[int], count: int) -> None:
    for number in {min(numbers), max(numbers)} if numbers else ():
        if not 0 <= number < count:
            raise ValueError(
                f"{number!r} is no {what} of this board: expected a number from 0, less than {count}"
            )
