"""Reference for mnk and tictactoe (mnk on 3x3 with k = 3).

Doubts in the rules text, and what is done here:

* Columns are single letters, so boards wider than 26 are refused.
* "its terminal numbering 1..9 is accepted too" is said of tictactoe, which "is mnk 3,3,3": any
  3x3 board with k = 3 accepts it, whatever `exact` and `dead` are.
* A parsed position need not be reachable; only its form is checked. Where both sides have a
  winning line, the side that moved last has won.
* `lines` counts runs of exactly k cells without an enemy stone, also with `exact`.
* "the centre on an empty board" is column width // 2 and row height // 2 counted from 0: the
  middle cell if both sides are odd, else the one of the middle cells with the greater indices.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import MappingProxyType

from .common import EMPTY, Cell, cell_name, read_row, split_fields, split_rows, write_row

STONES = "xo"
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


@cache
def lines_of(width: int, height: int, k: int) -> list[list[Cell]]:
    """Return every straight run of k cells on the board."""
    found = []
    for column in range(width):
        for row in range(height):
            for right, up in DIRECTIONS:
                line = [(column + right * i, row + up * i) for i in range(k)]
                if all(0 <= c < width and 0 <= r < height for c, r in line):
                    found.append(line)
    return found


@cache
def rests_of_lines(width: int, height: int, k: int, cell: Cell) -> list[list[Cell]]:
    """Return the other cells of every straight run of k cells that a cell is one of."""
    return [[other for other in line if other != cell] for line in lines_of(width, height, k) if cell in line]


@dataclass(frozen=True)
class Mnk:
    """A position of mnk. The board maps the cells that hold a stone to "x" or "o"."""

    board: Mapping[Cell, str]
    side: int
    width: int
    height: int
    k: int
    exact: bool
    dead: bool

    def __post_init__(self) -> None:
        if not (1 <= self.width <= 26 and self.height >= 1):
            raise ValueError("width must be 1 to 26 and height at least 1")
        if not 1 <= self.k <= max(self.width, self.height):
            raise ValueError("k must be at least 1 and fit along a side of the board")

    def __hash__(self) -> int:
        return hash(self.text())

    @classmethod
    def start(
        cls,
        width: int = 15,
        height: int = 15,
        k: int = 5,
        exact: bool = False,
        dead: bool = False,
    ) -> "Mnk":
        """Return the empty board with x to move."""
        return cls(MappingProxyType({}), 0, width, height, k, exact, dead)

    @classmethod
    def parse(
        cls,
        text: str,
        width: int = 15,
        height: int = 15,
        k: int = 5,
        exact: bool = False,
        dead: bool = False,
    ) -> "Mnk":
        """Read a position text such as `3/1x1/3 o`; rows are listed from the top."""
        rows, side = split_fields(text.lower(), 2)
        if side not in ("x", "o"):
            raise ValueError(f"{text!r}: the side must be x or o")
        board = {}
        for from_top, row_text in enumerate(split_rows(rows, height)):
            for column, content in enumerate(read_row(row_text, STONES, width)):
                if content != EMPTY:
                    board[column, height - 1 - from_top] = content
        return cls(MappingProxyType(board), STONES.index(side), width, height, k, exact, dead)

    def text(self) -> str:
        """Write the position text."""
        rows = []
        for row in reversed(range(self.height)):
            cells = [self.board.get((column, row), EMPTY) for column in range(self.width)]
            rows.append(write_row(cells))
        return "/".join(rows) + " " + STONES[self.side]

    def cells(self) -> list[Cell]:
        """Return all cells of the board, from a1 along the rows."""
        return [(column, row) for row in range(self.height) for column in range(self.width)]

    def maximal_runs(self) -> Iterator[tuple[str, int]]:
        """Yield (stone, length) for every unbroken run that cannot be made longer."""
        for (column, row), stone in self.board.items():
            for right, up in DIRECTIONS:
                if self.board.get((column - right, row - up)) == stone:
                    continue
                length = 1
                while self.board.get((column + right * length, row + up * length)) == stone:
                    length += 1
                yield stone, length

    @cached_property
    def winner(self) -> int | None:
        """The side that has a winning line, None if neither has."""
        # With `exact` a longer run does not count, but an exact one elsewhere does, also if the
        # same move made both. A line stays on the board, and the game ends when it is made, so
        # looking at the whole board finds just what the last move has made.
        winners = set()
        for stone, length in self.maximal_runs():
            if length == self.k or (length > self.k and not self.exact):
                winners.add(STONES.index(stone))
        last_mover = 1 - self.side
        if last_mover in winners:
            return last_mover
        if self.side in winners:
            return self.side
        return None

    def is_full(self) -> bool:
        """Tell whether no cell is empty."""
        return all(cell in self.board for cell in self.cells())

    def is_dead(self) -> bool:
        """Tell whether every run of k cells holds stones of both sides."""
        return all(
            {"x", "o"} <= {self.board.get(cell) for cell in line}
            for line in lines_of(self.width, self.height, self.k)
        )

    @cached_property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.winner is not None or self.is_full() or (self.dead and self.is_dead())

    @property
    def outcome(self) -> int:
        """+1 if x has won, -1 if o has, 0 for a draw."""
        if not self.over:
            raise ValueError("the game is not over")
        if self.winner is None:
            return 0
        return 1 if self.winner == 0 else -1

    @property
    def margin(self) -> int:
        """The outcome: there is no score."""
        return self.outcome

    def moves(self) -> list[str]:
        """Return the legal moves: all empty cells until the game is over."""
        if self.over:
            return []
        return [cell_name(cell) for cell in self.cells() if cell not in self.board]

    def play(self, move: str) -> "Mnk":
        """Return the position after a move."""
        name = move.strip().lower()
        if (self.width, self.height, self.k) == (3, 3, 3) and name in list("123456789"):
            place = int(name) - 1
            name = cell_name((place % 3, 2 - place // 3))
        if name not in self.moves():
            raise ValueError(f"{move!r} is not legal in {self.text()!r}")
        target = next(cell for cell in self.cells() if cell_name(cell) == name)
        board = dict(self.board)
        board[target] = STONES[self.side]
        return Mnk(
            MappingProxyType(board),
            1 - self.side,
            self.width,
            self.height,
            self.k,
            self.exact,
            self.dead,
        )

    def runs(self) -> int:
        """Sum 4**length over the maximal unbroken runs of x, less the same for o."""
        total = 0
        for stone, length in self.maximal_runs():
            total += 4**length if stone == "x" else -(4**length)
        return total

    def lines(self) -> int:
        """Count the lines that x could still fill, less those that o could."""
        total = 0
        for line in lines_of(self.width, self.height, self.k):
            stones = [self.board.get(cell) for cell in line]
            if "o" not in stones:
                total += 1
            if "x" not in stones:
                total -= 1
        return total

    def threats(self) -> int:
        """Value the lines that only one side has stones in, for the side to move; full ones count nothing."""
        total = 0
        for line in lines_of(self.width, self.height, self.k):
            stones = [self.board[cell] for cell in line if cell in self.board]
            n = len(stones)
            if 0 < n < self.k and len(set(stones)) == 1:
                if stones[0] == "xo"[self.side]:
                    total += 4**n * (8 if n == self.k - 1 else 3)
                else:
                    total -= 4**n * 2
        return total

    def completing(self) -> list[str]:
        """Return the empty cells that complete a line for either side; none if the game is over."""
        found = set()
        for line in [] if self.over else lines_of(self.width, self.height, self.k):
            empty = [cell for cell in line if cell not in self.board]
            if len(empty) == 1 and len({self.board[cell] for cell in line if cell in self.board}) < 2:
                found.add(cell_name(empty[0]))
        return sorted(found)

    def active(self, reach: int = 1) -> list[str]:
        """Return the empty cells within `reach` king steps of a stone, or the centre."""
        if reach not in (1, 2):
            raise ValueError("reach must be 1 or 2")
        if not self.board:
            return [cell_name((self.width // 2, self.height // 2))]
        found = []
        for column, row in self.cells():
            if (column, row) in self.board:
                continue
            if any(
                max(abs(column - other_column), abs(row - other_row)) <= reach
                for other_column, other_row in self.board
            ):
                found.append(cell_name((column, row)))
        return found
