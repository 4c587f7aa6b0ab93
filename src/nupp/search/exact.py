"""Exact search: the value of a position of any game that does not run in circles, to the very end.

Alpha-beta without depth and evaluator, on the margin. What keeps the tree small (for
its least size see Knuth and Moore, 1975):

- null windows that close in on the value (Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth
  minimax algorithms", 1996: MTD(f)), all with one transposition table;
- in the table only what there still is to gain counts: positions that differ in what is settled, or are
  images of each other, may share an entry (`Game.rest_key`);
- no move is searched before the table is asked for what all of them lead to, one of which may be enough
  ("enhanced transposition cut-offs": the same, "Exploiting graph properties of game trees", 1996);
- moves that cannot matter are left out, and forced ones played at once (`Game.essential_moves`);
- moves that leave the other side little come first: little to gain, where the game makes a guess
  (`Game.prospect`), then little choice ("fastest first"); and then
  those that refuted much so far (Schaeffer's history heuristic, 1989).

Not for games that are drawn by repetition: there a value depends on the way to a position.
"""

from __future__ import annotations

import contextlib
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import Generator, Record, StopFlag, below, generator, kernel, record_dtype, stop_flag
from nupp.kernel.bits import ONE
from nupp.rules import Game, Position
from nupp.rules.basics import NO_BOUND, NO_MOVE, Moves, States
from nupp.rules.optional import has_margin
from nupp.search.buckets import Buckets, find, new_buckets, place_for
from nupp.search.nodes import is_spent
from nupp.search.order import bring_best
from nupp.search.scores import end_value, margin_of
from nupp.search.theory import Theory, theory_of

ENTRY: Final = record_dtype(("key", np.uint64), ("low", np.int16), ("high", np.int16), ("work", np.int32))
"""key: of the position, never 0. low, high: bounds of what there is to gain. work: the best move found, or
-1, times 64, plus the binary logarithm of the positions visited below it."""

REPLY: Final = record_dtype(
    ("key", np.uint64), ("low", np.int32), ("high", np.int32), ("gain", np.int32), ("sign", np.int32)
)
"""The position after a move and the forced ones that follow it. key: of the position; 0 if bounds suffice.
low, high: bounds of what the move gains. gain: what it settles at once. sign: 1 if the same side is to move
then, otherwise -1.
"""

PLIES: Final = 400
"""No game that is searched may take longer; moves that are forced take no room."""

_WORK: Final = 63  # the bits of an entry that hold the work
_MOST_HISTORY: Final = 1 << 40
_REPLIES: Final = 1 << 42
_PROSPECT: Final = 256  # replies that weigh as much as one unit of what a game guesses
_TABLE_MOVE: Final = 1 << 60
_USELESS: Final = -1 << 60


class Exact(NamedTuple):
    """The arrays of a search.

    stack: States (PLIES + 1), the positions of the current line. moves, ranks: int64 (PLIES + 1, max_moves),
    their moves, and what those are sorted by. replies: REPLY (PLIES + 1, max_moves), what they lead to.
    history: int64 (2 * move_classes), positions visited below moves of a class that caused cut-offs, by side.
    table: ENTRY. counts: int64 (3), positions visited (not those with a forced move), how many may be, and 1
    if a line was too long. stop: the stop flag.
    """

    stack: States
    moves: Moves
    ranks: NDArray[np.int64]
    replies: NDArray[Any]
    history: NDArray[np.int64]
    table: Buckets
    counts: NDArray[np.int64]
    stop: StopFlag


def new_exact(game: Game, megabytes: float) -> Exact:
    """An empty table of at most this size, a power of two entries, and what else a search needs."""
    return Exact(
        stack=np.zeros(PLIES + 1, game.State),
        moves=np.zeros((PLIES + 1, game.max_moves), np.int64),
        ranks=np.zeros((PLIES + 1, game.max_moves), np.int64),
        replies=np.zeros((PLIES + 1, game.max_moves), REPLY),
        history=np.zeros(2 * game.move_classes, np.int64),
        table=new_buckets(ENTRY, megabytes),
        counts=np.array([0, np.iinfo(np.int64).max, 0]),
        stop=stop_flag(),
    )


