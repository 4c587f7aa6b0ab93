"""The kernels that step a batch of games.

A batch is two tuples of arrays with a row for each game: `Games` is what a game is, `Shown` what a caller
sees of it. There are two of the latter, written in turn, so that what a step returned stays as it was until
the step after the next.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import below, kernel
from nupp.rules import Actions, Game
from nupp.rules.basics import Moves, States
from nupp.vector.encodings import Encoding

BEGIN, KEEP, FORFEIT, ILLEGAL = -1, -2, -3, -4
"""In place of a move in `chosen`: begin a new game; do nothing; the side to move loses; no legal action."""

FIRST, SECOND, BOTH, EITHER = 0, 1, 2, 3
"""The seat of the caller, who moves for one side or for both; EITHER is drawn by lot for each game."""

LONGEST: Final = 1 << 40
"""More plies than any game has."""

OVER, CUT, REPEATED = 0, -1, -2
"""In place of the number of legal moves: the game is over; it was cut off; a repetition has drawn it."""

_ATTEMPTS: Final = 100
"""The times that a game is begun anew if it ends within its opening; the last one has no opening."""


class Games(NamedTuple):
    """The games of a batch. seats: FIRST, SECOND or BOTH. chosen: the move to play next."""

    states: States
    starts: States
    codes: NDArray[np.int64]
    plies: NDArray[np.int64]
    played: NDArray[np.int64]
    keys: NDArray[np.uint64]
    rngs: NDArray[np.uint64]
    seats: NDArray[np.int8]
    begun: NDArray[np.int64]
    chosen: NDArray[np.int64]


class Shown(NamedTuple):
    """The games of a batch as a caller sees them, one a row.

    seen: what the encoding writes. mask: int8 (games, actions). numbers: the legal actions, of which
    `counts` are valid. sides: to move. results: float32 (games, 2), for both sides. rewards: that of the
    caller's seat, or of the side that has moved. over, cut: ended by its rules, or by the limit of plies.
    final: what was seen of a game that ended and was followed by the next one at once.
    """

    seen: NDArray[Any]
    mask: NDArray[np.int8]
    numbers: NDArray[np.int32]
    counts: NDArray[np.int32]
    sides: NDArray[np.int8]
    results: NDArray[np.float32]
    rewards: NDArray[np.float32]
    over: NDArray[np.bool_]
    cut: NDArray[np.bool_]
    final: NDArray[Any]


class Options(NamedTuple):
    """The options of a batch. shortest, longest: of openings drawn by lot. at_once: the next game begins."""

    plays_at_random: int
    at_once: int
    shortest: int
    longest: int
    most_plies: int
    seat: int


SELF_PLAY: Final = Options(0, 0, 0, 0, LONGEST, BOTH)
"""Games without an opponent, an opening or a limit."""


def seat_of(side: int | None) -> int:
    """The seat of a caller who plays a side, or either by lot; ValueError for another side."""
    if side not in (0, 1, None):
        raise ValueError(f"side={side!r}: expected 0, 1 or None")
    return EITHER if side is None else side


@kernel
def find_moves(
    shown: Shown, games: Games, actions: NDArray[np.int64], resting: NDArray[np.bool_], otherwise: int
) -> int:
    """Note the moves of some actions in `chosen`; BEGIN where a game rests.

    Returns the number of the first game whose action is not legal, -1 if there is none, and notes
    `otherwise` there.
    """
    wrong = -1
    for i in range(len(actions)):
        if resting[i]:
            games.chosen[i] = BEGIN
            continue
        code = np.int64(otherwise)
        for j in range(shown.counts[i]):
            if shown.numbers[i, j] == actions[i]:
                code = games.codes[i, j]
                break
        if code == otherwise and wrong < 0:
            wrong = i
        games.chosen[i] = code
    return wrong


@kernel
def step_games(
    game: Game,
    actions: Actions[Any],
    encoding: Encoding,
    games: Games,
    shown: Shown,
    options: Options,
    room: Moves,
    which: NDArray[np.int64],
    first: int,
    last: int,
) -> None:
    """Do what is chosen in the games `which[first:last]`, and show what comes of it."""
    for place in range(first, last):
        i = which[place]
        code = games.chosen[i]
        mover = game.to_move(games.states[i])
        if code == BEGIN:
            n = begin(game, games, options, i)
        elif code == FORFEIT:
            n = OVER
        else:
            n = carry_on(game, games, options, i, code)
        if n <= 0:
            outcome = 2 * mover - 1 if code == FORFEIT else 0
            if n == OVER and code != FORFEIT:
                outcome = game.outcome(games.states[i])
            finish(games, shown, i, outcome, mover)
            shown.over[i], shown.cut[i] = n != CUT, n == CUT
            if options.at_once and code != BEGIN:
                encoding.write(game, games.states[i], shown.final[i], room)
                n = begin(game, games, options, i)
        show(game, actions, encoding, games, shown, room, i, max(n, 0))


@kernel
def finish(games: Games, shown: Shown, i: int, outcome: int, mover: int) -> None:
    """Note the result of a game."""
    shown.results[i, 0], shown.results[i, 1] = outcome, -outcome
    seat = mover if games.seats[i] == BOTH else int(games.seats[i])
    shown.rewards[i] = outcome if seat == 0 else -outcome


@kernel
def show(
    game: Game,
    actions: Actions[Any],
    encoding: Encoding,
    games: Games,
    shown: Shown,
    room: Moves,
    i: int,
    n: int,
) -> None:
    """Show a game with n legal moves."""
    mask, numbers, state = shown.mask[i], shown.numbers[i], games.states[i]
    for j in range(shown.counts[i]):
        mask[numbers[j]] = 0
    actions.write(game, state, games.codes[i], n, numbers, mask)
    shown.counts[i] = n
    shown.sides[i] = game.to_move(state)
    encoding.write(game, state, shown.seen[i], room)


@kernel
def begin(game: Game, games: Games, options: Options, i: int) -> int:
    """Begin a game, up to the caller's turn; returns as `settle` does."""
    rng, n = games.rngs[i], 0
    games.begun[i] += 1
    if options.seat == EITHER:
        games.seats[i] = below(rng, 2)
    for attempt in range(_ATTEMPTS):
        games.states[i] = games.starts[i]
        games.plies[i] = 0
        n = settle(game, games, options, i)
        plies = 0
        if options.longest > 0 and attempt + 1 < _ATTEMPTS:
            plies = options.shortest + below(rng, options.longest - options.shortest + 1)
        for _ in range(plies):
            if n > 0:
                n = play(game, games, options, i, games.codes[i, below(rng, n)])
        n = answer(game, games, options, i, n)
        if n > 0:
            break
    return n


