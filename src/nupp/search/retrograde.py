"""Retrograde analysis: the exact value of every position that can arise, for games that run in circles.

All positions that can be reached are listed once, whatever the moves before them, and images of each other as
one; then what the ends of games say is carried backwards: a position is won if some move leads to a won one,
and lost if all moves lead to lost ones. What is never reached so is drawn, since neither side can get away
(Stroehlein, 1970; Thompson, 1986; Gasser, 1996). Positions are identified by their repetition keys, of 64
bits; draws by counting moves are left out of account, as if games went on for as long as anybody wishes. They
can make draws of wins, and of nothing else: what is drawn here is drawn, and a win is one whose plies are
no more than the count leaves.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import Generator, StopFlag, generator, kernel, stop_flag, stop_requested
from nupp.kernel.bits import SPREAD
from nupp.rules import Game, Position
from nupp.rules.basics import Moves, States
from nupp.search.symmetry import Images, canonicalise, images_of, words_of

UNKNOWN, LOST, DRAWN, WON = -2, -1, 0, 1
"""Values of a position, from the first player's view."""


_BATCH: Final = 1 << 16

_STAGES: Final = 4  # parts of a game in which positions are counted apart
_FEW: Final = 20  # with fewer positions met twice nothing can be inferred
_MANY: Final = 1000  # with fewer positions met once little is left to be inferred
_BYTES_A_MOVE: Final = 12  # there and back, with room to grow
_BYTES_A_POSITION: Final = 64  # besides the state and the moves

Report = Callable[[str, int], Any]
"""Called with the stage of the work, in words, and the number of positions so far."""


class TooLargeError(ValueError):
    """More positions can be reached than there is room for."""


class StoppedError(Exception):
    """The stop flag was raised before an analysis was done."""


class Listing(NamedTuple):
    """The positions found so far, by number, and room for more.

    states: their states, and one to try moves in. words: their memory. keys: uint64. slots: int32, a power of
    two, a hash table of the numbers by key. sides, values: int8. ends: int64, how many moves come before
    those of the next position in `children`: int32, the numbers of the positions that moves lead to.
    """

    states: States
    words: NDArray[np.uint64]
    keys: NDArray[np.uint64]
    slots: NDArray[np.int32]
    sides: NDArray[np.int8]
    values: NDArray[np.int8]
    ends: NDArray[np.int64]
    children: NDArray[np.int32]


@kernel
def locate(slots: NDArray[np.int32], keys: NDArray[np.uint64], key: np.uint64) -> int:
    """The slot of a key: where its position's number is, or where it is to be put."""
    mask = len(slots) - 1
    slot = int(key >> np.uint64(1)) & mask
    while slots[slot] >= 0 and keys[slots[slot]] != key:
        slot = (slot + 1) & mask
    return slot


@kernel
def explore(
    game: Game, images: Images, listing: Listing, moves: Moves, done: int, known: int, batch: int
) -> tuple[int, int]:
    """Look at the positions from number `done` on, at most `batch` of them, and list what follows them.

    Returns the new `done` and `known`, the number listed. Ends early where room runs out.
    """
    states, keys, slots, ends = listing.states, listing.keys, listing.slots, listing.ends
    last = min(known, done + batch)
    while (
        done < last
        and known + game.max_moves < len(states)
        and ends[done] + game.max_moves <= len(listing.children)
    ):
        n = game.legal_moves(states[done], moves)
        listing.sides[done] = game.to_move(states[done])
        listing.values[done] = game.outcome(states[done]) if n == 0 else UNKNOWN
        for i in range(n):
            states[known] = states[done]
            game.play(states[known], moves[i])
            key = enter(game, images, listing, known)
            slot = locate(slots, keys, key)
            if slots[slot] < 0:
                slots[slot], keys[known] = known, key
                known += 1
            listing.children[ends[done] + i] = slots[slot]
        ends[done + 1] = ends[done] + n
        done += 1
    return done, known


@kernel
def enter(game: Game, images: Images, listing: Listing, number: int) -> np.uint64:
    """Make `states[number]` the one that stands for all that count as the same; returns its key."""
    game.repetition.forget(listing.states[number])
    canonicalise(images, listing.words[number])
    return game.repetition.key(game, listing.states[number])


@kernel
def index(slots: NDArray[np.int32], keys: NDArray[np.uint64], known: int) -> None:
    """Enter the first `known` keys into an empty hash table."""
    for number in range(known):
        slots[locate(slots, keys, keys[number])] = number


@kernel
def turn_round(
    ends: NDArray[np.int64], children: NDArray[np.int32], heads: NDArray[np.int64], before: NDArray[np.int32]
) -> None:
    """Find out where the moves to each position come from.

    `heads`, all 0 at first, becomes such that those to position i are from `before[heads[i]:heads[i + 1]]`.
    """
    n = len(heads) - 1
    for at in range(ends[n]):
        heads[children[at]] += 1
    total = 0
    for number in range(n):
        total += heads[number]
        heads[number] = total
    heads[n] = total
    for number in range(n):
        for at in range(ends[number], ends[number + 1]):
            child = children[at]
            heads[child] -= 1
            before[heads[child]] = number


