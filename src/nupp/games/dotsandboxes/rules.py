"""Dots and Boxes: closing boxes on a grid of dots.

Layout, here of 3 x 2 boxes. The horizontal edges, the vertical edges and each side's boxes are bitboards of
the same shape: an edge has the bit of its left or lower dot, a box that of its lower left dot. A row of dots
takes `stride` = width + 1 bits, of which only vertical edges use the last:

    3   +--8--+--9--+-10--+              bit = row * stride + column
        4     5     6     7
    2   +--4--+--5--+--6--+              sides of all boxes at once, by the bits of the boxes:
        0     1     2     3                  bottom  horizontal          left   vertical
    1   +--0--+--1--+--2--+                  top     horizontal >> stride
        a     b     c     d                  right   vertical >> 1

A board of up to 64 dots (7 x 7 boxes) takes one 64-bit word, a larger one two.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from nupp.boards import EdgeBoard
from nupp.games.dotsandboxes.notation import DOT, DotNotation
from nupp.games.dotsandboxes.symmetry import EdgeSymmetry
from nupp.kernel import Generator, Record, below, record_dtype
from nupp.kernel.bits import (
    ONE,
    ZERO,
    bit,
    lowest_bit,
    mask,
    nth_bit,
    number_of,
    popcount,
    without_lowest,
    words,
    write_bits,
)
from nupp.rules import register
from nupp.rules.basics import NO_MOVE, Kinds, Moves
from nupp.rules.contract import Game
from nupp.rules.images import Images, images
from nupp.rules.notation import format_rows, parse_rows, parse_side, split_fields
from nupp.rules.symmetry import Symmetry
from nupp.spec import Between, Drawn

HORIZONTAL, VERTICAL = 0, 1

EDGE, PASSED, ENDED, CLOSED = 0, 1, 2, 3
"""The last event: an edge that closed no box, one pass, two passes in a row, an edge that closed a box."""

LAST = "012+"

Sides = tuple[np.uint64, np.uint64, np.uint64, np.uint64]


@register
class DotsAndBoxes(Game):
    """Dots and Boxes (source: J. Henno, "Trips-traps-trull ja minimax", 2004; the game is É. Lucas's, 1889).

    **Rules.** The board is `width` x `height` boxes (`size` where they are 0) between dots. The side to move
    draws one missing edge between two neighbouring dots. If that closes one or two boxes they are its own,
    and it moves again; otherwise it is the other side's turn. With `passing` a side may instead pass, but not
    when it has just closed a box; two passes in a row end the game, and boxes still open count for nobody.
    The game also ends when no edge is left. The side with more boxes wins; the margin is the first side's
    boxes less the second's.

    **Notation.** Dots are named a1, b1, ... from the bottom left, an edge by its two dots, `a1b1` or `a1a2`
    (in either order); and there is `pass`. A position is

    - the edges, 1 if drawn and 0 if not: the horizontal ones, row by row from the bottom, each from the left,
      a comma, and the vertical ones likewise;
    - the boxes, rows from the top: A and B for those of the first and the second side, numbers for open ones;
    - the side to move, a or b;
    - `+` if it has just closed a box, otherwise the number of passes in a row.

    So begins a game on 2 x 2 boxes: `000000,000000 2/2 a 0`.

    **State.** `edges[kind, word]` (horizontal and vertical) and `boxes[side, word]` as drawn above, `turn`,
    and `last`, what the last move was. The code of an edge is its bit, vertical edges follow after the words
    of the horizontal ones, and the pass comes last.
    """

    board: EdgeBoard
    name = "dotsandboxes"
    notation = DotNotation(f"{DOT}{DOT}|pass", "two neighbouring dots such as a1b1 or a1a2, or pass")
    kinds = Kinds(neutral=1, names=("edges",))

    def __init__(
        self,
        size: Annotated[int, Between(1, 9), Drawn(3, 9), "boxes in a row and in a column"] = 3,
        width: Annotated[int, Between(0, 9), "boxes in a row; 0: as size"] = 0,
        height: Annotated[int, Between(0, 9), "boxes in a column; 0: as size"] = 0,
        passing: Annotated[bool, "a side may pass"] = True,
    ) -> None:
        width, height = width or size, height or size
        self.passing = passing
        self.stride = width + 1
        self.words = -(-self.stride * (height + 1) // 64)
        self.pass_move = 128 * self.words
        self.board = EdgeBoard(width, height)
        self.edge_count = len(self.board)
        self.max_moves = self.edge_count + 1
        self.move_classes = self.pass_move + 1
        self.codes = np.array([*map(self._code, range(self.edge_count)), self.pass_move])
        self.box_count = width * height
        self.box_bits = tuple(row * self.stride + column for row in range(height) for column in range(width))
        self.all_edges = words(self.edges_by_code, (2, self.words))
        self.box_mask = mask(self.box_bits) if self.words == 1 else ZERO
        self.ways = np.array([-self.stride, self.stride, -1, 1])  # to the boxes below, above, left and right
        self.corners, self.edge_images, self.turned = self._edge_images()
        self.State = record_dtype(
            ("edges", np.uint64, (2, self.words)),
            ("boxes", np.uint64, (2, self.words)),
            ("turn", np.int8),
            ("last", np.int8),
        )

    def _code(self, cell: int) -> int:
        """The move that draws an edge, given by its number on the board."""
        if cell < self.board.horizontal:
            return cell + cell // self.board.width  # a row of dots has one bit more than edges
        return 64 * self.words + cell - self.board.horizontal

    # ---- rules ---------------------------------------------------------------------------------

    def start(self, state: Record) -> None:
        pass  # no edge is drawn and the first side begins: all zero

    def legal_moves(self, state: Record, moves: Moves) -> int:
        if self.is_ended(state):
            return 0
        n = 0
        for kind in range(2):
            for word in range(self.words):
                n = write_bits(self.missing(state, kind, word), self.first_code(kind, word), 1, moves, n)
        if n > 0 and self.may_pass(state):
            moves[n] = self.pass_move
            n += 1
        return n

    def play(self, state: Record, move: int) -> None:
        side = int(state.turn)
        if move == self.pass_move:
            state.last += 1
            state.turn = 1 - side
            return
        state.edges[(move >> 6) // self.words, (move >> 6) % self.words] |= bit(move & 63)
        closed = ZERO
        for word in range(self.words):
            bottom, top, left, right = self.sides_of_boxes(state, word)
            new = bottom & top & left & right & ~(state.boxes[0, word] | state.boxes[1, word])
            state.boxes[side, word] |= new
            closed |= new
        state.last = EDGE if closed == ZERO else CLOSED
        state.turn = side ^ int(closed == ZERO)

    def to_move(self, state: Record) -> int:
        return int(state.turn)

    def outcome(self, state: Record) -> int:
        margin = self.margin(state)
        return int(margin > 0) - int(margin < 0)

    def margin(self, state: Record) -> int:
        return self.score(state, 0) - self.score(state, 1)

    def count_moves(self, state: Record, moves: Moves) -> int:
        n = self.missing_edges(state)
        if n == 0 or self.is_ended(state):
            return 0
        return n + int(self.may_pass(state))

    def random_move(self, state: Record, moves: Moves, rng: Generator) -> int:
        n = self.count_moves(state, moves)
        if n == 0:
            return NO_MOVE
        if 2 * n <= self.edge_count:
            return self.nth_move(state, below(rng, n))
        choices = self.edge_count + int(self.may_pass(state))
        while True:  # as long as most edges are missing, this soon hits one
            move = int(self.codes[below(rng, choices)])
            if move == self.pass_move or not self.is_drawn(state, move):
                return move

    def forcing_moves(self, state: Record, moves: Moves) -> int:
        """The edges that close a box."""
        if self.is_ended(state):
            return 0
        n = 0
        for kind in range(2):
            for word in range(self.words):
                n = write_bits(self.closing(state, kind, word), self.first_code(kind, word), 1, moves, n)
        return n

    def move_class(self, move: int) -> int:
        return move

    # ---- the board -----------------------------------------------------------------------------

    def score(self, state: Record, side: int) -> int:
        """The number of boxes of a side."""
        n = 0
        for word in range(self.words):
            n += popcount(state.boxes[side, word])
        return n

    def is_drawn(self, state: Record, edge: int) -> bool:
        """True if the edge that a move draws is drawn."""
        edges = state.edges[(edge >> 6) // self.words, (edge >> 6) % self.words]
        return bool(edges & bit(edge & 63) != ZERO)

    def is_ended(self, state: Record) -> bool:
        """True if two passes in a row have ended the game."""
        return self.passing and state.last == ENDED

    def may_pass(self, state: Record) -> bool:
        """True if the side to move may pass, if the game is not over."""
        return self.passing and state.last != CLOSED

    def first_code(self, kind: int, word: int) -> int:
        """The move that the lowest bit of a word of edges stands for."""
        return 64 * (kind * self.words + word)

    def missing(self, state: Record, kind: int, word: int) -> np.uint64:
        """The edges of a word that are not drawn."""
        edges: np.uint64 = self.all_edges[kind, word] & ~state.edges[kind, word]
        return edges

    def contents(self, state: Record, found: Moves) -> int:
        """The edges that are drawn; to whom boxes belong stands in `settled`."""
        n = 0
        for cell in range(self.edge_count):
            found[n] = 2 * cell + 1
            n += self.is_drawn(state, self.codes[cell])
        return n

    def missing_edges(self, state: Record) -> int:
        """The number of edges that are not drawn."""
        n = self.edge_count
        for kind in range(2):
            for word in range(self.words):
                n -= popcount(state.edges[kind, word])
        return n

    def nth_move(self, state: Record, index: int) -> int:
        """The move number `index`, from 0, in the order of `legal_moves`."""
        for kind in range(2):
            for word in range(self.words):
                edges = self.missing(state, kind, word)
                here = popcount(edges)
                if index < here:
                    return self.first_code(kind, word) + nth_bit(edges, index)
                index -= here
        return self.pass_move

    def drawn(self, state: Record, kind: int, word: int, offset: int) -> np.uint64:
        """For each bit of a word, whether the edge `offset` bits (-63..63) further on is drawn."""
        edges: np.uint64 = state.edges[kind, word]
        if offset > 0:
            edges >>= np.uint64(offset)
            if word + 1 < self.words:
                edges |= state.edges[kind, word + 1] << np.uint64(64 - offset)
        elif offset < 0:
            edges <<= np.uint64(-offset)
            if word > 0:
                edges |= state.edges[kind, word - 1] >> np.uint64(64 + offset)
        return edges

    def sides_of_boxes(self, state: Record, word: int) -> Sides:
        """For each box of a word, whether its bottom, top, left and right are drawn."""
        return (
            self.drawn(state, HORIZONTAL, word, 0),
            self.drawn(state, HORIZONTAL, word, self.stride),
            self.drawn(state, VERTICAL, word, 0),
            self.drawn(state, VERTICAL, word, 1),
        )

    def closing(self, state: Record, kind: int, word: int) -> np.uint64:
        """The missing edges of a word that would close a box: three sides of one beside them are drawn."""
        if kind == HORIZONTAL:
            across, along = self.stride, 1
        else:
            across, along = 1, self.stride
        other = 1 - kind
        before = (
            self.drawn(state, kind, word, -across)
            & self.drawn(state, other, word, -across)
            & self.drawn(state, other, word, along - across)
        )
        after = (
            self.drawn(state, kind, word, across)
            & self.drawn(state, other, word, 0)
            & self.drawn(state, other, word, along)
        )
        return self.missing(state, kind, word) & (before | after)

    def takeable(self, state: Record) -> int:
        """The number of boxes that lack just one side."""
        n = 0
        for word in range(self.words):
            bottom, top, left, right = self.sides_of_boxes(state, word)
            three = (bottom & top & (left ^ right)) | ((bottom ^ top) & left & right)
            n += popcount(three)
        return n

    # ---- what exact searches ask -----------------------------------------------------------------

    def takings(
        self, horizontal: np.uint64, vertical: np.uint64, one: np.uint64, two: np.uint64, moves: Moves
    ) -> int:
        """The essential moves where each leaf is followed by a box of degree 2; returns how many."""
        n, other, rest = 0, 0, one
        while rest != ZERO:
            box = lowest_bit(rest)
            rest = without_lowest(rest)
            way = self.way_on(horizontal, vertical, box, -1)
            moves[n] = self.edge_of(box, way)
            second = box + int(self.ways[way])
            way = self.way_on(horizontal, vertical, second, way ^ 1)
            other = self.edge_of(second, way)
            third = second + int(self.ways[way])
            if self.has_box(one, third):
                moves[0] = moves[n]
                return 1
            if self.has_box(two, third):
                way = self.way_on(horizontal, vertical, third, way ^ 1)
                fourth = third + int(self.ways[way])
                if not self.has_box(one, fourth):
                    moves[0] = moves[n]
                    return 1
                rest &= ~bit(fourth)  # the other end of the same four
            n += 1
        if n == 1:
            moves[1] = other
            n = 2
        return n

    def openings(self, horizontal: np.uint64, vertical: np.uint64, two: np.uint64, moves: Moves) -> int:
        """The essential moves where there is no leaf: safe ones, then one of each chain, short ones first."""
        up = np.uint64(self.stride)
        safe = vertical & ~(two | two << ONE)
        for i in range(len(self.corners)):
            if horizontal & self.corners[i, 0] != ZERO:
                safe &= ~self.corners[i, 1]
        n = write_bits(horizontal & ~(two | two << up), 0, 1, moves, 0)
        n = write_bits(safe, 64, 1, moves, n)
        first = n
        while two != ZERO:
            chain = self.chain(two & (ZERO - two), horizontal, vertical, two)
            two &= ~chain
            length = popcount(chain)
            across, along = horizontal & (chain | chain << up), vertical & (chain | chain << ONE)
            inner, upright = across & chain & chain << up, along & chain & chain << ONE
            if length != 2 and (inner != across or upright != along):  # no ring: at an end
                inner, upright = across ^ inner, along ^ upright
            moves[n] = length << 8 | (lowest_bit(inner) if inner != ZERO else 64 + lowest_bit(upright))
            j = n
            while j > first and moves[j - 1] > moves[j]:
                moves[j - 1], moves[j] = moves[j], moves[j - 1]
                j -= 1
            n += 1
        for i in range(first, n):
            moves[i] &= 255
        return n

    def low_degrees(self, horizontal: np.uint64, vertical: np.uint64) -> tuple[np.uint64, np.uint64]:
        """The boxes that lack one edge, and those that lack two, by the missing edges of a one-word board."""
        boxes = self.box_mask
        bottom, top = horizontal & boxes, horizontal >> np.uint64(self.stride) & boxes
        left, right = vertical & boxes, vertical >> ONE & boxes
        level, upright = bottom ^ top, left ^ right  # one of the two
        levels, uprights = bottom & top, left & right  # both
        one = (level & ~(upright | uprights)) | (upright & ~(level | levels))
        two = (levels & ~(upright | uprights)) | (uprights & ~(level | levels)) | (level & upright)
        return one, two

    def chain(
        self, start: np.uint64, horizontal: np.uint64, vertical: np.uint64, boxes: np.uint64
    ) -> np.uint64:
        """Those of some boxes that missing edges join to a first one, directly or by others of them."""
        up, found, chain = np.uint64(self.stride), ZERO, start
        while chain != found:
            found = chain
            chain |= (chain << up & horizontal | (chain & horizontal) >> up) & boxes
            chain |= (chain << ONE & vertical | (chain & vertical) >> ONE) & boxes
        return chain

    def has_box(self, boxes: np.uint64, place: int) -> bool:
        """True if the box on a bit, which may lie beyond the board, is among some boxes."""
        return 0 <= place < 64 and boxes & bit(place & 63) != ZERO

    def edge_of(self, box: int, way: int) -> int:
        """The move that draws the edge of a box in a direction (see `ways`), on a one-word board."""
        return (way >> 1) * 64 + box + (self.stride if way == 1 else way == 3)

    def way_on(self, horizontal: np.uint64, vertical: np.uint64, box: int, back: int) -> int:
        """A direction other than `back` in which the edge of a box is missing; there has to be one."""
        if back != 0 and horizontal & bit(box) != ZERO:
            return 0
        if back != 1 and horizontal & bit(box + self.stride) != ZERO:
            return 1
        return 2 if back != 2 and vertical & bit(box) != ZERO else 3

    def _edge_images(self) -> tuple[NDArray[np.uint64], Images, NDArray[np.int8]]:
        """The two outer edges of each corner, the images of edges under the symmetries, and which turn them.

        The images number 2 * i are those of the horizontal edges under symmetry i, then of the vertical ones.
        On boards too large to be solved there is but the identity.
        """
        codes, horizontal = self.codes[: self.edge_count].tolist(), self.board.horizontal
        if self.words > 1:
            codes = [0] * len(codes)
        symmetries = self.board.symmetries.tolist() if self.edge_count <= 60 else [list(range(len(codes)))]
        maps, turned = [], []
        for symmetry in symmetries:
            for cells in (range(horizontal), range(horizontal, len(codes))):
                maps.append({codes[cell] & 63: codes[symmetry[cell]] & 63 for cell in cells})
            turned.append(symmetry[0] >= horizontal)
        top, right = self.stride * self.board.height, self.board.width
        corners = [
            (1 << row + column, 1 << row - (row > 0) * self.stride + column + (column > 0))
            for row in (0, top)
            for column in (0, right - 1)
        ]
        corners = corners if self.words == 1 else []
        return np.array(corners, np.uint64).reshape(-1, 2), images(maps), np.array(turned, np.int8)

    # ---- notation ------------------------------------------------------------------------------

    def move_text(self, state: Record, move: int) -> str:
        return "pass" if move == self.pass_move else self.board.name(self.edges_by_code[move])

    def format_position(self, state: Record) -> str:
        drawn = number_of(state.edges)
        edges = "".join(str(drawn >> code & 1) for code in self.edges_by_code)
        return f"{self._written(edges, self.owners(state), int(state.turn))} {LAST[state.last]}"

    def _written(self, edges: str, owners: Sequence[int], side: int) -> str:
        """A position text but for its last field; edges: 0 or 1 for each, owners: -1 for open boxes."""
        boxes = format_rows([".AB"[owner + 1] for owner in owners], self._box_rows)
        horizontal = self.board.horizontal
        return f"{edges[:horizontal]},{edges[horizontal:]} {boxes} {'ab'[side]}"

    def read_position(self, text: str, state: Record) -> None:
        edges, rows, side, last = split_fields(text, "edges", "boxes", "side", "passes")
        drawn = self._parse_edges(edges)
        state.edges[:] = words(
            (code for code, cell in self.edges_by_code.items() if cell in drawn), state.edges.shape
        )
        owners = dict(parse_rows(rows, self._box_rows, "AB"))
        self._check_owners(drawn, owners)
        for owner, letter in enumerate("AB"):
            owned = (bit for box, bit in enumerate(self.box_bits) if owners.get(box) == letter)
            state.boxes[owner] = words(owned, self.words)
        state.turn = parse_side(side, "ab")
        state.last = self._parse_last(last)
        if state.last == CLOSED and self.score(state, int(state.turn)) == 0:
            raise ValueError(f"'+' says that side {side} has just closed a box: expected a box of its own")
        if state.last != CLOSED and len(drawn) == self.edge_count:
            raise ValueError(f"passes {last!r}: expected +, as the last edge of all has closed a box")

    def _parse_edges(self, text: str) -> set[int]:
        """The drawn edges, as cells of the board."""
        horizontal, vertical = self.board.horizontal, self.edge_count - self.board.horizontal
        if not re.fullmatch(f"[01]{{{horizontal}}},[01]{{{vertical}}}", text):
            raise ValueError(
                f"edges {text!r}: expected {horizontal} times 0 or 1, a comma, and {vertical} more"
            )
        return {cell for cell, digit in enumerate(text.replace(",", "")) if digit == "1"}

    def _check_owners(self, drawn: set[int], owners: Mapping[int, str]) -> None:
        """Raise a ValueError unless just the closed boxes have owners."""
        for box, edges in enumerate(self.board.box_edges.tolist()):
            if drawn.issuperset(edges) != (box in owners):
                state, expected = ("open", "a number") if box in owners else ("closed", "A or B")
                name = self.board.areas[box].name
                raise ValueError(
                    f"the box whose lower left dot is {name} is {state}: expected {expected} for it"
                )

    def _parse_last(self, text: str) -> int:
        known = LAST if self.passing else "0+"
        if len(text) != 1 or text not in known:
            raise ValueError(f"passes {text!r}: expected one of {', '.join(known)}")
        return LAST.index(text)

    @cached_property
    def _box_rows(self) -> list[list[int]]:
        """The boxes as one sees them, rows from the top."""
        width, height = self.board.width, self.board.height
        return [list(range(row * width, (row + 1) * width)) for row in reversed(range(height))]

    @cached_property
    def edges_by_code(self) -> dict[int, int]:
        """The cell of the board that each move draws, in the order of the cells."""
        return {code: cell for cell, code in enumerate(self.codes[: self.edge_count].tolist())}

    def owners(self, state: Record) -> list[int]:
        """The owner of each box, 0 or 1; -1 if it is open."""
        first, second = map(number_of, state.boxes)
        return [(first >> bit & 1) + 2 * (second >> bit & 1) - 1 for bit in self.box_bits]

    # ---- drawing and symmetries ------------------------------------------------------------------

    @cached_property
    def symmetries(self) -> tuple[Symmetry[Any], ...]:
        return tuple(EdgeSymmetry(self, tuple(image)) for image in self.board.symmetries.tolist())
