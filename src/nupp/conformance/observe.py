"""Observations of positions by the rules, as plain values, and random games made of such observations.

All compiled methods of a game are called in one kernel, so that a game costs one compilation.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, fields
from functools import cache
from itertools import islice
from typing import Final

import numpy as np

from nupp.conformance.amounts import amount
from nupp.kernel import Generator, Record, generator, identity_bytes, interpreted, kernel, record_dtype
from nupp.rules import Game, game, start_state
from nupp.rules.basics import Moves, States

SPARE: Final = 8
"""The number of places that each buffer of moves has beyond what the game says it needs."""

ROOM: Final = 10_000
"""The same where rules are not yet known to write no more than they say: more than any rules write."""

TRIED: Final = 40
"""The number of moves that are played as plain Python before anything is compiled."""

_UNTOUCHED: Final = -7
"""The content of a buffer before anything is written: no move."""

FACTS = record_dtype(
    *((name, np.int64) for name in ("moves", "near", "far", "forcing", "count", "chosen")),
    *((name, np.int64) for name in ("side", "outcome", "margin", "reversible", "cells")),
    ("hash", np.uint64),
    ("repetition", np.uint64),
)


@kernel
def observe_state(
    game: Game, states: States, buffers: Moves, contents: Moves, rng: Generator, facts: States
) -> int:
    """Record all that the rules say of `states[0]`, and play a random move into `states[1]`.

    `states[2]` becomes what is left of `states[0]` without its quiet moves.
    """
    state, row = states[0], facts[0]
    row.moves = game.legal_moves(state, buffers[0])
    row.near = game.candidates(state, buffers[1], 1)
    row.far = game.candidates(state, buffers[2], 2)
    row.forcing = game.forcing_moves(state, buffers[3])
    for i in range(row.moves):
        buffers[4, i] = game.move_class(buffers[0, i])
    row.count = game.count_moves(state, buffers[5])
    row.chosen = game.random_move(state, buffers[5], rng)
    row.side = game.to_move(state)
    row.hash, row.repetition = game.hash(state), game.repetition.key(game, state)
    row.reversible = game.repetition.plies(game, state)
    row.cells = game.contents(state, contents)
    row.outcome, row.margin = 0, 0
    if row.moves == 0:
        row.outcome, row.margin = game.outcome(state), game.margin(state)
    states[1] = state
    if row.moves > 0:
        game.play(states[1], row.chosen)
    states[2] = state
    game.repetition.forget(states[2])
    return 0


@dataclass(frozen=True)
class Seen:
    """A position and what the rules say of it. `before`, `after` and `timeless` are states as bytes."""

    before: bytes
    legal: tuple[int, ...]
    near: tuple[int, ...]
    far: tuple[int, ...]
    forcing: tuple[int, ...]
    classes: tuple[int, ...]
    count: int
    chosen: int
    side: int
    outcome: int
    margin: int
    hash_key: int
    repetition_key: int
    reversible: int
    contents: tuple[int, ...]
    after: bytes
    timeless: bytes
    numbers: bytes
    overflow: str
    """The writes beyond the end of a buffer, in words; empty without any."""

    @property
    def is_over(self) -> bool:
        return not self.legal


class BoundsError(Exception):
    """Rules use places beyond the end of an array: compiled, they would spoil memory that is not theirs."""


class Observer:
    """Looks at positions of one game, with `spare` more places in each buffer than the game says it needs."""

    def __init__(self, game: Game, spare: int = SPARE) -> None:
        self.game = game
        self.states = np.zeros(3, game.State)
        self.buffers = np.zeros((6, game.max_moves + spare), np.int64)
        self.contents = np.zeros(len(game.board) + spare, np.int64)
        self.facts = np.zeros(1, FACTS)

    def look(self, state: bytes, rng: Generator) -> Seen:
        """The observation of a state; draws from `rng` to choose the move from `before` to `after`."""
        self.states[:1] = np.frombuffer(state, self.game.State)
        self.buffers[:] = _UNTOUCHED
        self.contents[:] = _UNTOUCHED
        observe_state(self.game, self.states, self.buffers, self.contents, rng, self.facts)
        row = self.facts[0]
        lengths = (row.moves, row.near, row.far, row.forcing, row.moves)
        legal, near, far, forcing, classes = (
            tuple(row[:n].tolist()) for row, n in zip(self.buffers, lengths, strict=False)
        )
        return Seen(
            before=state,
            legal=legal,
            near=near,
            far=far,
            forcing=forcing,
            classes=classes,
            count=int(row.count),
            chosen=int(row.chosen),
            side=int(row.side),
            outcome=int(row.outcome),
            margin=int(row.margin),
            hash_key=int(row.hash),
            repetition_key=int(row.repetition),
            reversible=int(row.reversible),
            contents=tuple(self.contents[: row.cells].tolist()),
            after=self.states[1:2].tobytes(),
            timeless=self.states[2:].tobytes(),
            numbers=rng.tobytes(),
            overflow=self._overflow(),
        )

    def _overflow(self) -> str:
        if (self.buffers[:, self.game.max_moves :] != _UNTOUCHED).any():
            return f"moves than max_moves, {self.game.max_moves}"
        if (self.contents[len(self.game.board) :] != _UNTOUCHED).any():
            return f"contents than cells, {len(self.game.board)}"
        return ""


@dataclass(frozen=True)
class Sample:
    """Random games of a game, each to its end; the last position of each is over.

    compiled: whether compiled rules played and observed them, or the same rules as plain Python.
    """

    game: Game
    games: tuple[tuple[Seen, ...], ...]
    compiled: bool

    @property
    def positions(self) -> tuple[Seen, ...]:
        return tuple(seen for game in self.games for seen in game)

    def spread(self, n: int) -> Sequence[Seen]:
        """About `n` of the positions, evenly spread, with the end of every game among the first few.

        As plain Python, which is slow, they are a quarter as many.
        """
        n = n if self.compiled else -(-n // 4)
        ends = tuple(game[-1] for game in self.games[: max(1, n // 5)])
        positions = self.positions
        return (*ends, *positions[:: max(1, len(positions) // n)])

    def place_of(self, seen: Seen) -> str:
        """A position of the sample as text, and the moves that led there, or codes of those without texts."""
        course = next(course for course in self.games if any(one is seen for one in course))
        moves = [one.chosen for one in course[: [one is seen for one in course].index(True)]]
        with interpreted():
            try:
                texts = [
                    self.game.move_text(state_of(self.game, one.before)[0], move)
                    for one, move in zip(course, moves, strict=False)
                ]
                text = self.game.format_position(state_of(self.game, seen.before)[0])
            except Exception:
                return f"after the move codes {' '.join(map(str, moves))}"
        return f"in position {text!r} after {' '.join(texts) or 'no move'}"


def seen_in(error: Exception) -> Seen | None:
    """The position that was looked at when a requirement failed; None if it was none of a sample."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    values = (frame.f_locals.get("seen") for frame in reversed(frames))
    return next((value for value in values if isinstance(value, Seen)), None)


