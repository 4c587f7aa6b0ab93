"""Games as pictures, small enough that a page can hold those of a whole run.

A picture is a sequence of elements, those that `nupp.boards.paint` gives after the opening tag of the SVG.
Next to everything in it recurs: in the picture of the ply before, and in other games. So each distinct
element is kept once, as the numbers of its tags, each of which is kept once too; and a ply is stored as what
is taken from the picture before it and what is put in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from nupp.boards import paint
from nupp.formats import GameRecord
from nupp.rules import Position

SIZE: Final = 480
"""Pixels of the longer side of a picture; a page may scale it."""

_TAG: Final = re.compile(r"<[^>]*>[^<]*")


def movers_of(record: GameRecord) -> list[int]:
    """The side that made each move of a game, 0 for the first, 1 for the second; errors as in `positions`."""
    return [position.to_move for position in record.positions()][: len(record.moves)]


class Album:
    """The pictures of many games, and the tables of what they consist of.

    tags: the distinct tags of SVG, each with the text behind it. elements: the distinct elements, each as the
    numbers of its tags. games: for each game its moves, the sides that made them, and its plies as `changes`
    from one picture to the next; that of the first position is the change from that of the game before.
    limit: the greatest number of games.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.elements: list[list[int]] = []
        self.games: list[dict[str, Any]] = []
        self._tags: dict[str, int] = {}
        self._elements: dict[str, int] = {}
        self._start: list[int] = []

    @property
    def tags(self) -> list[str]:
        return list(self._tags)

    def add(self, record: GameRecord) -> list[int]:
        """Add a game, unless the album is full; returns who made each move, as `movers_of`."""
        if len(self.games) >= self.limit:
            return movers_of(record)
        positions = list(record.positions())
        movers = [position.to_move for position in positions[:-1]]
        pictures = [self._picture(position) for position in positions]
        before = [self._start, *pictures]
        plies = [changes(*pair) for pair in zip(before, pictures, strict=False)]
        self._start = pictures[0]
        self.games.append({"moves": list(record.moves), "movers": movers, "plies": plies})
        return movers

    def _picture(self, position: Position) -> list[int]:
        """The elements of a position's picture by their numbers, the opening tag first."""
        picture = paint(position.drawing)
        return [self._number(text) for text in (picture.opening(SIZE), *picture.elements) if text]

    def _number(self, element: str) -> int:
        """The number of an element, which is entered if it is new."""
        number = self._elements.setdefault(element, len(self.elements))
        if number == len(self.elements):
            tags = _TAG.findall(element)
            self.elements.append([self._tags.setdefault(tag, len(self._tags)) for tag in tags])
        return number

    def to_dict(self) -> dict[str, Any]:
        """The album for JSON."""
        return {"tags": self.tags, "elements": self.elements, "games": self.games}


def changes(before: Sequence[int], after: Sequence[int]) -> list[int]:
    """The steps that turn one sequence of numbers into another, as one flat list, empty if they are equal.

    A step is how many numbers stay, how many go, how many come, and those that come. What is left after the
    last step stays.
    """
    common = set(before) & set(after)
    if [one for one in before if one in common] != [one for one in after if one in common]:
        return [0, len(before), len(after), *after]  # those that stay have changed places
    steps: list[int] = []
    i = j = stay = 0
    while i < len(before) or j < len(after):
        gone, come = _run(before, i, common), _run(after, j, common)
        if gone or come:
            steps += [stay, gone, come, *after[j : j + come]]
            i, j, stay = i + gone, j + come, 0
        else:
            i, j, stay = i + 1, j + 1, stay + 1
    return steps


def _run(numbers: Sequence[int], start: int, common: set[int]) -> int:
    """The count of numbers in succession from `start` on that are not in common."""
    end = start
    while end < len(numbers) and numbers[end] not in common:
        end += 1
    return end - start
