"""An exact solver of endgames of Reversi and Othello: the disc difference under best play.

Alpha-beta on the two bitboards alone. Far from the end moves are tried fastest first, those that leave the
other side the fewest replies, and positions are kept in a table, which is asked about the positions after all
moves before any is searched (enhanced transposition cut-offs; A. Plaat et al., 1996); discs that can never
turn again bound the score. Near the end moves in a quarter of the board with an odd number of empty cells
come first: the mover also gets the last move there (parity). The last cells are filled without a list of
moves. After G. Andersson's endgame tutorial (2007) and M. Buro's Logistello.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.games.reversi.rules import BitboardReversi
from nupp.kernel import KernelObject, StopFlag, kernel, mix, stop_flag
from nupp.kernel.bits import ONE, ZERO, bit, highest, lowest_bit, mask, popcount, without_lowest
from nupp.rules.basics import NO_MOVE, States
from nupp.search.nodes import is_spent_in_leaps

SHALLOW: Final = 7
"""With so few empty cells moves are no longer sorted by mobility, nor kept in the table."""
ENHANCED: Final = 10
"""From this number of empty cells on the table is asked about the positions after all moves first."""
STABLE_FROM: Final = 24
"""Stable discs are looked for where the score must be so large that they may bound it."""


class Terrain(KernelObject):
    """The lines, borders and quarters of a board of up to 8 x 8 cells."""

    def __init__(self, size: int) -> None:
        rows, columns = np.divmod(np.arange(size * size), size)
        inside = (1 << size * size) - 1
        self.full = np.uint64(inside)
        self.corners = _where((np.isin(rows, (0, size - 1))) & np.isin(columns, (0, size - 1)))
        self.left, self.right = _where(columns == 0), _where(columns == size - 1)
        side = _where(columns == 0) | _where(columns == size - 1)
        end = _where(rows == 0) | _where(rows == size - 1)
        self.borders = np.array([side, end, side | end, side | end])
        self.steps = np.array([1, size, size + 1, size - 1], np.uint64)
        self.upward = np.array([~self.left, self.full, ~self.left, ~self.right])  # where a step up may end
        self.downward = np.array([~self.right, self.full, ~self.right, ~self.left])
        self.quarters = np.array(
            [
                _where((rows // (size // 2) == row) & (columns // (size // 2) == column))
                for row in (0, 1)
                for column in (0, 1)
            ]
        )
        lines = [[rows == i for i in range(size)], [columns == i for i in range(size)]]
        lines.append([columns - rows == i for i in range(1 - size, size)])
        lines.append([columns + rows == i for i in range(2 * size - 1)])
        self.lines = np.zeros((4, 2 * size - 1), np.uint64)
        self.above = np.zeros((size * size, 4), np.uint64)  # the rest of each line, towards higher bits
        self.below = np.zeros((size * size, 4), np.uint64)
        for direction, members in enumerate(lines):
            self.lines[direction, : len(members)] = [_where(member) for member in members]
            for member in members:
                cells = np.flatnonzero(member).tolist()
                for cell in cells:
                    self.above[cell, direction] = mask(one for one in cells if one > cell)
                    self.below[cell, direction] = mask(one for one in cells if one < cell)

    def turned(self, cell: int, own: np.uint64, enemy: np.uint64) -> np.uint64:
        """The enemy discs that a new disc on a cell turns over.

        Towards higher bits a carry runs through the enemy's discs; towards lower ones the first cell that is
        not the enemy's is the highest bit.
        """
        found = ZERO
        for direction in range(4):
            line = self.above[cell, direction]
            end = ((enemy | ~line) + bit(cell)) & line & own
            found |= (end - np.uint64(end != ZERO)) & line
            line = self.below[cell, direction]
            end = highest(line & ~enemy) & own
            found |= line & (ZERO - (end + end))
        return found

    def odd_quarters(self, empty: np.uint64) -> np.uint64:
        """The empty cells in quarters of the board with an odd number of them."""
        odd = ZERO
        for quarter in self.quarters:
            if popcount(empty & quarter) & 1 == 1:
                odd |= empty & quarter
        return odd

    def beside(self, board: np.uint64, direction: int) -> np.uint64:
        """The cells next to those of a board in a direction, both ways."""
        step = self.steps[direction]
        up: np.uint64 = (board << step) & self.upward[direction]
        down: np.uint64 = (board >> step) & self.downward[direction]
        return (up | down) & self.full

    def full_lines(self, filled: np.uint64, direction: int) -> np.uint64:
        """The cells of the lines in a direction that are full."""
        found = ZERO
        for line in self.lines[direction]:
            if line & ~filled == ZERO:
                found |= line
        return found


def _where(cells: NDArray[np.bool_]) -> np.uint64:
    """The bitboard of the marked cells."""
    return mask(np.flatnonzero(cells).tolist())


class Endgame(NamedTuple):
    """The arrays of a search.

    table: uint64 (2 * entries), a key and what is known of it, see `packed`; a power of two. moves: int64,
    turned: uint64, ranks: int64 (65, 64), the moves of each number of empty cells, what they turn, and their
    order. counts: int64 (3), as `is_spent_in_leaps` has them. stop: the stop flag.
    """

    table: NDArray[np.uint64]
    moves: NDArray[np.int64]
    turned: NDArray[np.uint64]
    ranks: NDArray[np.int64]
    counts: NDArray[np.int64]
    stop: StopFlag


def new_endgame(megabytes: int) -> Endgame:
    """An empty table of at most this size."""
    entries = 1 << max(10, (megabytes * 1024 * 1024 // 16).bit_length() - 1)
    return Endgame(
        table=np.zeros(2 * entries, np.uint64),
        moves=np.zeros((65, 64), np.int64),
        turned=np.zeros((65, 64), np.uint64),
        ranks=np.zeros((65, 64), np.int64),
        counts=np.array([0, np.iinfo(np.int64).max, 0]),
        stop=stop_flag(),
    )


# ---- the table ---------------------------------------------------------------------------------------

_BYTE: Final = np.uint64(255)
_MIDDLE: Final = 100
"""Added to scores and moves that are kept, so that none is negative."""


@kernel
def key_of(own: np.uint64, enemy: np.uint64) -> np.uint64:
    """The key of a position; never 0, that of an entry that is empty."""
    return mix(own ^ mix(enemy)) | ONE


@kernel
def place_of(table: NDArray[np.uint64], key: np.uint64, empties: int) -> int:
    """The place of a key's entry, or of the one that it may take: of two, the one with fewer empty cells."""
    first = int(key >> np.uint64(20)) & (len(table) - 1) & ~3
    if table[first] == key:
        return first
    if table[first + 2] == key or kept(table[first + 1], 3) > empties + _MIDDLE:
        return first + 2
    return first


