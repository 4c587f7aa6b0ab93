"""Draughts on 8 x 8 and 10 x 10 squares, in six variants.

How the pieces move, and the layout of the bitboards, is in `draughts_pieces.py`; here are turns, draws,
and texts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Any, Final, Literal

import numpy as np

from nupp.boards import DarkSquares
from nupp.games.draughts import pdn
from nupp.games.draughts.pieces import VARIANTS, WHITE, Pieces, View, each_bit
from nupp.kernel import Generator, Record, below, interpreted, mix, record_dtype
from nupp.kernel.bits import ZERO, lowest_bit, popcount, without_lowest
from nupp.rules import register
from nupp.rules.basics import NO_MOVE, IllegalMoveError, Kinds, Moves, States
from nupp.rules.contract import Game
from nupp.rules.movetexts import MoveNotation
from nupp.rules.notation import parse_count, split_text
from nupp.rules.repetition import ALL_PLIES, Repetition
from nupp.rules.symmetry import Symmetry

#: How many single moves draw in international's endings of three, and of two or one, against one.
_THREE_TO_ONE, _TWO_TO_ONE = 2 * 16, 2 * 5

#: Random odd numbers by which the parts of a position are multiplied to hash it.
_HASH_WHITE: Final = np.uint64(0xA3E59AD1E7C9F3B5)
_HASH_BLACK: Final = np.uint64(0xD1C7F08B5E2A9461)
_HASH_KINGS: Final = np.uint64(0x8F63B2D94C17EA0D)
_HASH_TURN: Final = np.uint64(0xE9B70C5D3186F427)
_HASH_COUNTS: Final = np.uint64(0xB85E1F6AD2C30997)


class DraughtsNotation(MoveNotation["Draughts"]):
    """Moves as in PDN; captures of several pieces by their ends, or by a path where ends do not suffice."""

    def __init__(self, size: int) -> None:
        small = "a move such as 22-18, or a capture such as 18x11 or 25x18x11"
        large = "a move such as 32-28, or a capture such as 32x23 or 32x23x14"
        super().__init__(r"[0-9]{1,2}(-[0-9]{1,2}|(x[0-9]{1,2})+)", small if size == 8 else large)

    def texts(self, game: Draughts, state: Record, moves: Sequence[int]) -> list[str]:
        if not any(game.is_capture(move) for move in moves):
            return ["-".join(map(str, game.ends(move))) for move in moves]
        ways = game.ways(state)
        alike = Counter(map(game.move_class, ways))
        return [
            "x".join(map(str, game.ends(move) if alike[game.move_class(move)] == 1 else ways[move][0]))
            for move in moves
        ]

    def hint(self, game: Draughts, state: Record, wanted: str) -> str:
        if "-" in wanted and game.pieces.capturers(game.seen(state)) != ZERO:
            return " (who can capture must)"
        return ""

    def normalise(self, game: Draughts, text: str) -> str:
        return pdn.normalise_move(text, game.board if game.algebraic else None)

    def read(self, game: Draughts, state: Record, text: str) -> int:
        """As in every game. A capture may be given by any of its paths, or by its ends if only one fits."""
        try:
            return super().read(game, state, text)
        except IllegalMoveError:
            meant = captures_along(game, state, self.normalise(game, text))
            if len(meant) == 1:
                return meant[0]
            if not meant:
                raise
        texts = ", ".join(self.texts(game, state, meant))
        raise IllegalMoveError(f"{text!r} may mean several moves: expected one of {texts}")


def captures_along(game: Draughts, state: Record, wanted: str) -> list[int]:
    """The captures that have a path, or two ends; `-` may stand for `x`, as in older books."""
    path, ways = tuple(map(int, re.split("[-x]", wanted))), game.ways(state)
    if len(path) > 2:
        return [move for move in ways if path in ways[move]]
    return [move for move in ways if (ways[move][0][0], ways[move][0][-1]) == path]


class BoardAlone(Repetition["Draughts"]):
    """Positions are the same whatever the counts; only moves of kings can be undone."""

    def key(self, game: Draughts, state: Record) -> np.uint64:
        return mix(game.sum_of_board(state))

    def forget(self, state: Record) -> None:
        state.quiet = state.ending = 0

    def plies(self, game: Draughts, state: Record) -> int:
        return int(state.quiet) if game.draws else ALL_PLIES

    def plies_left(self, game: Draughts, state: Record) -> int:
        left = game.quiet_limit - int(state.quiet) if game.draws else ALL_PLIES
        return min(left, _TWO_TO_ONE - int(state.ending)) if game.endings else left


@register
class Draughts(Game):
    """Draughts (source: T. Rostański, "Programming board games", 2003; and what people play).

    **Rules.** Dark squares are cells, a1 at the bottom left among them. White's men begin on the lower rows
    and move up, black's on the upper rows and move down; two rows between them are empty. A man moves one
    cell diagonally forward. It captures by jumping over an enemy piece on a neighbouring cell to the empty
    cell behind it. A capture goes on as long as the piece can capture from where it has landed. Captured
    pieces leave the board when the move is finished, and none may be jumped twice. Capturing is compulsory.
    A man that ends its move on the last row becomes a king. Kings move and capture in all four directions.
    A *flying* king goes any distance over empty cells; it jumps over an enemy piece with empty cells only
    before it, to any of the empty cells behind it; but if the capture can go on from some of these, it must
    land on one of those. A side that cannot move loses.

    | variant | squares | begins | men capture backwards | king | must take most | a man on the last row |
    |---|---|---|---|---|---|---|
    | `international` | 10 x 10 | white | yes | flying | yes | goes on as a man |
    | `brazilian` | 8 x 8 | white | yes | flying | yes | goes on as a man |
    | `polish8` (the source) | 8 x 8 | white | yes | flying | no | goes on as a man |
    | `pool` | 8 x 8 | black | yes | flying | no | goes on as a man |
    | `russian` | 8 x 8 | white | yes | flying | no | is a king at once and goes on as one |
    | `english` | 8 x 8 | black | no | one step | no | ends its move, crowned |

    The last column says what happens if a man reaches the last row in a capture and could capture more.
    "Must take most": of all captures only those of most pieces are legal. A move is a whole turn; captures
    with the same origin, target and captured pieces are one move.

    With `draws`, the third repetition draws; so do 15 moves by each side in a row with kings only and
    without a capture (`international` 25, `english` 40); and in `international` 16 moves by each side
    after three pieces, a king among them, came to face a king alone, and 5 after two pieces, a king among
    them, or a single king did. A side that cannot move loses all the same.

    **Notation.** Cells are numbered row by row from the top, 1 being the leftmost. Moves are `32-28` and
    `32x23`; captures that share origin and target are written with all cells on which the piece lands,
    `32x23x14` (of several paths of one move the first in numeric order). But for `international` and
    `english` cells may be given as on a chessboard, too: `c3-d4`. A position is that of PDN,
    `W:W31,32,K47:B1,2`: the side to move, white's cells, black's, with K before kings; then, if a count is
    not 0, the number of single moves by kings in a row without a capture, and in `international` the number
    of single moves in the present ending.

    **State.** `white`, `black` and `kings`, as drawn in `draughts_pieces.py`; the counts `quiet` and
    `ending`; and `turn`, 0 for white, 1 for black. Move codes: see `Pieces`.
    """

    board: DarkSquares
    name = "draughts"
    move_classes = 1 << 12
    kinds = Kinds(2, turned=True, names=("men", "kings"))

    def __init__(
        self,
        variant: Annotated[
            Literal["international", "brazilian", "polish8", "pool", "russian", "english"],
            "whose rules are played",
        ] = "brazilian",
        draws: Annotated[bool, "repetitions and long play with kings draw"] = True,
    ) -> None:
        rules = VARIANTS[variant]
        # Without a capture there are at most 12 * 13 and 20 * 17. Of captures, annealing for minutes found no
        # more than 68 on 8 x 8 and 407 on 10 x 10 squares; what would not fit is left out.
        self.max_moves = 256 if rules.size == 8 else 1024
        self.board = DarkSquares(rules.size)
        self.pieces = Pieces(rules, self.max_moves)
        self.last_cell = len(self.board) - 1
        self.begins, self.algebraic, self.draws = rules.begins, rules.algebraic, draws
        self.men = rules.size // 2 * (rules.size // 2 - 1)
        self.white_men = self.pieces.mask(range(len(self.board) - self.men, len(self.board)))
        self.black_men = self.pieces.mask(range(self.men))
        self.repetition = BoardAlone(3 if draws else 0)
        self.quiet_limit = 2 * rules.king_moves
        self.endings = draws and variant == "international"
        self.notation = DraughtsNotation(rules.size)
        white_begins = rules.begins == WHITE
        self.sides = ("white", "black") if white_begins else ("black", "white")
        self.State = record_dtype(
            *((name, np.uint64) for name in ("white", "black", "kings")),
            *((name, np.int8) for name in ("quiet", "ending", "turn")),
        )

    # ---- rules ---------------------------------------------------------------------------------

    def start(self, state: Record) -> None:
        state.white, state.black, state.turn = self.white_men, self.black_men, self.begins

    def legal_moves(self, state: Record, moves: Moves) -> int:
        if self.is_counted_out(state):
            return 0
        view = self.seen(state)
        capturers = self.pieces.capturers(view)
        if capturers != ZERO:
            return self.pieces.list_captures(view, capturers, moves)
        return self.pieces.list_quiet_moves(view, moves)

    def play(self, state: Record, move: int) -> None:
        pieces, side, ending = self.pieces, int(state.turn), self.ending_limit(state)
        origin, target, taken = pieces.origin(move), pieces.target(move), pieces.taken(move)
        own, enemy = (state.white, state.black) if side == WHITE else (state.black, state.white)
        own, enemy = (own & ~origin) | target, enemy & ~taken
        is_king = state.kings & origin != ZERO
        kings = state.kings & ~(origin | taken)
        if is_king or pieces.is_crowned(target, taken, side):
            kings |= target
        state.white, state.black = (own, enemy) if side == WHITE else (enemy, own)
        state.kings, state.turn = kings, 1 - side
        if self.draws:
            state.quiet = int(state.quiet) + 1 if is_king and taken == ZERO else 0
        if self.endings:
            goes_on = ending > 0 and ending == self.ending_limit(state)
            state.ending = int(state.ending) + 1 if goes_on else 0

    def to_move(self, state: Record) -> int:
        return int(state.turn) ^ self.begins

    def outcome(self, state: Record) -> int:
        return 0 if self.can_move(state) else 2 * self.to_move(state) - 1

    def hash(self, state: Record) -> np.uint64:
        counts = np.uint64(state.quiet) << np.uint64(8) | np.uint64(state.ending)
        return mix(self.sum_of_board(state) + counts * _HASH_COUNTS)

    def count_moves(self, state: Record, moves: Moves) -> int:
        if self.is_counted_out(state):
            return 0
        view = self.seen(state)
        capturers = self.pieces.capturers(view)
        if capturers != ZERO:
            return self.pieces.list_captures(view, capturers, moves)
        return self.pieces.count_quiet_moves(view)

    def random_move(self, state: Record, moves: Moves, rng: Generator) -> int:
        if self.is_counted_out(state):
            return NO_MOVE
        view = self.seen(state)
        capturers = self.pieces.capturers(view)
        if capturers != ZERO:
            return int(moves[below(rng, self.pieces.list_captures(view, capturers, moves))])
        n = self.pieces.count_quiet_moves(view)
        return NO_MOVE if n == 0 else self.pieces.nth_quiet_move(view, below(rng, n))

    def forcing_moves(self, state: Record, moves: Moves) -> int:
        """The captures."""
        view = self.seen(state)
        capturers = self.pieces.capturers(view)
        if capturers == ZERO or self.is_counted_out(state):
            return 0
        return self.pieces.list_captures(view, capturers, moves)

    def move_class(self, move: int) -> int:
        """Origin and target."""
        return move & 4095

    def contents(self, state: Record, found: Moves) -> int:
        """Men and kings."""
        side = int(state.turn)
        own, enemy = (state.white, state.black) if side == WHITE else (state.black, state.white)
        n = self.write_contents(own & ~state.kings, side, 1, found, 0)
        n = self.write_contents(own & state.kings, side, 2, found, n)
        n = self.write_contents(enemy & ~state.kings, side, 3, found, n)
        return self.write_contents(enemy & state.kings, side, 4, found, n)

    def write_contents(self, pieces: np.uint64, side: int, kind: int, found: Moves, n: int) -> int:
        """Append pieces of a kind to the contents `found[:n]` of the cells as a side sees them; the new n."""
        while pieces != ZERO:
            position = lowest_bit(pieces)
            pieces = without_lowest(pieces)
            cell = position - position // (self.pieces.size + 1)
            found[n] = 5 * (cell if side == WHITE else self.last_cell - cell) + kind
            n += 1
        return n

    # ---- what stands where -----------------------------------------------------------------------

    def seen(self, state: Record) -> View:
        """The board as the side to move sees it."""
        own, enemy = (state.white, state.black) if state.turn == WHITE else (state.black, state.white)
        empty = self.pieces.cells & ~(own | enemy)
        return View(own & ~state.kings, own & state.kings, enemy, empty, int(state.turn))

    def can_move(self, state: Record) -> bool:
        """True if the side to move has a move on the board, whatever the counts say."""
        view = self.seen(state)
        return self.pieces.capturers(view) != ZERO or self.pieces.count_quiet_moves(view) > 0

    def is_counted_out(self, state: Record) -> bool:
        """True if one of the counts says that the game is over."""
        if self.endings and state.ending >= _TWO_TO_ONE and state.ending >= self.ending_limit(state):
            return True
        return self.draws and state.quiet >= self.quiet_limit

    def ending_limit(self, state: Record) -> int:
        """The number of single moves that draw in the ending on the board; 0 if it is no such ending."""
        white, black = popcount(state.white), popcount(state.black)
        if not self.endings or min(white, black) != 1 or white + black > 4:
            return 0
        if state.white & state.kings == ZERO or state.black & state.kings == ZERO:
            return 0
        return _THREE_TO_ONE if white + black == 4 else _TWO_TO_ONE

    def sum_of_board(self, state: Record) -> np.uint64:
        """A number that distinguishes boards and sides to move, but for rare collisions.

        Each part times a random odd number (the multiplicative hashing of M. Dietzfelbinger, 1996).
        """
        board = state.white * _HASH_WHITE + state.black * _HASH_BLACK + state.kings * _HASH_KINGS
        key: np.uint64 = board + np.uint64(state.turn) * _HASH_TURN
        return key

    # ---- notation of moves -----------------------------------------------------------------------

    def move_text(self, state: Record, move: int) -> str:
        return self.notation.texts(self, state, [move])[0]

    def is_capture(self, move: int) -> bool:
        """True if a move captures."""
        return move >= self.move_classes

    def ends(self, move: int) -> tuple[int, int]:
        """The numbers of the cells that a move begins and ends on."""
        return self._number(self.pieces.origin(move)), self._number(self.pieces.target(move))

    def ways(self, state: Record) -> dict[int, list[tuple[int, ...]]]:
        """The legal captures, each with its paths in numeric order: all cells from origin to target."""
        with interpreted():
            view = self.seen(state)
            capturers = self.pieces.capturers(view)
            if capturers == ZERO:
                return {}
            ways: dict[int, list[tuple[int, ...]]] = {
                move: [] for move in self._legal(state) if self.is_capture(move)
            }
            for origin in each_bit(capturers):
                for path, taken in self.pieces.paths(self.pieces.setting_out(view, origin)):
                    move = int(self.pieces.code(origin, path[-1], taken))
                    if move in ways:
                        ways[move].append(tuple(map(self._number, (origin, *path))))
        return {move: sorted(paths) for move, paths in ways.items()}

    def _legal(self, state: Record) -> list[int]:
        moves = np.empty(self.max_moves, np.int64)
        with interpreted():
            return [int(move) for move in moves[: self.legal_moves(state, moves)]]

    def _number(self, at: np.uint64) -> int:
        """The number of a cell, from 1."""
        return self.pieces.cell(at) + 1

    # ---- notation of positions -------------------------------------------------------------------

    def format_position(self, state: Record) -> str:
        counts = [state.quiet, state.ending] if self.endings else [state.quiet]
        fen = pdn.format_fen("WB"[state.turn], self._on_cells(state))
        return " ".join(map(str, [fen, *counts])) if any(counts) else fen

    def read_position(self, text: str, state: Record) -> None:
        fen, *counts = split_text(text) or [""]
        side, on_cells = pdn.parse_fen(fen, self.board, self.algebraic)
        state.turn = "WB".index(side)
        for cell, piece in on_cells.items():
            self._put(state, cell, piece)
        for colour, own in (("white", state.white), ("black", state.black)):
            if popcount(own) > self.men:
                raise ValueError(f"{popcount(own)} {colour} pieces: expected at most {self.men}")
        most = self.draws + self.endings
        if self._legal_count(state) == self.max_moves:
            raise ValueError(f"more captures than can be listed: expected fewer than {self.max_moves}")
        if len(counts) > most:
            raise ValueError(f"expected at most {most} counts after the pieces, found {len(counts)}")
        if counts:
            state.quiet = parse_count(counts[0], "moves by kings without a capture", self.quiet_limit)
        if counts[1:]:
            state.ending = parse_count(counts[1], "moves in the present ending", self.ending_limit(state))

    def _legal_count(self, state: Record) -> int:
        """The number of legal moves, as far as there is room for them."""
        return self.count_moves(state, np.empty(self.max_moves, np.int64))

    def _put(self, state: Record, cell: int, piece: str) -> None:
        """Put a piece, such as `W` or `BK`, on an empty cell."""
        at, side = self.pieces.mask([cell]), "WB".index(piece[0])
        if piece.endswith("K"):
            state.kings |= at
        elif at & self.pieces.last_row[side]:
            name, colour = self.board.name(cell), ("white", "black")[side]
            raise ValueError(f"a {colour} man on {name}, where it would be a king: expected K{name}")
        if side == WHITE:
            state.white |= at
        else:
            state.black |= at

    def _on_cells(self, state: Record) -> dict[int, str]:
        """The piece on each occupied cell, such as `W` or `BK`."""
        white, black, kings = int(state.white), int(state.black), int(state.kings)
        return {
            cell: ("W" if white & at else "B") + ("K" if kings & at else "")
            for cell, at in self.bits
            if (white | black) & at
        }

    @cached_property
    def bits(self) -> tuple[tuple[int, int], ...]:
        """The cells, each with its bit."""
        return tuple((cell, int(self.pieces.mask([cell]))) for cell in range(len(self.board)))

    # ---- drawing and symmetries ------------------------------------------------------------------

    @cached_property
    def symmetries(self) -> tuple[Symmetry[Any], ...]:
        cells = tuple(range(len(self.board)))
        return TurnedBoard(self, cells), TurnedBoard(self, cells[::-1], exchange=True)


class TurnedBoard(Symmetry[Draughts]):
    """The board as it is, or turned by half with the sides exchanged."""

    def map_move(self, move: int) -> int:
        if not self.exchange:
            return move
        pieces = self.game.pieces
        parts = pieces.origin(move), pieces.target(move), pieces.taken(move)
        return int(pieces.code(*map(pieces.turned, parts)))

    def map_state(self, state: States) -> States:
        image = state.copy()
        if self.exchange:
            names = ("white", "black", "kings")
            white, black, kings = (self.game.pieces.turned(state[0][name]) for name in names)
            image[0].white, image[0].black, image[0].kings = black, white, kings
            image[0].turn ^= 1
        return image
