"""Konane, also called Hawaiian checkers: jumps in straight lines, until nobody can."""

import numpy as np

from nupp.boards import SquareBoard
from nupp.kernel import record_dtype
from nupp.kernel.bits import ZERO, bit, lowest_bit, without_lowest
from nupp.rules import Game, MoveNotation, Moves, Record, register
from nupp.rules.notation import format_rows, parse_rows, parse_side, split_fields


@register
class Konane(Game):
    """Konane (traditional in Hawaii; rules as in M. Ernst, "Playing Konane Mathematically", 1995).

    **Rules.** On 8 x 8 squares black stones (first) and white ones alternate as the squares of a chessboard,
    with a black one on a1; those on d4 and e4 have been removed, which in the source is the first move of
    each side, with some choice. A stone jumps orthogonally over an adjacent enemy stone to the empty square
    behind it, and takes it. It may go on in the same direction over further stones, and stop after any jump.
    Who cannot move loses.

    **Notation.** `d2-d4` names the squares where a stone begins and stops. A position is rows from the top
    (B, W, numbers for empty squares) and the side to move, b or w. Stones never leave the squares of their
    colour.

    **State.** `stones[side]`, a bit for each square, and `turn`. A move is 64 * origin + target.
    """

    name = "konane"
    sides = ("black", "white")
    notation = MoveNotation("[a-h][1-8]-[a-h][1-8]", "a move such as d2-d4")
    board: SquareBoard
    max_moves = 192  # 32 stones, each with up to three jumps in its row and three in its column
    move_classes = 64 * 64

    def __init__(self) -> None:
        self.board = SquareBoard(8, 8)
        self.near = self.board.neighbours[:, (0, 1, 2, 3)]
        self.State = record_dtype(("stones", np.uint64, (2,)), ("turn", np.int8))

    def start(self, state: Record) -> None:
        for cell in range(64):
            if cell not in (27, 28):
                state.stones[(cell // 8 + cell % 8) % 2] |= bit(cell)

    def legal_moves(self, state: Record, moves: Moves) -> int:
        n, own, enemy = 0, state.stones[state.turn], state.stones[1 - state.turn]
        empty = ~(own | enemy)
        while own != ZERO:
            cell = lowest_bit(own)
            own = without_lowest(own)
            for direction in range(4):
                target = self.jump(cell, direction, enemy, empty)
                while target >= 0:
                    moves[n] = 64 * cell + target
                    n += 1
                    target = self.jump(target, direction, enemy, empty)
        return n

    def jump(self, cell: int, direction: int, enemy: np.uint64, empty: np.uint64) -> int:
        """The square where a jump ends; -1 if there is none to be made."""
        over = self.near[cell, direction]
        if over < 0 or enemy & bit(over) == ZERO:
            return -1
        target = self.near[over, direction]
        return int(target) if target >= 0 and empty & bit(target) != ZERO else -1

    def play(self, state: Record, move: int) -> None:
        origin, target = move // 64, move % 64
        step = 1 if origin // 8 == target // 8 else 8
        for cell in range(min(origin, target) + step, max(origin, target), step):
            state.stones[1 - state.turn] &= ~bit(cell)
        state.stones[state.turn] ^= bit(origin) | bit(target)
        state.turn = 1 - state.turn

    def to_move(self, state: Record) -> int:
        return int(state.turn)

    def outcome(self, state: Record) -> int:
        return -1 if state.turn == 0 else 1

    def move_text(self, state: Record, move: int) -> str:
        return f"{self.board.name(move // 64)}-{self.board.name(move % 64)}"

    def format_position(self, state: Record) -> str:
        black, white = map(int, state.stones)
        symbols = [".BW"[(black >> cell & 1) + 2 * (white >> cell & 1)] for cell in range(64)]
        return f"{format_rows(symbols, self.board.rows)} {'bw'[state.turn]}"

    def read_position(self, text: str, state: Record) -> None:
        rows, side = split_fields(text, "rows", "side")
        state.turn = parse_side(side, "bw")
        for cell, symbol in parse_rows(rows, self.board.rows, "BW"):
            colour = "BW".index(symbol)
            if colour != (cell // 8 + cell % 8) % 2:
                raise ValueError(f"{symbol} on {self.board.name(cell)}: expected {'WB'[colour]} or nothing")
            state.stones[colour] |= bit(cell)
