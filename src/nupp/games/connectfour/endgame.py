"""An exact solver of connect four: alpha-beta with a null window on bitboards.

Layout. As in the game, a column takes height + 1 bits from the bottom up, the highest of which stays empty:

         6 13 20 27 34 41 48
        ---------------------
         5 12 19 26 33 40 47
         4 11 18 25 32 39 46         bit = column * (height + 1) + row
         3 10 17 24 31 38 45
         2  9 16 23 30 37 44
         1  8 15 22 29 36 43
         0  7 14 21 28 35 42

A position is `own`, the stones of the side to move, and `mask`, all stones. `own + mask + bottom` is
different for each position, and the key under which the table keeps it.

A score is 0 for a draw and otherwise 1 + the stones that the winner still has in hand after his last one,
negative if that is the other side.

- Moves that lose at once are never looked at.
- Before any move is tried the table is asked for what all of them lead to: one may be enough ("enhanced
  transposition cut-offs": A. Plaat and others, "Exploiting graph properties of game trees", 1996).
- Moves are ordered by the threats that they make. Early in the game the lines that a move leaves open are
  added (the evaluator `lines`), later its history (J. Schaeffer, 1983; in connect four J. Tromp's
  Fhourstones, 1996).
- Of equal moves the inner ones come first (V. Allis, 1988; P. Pons, 2015).

The search is a loop over the frames of the path, not a recursion, since a kernel that calls itself hands on
whole arrays each time; and the threats of all moves are found in one loop without branches, for which a
processor takes several columns at a time.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.games.connectfour.evaluation import Lines
from nupp.games.connectfour.rules import ConnectFour
from nupp.kernel import KernelObject, Record, StopFlag, kernel, record_dtype, stop_flag
from nupp.kernel.bits import ONE, SPREAD, ZERO, lowest_bit, popcount, without_lowest
from nupp.rules.basics import States
from nupp.search.nodes import is_spent

_MIRROR_STONES = 14
"""As long as there are fewer stones, a position and its mirror image are one in the table."""

_LANES = 8
"""The number of moves in a group, which are looked at together: the words in the widest registers."""

_EARLY_SHARE: Final = 43
"""The per cent of the board up to which moves are ordered by the lines that they leave open."""
_ASKED: Final = 6
"""The table is asked for what all moves lead to as long as more cells are empty."""
_THREAT, _LINES = 16, 2
"""The worth of a threat in refutations, and the weight of the value of lines."""
_MOST_REFUTATIONS: Final = 4096
_LARGEST_WORTH: Final = 1 << 20
"""No move is worth more, or less than its negative."""

_VALUE_BITS: Final = np.uint64(8)
_VALUES: Final = np.uint64(1 << 8)
_NO_VALUE: Final = 128  # added to a value, so that none is 0
_OPEN: Final = 1000  # instead of a score: not known yet


class Columns(KernelObject):
    """The geometry of a board whose bits fit into 64, and its lines of four."""

    def __init__(self, game: ConnectFour) -> None:
        width, height = game.width, game.height
        self.game, self.lines = game, Lines()
        self.width, self.height = width, height
        self.rise = height + 1
        self.cells = width * height
        self.early = self.cells * _EARLY_SHARE // 100
        bottom = sum(1 << column * self.rise for column in range(width))
        self.bottom = np.uint64(bottom)
        self.board, self.uppers = game.word_cells, game.word_uppers
        self.wholes = np.array([((1 << self.rise) - 1) << c * self.rise for c in range(width)], np.uint64)
        self.lanes = -(-width // _LANES) * _LANES
        columns = [((1 << height) - 1) << column * self.rise for column in game.columns]
        self.columns = np.array(columns + [0] * (self.lanes - width), np.uint64)

    def wins(self, own: np.uint64, mask: np.uint64) -> np.uint64:
        """The empty cells on which a stone would complete four of `own`, reached by stones already or not."""
        found = (own << ONE) & (own << np.uint64(2)) & (own << np.uint64(3))  # upright
        found |= self.along(own, self.rise) | self.along(own, self.height) | self.along(own, self.height + 2)
        empty: np.uint64 = found & (self.board ^ mask)
        return empty

    def along(self, own: np.uint64, step: int) -> np.uint64:
        """The places that lack in a line of four with cells a step apart; some are off the board."""
        one, two, three = np.uint64(step), np.uint64(2 * step), np.uint64(3 * step)
        ahead, behind = (own >> one) & (own >> two), (own << one) & (own << two)
        return ahead & (own >> three | own << one) | behind & (own << three | own >> one)

    def most(self, own: np.uint64, mask: np.uint64) -> int:
        """An upper bound of the score of the side to move, by what the other side gets if it follows up.

        Where each column has an even number of empty cells, the other side can always answer in the same
        column, and so gets the upper cell of each pair ("claimeven": V. Allis, 1988).
        """
        if self.playable(mask) & self.uppers != ZERO:
            return self.cells
        theirs = own ^ mask | (self.board ^ mask) & self.uppers
        mine = self.board ^ theirs
        if self.wins(mine, theirs) != ZERO:  # one of these stones lies in line with three others
            return self.cells
        return -1 if self.wins(theirs, mine) != ZERO else 0

    def playable(self, mask: np.uint64) -> np.uint64:
        """The cells on which a stone comes to rest."""
        cells: np.uint64 = (mask + self.bottom) & self.board
        return cells

    def safe(self, mask: np.uint64, threats: np.uint64) -> np.uint64:
        """The playable cells after which the other side, with these threats, cannot win at once."""
        cells = self.playable(mask)
        forced = cells & threats
        if forced != ZERO:
            cells = forced if forced & (forced - ONE) == ZERO else ZERO
        return cells & ~(threats >> ONE)

    def mirrored(self, board: np.uint64) -> np.uint64:
        """The board with left and right exchanged."""
        image = ZERO
        for column in range(self.width):
            shift = (self.width - 1 - 2 * column) * self.rise
            part = board & self.wholes[column]
            image |= part << np.uint64(shift) if shift >= 0 else part >> np.uint64(-shift)
        return image

    def key(self, own: np.uint64, mask: np.uint64, stones: int) -> np.uint64:
        """Different for different positions, and early in the game equal for mirror images."""
        key: np.uint64 = own + mask + self.bottom
        if stones < _MIRROR_STONES:
            key = min(key, self.mirrored(own) + self.mirrored(mask) + self.bottom)
        return key


def frame_type(columns: Columns) -> np.dtype[Any]:
    """The record of a position on the path.

    own, mask: its stones. threats: where the other side would win. safe: the moves yet to be tried. tag,
    place: its entry in the table, and where that is. alpha, beta: the window. after, ranks (lanes): where the
    mover would win after each move, and the order in which the moves are tried, 0 for those that are not.
    lanes: how many there are.
    """
    return record_dtype(
        ("own", np.uint64),
        ("mask", np.uint64),
        ("threats", np.uint64),
        ("safe", np.uint64),
        ("tag", np.uint64),
        ("place", np.int64),
        ("alpha", np.int64),
        ("beta", np.int64),
        ("after", np.uint64, (columns.lanes,)),
        ("ranks", np.int64, (columns.lanes,)),
        ("lanes", np.int64),
    )


class Memory(NamedTuple):
    """The arrays of a search.

    history: int64 (2, 64), for each side and cell a count: up by those tried in vain before it when a move
    there refuted something, down by one when it was itself tried in vain. state: States (1), room for a
    position. table: uint64, a power of two: the lower bits of a key times `SPREAD`, whose upper bits are the
    place, and in the lowest eight what is known of the key: an upper bound is twice the score, a lower bound
    one more. shift: 64 less the bits of a place. frames: (cells + 1), the path by number of stones. counts:
    int64 (2), positions visited and how many may be. bounds: int64 (2), between which `solve` knows the score
    to lie. stop: the stop flag.
    """

    history: NDArray[np.int64]
    state: States
    table: NDArray[np.uint64]
    shift: int
    frames: NDArray[Any]
    counts: NDArray[np.int64]
    bounds: NDArray[np.int64]
    stop: StopFlag


def new_memory(columns: Columns, megabytes: int) -> Memory:
    """An empty table of at most this size."""
    bits = max(10, (megabytes * 1024 * 1024 // 8).bit_length() - 1)
    frames = np.zeros(columns.cells + 1, frame_type(columns))
    frames["lanes"] = columns.lanes
    return Memory(
        history=np.zeros((2, 64), np.int64),
        state=np.zeros(1, columns.game.State),
        table=np.zeros(1 << bits, np.uint64),
        shift=64 - bits,
        frames=frames,
        counts=np.array([0, np.iinfo(np.int64).max]),
        bounds=np.zeros(2, np.int64),
        stop=stop_flag(),
    )


@kernel
def negamax(c: Columns, memory: Memory, root: int) -> int:
    """The score of `frames[root]` for the side to move, as far as it matters between the bounds there.

    That side cannot win at once. Means nothing once the stop flag is up.
    """
    stones = root
    while True:
        # 1. What can be said at once.
        if is_spent(memory.counts, memory.stop):
            return 0
        frame = memory.frames[stones]
        score = look(c, frame, stones)
        if score == _OPEN:
            score = recall(memory.table, memory.shift, frame)
        if score == _OPEN and stones < c.cells - _ASKED:
            score = recall_children(c, memory, frame, stones)
        if score == _OPEN:
            rank_moves(c, memory, frame, stones)

        # 2. Carry a score back, to where there is another move to try.
        while score != _OPEN:
            if stones == root:
                return score
            stones -= 1
            score = take_back(c, memory, stones, -score)

        # 3. Try the next move.
        advance(c, memory.frames[stones], memory.frames[stones + 1])
        stones += 1


@kernel
def look(c: Columns, frame: Record, stones: int) -> int:
    """The score of a position if the rules decide it, else `_OPEN`, with safe moves, window and key noted."""
    # 1. Moves after which the other side does not win at once.
    safe = c.safe(frame.mask, frame.threats)
    if safe == ZERO:
        return -((c.cells - stones) // 2)
    if stones >= c.cells - 2:
        return 0

    # 2. Bounds: the other side wins with its second move at best, and this one with its own second.
    alpha = max(int(frame.alpha), -((c.cells - 2 - stones) // 2))
    beta = min(int(frame.beta), (c.cells - 1 - stones) // 2)
    if alpha >= beta:
        return alpha

    # 3. What the other side has for certain; spares a tenth of the positions.
    beta = min(beta, c.most(frame.own, frame.mask))
    if alpha >= beta:
        return beta

    frame.safe, frame.alpha, frame.beta = safe, alpha, beta
    frame.tag = c.key(frame.own, frame.mask, stones) * SPREAD
    return _OPEN


@kernel
def recall(table: NDArray[np.uint64], shift: int, frame: Record) -> int:
    """The score of a position if the table has it, else `_OPEN`, with the place of its entry noted."""
    place, tag = int(frame.tag >> np.uint64(shift)), frame.tag << _VALUE_BITS
    frame.tag, frame.place = tag, place
    bound = bound_in(table[place], tag)
    if bound == _OPEN:
        return _OPEN
    if bound & 1 != 0:
        frame.alpha = max(int(frame.alpha), bound >> 1)
    else:
        frame.beta = min(int(frame.beta), bound >> 1)
    if frame.alpha < frame.beta:
        return _OPEN
    return int(frame.alpha) if bound & 1 != 0 else int(frame.beta)


@kernel
def bound_in(entry: np.uint64, tag: np.uint64) -> int:
    """The bound that an entry of the table has, as `Memory` says, `_OPEN` if it is of another position."""
    known = entry ^ tag
    return int(known) - _NO_VALUE if ZERO < known < _VALUES else _OPEN


@kernel
def recall_children(c: Columns, memory: Memory, frame: Record, stones: int) -> int:
    """The score of a position if the table knows a move that reaches the window's upper end, else `_OPEN`."""
    theirs = frame.own ^ frame.mask
    for i in range(frame.lanes):
        move = frame.safe & c.columns[i]
        if move != ZERO:
            tag = c.key(theirs, frame.mask | move, stones + 1) * SPREAD
            bound = bound_in(memory.table[int(tag >> np.uint64(memory.shift))], tag << _VALUE_BITS)
            if bound != _OPEN and bound & 1 == 0 and -(bound >> 1) >= frame.beta:
                return -(bound >> 1)
    return _OPEN