@kernel
def search(game: Game, theory: Theory[Any], work: Exact, ply: int, alpha: int, beta: int) -> int:
    """The gain of the side to move in `stack[ply]` beyond what is settled, within the window.

    Fail-soft: a result between alpha and beta is exact; one <= alpha is an upper bound, one >= beta a lower
    bound. Changes `stack[ply]`. Means nothing once the stop flag is up.
    """
    if ply + 1 == len(work.stack):
        work.counts[2] = work.stop[0] = 1
    if is_spent(work.counts, work.stop):
        return alpha
    state, moves = work.stack[ply], work.moves[ply]

    # 1. Play forced moves, and move the window along: the result is `won + sign * (what is gained then)`.
    mover, before = game.to_move(state), theory.settled(state)
    n = advance(game, theory, state, moves)
    if n == 0:
        return (1 - 2 * mover) * (reached(game, state) - before)
    side, settled = game.to_move(state), theory.settled(state)
    won = (1 - 2 * mover) * (settled - before)
    sign = 1 if side == mover else -1
    alpha, beta = alpha - won, beta - won
    if sign < 0:
        alpha, beta = -beta, -alpha

    # 2. What the rules and the table know.
    low, high = theory.margin_bounds(state)
    low, high = (low - settled, high - settled) if side == 0 else (settled - high, settled - low)
    key, table_move = np.uint64(0), NO_MOVE
    if low < beta and high > alpha and low < high:
        key = theory.rest_key(state) | ONE
        index = find(work.table, key)
        if index >= 0:
            entry = work.table[index]
            low, high = max(low, int(entry.low)), min(high, int(entry.high))
            table_move = int(entry.work) >> 6
    if low >= beta or low == high:
        return won + sign * low
    if high <= alpha:
        return won + sign * high

    # 3. Search the moves, best guess first.
    visited = work.counts[0]
    best, best_move, floor, useless = -NO_BOUND, NO_MOVE, alpha, -NO_BOUND
    sure = rank_moves(game, theory, work, ply, n, side, table_move, alpha, beta)
    if sure == NO_MOVE:
        sure, useless = look_up(work, ply, n, alpha, beta)
    if sure != NO_MOVE:
        best, best_move, n = int(work.replies[ply, sure].low), moves[sure], 0
    for i in range(n):
        move = bring_best(work.moves, work.ranks, ply, i, n)
        if work.ranks[ply, i] == _USELESS:
            best = max(best, useless)
            break
        work.stack[ply + 1] = state
        child = work.stack[ply + 1]
        game.play(child, move)
        gain = (1 - 2 * side) * (theory.settled(child) - settled)
        if game.to_move(child) == side:
            score = gain + search(game, theory, work, ply + 1, floor - gain, beta - gain)
        else:
            score = gain - search(game, theory, work, ply + 1, gain - beta, gain - floor)
        if work.stop[0] != 0:
            return alpha
        if score > best:
            best, best_move, floor = score, move, max(floor, score)
            if best >= beta:
                break

    # 4. Keep what was found.
    visited = work.counts[0] - visited
    if best > alpha:
        low = max(low, best)
        reward(work.history, 2 * game.move_class(best_move) + side, visited)
    if best < beta:
        high = min(high, best)
    keep(work.table, key, low, high, best_move, visited)
    return won + sign * best


@kernel
def reached(game: Game, state: Record) -> int:
    """The value of a finished game, as a margin."""
    return end_value(game.outcome(state), game.margin(state))


@kernel
def advance(game: Game, theory: Theory[Any], state: Record, moves: Moves) -> int:
    """Play moves that are forced; fill `moves` with the essential ones that follow, and return how many."""
    while True:
        n = theory.essential_moves(state, moves)
        if n != 1:
            return n
        game.play(state, moves[0])


@kernel
def look(game: Game, theory: Theory[Any], work: Exact) -> tuple[int, int]:
    """Fill `moves[0]` with the essential moves of `stack[0]`; returns how many, and what is settled."""
    return theory.essential_moves(work.stack[0], work.moves[0]), theory.settled(work.stack[0])


