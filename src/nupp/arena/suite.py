"""A benchmark suite for learning: the sizes of games, and what simple players reach in them.

Everything is measured by random games, which are determined by a seed, and so is the same on every machine;
players are limited by positions, not by time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from nupp.players import Budget, player
from nupp.rules import GAMES, Game, actions_of, game
from nupp.rules.samples import KnownValue, values_of
from nupp.vector import GameBatch, PlayerOpponent, encoding
from nupp.vector.stepping import BEGIN, KEEP, SELF_PLAY

SIDE_BY_SIDE: Final = 100
"""The number of games that are played at a time."""


@dataclass(frozen=True)
class Entry:
    """A game of the suite.

    actions: the numbers of moves. planes: channels, height and width of an observation; None for a game that
    does not list the contents of its cells. branching: the mean number of legal moves in random games, plies:
    their mean length, first and draws: the share of them that the first side wins, and that nobody wins.
    known: the value with best play. baselines: the points of players against random moves, from 0 to 1.
    """

    spec: str
    actions: int
    planes: tuple[int, ...] | None
    branching: float
    plies: float
    first: float
    draws: float
    known: KnownValue | None = None
    baselines: dict[str, float] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The entry as JSON has it."""
        return vars(self) | {"known": self.known._asdict() if self.known else None}


def specs_of_suite(names: Sequence[str] = ()) -> list[str]:
    """The specs of the suite: each game, and its other sizes and variants whose value is known."""
    found = []
    for name in names or GAMES.names():
        found += [name, *(one.spec for one in values_of(name) if one.spec != name)]
    return list(dict.fromkeys(found))


def measure(spec: str, games: int, players: Sequence[str], nodes: int, seed: int) -> Entry:
    """Measure a game by random games, and each player by as many against random moves."""
    rules = game(spec)
    parts = zip(*_parts(rules, games, seed), strict=True)
    lengths, branching, outcomes = (np.concatenate(part) for part in parts)
    known = (one for one in values_of(rules.name) if game(one.spec).spec == rules.spec)
    shape = encoding("planes", rules).shape if rules.kinds.values > 1 else None
    return Entry(
        spec=rules.spec,
        actions=actions_of(rules).count,
        planes=shape,
        branching=float(branching.sum() / lengths.sum()),
        plies=float(lengths.mean()),
        first=float((outcomes > 0).mean()),
        draws=float((outcomes == 0).mean()),
        known=next(known, None),
        baselines={one: points_of(rules, one, games, nodes, seed) for one in players},
    )


def points_of(rules: Game, spec: str, games: int, nodes: int, seed: int) -> float:
    """The share of the points that a player gets against random moves, on either side by turns."""
    rival = PlayerOpponent(player(spec, rules), Budget(nodes=nodes))
    rival.seed(seed)
    total, sign = 0.0, 1 - 2 * (np.arange(SIDE_BY_SIDE) % 2)
    for _, _, outcomes in _parts(rules, games, seed, rival):
        total += float((outcomes * sign[: len(outcomes)]).sum())
    return (1 + total / games) / 2


Part = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
"""Of some games: their plies, the sums of their legal moves, and their outcomes."""


def _parts(rules: Game, games: int, seed: int, rival: PlayerOpponent | None = None) -> Iterator[Part]:
    """Play games side by side, with a player on the first side of every other one, if there is one."""
    for first in range(0, games, SIDE_BY_SIDE):
        yield _play(rules, min(SIDE_BY_SIDE, games - first), np.random.default_rng([seed, first]), rival)


def _play(rules: Game, games: int, rng: np.random.Generator, rival: PlayerOpponent | None) -> Part:
    batch = GameBatch(rules, games, encoding("none", rules), SELF_PLAY)
    own, branching = np.arange(games) % 2, np.zeros(games, np.int64)
    batch.games.chosen.fill(BEGIN)
    shown = batch.step()
    outcomes = shown.results[:, 0].astype(np.int64)
    while (going := np.flatnonzero(shown.counts)).size:
        branching += shown.counts
        batch.games.chosen.fill(KEEP)
        drawn = (rng.random(len(going)) * shown.counts[going]).astype(np.int64)
        batch.games.chosen[going] = batch.games.codes[going, drawn]
        if rival is not None and (waiting := going[shown.sides[going] == own[going]]).size:
            batch.games.chosen[waiting] = rival.choose(batch, waiting)
        shown = batch.step()
        ended = going[shown.over[going]]
        outcomes[ended] = shown.results[ended, 0]
    return batch.games.plies.copy(), branching, outcomes
