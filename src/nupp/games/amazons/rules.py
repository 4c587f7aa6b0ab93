"""The Game of the Amazons: queens that move, and each time shoot a cell away.

Layout. Cells are numbered row by row from a1. Four lines run through every cell, one along each axis, and
the state has a word for each line: a bit is set for each of its places that is taken, and for those beyond
its ends. On a board of 5 x 5:

    5   20 21 22 23 24      axis 0, rows      lines 0 .. 4 = row               place = column
    4   15 16 17 18 19           1, columns         5 .. 9 = 5 + column                row
    3   10 11 12 13 14           2, rising        10 .. 18 = 14 + column - row         column
    2    5  6  7  8  9           3, falling       19 .. 27 = 19 + column + row         column
    1    0  1  2  3  4
         a  b  c  d  e           nowhere                28, on which all is taken

    line 15, from b1 up to e4, with d3 taken:     place   4  3  2  1  0
                                                  cell   e4 d3 c2 b1  -
                                                  bit     0  1  0  0  1

A place and the bits of its line are the index of two tables, its *view*: from place 1 of this line (b1) a
queen sees counts[1 << 5 | 0b01001] = 1 cell, c2, and the run of what she sees begins at place
first[1 << 5 | 0b01001] = 1, her own. Taking or leaving a cell changes the four words of its lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property
from typing import Annotated, Any

import numpy as np

from nupp.boards import SquareBoard
from nupp.games.amazons.notation import StepNotation, TurnNotation
from nupp.games.amazons.symmetry import AmazonsSymmetry
from nupp.games.amazons.tables import (
    AXES,
    begin,
    line_tables,
    longest_views,
    most_moves,
    part_of,
    run_tables,
    shift_tables,
    total,
)
from nupp.kernel import Generator, Record, below, hash_record, record_dtype
from nupp.kernel.bits import ZERO, bit, popcount, without_lowest, write_bits
from nupp.rules import register
from nupp.rules.basics import NO_MOVE, Kinds, Moves
from nupp.rules.contract import Game
from nupp.rules.images import images
from nupp.rules.notation import format_rows, parse_rows, parse_side, split_fields
from nupp.rules.symmetry import Symmetry
from nupp.spec import Between

WHITE, BLACK = 0, 1

_HOMES = {
    10: (("a4", "d1", "g1", "j4"), ("a7", "d10", "g10", "j7")),
    8: (("a3", "c1", "f1", "h3"), ("a6", "c8", "f8", "h6")),
    6: (("a2", "b1", "e1", "f2"), ("a5", "b6", "e6", "f5")),
    5: (("a2", "b1", "d1", "e2"), ("a4", "b5", "d5", "e4")),
}
_FEW = 20  # when the amazons see fewer cells than this, it is worth finding out how short all shots are


@register
class Amazons(Game):
    """The Game of the Amazons (W. Zamkauskas, 1988; source: a Lithuanian bachelor's thesis, about 2021).

    **Rules.** White (first) and black have four amazons each; on 10 x 10 white's stand on a4, d1, g1 and
    j4, black's on a7, d10, g10 and j7. In a turn a side moves one of its amazons as a queen of chess moves,
    at least one cell and neither onto nor over an amazon or an arrow. From where she now stands she shoots
    an arrow, which flies in the same way; the cell that she has left is free for it. Arrows stay where they
    are. A side that cannot move loses. On 8 x 8 white begins on a3, c1, f1, h3 and black on a6, c8, f8, h6,
    on 6 x 6 on a2, b1, e1, f2 and a5, b6, e6, f5, on 5 x 5 on a2, b1, d1, e2 and a4, b5, d5, e4.

    With `staged` a turn is two moves, the amazon's and then the arrow's; the game is the same.

    **Notation.** A turn is `d1-d7/g7` (from, to, arrow); staged, the moves are `d1-d7` and `/g7`. Columns
    are a, b, ... from the left, rows 1, 2, ... from the bottom. A position is rows from the top (W, B, x for
    an arrow), the side to move and, staged, the cell of the amazon that has yet to shoot, else `-`:
    `3B2B3/10/10/B8B/10/10/W8W/10/10/3W2W3 w`. A side may have fewer than four amazons.

    **State.** `amazons[side]`, cells in ascending order, `nowhere` in place of those that a side lacks;
    `turn`; `shooter`, the cell of the amazon that has yet to shoot, or `nowhere`; and `lines` as drawn above.
    Move codes are origin << 14 | target << 7 | arrow. Of a staged turn the first move has its target for the
    arrow (where she stands no arrow can go), the second is the arrow alone.
    """

    board: SquareBoard
    name = "amazons"
    sides = ("white", "black")
    move_classes = 1 << 14

    def __init__(
        self,
        size: Annotated[int, Between(5, 10), "rows and columns: 10, 8, 6 or 5"] = 10,
        staged: Annotated[bool, "an amazon's move and her arrow are two moves"] = False,
    ) -> None:
        if size not in _HOMES:
            raise ValueError(
                f"size={size}: positions to begin with are known for {', '.join(map(str, _HOMES))}"
            )
        self.size, self.staged = size, staged
        amazons = ("amazons", "amazon that has yet to shoot") if staged else ("amazons",)
        self.kinds = Kinds(len(amazons), neutral=1, names=(*amazons, "arrows"))
        self.notation = StepNotation() if staged else TurnNotation()
        self.nowhere = size * size
        self.board = SquareBoard(size, size)
        self.homes = np.array([sorted(map(self.board.cell, names)) for names in _HOMES[size]])
        self.steps = np.array([right + size * up for right, up in AXES])
        self.line, self.place, self.ends = line_tables(size)
        self.bit = np.uint16(1) << self.place.astype(np.uint16)
        self.views = self.place.astype(np.uint16) << np.uint16(size)
        self.counts, self.first = run_tables(size)
        self.longest = longest_views(self.counts, size)
        self.max_moves = most_moves(self.line[: self.nowhere], staged)
        symmetries = self.board.symmetries.tolist() if self.nowhere <= 64 else [[0]]
        self.shifts, self.inside = shift_tables(size)
        self.strides = self.shifts + np.array([0, 1, 1, 1], np.uint64)  # where a bit follows each row
        self.board_images = images([dict(enumerate(symmetry)) for symmetry in symmetries])
        self.State = record_dtype(
            ("amazons", np.int8, (2, 4)),
            ("turn", np.int8),
            ("shooter", np.int8),
            ("lines", np.uint16, (len(self.ends),)),
        )
        self.hash_words = -(-(10 + 2 * size) // 8)  # up to the last row; the other lines follow from the rows

    # ---- rules ---------------------------------------------------------------------------------

    def start(self, state: Record) -> None:
        self.clear(state)
        for side in range(2):
            for number in range(4):
                state.amazons[side, number] = self.homes[side, number]
                self.flip(state, self.homes[side, number])

    def legal_moves(self, state: Record, moves: Moves) -> int:
        if self.is_shooting(state):
            shooter = int(state.shooter)
            return self.list_shots(state, shooter, shooter, 0, moves, 0)
        n = 0
        for number in range(4):
            n = self.list_turns(state, int(state.amazons[state.turn, number]), moves, n)
        return n

    def play(self, state: Record, move: int) -> None:
        origin, target, arrow = move >> 14, move >> 7 & 127, move & 127
        if not self.staged:
            self.step(state, origin, target)
            self.shoot(state, arrow)
        elif self.is_shooting(state):
            self.shoot(state, arrow)
            state.shooter = self.nowhere
        else:
            self.step(state, origin, target)
            state.shooter = target

    def to_move(self, state: Record) -> int:
        return int(state.turn)

    def outcome(self, state: Record) -> int:
        return -1 if int(state.turn) == WHITE else 1

    def hash(self, state: Record) -> np.uint64:
        return hash_record(state, self.hash_words)

    def count_moves(self, state: Record, moves: Moves) -> int:
        if self.is_shooting(state):
            return self.reach(state, int(state.shooter))
        n = 0
        for number in range(4):
            n += self.count_turns(state, int(state.amazons[state.turn, number]))
        return n

    def random_move(self, state: Record, moves: Moves, rng: Generator) -> int:
        """As in every game, without listing the turns.

        Draws a step, and then one of as many shots along each axis as there are at the most, until there is
        such a shot. So all turns are equally likely, however many shots follow each step.
        """
        if self.staged:
            n = self.legal_moves(state, moves)
            return int(moves[below(rng, n)]) if n > 0 else NO_MOVE
        steps = self.survey_steps(state, moves)
        n = total(steps)
        if n == 0:
            return NO_MOVE
        most = self.longest_shots(state, moves) if n < _FEW else self.size - 1
        while True:
            index = below(rng, n)
            number = part_of(steps, index)
            origin = int(state.amazons[state.turn, number])
            index -= begin(steps, number)
            axis = part_of(moves[number], index)
            view = self.view_from(state, origin, axis, origin)
            target = self.seen(origin, axis, view, index - begin(moves[number], axis))
            shot = below(rng, 4 * most)
            axis, index = shot & 3, shot >> 2
            view = self.view_from(state, target, axis, origin)
            if index < int(self.counts[view]):
                return origin << 14 | target << 7 | self.seen(target, axis, view, index)

    def move_class(self, move: int) -> int:
        return move & 0x3FFF

    def contents(self, state: Record, found: Moves) -> int:
        """Amazons, if the game is staged the one that has yet to shoot as a separate kind, and arrows."""
        kinds, values, n = self.kinds.pieces, self.kinds.values, 0
        rows = 64 // self.size  # of which the cells are the bits of a word
        low, high = self.rows_taken(state, 0, rows), self.rows_taken(state, rows, self.size)
        for side in range(2):
            for number in range(4):
                cell = int(state.amazons[side, number])
                if cell != self.nowhere:
                    kind = 1 + kinds * (side ^ int(state.turn)) + (cell == int(state.shooter))
                    found[n] = values * cell + kind
                    n += 1
                    if cell < rows * self.size:
                        low ^= bit(cell)
                    else:
                        high ^= bit(cell - rows * self.size)
        n = write_bits(low, values - 1, values, found, n)
        return write_bits(high, values * rows * self.size + values - 1, values, found, n)

    def rows_taken(self, state: Record, first: int, end: int) -> np.uint64:
        """The cells of some rows, at most 64, on which something stands."""
        taken, row_of_cells = ZERO, np.uint64((1 << self.size) - 1)
        for row in range(first, min(end, self.size)):
            taken |= (np.uint64(state.lines[row]) & row_of_cells) << np.uint64((row - first) * self.size)
        return taken

    # ---- what a queen sees -----------------------------------------------------------------------

    def is_shooting(self, state: Record) -> bool:
        """True if an amazon has moved and has yet to shoot."""
        return self.staged and int(state.shooter) != self.nowhere

    def view_from(self, state: Record, cell: int, axis: int, left: int) -> np.uint16:
        """The view from a cell along an axis when the amazon on the cell `left` has left it."""
        line = self.line[cell, axis]
        bits = state.lines[line]
        if line == self.line[left, axis]:
            bits ^= self.bit[left, axis]
        view: np.uint16 = self.views[cell, axis] | bits
        return view

    def seen(self, cell: int, axis: int, view: np.uint16, index: int) -> int:
        """The cell number `index` of those that a view shows."""
        here, place = int(self.place[cell, axis]), int(self.first[view]) + index
        place += int(place >= here)
        return cell + (place - here) * int(self.steps[axis])

    def count_along(self, state: Record, cell: int, axis: int) -> int:
        """The number of cells a queen sees from a cell along an axis."""
        return int(self.counts[self.views[cell, axis] | state.lines[self.line[cell, axis]]])

    def reach(self, state: Record, cell: int) -> int:
        """The number of cells a queen sees from a cell."""
        return total(self.survey(state, cell))

    def survey(self, state: Record, cell: int) -> int:
        """The number of cells a queen sees from a cell along one axis after another, as a division."""
        division = n = 0
        for axis in range(4):
            n += self.count_along(state, cell, axis)
            division |= n << 8 * (axis + 1)
        return division

    def survey_steps(self, state: Record, surveys: Moves) -> int:
        """The number of cells each amazon of the side to move sees, as a division; fills `surveys[:4]`."""
        division = n = 0
        for number in range(4):
            surveys[number] = self.survey(state, int(state.amazons[state.turn, number]))
            n += total(surveys[number])
            division |= n << 8 * (number + 1)
        return division

    def longest_shots(self, state: Record, surveys: Moves) -> int:
        """A bound on the shots along an axis after any step of the side to move, whose surveys these are.

        On the line along which she stepped, an amazon sees as many cells as before; on others none has left.
        Numbers are unary here, so that a bitwise or finds the largest.
        """
        most = 0
        for line in range(len(self.ends)):
            most |= int(self.longest[state.lines[line]])
        for number in range(4):
            for axis in range(4):
                most |= (1 << (begin(surveys[number], axis + 1) - begin(surveys[number], axis))) - 1
        return popcount(np.uint64(most))

    def mobility(self, state: Record, side: int) -> int:
        """The number of cells the amazons of a side see, summed over the amazons."""
        n = 0
        for number in range(4):
            n += self.reach(state, int(state.amazons[side, number]))
        return n

    # ---- turns -----------------------------------------------------------------------------------

    def list_turns(self, state: Record, origin: int, moves: Moves, n: int) -> int:
        """Append the turns of an amazon (staged: her moves) to `moves[:n]`; returns the new n."""
        for axis in range(4):
            view = self.view_from(state, origin, axis, origin)
            for index in range(int(self.counts[view])):
                target = self.seen(origin, axis, view, index)
                code = origin << 14 | target << 7
                if self.staged:
                    moves[n] = code | target
                    n += 1
                else:
                    n = self.list_shots(state, target, origin, code, moves, n)
        return n

    def list_shots(self, state: Record, cell: int, left: int, code: int, moves: Moves, n: int) -> int:
        """Append the shots from a cell, added to `code`, to `moves[:n]`; returns the new n."""
        for axis in range(4):
            view = self.view_from(state, cell, axis, left)
            for index in range(int(self.counts[view])):
                moves[n] = code | self.seen(cell, axis, view, index)
                n += 1
        return n

    def count_turns(self, state: Record, origin: int) -> int:
        """The number of turns of an amazon (staged: of her moves).

        Along the axis of her move she can afterwards shoot at as many cells as she could move to.
        """
        if self.staged:
            return self.reach(state, origin)
        n = 0
        for axis in range(4):
            view = self.view_from(state, origin, axis, origin)
            steps, first, here = int(self.counts[view]), int(self.first[view]), int(self.place[origin, axis])
            n += steps * steps
            for place in range(first, first + steps + 1):
                if place != here:
                    target = origin + (place - here) * int(self.steps[axis])
                    for turn in range(1, 4):
                        n += self.count_along(state, target, axis + turn & 3)
        return n

    def step(self, state: Record, origin: int, target: int) -> None:
        """Move an amazon of the side to move, and keep the list of them in order."""
        self.flip(state, origin)
        self.flip(state, target)
        own = state.amazons[state.turn]
        for number in range(4):
            if int(own[number]) == origin:
                own[number] = target
        for i in range(5):  # a larger number goes up past 0, 1 and 2, a smaller one down past 2, 1 and 0
            number = i if i < 3 else 4 - i
            one, other = own[number], own[number + 1]
            own[number], own[number + 1] = min(one, other), max(one, other)

    def shoot(self, state: Record, arrow: int) -> None:
        """Put an arrow on a cell and pass the turn on."""
        self.flip(state, arrow)
        state.turn = 1 - int(state.turn)

    def flip(self, state: Record, cell: int) -> None:
        """Take an empty cell, or leave a taken one."""
        for axis in range(4):
            state.lines[self.line[cell, axis]] ^= self.bit[cell, axis]

    def clear(self, state: Record) -> None:
        """Make the board empty."""
        for line in range(len(self.ends)):
            state.lines[line] = self.ends[line]
        for side in range(2):
            for number in range(4):
                state.amazons[side, number] = self.nowhere
        state.shooter = self.nowhere

    # ---- what exact searches ask -----------------------------------------------------------------

    def amazons_of(self, state: Record, side: int) -> np.uint64:
        """The cells of a side's amazons, on a board of at most 64 cells."""
        cells = ZERO
        for number in range(4):
            cell = int(state.amazons[side, number])
            if cell != self.nowhere:
                cells |= bit(cell)
        return cells

    def empty_cells(self, state: Record) -> np.uint64:
        """The empty cells of a board of at most 64 cells."""
        empty, row_of_cells = ZERO, np.uint64((1 << self.size) - 1)
        for row in range(self.size):
            empty |= (~np.uint64(state.lines[row]) & row_of_cells) << np.uint64(row * self.size)
        return empty

    def next_to(self, cells: np.uint64) -> np.uint64:
        """The cells a step away from some of these."""
        found = ZERO
        for axis in range(4):
            step = self.shifts[axis]
            found |= (cells & self.inside[axis, 0]) << step | (cells & self.inside[axis, 1]) >> step
        return found

    def moved(self, start: np.uint64, empty: np.uint64) -> np.uint64:
        """The cells that a queen can reach in one move from some of the cells of `start`."""
        found = ZERO
        for axis in range(4):
            step, up, down = self.shifts[axis], start, start
            while up | down != ZERO:
                up = (up & self.inside[axis, 0]) << step & empty
                down = (down & self.inside[axis, 1]) >> step & empty
                found |= up | down
        return found

    def spread(self, start: np.uint64, empty: np.uint64) -> np.uint64:
        """The empty cells that can be reached from some of the cells of `start`."""
        found, before = self.next_to(start) & empty, ZERO
        while found != before:
            before = found
            found |= self.next_to(found) & empty
        return found

    def can_walk(self, state: Record, side: int, cells: np.uint64, wanted: int) -> bool:
        """True if the amazons of a side are seen to find `wanted` moves among these cells, a step at a time.

        Each walks until she is stuck, always to the cell that leaves her the fewest steps to go on with, but
        into no dead end that can be avoided (Warnsdorff's rule for the tour of a knight, 1823).
        """
        if popcount(cells) < wanted:
            return False
        for number in range(4):
            cell = int(state.amazons[side, number])
            if cell == self.nowhere:
                break
            here, options = bit(cell), self.next_to(bit(cell)) & cells
            while options != ZERO and wanted > 0:
                fewest = 9
                while options != ZERO:
                    one = options & ~without_lowest(options)
                    options ^= one
                    steps = popcount(self.next_to(one) & cells)
                    if steps == 0:
                        steps = 8
                    if steps < fewest:
                        fewest, here = steps, one
                cells ^= here
                wanted -= 1
                options = self.next_to(here) & cells
        return wanted <= 0

    # ---- notation ------------------------------------------------------------------------------

    def move_text(self, state: Record, move: int) -> str:
        cells = self.board.cells
        arrow = cells[move & 127].name
        if self.staged and self.is_shooting(state):
            return f"/{arrow}"
        turn = f"{cells[move >> 14].name}-{cells[move >> 7 & 127].name}"
        return turn if self.staged else f"{turn}/{arrow}"

    def format_position(self, state: Record) -> str:
        text = f"{format_rows(self.symbols_of(state), self.board.rows)} {'wb'[state.turn]}"
        if not self.staged:
            return text
        return f"{text} {self.board.name(int(state.shooter)) if self.is_shooting(state) else '-'}"

    def read_position(self, text: str, state: Record) -> None:
        shooter = ("amazon that has yet to shoot",) if self.staged else ()
        rows, side, *rest = split_fields(text, "rows", "side", *shooter)
        pieces = parse_rows(rows, self.board.rows, "WBx")
        white, black, arrows = ([cell for cell, found in pieces if found == symbol] for symbol in "WBx")
        for name, own in zip(self.sides, (white, black), strict=True):
            if len(own) > 4:
                raise ValueError(f"{name} has {len(own)} amazons: expected 4 at the most")
        self.write(state, (white, black), arrows, parse_side(side, "wb"))
        if rest and rest[0] != "-":
            self._read_shooter(rest[0], state)

    def _read_shooter(self, text: str, state: Record) -> None:
        shooter = self.board.cell(text)
        if shooter not in state.amazons[state.turn]:
            raise ValueError(
                f"amazon that has yet to shoot {text!r}: expected the cell of an amazon of "
                f"{self.sides[state.turn]}, or '-'"
            )
        if self.reach(state, shooter) == 0:
            raise ValueError(
                f"amazon that has yet to shoot {text!r}: expected an empty cell next to her, as she left one"
            )
        state.shooter = shooter

    def write(self, state: Record, sides: Iterable[Iterable[int]], arrows: Iterable[int], turn: int) -> None:
        """Write a position into a state: the cells of both sides' amazons and of the arrows, and the turn."""
        self.clear(state)
        for side, own in enumerate(sides):
            for number, cell in enumerate(sorted(own)):
                state.amazons[side, number] = cell
                self.flip(state, cell)
        for cell in arrows:
            self.flip(state, cell)
        state.turn = turn

    def list_amazons(self, state: Record, side: int) -> list[int]:
        return [cell for cell in state.amazons[side].tolist() if cell != self.nowhere]

    def list_arrows(self, state: Record) -> list[int]:
        amazons = set(self.list_amazons(state, WHITE) + self.list_amazons(state, BLACK))
        rows = state.lines[: self.size].tolist()
        taken = [rows[cell // self.size] >> cell % self.size & 1 for cell in range(self.nowhere)]
        return [cell for cell in range(self.nowhere) if taken[cell] and cell not in amazons]

    def symbols_of(self, state: Record) -> list[str]:
        symbols = ["."] * self.nowhere
        for symbol, cells in (
            ("W", self.list_amazons(state, WHITE)),
            ("B", self.list_amazons(state, BLACK)),
            ("x", self.list_arrows(state)),
        ):
            for cell in cells:
                symbols[cell] = symbol
        return symbols

    # ---- drawing and symmetries ------------------------------------------------------------------

    @cached_property
    def symmetries(self) -> tuple[Symmetry[Any], ...]:
        white, black = ({*self.homes[side].tolist()} for side in range(2))
        found = []
        for cells in map(tuple, self.board.symmetries.tolist()):
            whites_image = {cells[cell] for cell in white}
            if whites_image in (white, black):
                found.append(AmazonsSymmetry(self, cells, exchange=whites_image == black))
        return tuple(found)


class Arrowless(Amazons):
    """Amazons that move and shoot no arrows, but for the arrow of a turn that has been begun.

    For searches that choose an amazon's move before they look at arrows.
    """

    def __init__(self, size: int) -> None:
        super().__init__(size, staged=True)
        self.spec = f"amazons of size {size} without arrows"

    def play(self, state: Record, move: int) -> None:
        if self.is_shooting(state):
            self.shoot(state, move)
            state.shooter = self.nowhere
        else:
            self.step(state, move >> 14, move >> 7 & 127)
            state.turn = 1 - int(state.turn)


@cache
def arrowless(size: int) -> Arrowless:
    return Arrowless(size)


# A division of a range 0 .. n into four parts: byte i is where part i begins, what lies above byte 3 is n.