@kernel
def carry_back(
    heads: NDArray[np.int64],
    before: NDArray[np.int32],
    values: NDArray[np.int8],
    sides: NDArray[np.int8],
    open_moves: NDArray[np.int16],
    distances: NDArray[np.int16],
    queue: NDArray[np.int32],
    stop: StopFlag,
) -> None:
    """Carry the values of finished games back, the nearest first; what stays UNKNOWN is drawn."""
    head, tail = 0, 0
    for number in range(len(values)):
        if values[number] == WON or values[number] == LOST:
            queue[tail] = number
            tail += 1
    while head < tail and (head % _BATCH != 0 or stop_requested(stop) == 0):
        number = queue[head]
        head += 1
        for at in range(heads[number], heads[number + 1]):
            earlier = before[at]
            if values[earlier] != UNKNOWN:
                continue
            wins = (values[number] == WON) == (sides[earlier] == 0)
            if not wins:
                open_moves[earlier] -= 1
            if wins or open_moves[earlier] == 0:
                values[earlier] = values[number]
                distances[earlier] = distances[number] + 1
                queue[tail] = earlier
                tail += 1


@dataclass(frozen=True)
class Solution:
    """The exact values of all positions that can be reached from one.

    values: 1, 0 or -1, for the first player. distances: the plies to the end under best play of won and lost
    positions: the winner hurries, the loser delays.
    """

    game: Game
    images: Images
    keys: NDArray[np.uint64]
    slots: NDArray[np.int32]
    values: NDArray[np.int8]
    distances: NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.values)

    def __contains__(self, position: Position) -> bool:
        return self._number(position) >= 0

    def look_up(self, position: Position) -> tuple[int, int]:
        """The value of a position for the first player, and the plies to the end if it is won or lost.

        KeyError for a position that cannot be reached.
        """
        number = self._number(position)
        if number < 0:
            raise KeyError(str(position))
        return int(self.values[number]), int(self.distances[number])

    def best_move(self, position: Position) -> int:
        """A move that keeps the value: the shortest way to win, the longest to lose."""
        sign = 1 if position.to_move == 0 else -1

        def worth(code: int) -> tuple[int, int]:
            value, distance = self.look_up(position.play_code(code))
            return sign * value, -sign * value * distance

        return max(position.legal_move_codes, key=worth)

    def _number(self, position: Position) -> int:
        states = position.state.copy()
        key = np.uint64(enter(self.game, self.images, _listing(states), 0))
        return int(self.slots[int(locate(self.slots, self.keys, key))])


def analyse(
    position: Position,
    largest: int = 100_000_000,
    report: Report | None = None,
    stop: StopFlag | None = None,
) -> Solution:
    """Solve a position and all that can be reached from it.

    Raises TooLargeError if more than `largest` positions can be reached, and StoppedError if the stop flag
    was raised meanwhile.
    """
    game, images, stop = position.game, images_of(position.game), stop if stop is not None else stop_flag()
    listing, n = _list_all(position, images, largest, report or (lambda *_: None), stop)
    keys, slots, sides, values = listing.keys[:n], listing.slots, listing.sides[:n], listing.values[:n]
    ends, children = listing.ends[: n + 1], listing.children
    del listing  # the states are the largest part
    if stop[0] != 0:
        raise StoppedError(f"after {n:,} positions")
    if report:
        report("linking", n)
    open_moves = np.diff(ends).astype(np.int16)
    heads, before = np.zeros(n + 1, np.int64), np.zeros(ends[n], np.int32)
    turn_round(ends, children, heads, before)
    del ends, children
    if report:
        report("carrying back", n)
    distances, queue = np.zeros(n, np.int16), np.zeros(n, np.int32)
    carry_back(heads, before, values, sides, open_moves, distances, queue, stop)
    if stop[0] != 0:
        raise StoppedError(f"after {n:,} positions")
    values[values == UNKNOWN] = DRAWN
    return Solution(game, images, keys, slots, values, distances)


def compile_analysis(position: Position) -> None:
    """Compile what an analysis and an estimate need, or load it, so that no clock runs meanwhile."""
    with contextlib.suppress(TooLargeError):
        analyse(position, largest=1)
    estimate(position, samples=1)
    counts, numbers, values = np.zeros(1, np.int64), np.zeros(0, np.int32), np.zeros(0, np.int8)
    turn_round(counts, numbers, counts, numbers)
    distances = np.zeros(0, np.int16)
    carry_back(counts, numbers, values, values, distances, distances, numbers, stop_flag())