@kernel
def rank_moves(c: Columns, memory: Memory, frame: Record, stones: int) -> None:
    """Find the threats after each move of a frame and rank the moves, of equals the inner first."""
    own, mask, safe = frame.own, frame.mask, frame.safe
    for i in range(frame.lanes):  # and not of `c.lanes`: a loop of known length would be unrolled
        move = safe & c.columns[i]
        after = c.wins(own | move, mask | move)
        frame.after[i] = after
        frame.ranks[i] = (_THREAT * popcount(after) + _LARGEST_WORTH) * c.lanes - i if move != ZERO else 0
    if stones < c.early:
        rank_by_lines(c, memory.state[0], frame, stones & 1)
        return
    history = memory.history[stones & 1]
    for i in range(frame.lanes):
        move = safe & c.columns[i]
        if move != ZERO:
            frame.ranks[i] += history[lowest_bit(move)] * c.lanes


@kernel
def rank_by_lines(c: Columns, state: Record, frame: Record, side: int) -> None:
    """Rank the moves of a frame by the lines that they leave open, too."""
    for i in range(frame.lanes):
        move = frame.safe & c.columns[i]
        if move != ZERO:
            state.stones[side, 0], state.stones[1 - side, 0] = frame.own | move, frame.own ^ frame.mask
            state.turn = 1 - side
            frame.ranks[i] -= _LINES * c.lines.evaluate(c.game, state) * c.lanes


