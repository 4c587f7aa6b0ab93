r"""Nine Men's Morris and its relatives with three, six and twelve men.

Layout. The men of a side are the bits of one word, bit = point. Squares are numbered from the outermost, each
from its lower left corner clockwise; the board of six men has two squares, that of three men none:

     2-------3-------4             2-----3-----4
     | 10---11---12  |             |     |     |             6---7---8
     |  | 18-19-20 | |             |  10-11-12 |             | \ | / |
     1--9-17    21-13-5            1--9     13-5             3---4---5
     |  | 16-23-22 | |             |   8-15-14 |             | / | \ |
     |  8---15---14  |             |     |     |             0---1---2
     0-------7-------6             0-----7-----6

       nine; twelve: also
      0-8-16, 2-10-18, ...              six                    three

All lines are looked at together. Lines whose middle and end lie equally far from their first point are of one
*shape*, and a word shifted by these distances has the bits of the middles or of the ends where those of the
first points were. So `men & men >> middle & men >> end & firsts` are the mills of a shape. With twelve men:

    middle  end   first points
       1     2    corners 0, 2 and 4 of each square: its left, upper and right side
       7     6    corner 0 of each square: its lower side
       8    16    all points of the outer square: the lines across
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from nupp.boards import GraphBoard
from nupp.games.morris.notation import POINT, PointNotation, parts_of
from nupp.games.morris.symmetry import MorrisSymmetry
from nupp.kernel import Generator, Record, below, kernel, mix, record_dtype
from nupp.kernel.bits import ONE, ZERO, bit, lowest_bit, mask, nth_bit, popcount, without_lowest, write_bits
from nupp.rules import register
from nupp.rules.basics import NO_MOVE, Kinds, Moves
from nupp.rules.contract import Game
from nupp.rules.notation import format_rows, parse_count, parse_rows, parse_side, split_fields
from nupp.rules.repetition import Repetition
from nupp.rules.symmetry import Symmetry
from nupp.spec import Between

WHITE, BLACK = 0, 1

_HALF = np.uint64(32)
_OFF_BOARD = 32  # a distance that leads from every point to bits that are never set
_SQUARES = {
    6: ("a1 a3 a5 c5 e5 e3 e1 c1", "b2 b3 b4 c4 d4 d3 d2 c2"),
    9: ("a1 a4 a7 d7 g7 g4 g1 d1", "b2 b4 b6 d6 f6 f4 f2 d2", "c3 c4 c5 d5 e5 e4 e3 d3"),
}


class QuietMoves(Repetition["Morris"]):
    """Positions are the same whatever the number of quiet moves; placing and removing cannot be undone."""

    def key(self, game: Morris, state: Record) -> np.uint64:
        turn, hands = np.uint64(state.turn), np.uint64(16 * int(state.own_hand) + int(state.enemy_hand))
        return mix(state.own | state.enemy << np.uint64(24) | hands << np.uint64(48) | turn << np.uint64(56))

    def forget(self, state: Record) -> None:
        state.quiet = 0

    def plies(self, game: Morris, state: Record) -> int:
        return int(state.quiet)

    def plies_left(self, game: Morris, state: Record) -> int:
        return game.quiet - int(state.quiet)


@register
class Morris(Game):
    """Nine Men's Morris, and with 3, 6 or 12 men (J. Henno, "Trips-traps-trull ja minimax", 2004).

    **Rules.** Two sides with `men` men each, white (first) and black, in turn put one of them on an empty
    point. A side that has none left in hand moves one on the board along a line to an adjacent empty point.
    Three own men on one of certain lines are a *mill*. Closing a mill, by placing or moving, removes one
    enemy man that is in no mill, or any one if all are in mills; that is part of the move. A move that closes
    two mills removes one man. With `flying` a side with exactly three men left and none in hand moves to any
    empty point. The board has

    - `men=9`: 24 points, on three squares of eight points each whose middles are joined; the 12 sides
      and the 4 lines across are mills;
    - `men=12`: the corners of the squares are joined as well, by 4 diagonals that are mills, too;
    - `men=6`: 16 points on two squares; the 8 sides are mills, the short lines across are not;
    - `men=3`: 3 x 3 points in 8 rows, columns and diagonals; the first to close any of them wins, and
      no man is ever removed.

    A side loses if it has fewer than three men and none in hand, or if it cannot move. The game
    is drawn when the board is full (12 men), at the third occurrence of a position, and after `quiet` moves
    in a row without a mill, counted from the move after the last man was placed. A win takes precedence.

    **Notation.** A move is the point where a man is placed, `d2`, or where it goes from and to, `d2-d3`; `x`
    and a point name the man removed: `d2xf4`, `d2-d3xf4`. Columns are a, b, ... from the left, rows 1, 2, ...
    from the bottom. A position is rows from the top (W, B, numbers for empty points, `.` where there is no
    point), the side to move, the men in hand of white and black, and the number of quiet moves:
    `1..1..1/.1.1.1./..3../3.3/..3../.1.1.1./1..1..1 w 9,9 0`. When a game is won, the loser is to move.

    **State.** The men of the side to move and of the other (`own`, `enemy`, see the layout above), `quiet`,
    how many men both have in hand, and `turn`. A move is 1024 * removed + 32 * origin + target; the origin of
    a man placed is its target, and so is the man removed when there is none.
    """

    board: GraphBoard
    name = "morris"
    sides = ("white", "black")
    notation = PointNotation(
        f"{POINT}(-{POINT})?(x{POINT})?",
        "a point such as d2, or a move such as d2-d3, either with a man removed, as in d2xf4",
    )
    repetition = QuietMoves(3)
    move_classes = 1024
    kinds = Kinds(1)

    def __init__(
        self,
        men: Annotated[int, Between(3, 12), "men of each side: 3, 6, 9 or 12"] = 9,
        flying: Annotated[bool, "a side with three men left moves to any empty point"] = False,
        quiet: Annotated[int, Between(1, 10_000), "moves in a row without a mill that draw the game"] = 100,
    ) -> None:
        if men not in (3, 6, 9, 12):
            raise ValueError(f"men={men}: expected 3, 6, 9 or 12")
        self.men, self.flying, self.quiet = men, flying, quiet
        names, lines = _board(men)
        points = {name: (ord(name[0]) - ord("a"), int(name[1]) - 1) for name in names}
        self.board = GraphBoard(points, (edge for line in lines for edge in pairwise(line)))
        self.points = len(names)
        self.mills = tuple(tuple(map(names.index, line)) for line in lines if len(line) == 3)
        self.full = mask(range(self.points))
        shapes = _shapes([tuple(map(names.index, line)) for line in lines])
        self.shapes = len(shapes)
        self.middle, self.end = np.array(list(shapes), np.uint64).T.copy()
        self.firsts = np.array(list(map(mask, shapes.values())))
        places = _places(self.firsts.tolist())
        self.places = np.array(places, np.uint64)
        self.step_ends = _step_ends(shapes, places)
        self.max_moves = max(self.points, len(self.board.edges)) * men  # each may go with any removal
        self.State = record_dtype(
            ("own", np.uint64),
            ("enemy", np.uint64),
            ("quiet", np.int16),
            ("own_hand", np.int8),
            ("enemy_hand", np.int8),
            ("turn", np.int8),
        )

    # ---- rules ---------------------------------------------------------------------------------

    def start(self, state: Record) -> None:
        state.own_hand = state.enemy_hand = self.men

    def legal_moves(self, state: Record, moves: Moves) -> int:
        if self.is_decided(state):
            return 0
        ways, closing = self.ways(state)
        n = self.write_closing(state, closing, moves)
        others = ways & ~closing
        while others != ZERO:
            moves[n] = self.move_of(state, lowest_bit(others))
            others = without_lowest(others)
            n += 1
        return n

    def play(self, state: Record, move: int) -> None:
        removed, origin, target = move >> 10, (move >> 5) & 31, move & 31
        own_hand, enemy_hand = int(state.own_hand), int(state.enemy_hand)
        own, enemy = state.own, state.enemy
        state.own, state.enemy = enemy & ~bit(removed), (own & ~bit(origin)) | bit(target)
        state.own_hand, state.enemy_hand = enemy_hand, own_hand - int(origin == target)
        closed = removed != target or (self.men == 3 and self.has_mill(state.enemy))
        state.quiet = 0 if closed or own_hand + enemy_hand > 0 else int(state.quiet) + 1
        state.turn = 1 - int(state.turn)

    def to_move(self, state: Record) -> int:
        return int(state.turn)

    def outcome(self, state: Record) -> int:
        if self.has_lost(state.own, state.own_hand, state.enemy):
            return self.lost_by(int(state.turn))
        if self.has_lost(state.enemy, state.enemy_hand, state.own):
            return self.lost_by(1 - int(state.turn))
        # On a full board nobody can move either, but that is a draw.
        is_blocked = self.empty(state) != ZERO and self.ways(state)[0] == ZERO
        return self.lost_by(int(state.turn)) if is_blocked else 0

    def count_moves(self, state: Record, moves: Moves) -> int:
        if self.is_decided(state):
            return 0
        ways, closing = self.ways(state)
        n = popcount(ways)
        if closing != ZERO:
            n += popcount(closing) * (max(popcount(self.removable(state)), 1) - 1)
        return n

    def random_move(self, state: Record, moves: Moves, rng: Generator) -> int:
        if self.is_decided(state):
            return NO_MOVE
        ways, closing = self.ways(state)
        n = popcount(ways)
        if n == 0:
            return NO_MOVE
        if closing == ZERO:
            return self.move_of(state, nth_bit(ways, below(rng, n)))
        removable = self.removable(state)
        mills, removals = popcount(closing), max(popcount(removable), 1)
        index = below(rng, n + mills * (removals - 1))
        if index >= mills * removals:
            return self.move_of(state, nth_bit(ways & ~closing, index - mills * removals))
        move = self.move_of(state, nth_bit(closing, index // removals))
        return move if removable == ZERO else with_removal(move, nth_bit(removable, index % removals))

    def forcing_moves(self, state: Record, moves: Moves) -> int:
        """The moves that close a mill."""
        return 0 if self.is_decided(state) else self.write_closing(state, self.ways(state)[1], moves)

    def hash(self, state: Record) -> np.uint64:
        return mix(self.repetition.key(self, state) ^ np.uint64(state.quiet))

    def move_class(self, move: int) -> int:
        """Origin and target: what is removed is left aside."""
        return move & 1023

    # ---- ends ----------------------------------------------------------------------------------

    def is_decided(self, state: Record) -> bool:
        """True if the game is over even if there are ways to move."""
        return (
            self.has_lost(state.own, state.own_hand, state.enemy)
            or self.has_lost(state.enemy, state.enemy_hand, state.own)
            or int(state.quiet) >= self.quiet
        )

    def has_lost(self, men: np.uint64, hand: int, others: np.uint64) -> bool:
        """True if a side has lost by its men on the board and in hand, and by those of the other side."""
        return (hand == 0 and popcount(men) < 3) or (self.men == 3 and self.has_mill(others))

    def lost_by(self, side: int) -> int:
        """The outcome of a game that a side has lost."""
        return 2 * side - 1

    def has_mill(self, men: np.uint64) -> bool:
        """True if some of the men are in a mill."""
        return bool(self.completing(men)[0] & men != ZERO)

    def contents(self, state: Record, found: Moves) -> int:
        return write_bits(state.enemy, 2, 3, found, write_bits(state.own, 1, 3, found, 0))

    # ---- men and mills -------------------------------------------------------------------------

    def empty(self, state: Record) -> np.uint64:
        """The points without a man."""
        points: np.uint64 = self.full & ~(state.own | state.enemy)
        return points

    def lead(self, state: Record) -> int:
        """The number of men the side to move has more than the other, on the board and in hand."""
        on_board = popcount(state.own) - popcount(state.enemy)
        return on_board + int(state.own_hand) - int(state.enemy_hand)

    def completing(self, men: np.uint64) -> tuple[np.uint64, np.uint64]:
        """The points, taken or not, whose two fellows on a line are both among the men.

        Those of which this is true for at least one line, and for at least two.
        """
        once, twice = ZERO, ZERO
        for shape in range(self.shapes):
            middle, end = self.middle[shape], self.end[shape]
            at_first = men & self.firsts[shape]
            at_middle, at_end = (men >> middle) & self.firsts[shape], men >> end
            for found in (at_middle & at_end, (at_first & at_end) << middle, (at_first & at_middle) << end):
                twice |= once & found
                once |= found
        return once, twice

    def removable(self, state: Record) -> np.uint64:
        """The enemy's men of whom a closed mill removes one; none with three men a side."""
        if self.men == 3:
            return ZERO
        enemy: np.uint64 = state.enemy
        free = enemy & ~self.completing(enemy)[0]
        return enemy if free == ZERO else free

    # ---- ways to place or move a man ---------------------------------------------------------------
    # They are bits of a word, which stand for the target while men are placed, and else for the points of
    # `step` or `flight`. A second word has those that close a mill.

    def ways(self, state: Record) -> tuple[np.uint64, np.uint64]:
        """All ways to place or move a man, and those of them that close a mill."""
        own: np.uint64 = state.own
        empty = self.empty(state)
        once, twice = self.completing(own)
        if int(state.own_hand) > 0:
            return empty, once & empty
        if self.flies(state):
            return self.flights(own, empty)
        return self.steps(own, empty), self.closing_steps(own, once & empty, twice & empty)

    def flies(self, state: Record) -> bool:
        """True if the side to move, with no man in hand, may move to any empty point."""
        return self.flying and popcount(state.own) == 3

    def move_of(self, state: Record, way: int) -> int:
        """The move, without a removal, that a way stands for."""
        own: np.uint64 = state.own
        if int(state.own_hand) > 0:
            origin, target = way, way
        elif self.flies(state):
            origin, target = self.flight(own, self.empty(state), way)
        else:
            origin, target = self.step(own, way)
        return (target << 10) | (origin << 5) | target

    def write_closing(self, state: Record, closing: np.uint64, moves: Moves) -> int:
        """Fill `moves[:n]` with the ways that close a mill, each with all removals, and return n."""
        n = 0
        if closing == ZERO:
            return 0
        removable = self.removable(state)
        while closing != ZERO:
            move = self.move_of(state, lowest_bit(closing))
            closing = without_lowest(closing)
            if removable == ZERO:
                moves[n] = move
                n += 1
            victims = removable
            while victims != ZERO:
                moves[n] = with_removal(move, lowest_bit(victims))
                victims = without_lowest(victims)
                n += 1
        return n

    def steps(self, men: np.uint64, empty: np.uint64) -> np.uint64:
        """The steps of men to adjacent empty points, as bits of the edges that they go along.

        The edge between the first and the middle point of a line has the bit of the first point, moved up by
        `places` of the line's shape so that no two shapes share a bit; the line's other edge is 32 bits on.
        """
        found = ZERO
        for shape in range(self.shapes):
            middle, end = self.middle[shape], self.end[shape]
            men_1, men_2, men_3 = men, men >> middle, men >> end
            empty_1, empty_2, empty_3 = empty, empty >> middle, empty >> end
            near = (men_1 & empty_2 | men_2 & empty_1) & self.firsts[shape]
            far = (men_2 & empty_3 | men_3 & empty_2) & self.firsts[shape]
            found |= (near | far << _HALF) << self.places[shape]
        return found

    def closing_steps(self, men: np.uint64, once: np.uint64, twice: np.uint64) -> np.uint64:
        """The steps that close a mill; `once` and `twice` are the empty points of `completing`.

        A step from a line with two men to its third point closes no mill there, so it needs another line that
        lacks just its target. Those are the lines that `completing` found, less the one stepped along if the
        third point of that has a man.
        """
        found = ZERO
        for shape in range(self.shapes):
            middle, end = self.middle[shape], self.end[shape]
            men_1, men_2, men_3 = men, men >> middle, men >> end
            once_2, twice_2 = once >> middle, twice >> middle
            near = men_1 & (once_2 & ~men_3 | twice_2) | men_2 & (once & ~men_3 | twice)
            far = men_2 & (once >> end & ~men_1 | twice >> end) | men_3 & (once_2 & ~men_1 | twice_2)
            firsts = self.firsts[shape]
            found |= (near & firsts | (far & firsts) << _HALF) << self.places[shape]
        return found

    def step(self, men: np.uint64, way: int) -> tuple[int, int]:
        """The origin and target of a step."""
        one, other = self.step_ends[way, 0], self.step_ends[way, 1]
        return (one, other) if men & bit(one) != ZERO else (other, one)

    def flights(self, men: np.uint64, empty: np.uint64) -> tuple[np.uint64, np.uint64]:
        """The flights of three men to n empty points, and those that close a mill.

        Bit n * i + j is the flight of man i to empty point j, either counted from its lowest. With three
        men on the board at most 21 points are empty, so that 63 bits suffice.
        """
        n, closing = popcount(empty), ZERO
        for i in range(3):
            others = men & ~bit(nth_bit(men, i))
            target = self.completing(others)[0] & empty  # two men have one line in common at most
            if target != ZERO:
                closing |= bit(n * i + popcount(empty & (target - ONE)))
        return bit(3 * n) - ONE, closing

    def flight(self, men: np.uint64, empty: np.uint64, way: int) -> tuple[int, int]:
        """The origin and target of a flight."""
        n = popcount(empty)
        return nth_bit(men, way // n), nth_bit(empty, way % n)

    # ---- notation ------------------------------------------------------------------------------

    def move_text(self, state: Record, move: int) -> str:
        removed, origin, target = (self.board.name(part) for part in parts_of(move))
        text = target if origin == target else f"{origin}-{target}"
        return text if removed == target else f"{text}x{removed}"

    def format_position(self, state: Record) -> str:
        hands = f"{self.hand(state, WHITE)},{self.hand(state, BLACK)}"
        rows = format_rows(self.symbols_of(state), self.board.rows, hole=".")
        return f"{rows} {'wb'[state.turn]} {hands} {state.quiet}"

    def read_position(self, text: str, state: Record) -> None:
        rows, side, hands, quiet = split_fields(text, "rows", "side", "men in hand", "quiet moves")
        pieces = parse_rows(rows, self.board.rows, "WB", hole=".")
        state.turn = parse_side(side, "wb")
        men = [mask(cell for cell, symbol in pieces if symbol == letter) for letter in "WB"]
        in_hand = self._parse_hands(hands)
        for name, on_board, hand in zip(self.sides, map(popcount, men), in_hand, strict=True):
            if on_board + hand > self.men:
                raise ValueError(
                    f"{name} has {on_board} men on the board and {hand} in hand: expected at most {self.men}"
                )
        side_to_move, other = int(state.turn), 1 - int(state.turn)
        state.own, state.enemy = men[side_to_move], men[other]
        state.own_hand, state.enemy_hand = in_hand[side_to_move], in_hand[other]
        if self.men == 3 and all(map(self.has_mill, men)):
            raise ValueError("both sides have won: expected a line of one side at the most")
        state.quiet = parse_count(quiet, "quiet moves", self.quiet)
        if any(in_hand) and state.quiet != 0:
            raise ValueError(f"quiet moves {quiet!r}: expected 0 as long as there are men in hand")

    def _parse_hands(self, text: str) -> tuple[int, int]:
        hands = text.split(",")
        if len(hands) != 2:
            raise ValueError(f"men in hand {text!r}: expected two numbers joined by ','")
        white, black = (parse_count(hand, "men in hand", self.men) for hand in hands)
        return white, black

    def men_of(self, state: Record, side: int) -> np.uint64:
        """The points that hold a man of a side."""
        men: np.uint64 = state.own if int(state.turn) == side else state.enemy
        return men

    def hand(self, state: Record, side: int) -> int:
        """The number of men a side has in hand."""
        return int(state.own_hand if int(state.turn) == side else state.enemy_hand)

    def symbols_of(self, state: Record) -> list[str]:
        white, black = int(self.men_of(state, WHITE)), int(self.men_of(state, BLACK))
        return [
            "W" if white >> cell & 1 else "B" if black >> cell & 1 else "." for cell in range(self.points)
        ]

    # ---- drawing and symmetries ------------------------------------------------------------------

    @cached_property
    def symmetries(self) -> tuple[Symmetry[Any], ...]:
        """Those of the drawing, and each followed by an exchange of the inner and the outer square."""
        images = self.board.symmetries.tolist()
        if self.men > 3:
            swap = [self.points - 8 - cell // 8 * 8 + cell % 8 for cell in range(self.points)]
            images += [[swap[cell] for cell in image] for image in images]
        return tuple(MorrisSymmetry(self, tuple(image)) for image in images)


@kernel
def with_removal(move: int, removed: int) -> int:
    """A move that removes nobody, with a man that it removes instead."""
    return (removed << 10) | (move & 1023)


def _board(men: int) -> tuple[list[str], list[tuple[str, ...]]]:
    """The points of a board in their order, and its lines: three points in a row, or two that are no mill.

    A line begins at that of its ends which comes first.
    """
    if men == 3:
        rows = [tuple(f"{column}{row}" for column in "abc") for row in "123"]
        diagonals = [("a1", "b2", "c3"), ("c1", "b2", "a3")]
        return [name for row in rows for name in row], [*rows, *zip(*rows, strict=True), *diagonals]
    squares = [square.split() for square in _SQUARES[min(men, 9)]]
    sides = [square[corner : corner + 3] for square in squares for corner in (0, 2, 4)]
    lower = [(square[0], square[7], square[6]) for square in squares]
    across = list(zip(*squares, strict=True))
    joined = across if men == 12 else across[1::2]
    return [name for square in squares for name in square], [*map(tuple, sides), *lower, *joined]


def _shapes(lines: Sequence[tuple[int, ...]]) -> dict[tuple[int, int], list[int]]:
    """The first points of the lines, by the distances from there to the middle and to the end.

    A line of two points has its end off the board, where no man ever is: it is no mill and one edge.
    """
    shapes: dict[tuple[int, int], list[int]] = {}
    for first, middle, *end in lines:
        distances = middle - first, end[0] - first if end else _OFF_BOARD
        shapes.setdefault(distances, []).append(first)
    return shapes


def _places(firsts: Sequence[int]) -> list[int]:
    """The shifts that move the first points of each shape up, in 32 bits, so that no two share a bit."""
    places, taken = [], 0
    for points in firsts:
        places.append(next(place for place in range(32) if taken & points << place == 0))
        taken |= points << places[-1]
    return places


def _step_ends(shapes: Mapping[tuple[int, int], Sequence[int]], places: Sequence[int]) -> NDArray[np.int64]:
    """The two ends of the edge that each bit of `Morris.steps` stands for."""
    ends = np.zeros((64, 2), np.int64)
    for ((middle, end), firsts), place in zip(shapes.items(), places, strict=True):
        for first in firsts:
            ends[first + place] = first, first + middle
            ends[first + place + 32] = first + middle, first + end
    return ends
