"""Reference for the Game of the Amazons, staged or not.

Doubts in the rules text, and what is done here:

* A side may have no amazon at all; it then has lost when it is to move. More than four are refused.
* The amazon that has yet to shoot must be one of the side to move and see an empty cell.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from .common import EMPTY, Cell, cell_name, read_row, split_fields, split_rows, write_row

STARTS = {
    10: "3B2B3/10/10/B8B/10/10/W8W/10/10/3W2W3",
    8: "2B2B2/8/B6B/8/8/W6W/8/2W2W2",
    6: "1B2B1/B4B/6/6/W4W/1W2W1",
    5: "1B1B1/B3B/5/W3W/1W1W1",
}
DIRECTIONS = [(right, up) for right in (-1, 0, 1) for up in (-1, 0, 1) if (right, up) != (0, 0)]
ARROW = "x"


@dataclass(frozen=True)
class Amazons:
    """A position. `cells` holds what stands on each cell; `shooter` is the amazon that has yet to shoot."""

    cells: Mapping[Cell, str]
    side: int
    staged: bool = False
    shooter: Cell | None = None

    @staticmethod
    def start(size: int = 10, staged: bool = False) -> "Amazons":
        return Amazons.parse(STARTS[size] + (" w -" if staged else " w"), size, staged)

    @staticmethod
    def parse(text: str, size: int = 10, staged: bool = False) -> "Amazons":
        rows, side, *rest = split_fields(text, 3 if staged else 2)
        board = [read_row(row, "WBx", size) for row in reversed(split_rows(rows, size))]
        cells = {(column, row): found for row, line in enumerate(board) for column, found in enumerate(line)}
        if max(list(cells.values()).count(letter) for letter in "WB") > 4 or side not in ("w", "b"):
            raise ValueError(f"{text!r}: too many amazons, or no side")
        position = Amazons(MappingProxyType(cells), "wb".index(side), staged)
        if not rest or rest[0] == "-":
            return position
        shooter = next((cell for cell in cells if cell_name(cell) == rest[0]), None)
        if shooter is None or cells[shooter] != "WB"[position.side] or not list(position.seen(shooter)):
            raise ValueError(f"{text!r}: that amazon cannot shoot")
        return Amazons(position.cells, position.side, staged, shooter)

    def text(self) -> str:
        size = max(column for column, _ in self.cells) + 1
        rows = [
            write_row([self.cells[column, row] for column in range(size)]) for row in reversed(range(size))
        ]
        shooter = f" {cell_name(self.shooter) if self.shooter else '-'}" if self.staged else ""
        return f"{'/'.join(rows)} {'wb'[self.side]}{shooter}"

    def seen(self, cell: Cell, left: Cell | None = None) -> list[Cell]:
        """What a queen on a cell sees when the amazon on another has left it."""
        found = []
        for right, up in DIRECTIONS:
            column, row = cell[0] + right, cell[1] + up
            while (column, row) == left or self.cells.get((column, row)) == EMPTY:
                found.append((column, row))
                column, row = column + right, row + up
        return found

    def steps(self) -> list[tuple[Cell, Cell]]:
        """The origin and the target of each move of an amazon."""
        own = [cell for cell, found in self.cells.items() if found == "WB"[self.side]]
        return [(origin, target) for origin in own for target in self.seen(origin)]

    def moves(self) -> list[str]:
        if self.shooter:
            return [f"/{cell_name(arrow)}" for arrow in self.seen(self.shooter)]
        if self.staged:
            return [f"{cell_name(origin)}-{cell_name(target)}" for origin, target in self.steps()]
        return [
            f"{cell_name(origin)}-{cell_name(target)}/{cell_name(arrow)}"
            for origin, target in self.steps()
            for arrow in self.seen(target, left=origin)
        ]

    def play(self, move: str) -> "Amazons":
        if move not in self.moves():
            raise ValueError(f"{move!r} is not legal")
        named = {cell_name(cell): cell for cell in self.cells}
        cells, (step, _, arrow) = dict(self.cells), move.partition("/")
        shooter = self.shooter
        if step:
            origin, target = (named[name] for name in step.split("-"))
            cells[origin], cells[target], shooter = EMPTY, cells[origin], target
        if not arrow:
            return Amazons(MappingProxyType(cells), self.side, self.staged, shooter)
        cells[named[arrow]] = ARROW
        return Amazons(MappingProxyType(cells), 1 - self.side, self.staged)

    @property
    def over(self) -> bool:
        return not self.shooter and not self.steps()

    @property
    def outcome(self) -> int:
        return -1 if self.side == 0 else 1

    @property
    def margin(self) -> int:
        return self.outcome
