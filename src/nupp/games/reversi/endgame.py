"""An exact solver of endgames of Reversi and Othello: the disc difference under best play.

Alpha-beta on the two bitboards alone. Far from the end moves are tried fastest first, those that leave the
other side the fewest replies, and positions are kept in a table; discs that can never turn again bound the
score. Near the end the region of a move counts: in one with an odd number of empty cells the mover also gets
the last move there (parity). After G. Andersson's endgame tutorial (2007) and M. Buro's Logistello.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.games.reversi.rules import BitboardReversi
from nupp.kernel import KernelObject, StopFlag, kernel, mix, stop_flag
from nupp.kernel.bits import ONE, ZERO, bit, lowest_bit, mask, popcount, without_lowest, write_bits
from nupp.rules.basics import NO_MOVE
from nupp.search.nodes import is_spent

SHALLOW: Final = 7
"""With so few empty cells moves are no longer sorted by mobility, nor kept in the table."""
STABLE_FROM: Final = 24
"""Stable discs are looked for where the score must be so large that they may bound it."""


class Terrain(KernelObject):
    """The lines and borders of a board of up to 8 x 8 cells."""

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
        lines = [[rows == i for i in range(size)], [columns == i for i in range(size)]]
        lines.append([columns - rows == i for i in range(1 - size, size)])
        lines.append([columns + rows == i for i in range(2 * size - 1)])
        self.lines = np.zeros((4, 2 * size - 1), np.uint64)
        for direction, members in enumerate(lines):
            self.lines[direction, : len(members)] = [_where(member) for member in members]

    def beside(self, board: np.uint64, direction: int) -> np.uint64:
        """The cells next to those of a board in a direction, both ways."""
        step = self.steps[direction]
        up: np.uint64 = (board << step) & self.upward[direction]
        down: np.uint64 = (board >> step) & self.downward[direction]
        return (up | down) & self.full

    def around(self, board: np.uint64) -> np.uint64:
        """The cells next to those of a board in any direction."""
        found = ZERO
        for direction in range(4):
            found |= self.beside(board, direction)
        return found

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

    keys: uint64, a power of two. low, high: int8, bounds of the scores of the keys. best: int8, best moves.
    moves, ranks: int64 (65, 64), the moves of each number of empty cells and their order. counts: int64 (2),
    positions visited and how many may be. stop: the stop flag.
    """

    keys: NDArray[np.uint64]
    low: NDArray[np.int8]
    high: NDArray[np.int8]
    best: NDArray[np.int8]
    moves: NDArray[np.int64]
    ranks: NDArray[np.int64]
    counts: NDArray[np.int64]
    stop: StopFlag


def new_endgame(megabytes: int) -> Endgame:
    """An empty table of at most this size."""
    entries = 1 << max(10, (megabytes * 1024 * 1024 // 11).bit_length() - 1)
    return Endgame(
        keys=np.zeros(entries, np.uint64),
        low=np.zeros(entries, np.int8),
        high=np.zeros(entries, np.int8),
        best=np.zeros(entries, np.int8),
        moves=np.zeros((65, 64), np.int64),
        ranks=np.zeros((65, 64), np.int64),
        counts=np.array([0, np.iinfo(np.int64).max]),
        stop=stop_flag(),
    )


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
    if is_spent(work.counts, work.stop):
        return alpha

    # 1. No move: the end, or a pass, after which the other side looks at the same position.
    targets, sign = game.placements(own, enemy), 1
    if targets == ZERO:
        targets = game.placements(enemy, own)
        if targets == ZERO or not game.passes:
            return final_margin(game, own, enemy)
        own, enemy, alpha, beta, sign = enemy, own, -beta, -alpha, -1

    # 2. What the table and the stable discs know.
    empty = game.full & ~(own | enemy)
    empties = popcount(empty)
    deep = empties > SHALLOW
    key, place, known = ZERO, 0, NO_MOVE
    if deep:
        key = mix(own ^ mix(enemy)) | ONE
        place = int(key >> np.uint64(20)) & (len(work.keys) - 1)
        if work.keys[place] == key:
            low, high = int(work.low[place]), int(work.high[place])
            if low >= beta or low == high:
                return sign * low
            if high <= alpha:
                return sign * high
            known = int(work.best[place])
        if alpha >= STABLE_FROM:
            bound = game.cells - 2 * popcount(stable_discs(terrain, enemy, own))
            if bound <= alpha:
                return sign * bound

    # 3. Sort.
    moves = work.moves[empties]
    if deep:
        n = sort_by_mobility(game, terrain, work, own, enemy, targets, empties, known)
    else:
        n = sort_by_parity(terrain, targets, empty, moves)

    # 4. Search: the first with the full window, the others with a null window first.
    best, best_move, floor = -game.cells - 1, NO_MOVE, alpha
    for i in range(n):
        disc = bit(moves[i])
        turned = game.turned(disc, own, enemy)
        mine, theirs = own | disc | turned, enemy & ~turned
        score, full_window = 0, True
        if i > 0 and deep and beta - floor > 1:
            score = -solve(game, terrain, work, theirs, mine, -floor - 1, -floor)
            full_window = floor < score < beta
        if full_window:
            score = -solve(game, terrain, work, theirs, mine, -beta, -floor)
        if work.stop[0] != 0:
            break
        if score > best:
            best, best_move = score, int(moves[i])
            floor = max(floor, best)
            if best >= beta:
                break

    # 5. Keep what was found.
    if deep and work.stop[0] == 0:
        low = best if best > alpha else -game.cells
        high = best if best < beta else game.cells
        if work.keys[place] == key:
            low, high = max(low, int(work.low[place])), min(high, int(work.high[place]))
        work.keys[place], work.low[place], work.high[place], work.best[place] = key, low, high, best_move
    return sign * best


@kernel
def sort_by_parity(terrain: Terrain, targets: np.uint64, empty: np.uint64, moves: NDArray[np.int64]) -> int:
    """Fill `moves` with the targets, those in odd regions first; returns how many."""
    odd = odd_regions(terrain, empty)
    n = write_bits(targets & odd, 0, 1, moves, 0)
    return write_bits(targets & ~odd, 0, 1, moves, n)


@kernel
def sort_by_mobility(
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

    Replies in corners count more, and a corner taken is worth two replies. Returns how many moves there are.
    """
    moves, ranks = work.moves[empties], work.ranks[empties]
    n = 0
    while targets != ZERO:
        move = lowest_bit(targets)
        targets = without_lowest(targets)
        turned = game.turned(bit(move), own, enemy)
        replies = game.placements(enemy & ~turned, own | bit(move) | turned)
        rank = 4 * popcount(replies) + 3 * popcount(replies & terrain.corners)
        rank -= 8 * popcount(bit(move) & terrain.corners)
        if move == known:
            rank = -1000
        i = n
        while i > 0 and ranks[i - 1] > rank:
            moves[i], ranks[i] = moves[i - 1], ranks[i - 1]
            i -= 1
        moves[i], ranks[i] = move, rank
        n += 1
    return n


@kernel
def odd_regions(terrain: Terrain, empty: np.uint64) -> np.uint64:
    """The empty cells in regions, joined also by corners, of an odd number of cells."""
    odd, rest = ZERO, empty
    while rest != ZERO:
        region, grown = ZERO, rest & (~rest + ONE)
        while grown != region:
            region = grown
            grown = (region | terrain.around(region)) & empty
        if popcount(region) & 1 == 1:
            odd |= region
        rest &= ~region
    return odd


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
