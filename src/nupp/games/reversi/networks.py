"""The features and patterns that networks of Reversi and Othello look at."""

from __future__ import annotations

from nupp.evaluators.features import Features
from nupp.evaluators.layouts import Layout, lines
from nupp.evaluators.patterns import Family, share
from nupp.games.reversi.rules import Reversi
from nupp.kernel import Record
from nupp.rules import Game
from nupp.rules.basics import Moves


class Room(Features[Reversi]):
    """The room to move: cells to which the side to move, and the other one, could move; 1 if the number of
    empty cells is odd, else 0.
    """

    name = "room"
    games = Reversi
    count = 3

    def write(self, game: Reversi, state: Record, found: Moves) -> int:
        side = game.to_move(state)
        found[0], found[1] = game.mobility(state, side), game.mobility(state, 1 - side)
        found[2] = (game.discs(state, 0) + game.discs(state, 1)) & 1
        return 0


def edges_corners_and_lines(game: Game) -> list[Family]:
    """Edges with the cells diagonally next to corners, lines, and corners (after M. Buro, 1997).

    All symmetries of the board are shared, those among them that do not keep the given centre as it is.
    """
    images = list(map(tuple, game.board.symmetries.tolist()))
    size = game.board.width  # type: ignore[attr-defined]
    edge = (*range(min(size, 8)), size + 1, 2 * size - 2)
    corners = [tuple(size * y + x for y in range(3) for x in range(3))]
    corners.append(tuple(size * y + x for y in range(2) for x in range(min(5, size))))
    corners.append(tuple(size * y + x for y in range(4) for x in range(4 - y)))
    middle = range(size // 2 - 2, size // 2 + 2)
    corners.append(tuple(dict.fromkeys((0, *middle, size - 1, *(size + x for x in middle)))))
    long = (line for line in lines(game.board.neighbours) if 4 <= len(line) <= 10)
    return share([edge, *corners, *(line for line in long if line[0] != 0 or line[-1] != size - 1)], images)


LAYOUT = Layout(edges_corners_and_lines, 30, Room)
