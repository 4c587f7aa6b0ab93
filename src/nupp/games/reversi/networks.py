"""The features and patterns that networks of Reversi and Othello look at."""

from __future__ import annotations

from nupp.evaluators.layouts import Layout, lines
from nupp.evaluators.patterns import Family, share
from nupp.rules import Game


def edges_corners_and_lines(game: Game) -> list[Family]:
    """Edges with the cells diagonally next to corners, lines, and corners (after M. Buro, 1997).

    All symmetries of the board are shared, those among them that do not keep the given centre as it is.
    """
    images = list(map(tuple, game.board.symmetries.tolist()))
    size = game.board.width  # type: ignore[attr-defined]
    edge = (*range(min(size, 8)), size + 1, 2 * size - 2)
    corners = [tuple(size * y + x for y in range(3) for x in range(3))]
    corners.append(tuple(size * y + x for y in range(2) for x in range(min(5, size))))
    long = (line for line in lines(game.board.neighbours) if 4 <= len(line) <= 10)
    return share([edge, *corners, *(line for line in long if line[0] != 0 or line[-1] != size - 1)], images)


LAYOUT = Layout(edges_corners_and_lines, 6)
