"""Retrograde analysis: the exact value of every position that can arise, for games that run in circles.

All positions that can be reached are listed once, whatever the moves before them; then what the ends of
games say is carried backwards: a position is won if some move leads to a won one, and lost if all moves lead
to lost ones. What is never reached so is drawn, since neither side can get away (Stroehlein, 1970; Thompson,
1986). Positions are told apart by their repetition keys, of 64 bits; draws by counting moves are left out of
account, as if games went on for as long as anybody wishes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nupp.games import Game, Position
from nupp.games.base import Moves, States
from nupp.kernel import kernel

UNKNOWN, LOST, DRAWN, WON = -2, -1, 0, 1
"""Values of a position, from the first player's view."""

_BATCH = 1 << 16


class TooLargeError(ValueError):
    """More positions can be reached than there is room for."""


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
    game: Game,
    states: States,
    keys: NDArray[np.uint64],
    slots: NDArray[np.int32],
    moves: Moves,
    done: int,
    known: int,
    batch: int,
) -> tuple[int, int]:
    """List what follows positions from number `done` on, at most `batch` of them; `known` are listed so far.

    Returns the new `done` and `known`. Needs room for one more position than are known, and keeps one free.
    """
    end = min(known, done + batch)
    while done < end and known + game.max_moves < len(states):
        for i in range(game.legal_moves(states[done], moves)):
            states[known] = states[done]
            game.play(states[known], moves[i])
            game.forget_quiet(states[known])
            key = game.repetition_key(states[known])
            slot = locate(slots, keys, key)
            if slots[slot] < 0:
                slots[slot], keys[known] = known, key
                known += 1
        done += 1
    return done, known


@kernel
def link(
    game: Game,
    states: States,
    keys: NDArray[np.uint64],
    slots: NDArray[np.int32],
    moves: Moves,
    first: int,
    last: int,
    ends: NDArray[np.int64],
    before: NDArray[np.int32],
    values: NDArray[np.int8],
    sides: NDArray[np.int8],
    open_moves: NDArray[np.int16],
) -> None:
    """Look at the positions `first` .. `last` - 1 and their moves.

    With an empty `before`, counts in `ends` the moves that lead to each position, and notes sides, values of
    finished games and numbers of moves. Otherwise writes where the moves come from: those that lead to
    position i end up in `before[ends[i]:ends[i + 1]]` when all have been looked at.
    """
    scratch = len(states) - 1
    for number in range(first, last):
        n = game.legal_moves(states[number], moves)
        if len(before) == 0:
            sides[number], open_moves[number] = game.to_move(states[number]), n
            values[number] = game.outcome(states[number]) if n == 0 else UNKNOWN
        for i in range(n):
            states[scratch] = states[number]
            game.play(states[scratch], moves[i])
            game.forget_quiet(states[scratch])
            child = slots[locate(slots, keys, game.repetition_key(states[scratch]))]
            if len(before) == 0:
                ends[child] += 1
            else:
                ends[child] -= 1
                before[ends[child]] = number


@kernel
def carry_back(
    ends: NDArray[np.int64],
    before: NDArray[np.int32],
    values: NDArray[np.int8],
    sides: NDArray[np.int8],
    open_moves: NDArray[np.int16],
    distances: NDArray[np.int16],
    queue: NDArray[np.int32],
) -> None:
    """Carry the values of finished games back, the nearest first; what stays UNKNOWN is drawn."""
    head, tail = 0, 0
    for number in range(len(values)):
        if values[number] == WON or values[number] == LOST:
            queue[tail] = number
            tail += 1
    while head < tail:
        number = queue[head]
        head += 1
        for at in range(ends[number], ends[number + 1]):
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
    keys: NDArray[np.uint64]
    slots: NDArray[np.int32]
    values: NDArray[np.int8]
    distances: NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.values)

    def look_up(self, position: Position) -> tuple[int, int]:
        """The value of a position for the first player, and the plies to the end if it is won or lost.

        KeyError for a position that cannot be reached.
        """
        slot = int(locate(self.slots, self.keys, np.uint64(position.repetition_key)))
        number = int(self.slots[slot])
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


def analyse(
    position: Position, largest: int = 100_000_000, report: Callable[[str, int], Any] | None = None
) -> Solution:
    """Solve a position and all that can be reached from it.

    Raises TooLargeError if more than `largest` positions can be reached. `report` is told what is being done,
    and the number of positions so far.
    """
    game, moves = position.game, np.zeros(position.game.max_moves, np.int64)
    states, keys, slots, n = _list_all(position, moves, largest, report)
    ends, values, sides = np.zeros(n + 1, np.int64), np.zeros(n, np.int8), np.zeros(n, np.int8)
    open_moves, before = np.zeros(n, np.int16), np.zeros(0, np.int32)
    for first in range(0, n, _BATCH):
        last = min(n, first + _BATCH)
        link(game, states, keys, slots, moves, first, last, ends, before, values, sides, open_moves)
    np.cumsum(ends, out=ends)
    before = np.zeros(int(ends[-1]), np.int32)
    for first in range(0, n, _BATCH):
        last = min(n, first + _BATCH)
        link(game, states, keys, slots, moves, first, last, ends, before, values, sides, open_moves)
        if report:
            report("linking", last)
    distances, queue = np.zeros(n, np.int16), np.zeros(n, np.int32)
    carry_back(ends, before, values, sides, open_moves, distances, queue)
    values[values == UNKNOWN] = DRAWN
    return Solution(game, keys[:n], slots, values, distances)


def _list_all(
    position: Position, moves: Moves, largest: int, report: Callable[[str, int], Any] | None
) -> tuple[States, NDArray[np.uint64], NDArray[np.int32], int]:
    """All positions that can be reached, with their keys, a hash table of their numbers, and how many."""
    game = position.game
    room = 1 << max(12, (2 * game.max_moves).bit_length() + 1)
    states, keys = np.zeros(room, game.State), np.zeros(room, np.uint64)
    states[0] = position.state[0]
    forget(game, states)
    keys[0] = key_of(game, states)
    slots = _index(keys, 1)
    done, known = 0, 1
    while done < known:
        if known + game.max_moves >= len(states):
            states, keys = _doubled(states), _doubled(keys)
            slots = _index(keys, known)
        done, known = explore(game, states, keys, slots, moves, done, known, _BATCH)
        if known > largest:
            raise TooLargeError(
                f"more than {largest:,} positions can be reached in {game.spec}: expected fewer"
            )
        if report:
            report("listing", known)
    return states, keys, slots, known


def _doubled(array: NDArray[Any]) -> NDArray[Any]:
    larger = np.zeros(2 * len(array), array.dtype)
    larger[: len(array)] = array
    return larger


def _index(keys: NDArray[np.uint64], known: int) -> NDArray[np.int32]:
    """A hash table for twice as many keys as there is room for."""
    slots = np.full(2 * len(keys), -1, np.int32)
    enter(slots, keys, known)
    return slots


@kernel
def enter(slots: NDArray[np.int32], keys: NDArray[np.uint64], known: int) -> None:
    """Enter the first `known` keys into an empty hash table."""
    for number in range(known):
        slots[locate(slots, keys, keys[number])] = number


@kernel
def forget(game: Game, states: States) -> None:
    """Forget the quiet moves of `states[0]`."""
    game.forget_quiet(states[0])


@kernel
def key_of(game: Game, states: States) -> np.uint64:
    """The repetition key of `states[0]`."""
    return game.repetition_key(states[0])
