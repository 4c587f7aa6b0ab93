"""Games that networks play, many side by side, so that each asks about many positions at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.networks import Answers, Network
from nupp.players.networks import Search, Weight
from nupp.rules import Game, Position
from nupp.rules.basics import States

SIDE_BY_SIDE: Final = 64
"""Games that are played at a time."""


@dataclass(frozen=True)
class Habits:
    """How moves are chosen; see `AlphaZeroRecipe`."""

    simulations: int
    exploration: float
    noise: float
    warm: int
    max_plies: int


class Examples(NamedTuple):
    """Positions to learn from.

    states: States (n). results: float32 (n), of their games, for the side to move. offsets: int64 (n + 1);
    the moves of position i are codes[offsets[i] : offsets[i + 1]], int64, and shares, float32, how often the
    search tried each, together 1.
    """

    states: States
    results: NDArray[np.float32]
    offsets: NDArray[np.int64]
    codes: NDArray[np.int64]
    shares: NDArray[np.float32]

    def tail(self, count: int) -> Examples:
        """The last `count` positions."""
        first = max(0, len(self.states) - count)
        start = int(self.offsets[first])
        return Examples(
            self.states[first:],
            self.results[first:],
            self.offsets[first:] - start,
            self.codes[start:],
            self.shares[start:],
        )


def no_examples(game: Game) -> Examples:
    """Examples without a position."""
    return Examples(
        np.zeros(0, game.State),
        np.zeros(0, np.float32),
        np.zeros(1, np.int64),
        np.zeros(0, np.int64),
        np.zeros(0, np.float32),
    )


def joined(parts: Sequence[Examples]) -> Examples:
    """Several examples, at least one, as one; their states stay records of the type of the first."""
    offsets, last = [parts[0].offsets[:1]], 0
    for part in parts:
        offsets.append(part.offsets[1:] + last)
        last += int(part.offsets[-1])
    return Examples(
        _joined_states([part.states for part in parts], parts[0].states.dtype),
        np.concatenate([part.results for part in parts]),
        np.concatenate(offsets),
        np.concatenate([part.codes for part in parts]),
        np.concatenate([part.shares for part in parts]),
    )


def _joined_states(parts: Sequence[States], kind: np.dtype[Any]) -> States:
    """States in one array of a type: NumPy by itself may take them for plain structures, without attributes.

    It does so where one of the parts is what it has made of a single array.
    """
    return np.concatenate(parts, dtype=kind)


class Table:
    """A game that is being played. seats: the numbers of the networks that play the sides."""

    def __init__(self, game: Game, habits: Habits, seats: tuple[int, int], rng: np.random.Generator) -> None:
        self.seats, self._habits, self._rng = seats, habits, rng
        self.position = game.start_position()
        capacity = 1 + (habits.simulations + 1) * game.max_moves
        self.search = Search.new(game, min(capacity, 1 << 20), 1, habits.exploration)
        self._noisy = False
        self._notes: list[tuple[Position, list[Weight]]] = []
        self._begin()

    def _begin(self) -> None:
        self.search.begin(self.position, self._habits.simulations + 1)  # the first one is that of the root
        self._noisy = False

    @property
    def is_over(self) -> bool:
        return self.position.is_over or len(self._notes) >= self._habits.max_plies

    @property
    def points(self) -> float:
        """Of a game that is over: what the first side got, from -1 to 1."""
        return float(self.position.outcome or 0) if self.position.is_over else 0.0

    def gather(self) -> States:
        """The state of a leaf that has to be judged now; none if the search is over."""
        return self.search.gather(1)

    def absorb(self, answers: Answers, output_of: NDArray[np.int32]) -> None:
        if len(answers.values):
            self.search.absorb(answers, output_of)
        if not self._noisy:
            self._noisy = True
            self._add_noise()
        if self.search.is_over:
            self._move()

    def _add_noise(self) -> None:
        """Dirichlet noise at the root; 10 divided by the number of moves is its parameter, as usual."""
        root, noise = self.search.tree.nodes[0], self._habits.noise
        n, first = int(root["known"]), int(root["first"])
        if noise > 0 and n > 1:
            drawn = self._rng.dirichlet(np.full(n, 10 / n)).astype(np.float32)
            priors = self.search.leaves.priors[first : first + n]
            priors[:] = (1 - noise) * priors + noise * drawn

    def _move(self) -> None:
        weights = self.search.weights
        self._notes.append((self.position, weights))
        chosen = weights[0]
        if len(self._notes) <= self._habits.warm:
            chosen = weights[int(self._rng.choice(len(weights), p=_shares(weights)))]
        self.position = self.position.play_code(chosen.move)
        if self.is_over:
            del self.search  # whose tree is larger than all that is kept of a game
        else:
            self._begin()

    def examples(self) -> Examples:
        """The positions of a game that is over, each as one of the symmetries of the game has it."""
        n = [len(weights) for _, weights in self._notes]
        images = [self._image(*note) for note in self._notes]
        return Examples(
            _joined_states([states for states, _ in images], self.position.game.State),
            np.array([self.points * (1 - 2 * one.to_move) for one, _ in self._notes], np.float32),
            np.concatenate([[0], np.cumsum(n)]).astype(np.int64),
            np.concatenate([codes for _, codes in images]),
            np.concatenate([_shares(weights) for _, weights in self._notes]).astype(np.float32),
        )

    def _image(self, position: Position, weights: Sequence[Weight]) -> tuple[States, NDArray[np.int64]]:
        """The state of a position and the codes of its moves, as a symmetry that is drawn has them."""
        game = position.game
        symmetry = game.symmetries[int(self._rng.integers(len(game.symmetries)))]
        codes = [symmetry.map_move(one.move) for one in weights]
        return symmetry.map_state(position.state), np.array(codes, np.int64)


def _shares(weights: Sequence[Weight]) -> NDArray[np.float64]:
    """How much of the policy each move is worth, best first: its visits, unless it is certain to be worse.

    Nothing goes to a lost move while there is another one; if the best move is won, or all are certain, all
    goes to those that are as good.
    """
    best, shares = weights[0], np.array([one.visits for one in weights], np.float64)
    solved = best.proven and (best.mean == 1 or all(one.proven for one in weights))
    for place, one in enumerate(weights):
        if solved:
            shares[place] *= one.proven and one.mean == best.mean
        elif one.proven and one.mean == -1:
            shares[place] = 0
    if not shares.any():
        shares[0] = 1
    shares /= shares.sum()
    return shares


def play_games(
    game: Game,
    networks: Sequence[Network],
    seats: Sequence[tuple[int, int]],
    habits: Habits,
    seeds: Sequence[tuple[int, ...]],
) -> list[Table]:
    """Play games to their ends, each with the networks on its seats, and random numbers from its seed.

    What comes out follows from these alone.
    """
    done, waiting = list[Table](), list(zip(seats, seeds, strict=True))
    for begin in range(0, len(waiting), SIDE_BY_SIDE):
        tables = [
            Table(game, habits, pair, np.random.default_rng(seed))
            for pair, seed in waiting[begin : begin + SIDE_BY_SIDE]
        ]
        while running := [table for table in tables if not table.is_over]:
            _step(running, networks)
        done += tables
    return done


def _step(tables: Sequence[Table], networks: Sequence[Network]) -> None:
    """One simulation in each of these games."""
    for number, network in enumerate(networks):
        own = [
            table for table in tables if not table.is_over and table.seats[table.position.to_move] == number
        ]
        states = [table.gather() for table in own]
        if not own:
            continue
        answers, place = network.judge(np.concatenate(states)), 0
        for table, asked in zip(own, states, strict=True):
            rows = slice(place, place + len(asked))
            table.absorb(Answers(answers.values[rows], answers.logits[rows]), network.output_of)
            place += len(asked)


def points_of(tables: Sequence[Table], seats: int) -> float:
    """The share of the points that the network of a number got."""
    got = [(1 + table.points * (1 if table.seats[0] == seats else -1)) / 2 for table in tables]
    return float(np.mean(got)) if got else 0.0
