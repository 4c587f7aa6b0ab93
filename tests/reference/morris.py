"""Reference for the morris games.

Doubts in the rules text, and what is done here:

* A man's neighbours are the next points on the lines that are mills; with men=6 those lines are
  the sides of the two squares, to which the four links a3-b3, d3-e3, c4-c5, c1-c2 come.
* A move that closes a mill while the enemy has no man on the board removes none and is written
  without `x`; it is a mill for the quiet count all the same. In play from the start an enemy man
  is always there.
* The quiet count of a move is 0 if either side had a man in hand before it: the last placing move
  leaves 0, and the 1 comes with the first move on the board that closes no mill.
* Third repetition compares board, side and men in hand. It is kept for men=3 too.
* With men=3 the game is won as soon as a side has a line, and the count after that move is 0.
* "None in hand and fewer than three men" is lost for either side, whoever is to move. From the
  start it can only be the side to move that has lost; in a text where both have lost, the side
  to move is the loser.
* "A full board after placing is a draw" needs both hands to be empty.
* Flying goes by the men on the board: exactly three, and none in hand.
* Of a text this is asked: no more men on the board and in hand together than a side has, a line
  (men=3) of one side at the most, a count up to `quiet`, and a count of 0 while a man is in hand.
  Whether hands fit the side is not asked.
* A position read from a text has no past; positions that differ in their past alone are equal.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import MappingProxyType

from .common import (
    EMPTY,
    LETTERS,
    Cell,
    cell_name,
    read_row,
    split_fields,
    split_rows,
    write_row,
)

MEN = "WB"
NO_POINT = "."

NINE_MILLS = [
    "a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1",
    "a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7",
]  # fmt: skip
DIAGONALS = ["a7 b6 c5", "g7 f6 e5", "a1 b2 c3", "g1 f2 e3"]

MILLS = {
    3: ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1"],
    6: ["a5 c5 e5", "b4 c4 d4", "b2 c2 d2", "a1 c1 e1", "a1 a3 a5", "b2 b3 b4", "d2 d3 d4", "e1 e3 e5"],
    9: NINE_MILLS,
    12: NINE_MILLS + DIAGONALS,
}
LINKS = {3: [], 6: ["a3 b3", "d3 e3", "c4 c5", "c1 c2"], 9: [], 12: []}
SIZES = {3: 3, 6: 5, 9: 7, 12: 7}


def cell_of(name: str) -> Cell:
    """Read the name of a point."""
    return LETTERS.index(name[0]), int(name[1:]) - 1


@cache
def mills_of(men: int) -> list[list[Cell]]:
    """Return all mills of the board, each as its three points in order."""
    return [[cell_of(name) for name in mill.split()] for mill in MILLS[men]]


@cache
def points_of(men: int) -> list[Cell]:
    """Return all points of the board, row by row from the bottom."""
    points = {point for mill in mills_of(men) for point in mill}
    return sorted(points, key=lambda point: (point[1], point[0]))


@cache
def grid_of(men: int) -> list[list[Cell | None]]:
    """Return the rows of the board from the top, with None where there is no point."""
    size = SIZES[men]
    grid: list[list[Cell | None]] = []
    for row in reversed(range(size)):
        cells = [(column, row) for column in range(size)]
        grid.append([cell if cell in points_of(men) else None for cell in cells])
    return grid


@cache
def mills_through(point: Cell, men: int) -> list[list[Cell]]:
    """Return the mills that a point belongs to."""
    return [mill for mill in mills_of(men) if point in mill]


@cache
def neighbours_of(point: Cell, men: int) -> list[Cell]:
    """Return the points next to a point along a line."""
    pairs = [[cell_of(name) for name in link.split()] for link in LINKS[men]]
    for first, middle, last in mills_of(men):
        pairs += [[first, middle], [middle, last]]
    near = {other for pair in pairs if point in pair for other in pair if other != point}
    return [other for other in points_of(men) if other in near]


@dataclass(frozen=True)
class Morris:
    """A position. The board maps the points that hold a man to "W" (white) or "B" (black)."""

    board: Mapping[Cell, str]
    side: int
    hands: tuple[int, int]
    """The men in hand of white and black."""
    count: int
    """The number of moves in a row without a mill since the end of placing."""
    men: int
    flying: bool
    quiet: int
    past: tuple[str, ...] = field(default=(), compare=False)
    """The boards, sides and hands of all earlier positions."""

    def __post_init__(self) -> None:
        if self.men not in MILLS:
            raise ValueError("men must be 3, 6, 9 or 12")
        if self.quiet < 1:
            raise ValueError("quiet must be at least 1")

    def __hash__(self) -> int:
        return hash(self.text())

    @classmethod
    def start(cls, men: int = 9, flying: bool = False, quiet: int = 100) -> "Morris":
        """Return the empty board, with white to place a man."""
        return cls(MappingProxyType({}), 0, (men, men), 0, men, flying, quiet)

    @classmethod
    def parse(cls, text: str, men: int = 9, flying: bool = False, quiet: int = 100) -> "Morris":
        """Read a position text: rows from the top, the side, the men in hand, the quiet count."""
        if men not in MILLS:
            raise ValueError("men must be 3, 6, 9 or 12")
        rows, side, hands, count = split_fields(text.upper(), 4)
        if side not in ("W", "B"):
            raise ValueError(f"{text!r}: the side must be w or b")
        if not re.fullmatch(r"(0|[1-9][0-9]?),(0|[1-9][0-9]?)", hands):
            raise ValueError(f"{text!r}: the third field must be the men in hand, as 9,9")
        if not re.fullmatch(r"0|[1-9][0-9]*", count):
            raise ValueError(f"{text!r}: the last field must be a number of moves")
        if "#" in rows:
            raise ValueError(f"{text!r}: unexpected '#'")
        white_hand, black_hand = (int(hand) for hand in hands.split(","))
        size = SIZES[men]
        board = {}
        # The dot means "empty" in a list of cells, so what is no point gets another sign.
        row_texts = split_rows(rows.replace(NO_POINT, "#"), size)
        for row_text, points in zip(row_texts, grid_of(men), strict=True):
            for content, point in zip(read_row(row_text, MEN + "#", size), points, strict=True):
                if (content == "#") != (point is None):
                    raise ValueError(f"{text!r}: the points are not those of the board")
                if point is not None and content != EMPTY:
                    board[point] = content
        position = cls(
            MappingProxyType(board),
            MEN.index(side),
            (white_hand, black_hand),
            int(count),
            men,
            flying,
            quiet,
        )
        for one in (0, 1):
            if len(position.points_held(one)) + position.hands[one] > men:
                raise ValueError(f"{text!r}: a side has more than {men} men")
        if men == 3 and position.has_line(0) and position.has_line(1):
            raise ValueError(f"{text!r}: both sides have a line")
        if int(count) > quiet:
            raise ValueError(f"{text!r}: more than {quiet} moves without a mill")
        if int(count) > 0 and (white_hand > 0 or black_hand > 0):
            raise ValueError(f"{text!r}: moves without a mill are counted after placing only")
        return position

    def board_side_and_hands(self) -> str:
        """Write what must be the same in two positions that count as repeated."""
        rows = []
        for row in grid_of(self.men):
            rows.append(write_row(["#" if point is None else self.board.get(point, EMPTY) for point in row]))
        board = "/".join(rows).replace("#", NO_POINT)
        return f"{board} {MEN[self.side].lower()} {self.hands[0]},{self.hands[1]}"

    def text(self) -> str:
        """Write the position text."""
        return f"{self.board_side_and_hands()} {self.count}"

    def points_held(self, side: int) -> list[Cell]:
        """Return the points that hold a man of `side`."""
        return [point for point in points_of(self.men) if self.board.get(point) == MEN[side]]

    def empty_points(self) -> list[Cell]:
        """Return the points without a man."""
        return [point for point in points_of(self.men) if point not in self.board]

    def steps(self) -> list[tuple[Cell | None, Cell]]:
        """Return (origin, target) for all placings (origin None) or moves of the side to move."""
        if self.hands[self.side] > 0:
            return [(None, target) for target in self.empty_points()]
        own = self.points_held(self.side)
        if self.flying and len(own) == 3:
            return [(origin, target) for origin in own for target in self.empty_points()]
        return [
            (origin, target)
            for origin in own
            for target in neighbours_of(origin, self.men)
            if target not in self.board
        ]

    def closes_mill(self, origin: Cell | None, target: Cell) -> bool:
        """Tell whether the side to move gets three men on a line by a step to `target`."""
        own = MEN[self.side]
        return any(
            all(point == target or (point != origin and self.board.get(point) == own) for point in mill)
            for mill in mills_through(target, self.men)
        )

    def in_mill(self, point: Cell) -> bool:
        """Tell whether the man on a point is one of three on a line."""
        man = self.board[point]
        return any(
            all(self.board.get(other) == man for other in mill) for mill in mills_through(point, self.men)
        )

    def removable(self) -> list[Cell]:
        """Return the points from which a mill of the side to move may remove an enemy man."""
        if self.men == 3:
            return []
        enemies = self.points_held(1 - self.side)
        loose = [point for point in enemies if not self.in_mill(point)]
        return loose or enemies

    def has_line(self, side: int) -> bool:
        """Tell whether `side` has three men on a line anywhere."""
        return any(all(self.board.get(point) == MEN[side] for point in mill) for mill in mills_of(self.men))

    def has_lost(self, side: int) -> bool:
        """Tell whether `side` has lost by the men on the board."""
        if self.men == 3 and self.has_line(1 - side):
            return True
        return self.hands[side] == 0 and len(self.points_held(side)) < 3

    @cached_property
    def result(self) -> int | None:
        """The outcome, or None while the game goes on."""
        for side in (self.side, 1 - self.side):
            if self.has_lost(side):
                return -1 if side == 0 else 1
        if self.hands == (0, 0) and not self.empty_points():
            return 0
        if not self.steps():
            return -1 if self.side == 0 else 1
        if self.count >= self.quiet or self.past.count(self.board_side_and_hands()) >= 2:
            return 0
        return None

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.result is not None

    @property
    def outcome(self) -> int:
        """+1 if white has won, -1 if black has, 0 for a draw."""
        if self.result is None:
            raise ValueError("the game is not over")
        return self.result

    @property
    def margin(self) -> int:
        """The outcome: there is no score."""
        return self.outcome

    @cached_property
    def legal_moves(self) -> list[str]:
        """The legal moves."""
        if self.over:
            return []
        found = []
        for origin, target in self.steps():
            step = cell_name(target) if origin is None else f"{cell_name(origin)}-{cell_name(target)}"
            removable = self.removable() if self.closes_mill(origin, target) else []
            if removable:
                found += [f"{step}x{cell_name(point)}" for point in removable]
            else:
                found.append(step)
        return found

    def moves(self) -> list[str]:
        """Return the legal moves."""
        return list(self.legal_moves)

    def play(self, move: str) -> "Morris":
        """Return the position after a move."""
        name = move.strip().lower()
        if name not in self.legal_moves:
            raise ValueError(f"{move!r} is not legal in {self.text()!r}")
        step, _, removed = name.partition("x")
        from_point, _, to_point = step.rpartition("-")
        origin = cell_of(from_point) if from_point else None
        target = cell_of(to_point)
        board = dict(self.board)
        hands = list(self.hands)
        if origin is None:
            hands[self.side] -= 1
        else:
            del board[origin]
        board[target] = MEN[self.side]
        if removed:
            del board[cell_of(removed)]
        placing = self.hands != (0, 0)
        quiet_move = not placing and not self.closes_mill(origin, target)
        return Morris(
            MappingProxyType(board),
            1 - self.side,
            (hands[0], hands[1]),
            self.count + 1 if quiet_move else 0,
            self.men,
            self.flying,
            self.quiet,
            (*self.past, self.board_side_and_hands()),
        )
