"""Games that networks play, many side by side, so that a network evaluates many positions at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.networks import Answers, Network
from nupp.learn.recipes import AlphaZeroRecipe
from nupp.players.networks import PuctSearch, Weight
from nupp.rules import Game, Position
from nupp.rules.basics import States

SIDE_BY_SIDE: Final = 64
"""The number of games played at a time."""


class Examples(NamedTuple):
    """Positions to learn from.

    states: States (n). results: float32 (n), of their games, for the side to move. offsets: int64 (n + 1);
    position i has the moves codes[offsets[i] : offsets[i + 1]], int64, and their shares of the visits,
    float32.
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
    """Examples that hold those of all parts, of which there is at least one."""
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
    """States in one array of records; without a type NumPy may make plain structures of them."""
    return np.concatenate(parts, dtype=kind)


class RunningGame:
    """A game of self-play or of a gating match. seats: the numbers of the networks that play the sides."""

    def __init__(
        self, game: Game, recipe: AlphaZeroRecipe, seats: tuple[int, int], rng: np.random.Generator
    ) -> None:
        self.seats, self._recipe, self._rng = seats, recipe, rng
        self.position = game.start_position()
        capacity = 1 + (recipe.simulations + 1) * game.max_moves
        self.search = PuctSearch.new(game, min(capacity, 1 << 20), 1, recipe.exploration)
        self._noisy = False
        self._moves: list[tuple[Position, list[Weight]]] = []
        self._begin()

    def _begin(self) -> None:
        self.search.begin(self.position, self._recipe.simulations + 1)  # the first one is that of the root
        self._noisy = False

    @property
    def is_over(self) -> bool:
        return self.position.is_over or len(self._moves) >= self._recipe.max_plies

    @property
    def points(self) -> float:
        """The result of a game that is over for the first side, from -1 to 1."""
        return float(self.position.outcome or 0) if self.position.is_over else 0.0

    def gather(self) -> States:
        """The state of the leaf to evaluate next; none if the search is over."""
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
        """Add Dirichlet noise to the priors of the root, with the usual parameter, 10 / number of moves."""
        root, noise = self.search.tree.nodes[0], self._recipe.noise
        n, first = int(root["known"]), int(root["first"])
        if noise > 0 and n > 1:
            drawn = self._rng.dirichlet(np.full(n, 10 / n)).astype(np.float32)
            priors = self.search.leaves.priors[first : first + n]
            priors[:] = (1 - noise) * priors + noise * drawn

    def _move(self) -> None:
        weights = self.search.weights
        self._moves.append((self.position, weights))
        chosen = weights[0]
        if len(self._moves) <= self._recipe.warm:
            chosen = weights[int(self._rng.choice(len(weights), p=_shares(weights)))]
        self.position = self.position.play_code(chosen.move)
        if self.is_over:
            del self.search  # its tree is larger than the rest of a game
        else:
            self._begin()

    def examples(self) -> Examples:
        """The positions of a game that is over, each under a symmetry that is drawn at random."""
        n = [len(weights) for _, weights in self._moves]
        images = [self._image(*note) for note in self._moves]
        return Examples(
            _joined_states([states for states, _ in images], self.position.game.State),
            np.array([self.points * (1 - 2 * one.to_move) for one, _ in self._moves], np.float32),
            np.concatenate([[0], np.cumsum(n)]).astype(np.int64),
            np.concatenate([codes for _, codes in images]),
            np.concatenate([_shares(weights) for _, weights in self._moves]).astype(np.float32),
        )

    def _image(self, position: Position, weights: Sequence[Weight]) -> tuple[States, NDArray[np.int64]]:
        """The state of a position and the codes of its moves under a symmetry that is drawn at random."""
        game = position.game
        symmetry = game.symmetries[int(self._rng.integers(len(game.symmetries)))]
        codes = [symmetry.map_move(one.move) for one in weights]
        return symmetry.map_state(position.state), np.array(codes, np.int64)


def _shares(weights: Sequence[Weight]) -> NDArray[np.float64]:
    """The shares of the policy for moves, best first: by their visits, unless they are proven worse.

    A lost move gets nothing while there is another one; if the best move is won, or all are proven, only
    moves that are as good get something.
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


def play_side_by_side(
    game: Game,
    networks: Sequence[Network],
    seats: Sequence[tuple[int, int]],
    recipe: AlphaZeroRecipe,
    seeds: Sequence[tuple[int, ...]],
) -> list[RunningGame]:
    """Play games to their ends, each with the networks on its seats, and random numbers from its seed.

    The games depend on these alone.
    """
    done, waiting = list[RunningGame](), list(zip(seats, seeds, strict=True))
    for first in range(0, len(waiting), SIDE_BY_SIDE):
        games = [
            RunningGame(game, recipe, pair, np.random.default_rng(seed))
            for pair, seed in waiting[first : first + SIDE_BY_SIDE]
        ]
        while running := [one for one in games if not one.is_over]:
            _simulate(running, networks)
        done += games
    return done


def _simulate(games: Sequence[RunningGame], networks: Sequence[Network]) -> None:
    """Make one simulation in each of some games."""
    for number, network in enumerate(networks):
        own = [one for one in games if not one.is_over and one.seats[one.position.to_move] == number]
        states = [one.gather() for one in own]
        if not own:
            continue
        answers, place = network.evaluate(np.concatenate(states)), 0
        for one, asked in zip(own, states, strict=True):
            rows = slice(place, place + len(asked))
            one.absorb(Answers(answers.values[rows], answers.logits[rows]), network.output_of)
            place += len(asked)


def points_of(games: Sequence[RunningGame], seat: int) -> float:
    """The share of the points that the network of a number got."""
    got = [(1 + one.points * (1 if one.seats[0] == seat else -1)) / 2 for one in games]
    return float(np.mean(got)) if got else 0.0