@kernel
def kept(entry: np.uint64, number: int) -> int:
    """A byte of an entry: the lower bound of the score, the upper one, the best move, or the empty cells."""
    return int(np.int64((entry >> np.uint64(8 * number)) & _BYTE))


@kernel
def packed(low: int, high: int, move: int, empties: int) -> np.uint64:
    """An entry of two bounds, the best move, and the number of empty cells."""
    number = low + _MIDDLE | high + _MIDDLE << 8 | move + _MIDDLE << 16 | empties + _MIDDLE << 24
    return np.uint64(number)


@kernel
def refutes(work: Endgame, own: np.uint64, enemy: np.uint64, beta: int) -> bool:
    """True if the table knows that the side to move scores -beta at most."""
    key = key_of(own, enemy)
    first = int(key >> np.uint64(20)) & (len(work.table) - 1) & ~3
    for place in (first, first + 2):
        if work.table[place] == key:
            return kept(work.table[place + 1], 1) - _MIDDLE <= -beta
    return False


@kernel
def known_move(work: Endgame, own: np.uint64, enemy: np.uint64) -> int:
    """The best move that the table has for a position; NO_MOVE if it has none."""
    key = key_of(own, enemy)
    first = int(key >> np.uint64(20)) & (len(work.table) - 1) & ~3
    for place in (first, first + 2):
        if work.table[place] == key:
            return kept(work.table[place + 1], 2) - _MIDDLE
    return NO_MOVE


# ---- the search --------------------------------------------------------------------------------------