@kernel
def carry_on(game: Game, games: Games, options: Options, i: int, code: int) -> int:
    """Play a move and what an opponent answers at random, or nothing for KEEP; returns as `settle` does."""
    n = settle(game, games, options, i) if code == KEEP else play(game, games, options, i, code)
    return answer(game, games, options, i, n)


@kernel
def answer(game: Game, games: Games, options: Options, i: int, n: int) -> int:
    """Play random moves until it is the caller's turn, if the opponent plays at random."""
    if options.plays_at_random and games.seats[i] != BOTH:
        while n > 0 and game.to_move(games.states[i]) != games.seats[i]:
            n = play(game, games, options, i, games.codes[i, below(games.rngs[i], n)])
    return n


@kernel
def play(game: Game, games: Games, options: Options, i: int, code: int) -> int:
    """Play a move; returns as `settle` does."""
    games.played[i, games.plies[i] % games.played.shape[1]] = code
    games.plies[i] += 1
    game.play(games.states[i], code)
    return settle(game, games, options, i)


@kernel
def settle(game: Game, games: Games, options: Options, i: int) -> int:
    """List the legal moves of a position, and return their number, or OVER, CUT or REPEATED."""
    state, ply = games.states[i], games.plies[i]
    n = game.legal_moves(state, games.codes[i])
    if n > 0 and game.repetition.draws_at > 0:
        room, key, times = games.keys.shape[1], game.repetition.key(game, state), 1
        games.keys[i, ply % room] = key
        for back in range(1, 1 + min(ply, room - 1, game.repetition.plies(game, state))):
            times += games.keys[i, (ply - back) % room] == key
        if times >= game.repetition.draws_at:
            return REPEATED
    if n > 0 and ply >= options.most_plies:
        return CUT
    return n
