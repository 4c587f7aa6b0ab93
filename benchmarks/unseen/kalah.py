"""Kalah: sowing seeds from pit to pit, for the most in the own store."""

import numpy as np

from nupp.boards import SquareBoard
from nupp.kernel import record_dtype
from nupp.rules import Game, MoveNotation, Moves, Record, register
from nupp.rules.notation import parse_count, parse_side, split_fields

SEEDS = 48


@register
class Kalah(Game):
    """Kalah (W. J. Champion, 1940); rules as in G. Irving, J. Donkers, J. Uiterwijk, "Solving Kalah", 2000.

    **Rules.** Each side has six pits with four seeds each and an empty store: south (first) the pits a1 to f1
    and the store to their right, north the pits f2 to a2 and the store to their left. A move takes all seeds
    of an own pit and sows them one by one counterclockwise: along the own pits, into the own store, along the
    enemy's pits, not into its store, and again along the own pits, the emptied one included. If the last
    seed falls into the own store, the side moves again. If it falls into an own pit that was empty, and there
    are seeds in the enemy's pit opposite, these and the last seed go into the own store. When a side has no
    seeds in its pits after a move, the game is over, and the other side's seeds go into that side's store.
    More seeds in the store win; the margin is south's seeds less north's.

    **Notation.** A move is its pit, such as `c1`. A position is south's pits in the order of sowing, its
    store, north's pits, its store, and the side to move: `4,4,4,4,4,4 0 4,4,4,4,4,4 0 s`.

    **State.** `pits`: south's six, its store, north's six, its store; and `turn`. A move is a cell of the
    board, which has no place for the stores.
    """

    name = "kalah"
    sides = ("south", "north")
    notation = MoveNotation("[a-f][12]", "a pit such as c1")
    max_moves = 6
    move_classes = 12

    def __init__(self) -> None:
        self.board = SquareBoard(6, 2)
        self.State = record_dtype(("pits", np.int8, (14,)), ("turn", np.int8))

    def start(self, state: Record) -> None:
        for pit in range(14):
            state.pits[pit] = 4 if pit % 7 < 6 else 0

    def legal_moves(self, state: Record, moves: Moves) -> int:
        n = 0
        for cell in range(6 * state.turn, 6 * state.turn + 6):
            if state.pits[self.pit_of(cell)] > 0:
                moves[n] = cell
                n += 1
        return n

    def pit_of(self, cell: int) -> int:
        """The place in `pits` of a cell: those of north lie from right to left."""
        return cell if cell < 6 else 18 - cell

    def play(self, state: Record, move: int) -> None:
        pits, pit = state.pits, self.pit_of(move)
        store, other = 6 + 7 * state.turn, 13 - 7 * state.turn
        seeds, pits[pit] = int(pits[pit]), 0
        while seeds > 0:
            pit = (pit + 1) % 14
            if pit != other:
                pits[pit] += 1
                seeds -= 1
        if store - 6 <= pit < store and pits[pit] == 1 and pits[12 - pit] > 0:
            pits[store] += 1 + pits[12 - pit]
            pits[pit] = pits[12 - pit] = 0
        if pit != store:
            state.turn = 1 - state.turn
        if self.in_pits(state, 0) == 0 or self.in_pits(state, 1) == 0:
            for side in range(2):
                pits[6 + 7 * side] += self.in_pits(state, side)
                pits[7 * side : 7 * side + 6] = 0

    def in_pits(self, state: Record, side: int) -> int:
        """The seeds in the pits of a side."""
        n = 0
        for pit in range(7 * side, 7 * side + 6):
            n += int(state.pits[pit])
        return n

    def to_move(self, state: Record) -> int:
        return int(state.turn)

    def outcome(self, state: Record) -> int:
        margin = self.margin(state)
        return int(margin > 0) - int(margin < 0)

    def margin(self, state: Record) -> int:
        return int(state.pits[6]) - int(state.pits[13])

    def move_text(self, state: Record, move: int) -> str:
        return self.board.name(move)

    def format_position(self, state: Record) -> str:
        pits = list(map(str, state.pits))
        south, north = ",".join(pits[:6]), ",".join(pits[7:13])
        return f"{south} {pits[6]} {north} {pits[13]} {'sn'[state.turn]}"

    def read_position(self, text: str, state: Record) -> None:
        south, store, north, other, side = split_fields(
            text, "south's pits", "its store", "north's pits", "its store", "side"
        )
        numbers = [*south.split(","), store, *north.split(","), other]
        if south.count(",") != 5 or north.count(",") != 5:
            raise ValueError(f"pits {south!r} and {north!r}: expected six numbers each, joined by commas")
        state.pits[:] = [parse_count(number, "seeds", SEEDS) for number in numbers]
        state.turn = parse_side(side, "sn")
        if int(state.pits.sum()) != SEEDS:
            raise ValueError(f"{state.pits.sum()} seeds: expected {SEEDS}")
        if (self.in_pits(state, 0) == 0) != (self.in_pits(state, 1) == 0):
            raise ValueError("seeds in the pits of one side only: expected them in its store, or in both")
