"""Hints at a move: cells, but not the move."""

from __future__ import annotations

from typing import Final

from nupp.rules import Position

AMONG: Final = 4
"""Cells with the right one among them, for moves whose first cell would say all."""


def hint_cells(position: Position, move: int, number: int) -> list[int]:
    """The cells of a hint at a move: where it begins, or up to `AMONG` with that among them.

    move: its code. number: of the question; it gives the place of the right cell among the others, as the
    middle would be guessed. There are no cells if the move begins with a word. To
    be called where rules are interpreted.
    """
    first, *more = position.steps(move)
    if not isinstance(first, int):
        return []
    if more:
        return [first]
    begun = {steps[0] for steps in position.legal_steps()}
    cells = sorted(cell for cell in begun if isinstance(cell, int))
    begin = max(0, min(cells.index(first) - number % AMONG, len(cells) - AMONG))
    return cells[begin : begin + AMONG]