def _list_all(
    position: Position, images: Images, largest: int, report: Report, stop: StopFlag
) -> tuple[Listing, int]:
    """All positions that can be reached, and how many there are."""
    game, moves = position.game, np.zeros(position.game.max_moves, np.int64)
    most = largest + game.max_moves + 1
    listing = _listing(np.zeros(min(most, 4096 + 2 * game.max_moves), game.State))
    listing.states[0] = position.state[0]
    listing.keys[0] = enter(game, images, listing, 0)
    index(listing.slots, listing.keys, 1)
    done, known = 0, 1
    while done < known and stop[0] == 0:
        listing = _with_room(listing, done, known, game.max_moves, most)
        before = done
        done, known = map(int, explore(game, images, listing, moves, done, known, _BATCH))
        if done == before:
            raise TooLargeError(
                f"more than {largest:,} positions can be reached in {game.spec}: expected fewer"
            )
        report("listing", known)
    return listing, known


def _listing(states: States) -> Listing:
    """A listing with these states and all else empty."""
    n = len(states)
    return Listing(
        states=states,
        words=words_of(states),
        keys=np.zeros(n, np.uint64),
        slots=np.full(1 << (2 * n).bit_length(), -1, np.int32),
        sides=np.zeros(n, np.int8),
        values=np.zeros(n, np.int8),
        ends=np.zeros(n + 1, np.int64),
        children=np.zeros(n, np.int32),
    )


def _with_room(listing: Listing, done: int, known: int, moves: int, most: int) -> Listing:
    """The same listing with room for the moves of one position more, for `most` positions at most."""
    if listing.ends[done] + moves > len(listing.children):
        listing = listing._replace(children=_enlarged(listing.children, len(listing.children) // 2 + moves))
    if known + moves >= len(listing.states):
        more = min(most - len(listing.states), len(listing.states) // 2)
        names = ("states", "keys", "sides", "values", "ends")
        listing = listing._replace(**{name: _enlarged(getattr(listing, name), more) for name in names})
        slots = listing.slots
        if len(slots) < len(listing.states) * 5 // 4:
            slots = np.full(2 * len(slots), -1, np.int32)
            index(slots, listing.keys, known)
        listing = listing._replace(words=words_of(listing.states), slots=slots)
    return listing


def _enlarged(array: NDArray[Any], more: int) -> NDArray[Any]:
    """The same array with room for `more` further elements."""
    larger = np.zeros(len(array) + more, array.dtype)
    larger[: len(array)] = array
    return larger


def bytes_a_position(game: Game, moves: float) -> int:
    """The approximate memory of an analysis for each position, by the mean number of moves."""
    return int(game.State.itemsize + _BYTES_A_POSITION + _BYTES_A_MOVE * moves)


def estimate(position: Position, samples: int = 200_000) -> tuple[float, float]:
    """About how many positions can be reached, and how many moves each has.

    Estimated by how many random games meet the same positions early and late, from those met by one and by
    two (Chao, "Estimating the population size for capture-recapture data with unequal catchability", 1987);
    too low, since random games go astray in the same ways. Where they hardly ever meet, by the number of
    cells.
    """
    game, images = position.game, images_of(position.game)
    listing, moves = _listing(np.zeros(3, game.State)), np.zeros(game.max_moves, np.int64)
    listing.states[1] = position.state[0]
    keys, plies, games = (
        np.zeros(samples, np.uint64),
        np.zeros(samples, np.int64),
        np.zeros(samples, np.uint64),
    )
    branches = int(sample(game, images, listing, moves, generator(1), keys, plies, games)) / samples
    seen = np.unique(keys ^ games * SPREAD, return_index=True)[1]  # by each game once
    seen = seen[np.argsort(plies[seen], kind="stable")]
    found = 0.0
    for chosen in (seen, *np.array_split(seen, _STAGES)):
        counts = np.unique(keys[chosen], return_counts=True)[1]
        once, twice = int((counts == 1).sum()), int((counts == 2).sum())
        if once < _MANY:
            found = max(found, len(counts))
        elif twice < _FEW:
            return 2.0 * 3.0 ** len(game.board) / (len(images.table) + 1), branches
        else:
            found = max(found, len(counts) + once * (once - 1) / (2 * (twice + 1)))
    return found, branches


@kernel
def sample(
    game: Game,
    images: Images,
    listing: Listing,
    moves: Moves,
    rng: Generator,
    keys: NDArray[np.uint64],
    plies: NDArray[np.int64],
    games: NDArray[np.uint64],
) -> int:
    """Fill `keys` with those of the positions of random games from `states[1]`; needs room for three.

    `plies` are their distances from there, `games` the numbers of the games. Returns the sum of their numbers
    of moves.
    """
    states, ply, number, branches = listing.states, 0, 0, 0
    states[2] = states[1]
    for n in range(len(keys)):
        states[0] = states[2]
        keys[n], plies[n], games[n] = enter(game, images, listing, 0), ply, number
        branches += game.count_moves(states[2], moves)
        move = game.random_move(states[2], moves, rng)
        if move < 0:
            states[2] = states[1]
            ply, number = 0, number + 1
        else:
            game.play(states[2], move)
            ply += 1
    return branches