@kernel
def rank_moves(
    game: Game,
    theory: Theory[Any],
    work: Exact,
    ply: int,
    n: int,
    side: int,
    table_move: int,
    alpha: int,
    beta: int,
) -> int:
    """Fill `replies[ply, :n]`, and `ranks[ply, :n]`: the table's move first, then by what the other side has.

    That is prospect and choice, of which more is better after moves that do not end the turn. Equals are
    ranked by history. Returns the number of a move that is sure to gain beta or more, if there is one; then
    the rest is not ranked. Else NO_MOVE.
    """
    state, child, replies = work.stack[ply], work.stack[ply + 1], work.replies[ply]
    settled = theory.settled(state)
    for i in range(n):
        move = work.moves[ply, i]
        work.stack[ply + 1] = state
        game.play(child, move)
        choice = advance(game, theory, child, work.moves[ply + 1])
        low, high = theory.margin_bounds(child) if choice > 0 else exactly(reached(game, child))
        low, high = (low - settled, high - settled) if side == 0 else (settled - high, settled - low)
        replies[i].key, replies[i].low, replies[i].high = 0, low, high
        if low >= beta:
            return i
        if high <= alpha:
            continue
        sign = 1 if game.to_move(child) == side else -1
        replies[i].key, replies[i].sign = theory.rest_key(child) | ONE, sign
        replies[i].gain = (1 - 2 * side) * (theory.settled(child) - settled)
        rank = sign * (choice + _PROSPECT * theory.prospect(child)) * _REPLIES
        rank += work.history[2 * game.move_class(move) + side]
        work.ranks[ply, i] = _TABLE_MOVE if move == table_move else rank
    return NO_MOVE


@kernel
def look_up(work: Exact, ply: int, n: int, alpha: int, beta: int) -> tuple[int, int]:
    """Look all replies up in the table before any is searched; rank those last that gain alpha at most.

    Returns the number of a move that gains at least beta, or NO_MOVE; and what those ranked last can gain.
    """
    useless = -NO_BOUND
    for i in range(n):
        reply = work.replies[ply, i]
        index = find(work.table, reply.key) if reply.key != 0 else -1
        if index >= 0:
            gain, low, high = int(reply.gain), int(work.table[index].low), int(work.table[index].high)
            if reply.sign < 0:
                low, high = -high, -low
            reply.low, reply.high = max(reply.low, gain + low), min(reply.high, gain + high)
        if reply.low >= beta:
            return i, useless
        if reply.high <= alpha:
            work.ranks[ply, i] = _USELESS
            useless = max(useless, reply.high)
    return NO_MOVE, useless


@kernel
def reward(history: NDArray[np.int64], index: int, visited: int) -> None:
    """Record a cut-off after `visited` positions; when a number grows too large, all are halved."""
    history[index] += 1 + visited
    if history[index] > _MOST_HISTORY:
        for i in range(len(history)):
            history[i] >>= 1


@kernel
def exactly(value: int) -> tuple[int, int]:
    """The bounds of a value that is known."""
    return value, value


@kernel
def keep(table: Buckets, key: np.uint64, low: int, high: int, move: int, visited: int) -> None:
    """Keep bounds."""
    work = 0
    while visited > 1:
        visited >>= 1
        work += 1
    entry = table[place_for(table, key, _WORK)]
    entry.key, entry.low, entry.high = key, low, high
    entry.work = (move if move < 1 << 25 else NO_MOVE) << 6 | work


class TooLongError(ValueError):
    """A game that may last longer than a search has room for."""


class SearchStopped(Exception):  # noqa: N818 - no error but what was asked for
    """A search was stopped, or reached its limit of positions, before it found the value."""


