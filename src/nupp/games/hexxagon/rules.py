"""Hexxagon: cloning and jumping on a hexagon of 58 or 61 cells.

Layout. A side's pieces are the bits of one 64-bit word, bit = cell. Cells are numbered column by column,
each column from the bottom; holes have no number. With the three holes (##) of the usual board:

                       33
                   25      40
               18      32      47
           11      24      39      53
        4      17      ##      46      57
           10      23      38      52
        3      16      31      45      56
            9      22      37      51               adjacent[29] = bits 21, 28, 36: distance 1
        2      15      30      44      55
            8      21      36      50               jumps[29] = bits 13, 14, 15, 20, 22, 27, 30,
        1      14      29      43      54                       35, 37, 42, 43, 44: distance 2
            7      ##      ##      49
        0      13      28      42      53
            6      20      35      48
               12      27      41
                   19      34
                       26
        a   b   c   d   e   f   g   h   i
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray

from nupp.boards import HexagonBoard
from nupp.kernel import Generator, Record, below, record_dtype
from nupp.kernel.bits import ZERO, bit, lowest_bit, mask, nth_bit, popcount, without_lowest, write_bits
from nupp.rules import register
from nupp.rules.actions import ListedActions, register_actions
from nupp.rules.basics import NO_MOVE, Kinds, Moves, States
from nupp.rules.contract import Game
from nupp.rules.movetexts import MoveNotation
from nupp.rules.notation import format_rows, parse_count, parse_rows, parse_side, split_fields
from nupp.rules.symmetry import Symmetry
from nupp.spec import Between

RED, BLUE = 0, 1
PASS = 4096

_AT_ONCE = 4  # in the middle of a game a piece has two or three cells to jump to

_CORNERS = (("a1", "e9", "i1"), ("a5", "e1", "i5"))
_HOLES = {"three": ("e6", "d4", "f4"), "none": ()}


class HexxagonNotation(MoveNotation["Hexxagon"]):
    """Cells by their names, with any sign between those of a jump, and the usual spellings of a pass."""

    def normalise(self, game: Hexxagon, text: str) -> str:
        wanted = super().normalise(game, text)
        if wanted in ("ps", "--"):
            return "pass"
        return re.sub(r"([a-i][1-9])[^a-z0-9]*([a-i][1-9])", r"\1-\2", wanted)


@register
class Hexxagon(Game):
    """Hexxagon (source: T. Rostański, "Programming board games", 2003).

    **Rules.** The board is a hexagon of hexes with sides of five; with `holes=three` the hexes e6, d4 and
    f4 are no cells, which leaves 58, with `none` (the source) there are 61. Red (first) begins with a piece
    on each of a1, e9 and i1, blue with one on each of a5, e1 and i5. The sides in turn make one move:

    - *clone*: a new piece is put on an empty cell at distance 1 from an own piece (clones from different
      origins onto one cell are one move);
    - *jump*: an own piece goes to an empty cell at distance exactly 2, over whatever lies between, holes
      included.

    Then every enemy piece adjacent to the target changes sides. The game is over when the board is full, when
    a side has no piece, or when the side to move cannot move; the side with more pieces wins. `blocked` says
    what happens when the side to move cannot move, and what the empty cells are worth:

    - `ends` (the source): the game is over and the pieces count as they stand;
    - `fill`: the game is over and the empty cells count for the side that could still move (also when the
      other side has no piece);
    - `pass`: the blocked side passes while there are empty cells and both sides have pieces (the other side
      can then move, since the board is connected and so some empty cell adjoins a piece of its).

    After `quiet` moves in a row without a clone (a pass is one) the game is drawn, unless it has just
    ended on the board; the margin is then the difference of the pieces, without empty cells.

    **Notation.** A clone is its target, `d5`; a jump is `e9-e7`; and there is `pass`. Columns are a..i from
    the left, of 5, 6, 7, 8, 9, 8, 7, 6, 5 hexes, each numbered from 1 at the bottom (holes are counted). A
    position is the columns joined by `/`, each from its hex 1 up (R, B, # for a hole, numbers for empty
    cells), the side to move, and the number of moves in a row without a clone:
    `R3B/6/7/3#4/B4#2R/3#4/7/6/R3B r 0`.

    **State.** The pieces of both sides (`red`, `blue`, see the layout above), `quiet` (moves in a row
    without a clone) and `turn`. Move codes are 64 * origin + target for a jump, 64 * target + target for a
    clone, and 4096 for the pass.
    """

    board: HexagonBoard
    name = "hexxagon"
    sides = ("red", "blue")
    notation = HexxagonNotation(
        r"[a-i][1-9](-[a-i][1-9])?|pass", "a clone such as d5, a jump such as e9-e7, or pass"
    )
    move_classes = PASS + 1
    kinds = Kinds(1)

    def __init__(
        self,
        holes: Annotated[Literal["three", "none"], "hexes of the board that are no cells"] = "three",
        blocked: Annotated[
            Literal["ends", "fill", "pass"], "what happens when the side to move cannot move"
        ] = "ends",
        quiet: Annotated[int, Between(1, 10_000), "moves in a row without a clone that draw the game"] = 100,
    ) -> None:
        self.quiet = quiet
        self.fills = blocked == "fill"
        self.passes = blocked == "pass"
        self.board = HexagonBoard(5, _HOLES[holes])
        self.cells = len(self.board)
        self.full = mask(range(self.cells))
        self.red_corners, self.blue_corners = (mask(map(self.board.cell, names)) for names in _CORNERS)
        self.adjacent = _masks_at_distance(self.board, 1)
        self.jumps = _masks_at_distance(self.board, 2)
        # A clone for each cell, a jump for each two cells at distance 2, and the excess of `write_moves`.
        self.max_moves = self.cells + int(np.sum(self.board.distances == 2)) // 2 + _AT_ONCE - 1
        self.State = record_dtype(
            ("red", np.uint64), ("blue", np.uint64), ("quiet", np.int16), ("turn", np.int8)
        )

    # ---- rules ---------------------------------------------------------------------------------

    def start(self, state: Record) -> None:
        state.red, state.blue = self.red_corners, self.blue_corners

    def legal_moves(self, state: Record, moves: Moves) -> int:
        if self.is_decided(state):
            return 0
        own, empty = self.own_and_empty(state)
        targets, _ = self.survey(own, empty)
        n = self.write_moves(targets, 0, 65, moves, 0)
        outer, inner, outer_factor, inner_factor = self.jumping_pairs(own, empty)
        while outer != ZERO:
            cell = lowest_bit(outer)
            outer = without_lowest(outer)
            n = self.write_moves(self.jumps[cell] & inner, outer_factor * cell, inner_factor, moves, n)
        if n == 0 and self.passes:
            moves[0] = PASS
            return 1
        return n

    def play(self, state: Record, move: int) -> None:
        side = int(state.turn)
        state.turn = 1 - side
        if move == PASS:
            state.quiet += 1
            return
        origin, target = move >> 6, move & 63
        own, enemy = self.pieces(state, side), self.pieces(state, 1 - side)
        turned = self.adjacent[target] & enemy
        own = (own & ~bit(origin)) | bit(target) | turned  # a clone's origin is its target
        enemy ^= turned
        state.red, state.blue = (own, enemy) if side == RED else (enemy, own)
        state.quiet = 0 if origin == target else int(state.quiet) + 1

    def to_move(self, state: Record) -> int:
        return int(state.turn)

    def outcome(self, state: Record) -> int:
        if not self.ended_on_board(state):
            return 0
        margin = self.margin(state)
        return int(margin > 0) - int(margin < 0)

    def margin(self, state: Record) -> int:
        margin = popcount(state.red) - popcount(state.blue)
        if self.fills and self.ended_on_board(state):
            empty = self.cells - popcount(state.red | state.blue)
            margin += empty * (int(self.can_move(state, RED)) - int(self.can_move(state, BLUE)))
        return margin

    def count_moves(self, state: Record, moves: Moves) -> int:
        if self.is_decided(state):
            return 0
        own, empty = self.own_and_empty(state)
        targets, jumps = self.survey(own, empty)
        n = popcount(targets) + jumps
        return 1 if n == 0 and self.passes else n

    def random_move(self, state: Record, moves: Moves, rng: Generator) -> int:
        if self.is_decided(state):
            return NO_MOVE
        own, empty = self.own_and_empty(state)
        targets, jumps = self.survey(own, empty)
        clones = popcount(targets)
        if clones + jumps == 0:
            return PASS if self.passes else NO_MOVE
        index = below(rng, clones + jumps)
        if index < clones:
            return 65 * nth_bit(targets, index)
        return self.nth_jump(own, empty, index - clones)

    def move_class(self, move: int) -> int:
        return move

    def contents(self, state: Record, found: Moves) -> int:
        side = int(state.turn)
        n = write_bits(self.pieces(state, side), 1, 3, found, 0)
        return write_bits(self.pieces(state, 1 - side), 2, 3, found, n)

    # ---- the board -----------------------------------------------------------------------------

    def pieces(self, state: Record, side: int) -> np.uint64:
        """The cells that hold a piece of a side."""
        found: np.uint64 = state.red if side == RED else state.blue
        return found

    def own_and_empty(self, state: Record) -> tuple[np.uint64, np.uint64]:
        """The pieces of the side to move, and the empty cells."""
        return self.pieces(state, int(state.turn)), self.full & ~(state.red | state.blue)

    def is_settled(self, state: Record) -> bool:
        """True if the board is full or a side has no piece."""
        red, blue = self.pieces(state, RED), self.pieces(state, BLUE)
        return bool(red == ZERO or blue == ZERO or (red | blue) == self.full)

    def is_decided(self, state: Record) -> bool:
        """True if the game is over whatever moves there may be."""
        return self.is_settled(state) or int(state.quiet) >= self.quiet

    def ended_on_board(self, state: Record) -> bool:
        """True if a finished game was ended by the pieces, not by the quiet limit."""
        return self.is_settled(state) or not (self.passes or self.can_move(state, int(state.turn)))

    def can_move(self, state: Record, side: int) -> bool:
        """True if a side has a move, were it its turn."""
        targets, jumps = self.survey(self.pieces(state, side), self.full & ~(state.red | state.blue))
        return targets != ZERO or jumps > 0

    # ---- generating moves ------------------------------------------------------------------------
    # Distances are symmetric, so moves may be found from the pieces or from the empty cells: from the fewer.

    def survey(self, own: np.uint64, empty: np.uint64) -> tuple[np.uint64, int]:
        """The targets of all clones, and the number of jumps."""
        targets, jumps = ZERO, 0
        if popcount(own) < popcount(empty):
            while own != ZERO:
                origin = lowest_bit(own)
                own = without_lowest(own)
                targets |= self.adjacent[origin]
                jumps += popcount(self.jumps[origin] & empty)
            return targets & empty, jumps
        while empty != ZERO:
            target = lowest_bit(empty)
            empty = without_lowest(empty)
            if self.adjacent[target] & own != ZERO:
                targets |= bit(target)
            jumps += popcount(self.jumps[target] & own)
        return targets, jumps

    def jumping_pairs(self, own: np.uint64, empty: np.uint64) -> tuple[np.uint64, np.uint64, int, int]:
        """The sets for an outer and an inner loop over jumps, and what to multiply their cells by."""
        if popcount(own) < popcount(empty):
            return own, empty, 64, 1
        return empty, own, 1, 64

    def write_moves(self, cells: np.uint64, base: int, factor: int, moves: Moves, n: int) -> int:
        """Append `base + factor * cell` for each of the cells to `moves[:n]` and return the new n.

        Writing several at once, even too many, is faster by half: most loops end after the first round,
        which a processor can predict.
        """
        end = n + popcount(cells)
        while n < end:
            for i in range(_AT_ONCE):
                moves[n + i] = base + factor * lowest_bit(cells)
                cells = without_lowest(cells)
            n += _AT_ONCE
        return end

    def nth_jump(self, own: np.uint64, empty: np.uint64, index: int) -> int:
        """The jump number `index`, from 0, in the order of `legal_moves`; NO_MOVE if there are fewer."""
        outer, inner, outer_factor, inner_factor = self.jumping_pairs(own, empty)
        while outer != ZERO:
            cell = lowest_bit(outer)
            outer = without_lowest(outer)
            others = self.jumps[cell] & inner
            here = popcount(others)
            if index < here:
                return outer_factor * cell + inner_factor * nth_bit(others, index)
            index -= here
        return NO_MOVE

    # ---- notation ------------------------------------------------------------------------------

    def move_text(self, state: Record, move: int) -> str:
        if move == PASS:
            return "pass"
        origin, target = divmod(move, 64)
        name = self.board.name(target)
        return name if origin == target else f"{self.board.name(origin)}-{name}"

    def format_position(self, state: Record) -> str:
        columns = format_rows(self.symbols_of(state), self.board.columns)
        return f"{columns} {'rb'[state.turn]} {state.quiet}"

    def read_position(self, text: str, state: Record) -> None:
        columns, side, quiet = split_fields(text, "columns", "side", "moves without a clone")
        pieces = parse_rows(columns, self.board.columns, "RB")
        state.turn = parse_side(side, "rb")
        state.quiet = parse_count(quiet, "moves without a clone", self.quiet)
        state.red = mask(cell for cell, symbol in pieces if symbol == "R")
        state.blue = mask(cell for cell, symbol in pieces if symbol == "B")

    def symbols_of(self, state: Record) -> list[str]:
        red, blue = int(state.red), int(state.blue)
        return ["R" if red >> cell & 1 else "B" if blue >> cell & 1 else "." for cell in range(self.cells)]

    # ---- drawing and symmetries ------------------------------------------------------------------

    @cached_property
    def symmetries(self) -> tuple[Symmetry[Any], ...]:
        # Red's corners are every second one, so an image that moves them puts them on blue's.
        return tuple(
            HexxagonSymmetry(self, image, exchange=_image(self.red_corners, image) != int(self.red_corners))
            for image in map(tuple, self.board.symmetries.tolist())
        )


class HexxagonSymmetry(Symmetry[Hexxagon]):
    """An image of the cells, under which the corners of a side stay its own or become the other's."""

    def map_move(self, move: int) -> int:
        if move == PASS:
            return PASS
        origin, target = divmod(move, 64)
        return 64 * self.cells[origin] + self.cells[target]

    def map_state(self, state: States) -> States:
        image = state.copy()
        sides = _image(state[0].red, self.cells), _image(state[0].blue, self.cells)
        image[0].red, image[0].blue = sides[::-1] if self.exchange else sides
        image[0].turn ^= self.exchange
        return image


@register_actions(Hexxagon)
class HexxagonActions(ListedActions[Hexxagon]):
    """Clones by their targets, then jumps by their origins and targets, and the pass, if there is one."""

    def __init__(self, game: Hexxagon) -> None:
        clones = [65 * cell for cell in range(len(game.board))]
        jumps = [64 * origin + target for origin, target in np.argwhere(game.board.distances == 2).tolist()]
        super().__init__(clones + jumps + [PASS] * game.passes)


def _masks_at_distance(board: HexagonBoard, distance: int) -> NDArray[np.uint64]:
    """For each cell the bitboard of the cells at a distance from it, holes or not between."""
    return np.array([mask(np.flatnonzero(row == distance).tolist()) for row in board.distances])


def _image(pieces: np.uint64, image: Sequence[int]) -> np.uint64:
    """The bitboard of the cells that a symmetry maps the given ones to."""
    return mask(target for cell, target in enumerate(image) if int(pieces) >> cell & 1)