@kernel
def take_back(c: Columns, memory: Memory, stones: int, score: int) -> int:
    """Note the score of the move tried last; returns that of its frame, or `_OPEN` if another is to be tried.

    A move that refutes what led to its frame goes into the history.
    """
    frame = memory.frames[stones]
    bound = 2 * score + 1
    if score < frame.beta:
        frame.alpha = max(int(frame.alpha), score)
        if frame.safe != ZERO:
            return _OPEN
        score = int(frame.alpha)
        bound = 2 * score
    else:
        move = memory.frames[stones + 1].mask ^ frame.mask
        note_refutation(
            memory.history[stones & 1], move, c.safe(frame.mask, frame.threats) ^ frame.safe ^ move
        )
    memory.table[frame.place] = frame.tag | np.uint64(bound + _NO_VALUE)
    return score


@kernel
def note_refutation(history: NDArray[np.int64], move: np.uint64, vain: np.uint64) -> None:
    """Count one against each move that was tried in vain, and as many for the one that refuted."""
    cell = lowest_bit(move)
    while vain != ZERO:
        other = lowest_bit(vain)
        vain = without_lowest(vain)
        history[other] = max(-_MOST_REFUTATIONS, history[other] - 1)
        history[cell] = min(_MOST_REFUTATIONS, history[cell] + 1)