class ExactSearch:
    """Finds values of positions of one game, and keeps what it learns for the next.

    nodes: positions visited so far; node_limit: how many may be, for all calls together.
    """

    def __init__(self, game: Game, megabytes: float = 64) -> None:
        """ValueError for a game that is drawn by repetition."""
        if game.repetition.draws_at:
            raise ValueError(
                f"{game.name} is drawn by repetition: expected a game that cannot run in circles"
            )
        self.game = game
        self.theory = theory_of(game)
        self.work = new_exact(game, megabytes)
        self.limit = NO_BOUND - 1 if has_margin(game) else 1

    @property
    def nodes(self) -> int:
        return int(self.work.counts[0])

    @property
    def node_limit(self) -> int:
        return int(self.work.counts[1])

    @node_limit.setter
    def node_limit(self, limit: int) -> None:
        self.work.counts[1] = limit

    def prepare(self, position: Position) -> None:
        """Compile, or load, what a search of such positions needs, so that no clock runs meanwhile."""
        raised = np.ones(1, np.int64)
        with contextlib.suppress(SearchStopped):
            self._search(position, 0, raised)

    def value(self, position: Position, stop: StopFlag | None = None) -> int:
        """The margin from the first player's view if both sides play as best for it.

        SearchStopped if the flag is raised first, or the node limit met, which raises it; what was learnt
        until then is kept.
        TooLongError if a line of play is longer than the search has room for.
        """
        if position.is_over:
            return margin_of(position)
        low, high, guess = -self.limit, self.limit, 0
        while low < high:
            bound = guess + 1 if guess == low else guess
            guess = self._search(position, bound, stop)
            low, high = (guess, high) if guess >= bound else (low, guess)
        return low

    def best_move(self, position: Position, stop: StopFlag | None = None) -> int:
        """The code of a move that keeps the value; NO_MOVE if the game is over. Raises as `value`."""
        if position.is_over:
            return NO_MOVE
        value = self.value(position, stop)
        self.work.stack[0] = position.state[0]
        n, _ = look(self.game, self.theory, self.work)
        best: int = next(
            move
            for move in self.work.moves[0, :n].tolist()
            if self._is_reached(position.play_code(move), value, position.to_move, stop)
        )
        return best

    def _is_reached(self, position: Position, value: int, side: int, stop: StopFlag | None) -> bool:
        """True if a position is worth at least a value for a side."""
        if position.is_over:
            margin = margin_of(position)
            return margin >= value if side == 0 else margin <= value
        if side == 0:
            return self._search(position, value, stop) >= value
        return self._search(position, value + 1, stop) <= value

    def _search(self, position: Position, bound: int, stop: StopFlag | None) -> int:
        """A bound of the value from the first player's view: lower if >= `bound`, else upper."""
        work = self.work if stop is None else self.work._replace(stop=stop)
        work.counts[2] = 0
        work.stack[0] = position.state[0]
        settled = int(look(self.game, self.theory, work)[1])
        if position.to_move == 0:
            value = settled + int(
                search(self.game, self.theory, work, 0, bound - 1 - settled, bound - settled)
            )
        else:
            value = settled - int(
                search(self.game, self.theory, work, 0, settled - bound, settled - bound + 1)
            )
        if work.counts[2]:
            raise TooLongError(
                f"{self.game.name} can last longer than {PLIES} plies: expected a shorter game"
            )
        if work.stop[0]:
            work.stop[0] = 0 if stop is None else 1
            raise SearchStopped(f"after {self.nodes} positions")
        return value


_GAMES: Final = 64  # random games of an estimate
_PROBE: Final = 10_000  # positions that may be visited instead


@kernel
def lines_of_play(game: Game, theory: Theory[Any], work: Exact, rng: Generator) -> float:
    """Play random essential moves from `stack[0]`; returns the product of how many there were to choose from.

    A game ends as soon as its bounds meet. The product's mean over many games is the number of
    all lines of play (Knuth, "Estimating the efficiency of backtrack programs", 1975).
    """
    state, moves, lines = work.stack[0], work.moves[0], 1.0
    while lines < 1e300:
        n = theory.essential_moves(state, moves)
        low, high = theory.margin_bounds(state)
        if n == 0 or low == high:
            break
        lines *= n
        game.play(state, moves[below(rng, n)])
    return lines


def estimated_positions(position: Position) -> float:
    """Roughly how many positions an exact search of this one would visit; the same each time.

    Counted if there are few. Otherwise three times the number of lines of play to the power of 0.33, that
    number being guessed from random games: alpha-beta would look at the square root at best (Knuth and
    Moore, 1975), and the table makes that less. Both constants are fitted to games of four kinds on small
    boards that take up to 500 million positions, of which none was off by more than a factor of 20: it
    separates seconds from days.
    """
    searcher, rng = ExactSearch(position.game, 1), generator(0)
    searcher.node_limit = _PROBE
    with contextlib.suppress(SearchStopped, TooLongError):
        searcher.value(position)
        return float(searcher.nodes)
    logarithms = []
    for _ in range(_GAMES):
        searcher.work.stack[0] = position.state[0]
        logarithms.append(np.log(lines_of_play(position.game, searcher.theory, searcher.work, rng)))
    return float(max(_PROBE, 3 * np.exp(0.33 * np.mean(logarithms))))
