"""What the rules say of a position, as plain values, and random games made of such observations.

All compiled methods of a game are called in one kernel, so that a game costs one compilation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from nupp.games import Game, game
from nupp.games.base import Moves, States
from nupp.kernel import Generator, generator, kernel, record_dtype

SPARE: Final = 8
"""How many places each buffer of moves has beyond what the game says it needs."""

_UNTOUCHED: Final = -7
"""What stands in a buffer before anything is written: no move."""

FACTS = record_dtype(
    *((name, np.int64) for name in ("moves", "near", "far", "noisy", "count", "chosen")),
    *((name, np.int64) for name in ("side", "outcome", "margin", "reversible")),
    ("hash", np.uint64),
    ("repetition", np.uint64),
)


@kernel
def observe_state(game: Game, states: States, buffers: Moves, rng: Generator, facts: States) -> int:
    """Note all that the rules say of `states[0]`, and play a random move into `states[1]`.

    `states[2]` becomes what is left of `states[0]` without its quiet moves.
    """
    state, told = states[0], facts[0]
    told.moves = game.legal_moves(state, buffers[0])
    told.near = game.candidates(state, buffers[1], 1)
    told.far = game.candidates(state, buffers[2], 2)
    told.noisy = game.noisy_moves(state, buffers[3])
    for i in range(told.moves):
        buffers[4, i] = game.move_class(buffers[0, i])
    told.count = game.count_moves(state, buffers[5])
    told.chosen = game.random_move(state, buffers[5], rng)
    told.side = game.to_move(state)
    told.hash, told.repetition = game.hash(state), game.repetition_key(state)
    told.reversible = game.reversible_plies(state)
    told.outcome, told.margin = 0, 0
    if told.moves == 0:
        told.outcome, told.margin = game.outcome(state), game.margin(state)
    states[1] = state
    if told.moves > 0:
        game.play(states[1], told.chosen)
    states[2] = state
    game.forget_quiet(states[2])
    return 0


@dataclass(frozen=True)
class Seen:
    """A position and what the rules say of it. `before`, `after` and `timeless` are states as bytes."""

    before: bytes
    legal: tuple[int, ...]
    near: tuple[int, ...]
    far: tuple[int, ...]
    noisy: tuple[int, ...]
    classes: tuple[int, ...]
    count: int
    chosen: int
    side: int
    outcome: int
    margin: int
    hash_key: int
    repetition_key: int
    reversible: int
    after: bytes
    timeless: bytes
    numbers: bytes
    overflows: bool
    """Whether something was written beyond the end of a buffer of `max_moves`."""

    @property
    def is_over(self) -> bool:
        return not self.legal


class Observer:
    """Looks at positions of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.states = np.zeros(3, game.State)
        self.buffers = np.zeros((6, game.max_moves + SPARE), np.int64)
        self.facts = np.zeros(1, FACTS)

    def look(self, state: bytes, rng: Generator) -> Seen:
        """What the rules say of a state; draws from `rng` to choose the move from `before` to `after`."""
        self.states[:1] = np.frombuffer(state, self.game.State)
        self.buffers[:] = _UNTOUCHED
        observe_state(self.game, self.states, self.buffers, rng, self.facts)
        told = self.facts[0]
        lengths = (told.moves, told.near, told.far, told.noisy, told.moves)
        legal, near, far, noisy, classes = (
            tuple(row[:n].tolist()) for row, n in zip(self.buffers, lengths, strict=False)
        )
        return Seen(
            before=self.states[:1].tobytes(),
            legal=legal,
            near=near,
            far=far,
            noisy=noisy,
            classes=classes,
            count=int(told.count),
            chosen=int(told.chosen),
            side=int(told.side),
            outcome=int(told.outcome),
            margin=int(told.margin),
            hash_key=int(told.hash),
            repetition_key=int(told.repetition),
            reversible=int(told.reversible),
            after=self.states[1:2].tobytes(),
            timeless=self.states[2:].tobytes(),
            numbers=rng.tobytes(),
            overflows=bool((self.buffers[:, -SPARE:] != _UNTOUCHED).any()),
        )


@dataclass(frozen=True)
class Sample:
    """Random games of a game, each to its end; the last position of each is over."""

    game: Game
    games: tuple[tuple[Seen, ...], ...]

    @property
    def positions(self) -> tuple[Seen, ...]:
        return tuple(seen for game in self.games for seen in game)

    def spread(self, n: int) -> Sequence[Seen]:
        """About `n` of the positions, evenly spread, with the end of every game among the first few."""
        ends = tuple(game[-1] for game in self.games[: max(1, n // 5)])
        positions = self.positions
        return (*ends, *positions[:: max(1, len(positions) // n)])


@cache
def sample(spec: str) -> Sample:
    """Random games of the game that a spec names: 3 to 20, as long as they are short."""
    rules = game(spec)
    observer, total = Observer(rules), 0
    games: list[tuple[Seen, ...]] = []
    while len(games) < 3 or (len(games) < 20 and total < 500):
        games.append(tuple(random_game(observer, generator(len(games)))))
        total += len(games[-1])
    return Sample(rules, tuple(games))


def random_game(observer: Observer, rng: Generator, longest: int = 5_000) -> list[Seen]:
    """A random game to its end."""
    state, seen = observer.game.start_state().tobytes(), []
    for _ in range(longest):
        seen.append(observer.look(state, rng))
        if seen[-1].is_over:
            return seen
        state = seen[-1].after
    raise AssertionError(f"a random game of {observer.game.spec} is not over after {longest} moves")


def state_of(game: Game, state: bytes) -> States:
    """A state as `Game` methods take it."""
    return np.frombuffer(state, game.State).copy()