@kernel
def final_margin(game: BitboardReversi, own: np.uint64, enemy: np.uint64) -> int:
    """The margin of a finished game for the owner of `own`."""
    mine, theirs = popcount(own), popcount(enemy)
    if not game.empties_to_winner or mine == theirs:
        return mine - theirs
    return game.cells - 2 * theirs if mine > theirs else 2 * mine - game.cells


@kernel
def solve(
    game: BitboardReversi,
    terrain: Terrain,
    work: Endgame,
    own: np.uint64,
    enemy: np.uint64,
    alpha: int,
    beta: int,
) -> int:
    """The margin for the owner of `own`, who is to move, as far as it matters between the bounds."""
    empty = game.full & ~(own | enemy)
    empties = popcount(empty)
    if empties <= SHALLOW:
        return fill(game, terrain, work, own, enemy, empty, alpha, beta)
    if is_spent_in_leaps(work.counts, work.stop):
        return alpha

    # 1. No move: the end, or a pass, after which the other side looks at the same position.
    targets, sign = game.placements(own, enemy), 1
    if targets == ZERO:
        targets = game.placements(enemy, own)
        if targets == ZERO or not game.passes:
            return final_margin(game, own, enemy)
        own, enemy, alpha, beta, sign = enemy, own, -beta, -alpha, -1

    # 2. What the table and the stable discs know.
    key = key_of(own, enemy)
    place, known = place_of(work.table, key, empties), NO_MOVE
    if work.table[place] == key:
        entry = work.table[place + 1]
        low, high = kept(entry, 0) - _MIDDLE, kept(entry, 1) - _MIDDLE
        if low >= beta or low == high:
            return sign * low
        if high <= alpha:
            return sign * high
        known = kept(entry, 2) - _MIDDLE
    if alpha >= STABLE_FROM:
        bound = game.cells - 2 * popcount(stable_discs(terrain, enemy, own))
        if bound <= alpha:
            return sign * bound

    # 3. Sort; a move whose position is known to be good enough needs no search.
    moves, turned = work.moves[empties], work.turned[empties]
    n = sort(game, terrain, work, own, enemy, targets, empties, known)
    if empties >= ENHANCED:
        for i in range(n):
            mine = own | bit(moves[i]) | turned[i]
            if refutes(work, enemy & ~turned[i], mine, beta):
                return sign * beta

    # 4. Search: the first with the full window, the others with a null window first.
    best, best_move, floor = -game.cells - 1, NO_MOVE, alpha
    for i in range(n):
        mine, theirs = own | bit(moves[i]) | turned[i], enemy & ~turned[i]
        score, full_window = 0, True
        if i > 0 and beta - floor > 1:
            score = -solve(game, terrain, work, theirs, mine, -floor - 1, -floor)
            full_window = floor < score < beta
        if full_window:
            score = -solve(game, terrain, work, theirs, mine, -beta, -floor)
        if work.stop[0] != 0:
            return sign * best
        if score > best:
            best, best_move = score, int(moves[i])
            floor = max(floor, best)
            if best >= beta:
                break

    # 5. Keep what was found.
    low = best if best > alpha else -game.cells
    high = best if best < beta else game.cells
    place = place_of(work.table, key, empties)
    if work.table[place] == key:
        entry = work.table[place + 1]
        low, high = max(low, kept(entry, 0) - _MIDDLE), min(high, kept(entry, 1) - _MIDDLE)
    work.table[place], work.table[place + 1] = key, packed(low, high, best_move, empties)
    return sign * best


@kernel
def solve_all(
    game: BitboardReversi, terrain: Terrain, work: Endgame, states: States, margins: NDArray[np.float32]
) -> None:
    """Fill `margins` with the exact margins of positions for their sides to move, until stopped."""
    for i in range(len(states)):
        margins[i] = solve(game, terrain, work, states[i].own, states[i].enemy, -game.cells, game.cells)
        if work.stop[0] != 0:
            break


