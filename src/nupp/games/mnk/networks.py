"""The features and patterns that networks of m,n,k games look at."""

from __future__ import annotations

from nupp.evaluators.layouts import Layout, lines, windows
from nupp.evaluators.patterns import Family, Pattern, unite
from nupp.rules import Game


def stretches(game: Game) -> list[Family]:
    """Stretches of ten cells of the lines, alike wherever they are, and shorter lines by their length."""
    by_length: dict[int, list[Pattern]] = {}
    for line in lines(game.board.neighbours):
        for window in windows(line, 10, 5):
            if len(window) >= game.k:  # type: ignore[attr-defined]
                by_length.setdefault(len(window), []).append(window)
    return [unite([*found, *(window[::-1] for window in found)]) for found in by_length.values()]


LAYOUT = Layout(stretches, 2)
