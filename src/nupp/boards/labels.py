"""Coordinate labels: the letters of columns, and the letters and numbers printed round a board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Label(NamedTuple):
    """A short text centred on the point (x, y), in the units of the board's drawing."""

    text: str
    x: float
    y: float


def column_name(index: int) -> str:
    """Return the letters of a column counted from 0: a .. z, then aa, ab, ..."""
    if index < 0:
        raise ValueError(f"column {index!r} has no name: expected a number from 0")
    letters = ""
    index += 1
    while index:
        index, digit = divmod(index - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters


def column_range(width: int) -> str:
    """Return the columns that a board of this width has, for error texts: ``a..h``, or ``a`` alone."""
    return "a" if width == 1 else f"a..{column_name(width - 1)}"


def number_range(count: int) -> str:
    """Return the range of numbers from 1, for error texts: ``1..8``, or ``1`` alone."""
    return "1" if count == 1 else f"1..{count}"


def margin_labels(
    columns: Iterable[tuple[int, float]],
    rows: Iterable[tuple[int, float]],
    column_y: float,
    row_x: float,
) -> tuple[Label, ...]:
    """Label columns along one horizontal line and rows along one vertical line.

    ``columns`` holds (index, x) and ``rows`` (index, y), both counted from 0; the labels of the
    columns stand at height ``column_y``, those of the rows at ``row_x``.
    """
    letters = [Label(column_name(index), x, column_y) for index, x in columns]
    numbers = [Label(str(index + 1), row_x, y) for index, y in rows]
    return (*letters, *numbers)


def letter_line(indent: int, columns: Sequence[int], spacing: int) -> str:
    """Return a line of text with column letters, those of column c at ``indent + c * spacing``."""
    line = ""
    for column in columns:
        line = line.ljust(indent + column * spacing) + column_name(column)
    return line