@kernel
def advance(c: Columns, frame: Record, child: Record) -> None:
    """Make `child` the frame after the move of `frame` that is to be tried next."""
    best = 0
    for i in range(frame.lanes):
        best = max(best, int(frame.ranks[i]))
    lane = -best % c.lanes
    move = frame.safe & c.columns[lane]
    frame.safe ^= move
    frame.ranks[lane] = 0
    child.own = frame.own ^ frame.mask
    child.mask = frame.mask | move
    child.threats = frame.after[lane]
    child.alpha, child.beta = -frame.beta, -frame.alpha


@kernel
def outcome(c: Columns, memory: Memory, own: np.uint64, mask: np.uint64, stones: int) -> int:
    """1, 0 or -1: who wins from a position in which nobody has won yet, for the side to move.

    By two null windows at most; they leave in `bounds` what is known of the score. Stopped, it means nothing.
    """
    memory.bounds[0], memory.bounds[1] = -((c.cells - stones) // 2), (c.cells + 1 - stones) // 2
    if c.wins(own, mask) & c.playable(mask) != ZERO:
        memory.bounds[0] = memory.bounds[1]
        return 1
    for middle in range(0, -2, -1):
        begin(c, memory.frames[stones], own, mask, middle)
        score = negamax(c, memory, stones)
        if memory.stop[0] != 0:
            return 0
        if score > middle:
            memory.bounds[0] = score
            return 1 + middle
        memory.bounds[1] = score
    return -1


@kernel
def solve(c: Columns, memory: Memory, own: np.uint64, mask: np.uint64, stones: int) -> int:
    """The score of a position in which nobody has won yet: who wins, and then by null windows how soon.

    Stopped before it is known, it leaves in `bounds` what is.
    """
    outcome(c, memory, own, mask, stones)
    low, high = int(memory.bounds[0]), int(memory.bounds[1])
    frame = memory.frames[stones]
    while low < high and memory.stop[0] == 0:
        middle = low + (high - low) // 2
        begin(c, frame, own, mask, middle)
        score = negamax(c, memory, stones)
        if memory.stop[0] != 0:
            break
        if score <= middle:
            high = score
        else:
            low = score
    memory.bounds[0], memory.bounds[1] = low, high
    return low


@kernel
def is_at_most(c: Columns, memory: Memory, own: np.uint64, mask: np.uint64, stones: int, score: int) -> bool:
    """True if a position in which nobody has won yet is worth no more than a score to the side to move."""
    if c.wins(own, mask) & c.playable(mask) != ZERO:
        return (c.cells + 1 - stones) // 2 <= score
    begin(c, memory.frames[stones], own, mask, score)
    return negamax(c, memory, stones) <= score


@kernel
def begin(c: Columns, frame: Record, own: np.uint64, mask: np.uint64, alpha: int) -> None:
    """Set up a frame that begins a search with a null window from `alpha` on."""
    frame.own, frame.mask, frame.threats = own, mask, c.wins(own ^ mask, mask)
    frame.alpha, frame.beta = alpha, alpha + 1
