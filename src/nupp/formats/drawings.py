"""Drawings on a position, kept in the note of its move: arrows, and circles about cells.

They are written as chess programs write them into comments of PGN: `[%csl Ga1,Rb2]` for circles and
`[%cal Ga1b2]` for arrows, each with the first letter of its colour. Names of cells that are no letter and
number are parted, as in `[%cal G12-16]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from nupp.boards import Board

COLOURS: Final = {"G": "green", "R": "red", "B": "blue", "Y": "yellow"}
"""The colours by their letters."""
_LETTERS: Final = {colour: letter for letter, colour in COLOURS.items()}
_COMMAND: Final = re.compile(r"\s*\[%(?:csl|cal)\s([^\]]*)\]\s*")
_PLAIN: Final = re.compile("[a-z]+[0-9]+")


class Drawing(NamedTuple):
    """A circle about one cell, or an arrow from one cell to another, by their numbers; and its colour."""

    cells: tuple[int, ...]
    colour: str


def joined(note: str, drawings: Iterable[Drawing], board: Board) -> str:
    """A note with the drawings on a board."""
    circles, arrows = list[str](), list[str]()
    for one in drawings:
        cells = list(map(board.name, one.cells))
        plain = all(map(_PLAIN.fullmatch, cells))
        kind = circles if len(cells) == 1 else arrows
        kind.append(_LETTERS[one.colour] + ("" if plain else "-").join(cells))
    commands = (
        f"[%{kind} {','.join(found)}]" for kind, found in (("csl", circles), ("cal", arrows)) if found
    )
    return " ".join(filter(None, (*commands, note)))


def parted(note: str, board: Board) -> tuple[str, tuple[Drawing, ...]]:
    """The words of a note and its drawings; what is no drawing on cells of the board is left out."""
    found = [one for command in _COMMAND.finditer(note) for one in _drawings(command[1], board.numbers)]
    return _COMMAND.sub(" ", note).strip(), tuple(dict.fromkeys(found))


def _drawings(text: str, names: Mapping[str, int]) -> Iterator[Drawing]:
    for part in text.split(","):
        letter, cells = part.strip()[:1], part.strip()[1:].lower()
        numbers = _cells(cells, names)
        if letter in COLOURS and numbers:
            yield Drawing(numbers, COLOURS[letter])


def _cells(text: str, names: Mapping[str, int]) -> tuple[int, ...]:
    """The cell or the two cells that a text names; none if it does not."""
    if text in names:
        return (names[text],)
    pairs = [text.split("-", 1)] if "-" in text else [[text[:n], text[n:]] for n in range(1, len(text))]
    return next(
        (tuple(names[one] for one in pair) for pair in pairs if all(one in names for one in pair)), ()
    )