@kernel
def sort(
    game: BitboardReversi,
    terrain: Terrain,
    work: Endgame,
    own: np.uint64,
    enemy: np.uint64,
    targets: np.uint64,
    empties: int,
    known: int,
) -> int:
    """Fill `moves[empties]` with the targets, the best known first, then by the replies that they leave.

    Replies in corners count more, and a corner taken is worth two replies; of equals moves in odd quarters
    come first. Returns how many moves there are.
    """
    moves, turned, ranks = work.moves[empties], work.turned[empties], work.ranks[empties]
    filling = game.placed and (game.centre & ~(own | enemy)) != ZERO
    odd = terrain.odd_quarters(game.full & ~(own | enemy))
    n = 0
    while targets != ZERO:
        move = lowest_bit(targets)
        targets = without_lowest(targets)
        turning = ZERO if filling else terrain.turned(move, own, enemy)
        if move == known:
            rank = -1000
        else:
            replies = game.placements(enemy & ~turning, own | bit(move) | turning)
            rank = 4 * popcount(replies) + 4 * popcount(replies & terrain.corners)
            rank -= 8 * popcount(bit(move) & terrain.corners) + 2 * popcount(bit(move) & odd)
        i = n
        while i > 0 and ranks[i - 1] > rank:
            moves[i], turned[i], ranks[i] = moves[i - 1], turned[i - 1], ranks[i - 1]
            i -= 1
        moves[i], turned[i], ranks[i] = move, turning, rank
        n += 1
    return n


@kernel
def fill(
    game: BitboardReversi,
    terrain: Terrain,
    work: Endgame,
    own: np.uint64,
    enemy: np.uint64,
    empty: np.uint64,
    alpha: int,
    beta: int,
) -> int:
    """As `solve`, for a few empty cells: each is tried, those in odd quarters first."""
    work.counts[0] += 1
    odd = terrain.odd_quarters(empty)
    best = -game.cells - 1
    for cells in (odd, empty & ~odd):
        while cells != ZERO:
            move = lowest_bit(cells)
            cells = without_lowest(cells)
            turned = terrain.turned(move, own, enemy)
            if turned != ZERO:
                rest = empty & ~bit(move)
                mine, theirs = own | turned | bit(move), enemy & ~turned
                if without_lowest(rest) == ZERO:
                    score = -fill_last(game, terrain, theirs, mine, rest)
                else:
                    score = -fill(game, terrain, work, theirs, mine, rest, -beta, -max(alpha, best))
                if score > best:
                    best = score
                    if best >= beta:
                        return best
    if best >= -game.cells:
        return best
    if not game.passes or game.placements(enemy, own) == ZERO:
        return final_margin(game, own, enemy)
    return -fill(game, terrain, work, enemy, own, empty, -beta, -alpha)


@kernel
def fill_last(
    game: BitboardReversi, terrain: Terrain, own: np.uint64, enemy: np.uint64, empty: np.uint64
) -> int:
    """As `solve`, for the last empty cell, or none."""
    if empty == ZERO:
        return popcount(own) - popcount(enemy)
    cell = lowest_bit(empty)
    turned = terrain.turned(cell, own, enemy)
    if turned != ZERO:
        return popcount(own | turned | empty) - popcount(enemy & ~turned)
    turned = terrain.turned(cell, enemy, own)
    if turned == ZERO or not game.passes:
        return final_margin(game, own, enemy)
    return popcount(own & ~turned) - popcount(enemy | turned | empty)


@kernel
def stable_discs(terrain: Terrain, discs: np.uint64, others: np.uint64) -> np.uint64:
    """Discs that can never turn: in each of the four directions the line is full, or they touch the edge or
    an own disc that cannot turn either.
    """
    filled = discs | others
    stable, grown = ZERO, terrain.corners & discs
    across, upright, rising, falling = (
        terrain.full_lines(filled, 0),
        terrain.full_lines(filled, 1),
        terrain.full_lines(filled, 2),
        terrain.full_lines(filled, 3),
    )
    grown |= discs & across & upright & rising & falling
    while grown != stable:
        stable = grown
        grown = (
            discs
            & (across | terrain.borders[0] | terrain.beside(stable, 0))
            & (upright | terrain.borders[1] | terrain.beside(stable, 1))
            & (rising | terrain.borders[2] | terrain.beside(stable, 2))
            & (falling | terrain.borders[3] | terrain.beside(stable, 3))
        )
    return stable