@cache
def sample(spec: str, compiled: bool = True) -> Sample:
    """Random games of the game that a spec names: three at least, and more as long as they are short.

    As plain Python there are fewer, and one if it is long.
    """
    rules = game(spec)
    observer, total = Observer(rules), 0
    least, positions = (3, amount(500, 3_000)) if compiled else (1, amount(60, 500))
    games: list[tuple[Seen, ...]] = []
    with nullcontext() if compiled else interpreted():
        while len(games) < least or (len(games) < 20 and total < positions):
            games.append(tuple(random_game(observer, generator(len(games)))))
            total += len(games[-1])
    return Sample(rules, tuple(games), compiled)


@cache
def check_bounds(spec: str, compiled: bool = True) -> None:
    """Raise BoundsError if rules write beyond their bounds, first as plain Python, then, if wanted, compiled.

    Compiled code gets no error when it writes into memory that is not its own; it goes on, or dies later.
    """
    rules = game(spec)
    try:
        if compiled:
            with interpreted():
                tried = tuple(islice(random_moves(Observer(rules, ROOM), generator(0)), TRIED))
                rules.contents(state_of(rules, tried[-1].before)[0], np.empty(len(rules.board), np.int64))
            check_room(rules, tried)
        check_room(rules, sample(spec, compiled).positions)
    except IndexError as error:
        raise BoundsError(f"as plain Python: {error}") from error


def check_room(rules: Game, positions: Sequence[Seen]) -> None:
    """Raise BoundsError for the first position whose moves or contents do not fit into their buffers."""
    for seen in positions:
        if seen.overflow:
            with interpreted():
                text = rules.format_position(state_of(rules, seen.before)[0])
            raise BoundsError(f"in {text!r} the rules write more {seen.overflow}")


@cache
def failure(spec: str, compiled: bool = True) -> Exception | None:
    """The error for which random games cannot be played to their end, or within bounds; None without."""
    try:
        check_bounds(spec, compiled)
    except Exception as error:
        return error
    return None


def random_game(observer: Observer, rng: Generator, longest: int = 5_000) -> list[Seen]:
    """A random game to its end."""
    seen = list(islice(random_moves(observer, rng), longest))
    if seen[-1].is_over:
        return seen
    raise AssertionError(f"a random game of {observer.game.spec} is not over after {longest} moves")


def random_moves(observer: Observer, rng: Generator) -> Iterator[Seen]:
    """The positions of a random game, one after another, up to that in which it is over."""
    state, over = start_state(observer.game).tobytes(), False
    while not over:
        seen = observer.look(state, rng)
        yield seen
        state, over = seen.after, seen.is_over


def state_of(game: Game, state: bytes) -> States:
    """A state as `Game` methods take it."""
    return np.frombuffer(state, game.State).copy()


def check_agree(found: object, way: str, expected: object, other: str) -> None:
    """Raise AssertionError that names both ways in which a value was found if the results differ."""
    if found != expected:
        raise AssertionError(f"{way} gives {found}, {other} gives {expected}")


def check_same_observation(found: Seen, way: str, expected: Seen, other: str) -> None:
    """Raise AssertionError that names the first thing in which two observations of a position differ."""
    for field in fields(Seen):
        one, two = getattr(found, field.name), getattr(expected, field.name)
        check_agree(one, f"{field.name}: {way}", two, other)


def check_same(game: Game, state: States, expected: bytes) -> None:
    """Raise AssertionError that names the fields in which a state is not the one expected, given as bytes."""
    other = np.frombuffer(expected, game.State)
    if identity_bytes(state) != identity_bytes(other):
        raise AssertionError("; ".join(_differences(state[0], other[0])))


def _differences(found: Record, expected: Record) -> Iterator[str]:
    """Such as `turn: 0, expected 1` and, of a field with many places, `cells[3]: 0, expected 2`."""
    for name in found.dtype.names:
        one, other = np.asarray(found[name]), np.asarray(expected[name])
        for place in np.argwhere(one != other).tolist():
            where = f"{name}{place or ''}"
            yield f"{where}: {one[tuple(place)]}, expected {other[tuple(place)]}"
