"""Fitting ProbCut to a game: shallow searches compared with deep ones, in positions of self-play."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from nupp.arena.openings import random_opening
from nupp.formats import replace_file
from nupp.players import Budget, player
from nupp.players.alphabeta import AlphaBeta
from nupp.rules import Game, Position
from nupp.search.probcut import fit, to_json
from nupp.search.scores import WIN
from nupp.tuning.workshop import Workshop

FILE: Final = "cuts.json"
DEEPEST: Final = 12
"""Plies of the deepest searches."""
MOST: Final = 2000
"""Positions at the most."""
_LEAST: Final = 200
"""Positions at the least: the depth is that which can be searched in as many."""
_RANDOM: Final = 0.15
"""The share of random moves in the games from which the positions come."""


def measure(shop: Workshop, seconds: float, search: str) -> dict[str, Any]:
    """Fit ProbCut to a search of the game within some seconds, into FILE; the result says what was found.

    search: the spec of an alpha-beta player.
    """
    chooser = player(search, shop.game)
    if not isinstance(chooser, AlphaBeta):
        return {"file": None, "reason": f"{search} is not alphabeta"}
    stages, scores = sample(shop, chooser, seconds)
    lines = fit(stages, scores)
    if not lines:
        return {"file": None, "reason": f"{len(stages)} positions were too few"}
    replace_file(shop.folder / FILE, json.dumps(to_json(lines)) + "\n")
    return {"file": FILE, "positions": len(stages), "depth": max(line.depth for line in lines)}


def read(shop: Workshop) -> list[dict[str, Any]]:
    """The lines that were fitted, as bundles have them."""
    return list(json.loads((shop.folder / FILE).read_text(encoding="utf-8")))


def sample(
    shop: Workshop, chooser: AlphaBeta, seconds: float
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Stages of positions, and what searches of 1, 2 ... plies find there, as `fit` takes them."""
    until = time.monotonic() + seconds
    depth = _depth_for(shop, chooser, seconds)
    stages, rows = list[int](), list[NDArray[np.float64]]()
    for position in positions(shop.game, chooser, shop.plan.seed):
        stages.append(int(chooser.evaluator.stage(shop.game, position.state[0])))
        rows.append(scores_of(chooser, position, depth))
        shop.say(f"searches of {depth} plies: {len(rows)} positions")
        if len(rows) >= MOST or time.monotonic() >= until:
            break
    return np.array(stages, np.int64), np.array(rows).reshape(len(rows), depth)


def _depth_for(shop: Workshop, chooser: AlphaBeta, seconds: float) -> int:
    """The plies that can be searched in enough positions, by some of them."""
    some = [next(positions(shop.game, chooser, seed)) for seed in range(5)]
    chooser.compile(some[0])
    for depth in range(3, DEEPEST + 1):
        began = time.monotonic()
        for position in some:
            scores_of(chooser, position, depth)
        if (time.monotonic() - began) / len(some) * _LEAST > seconds:
            return depth - 1
    return DEEPEST


def positions(game: Game, chooser: AlphaBeta, seed: int) -> Iterator[Position]:
    """Positions of games of a shallow search against itself with some random moves, without an end."""
    rng = np.random.default_rng(seed)
    while True:
        position = random_opening(game, int(rng.integers(4, 12)), rng)
        while not position.is_over:
            if rng.random() < 0.5:  # neighbours are too much alike
                yield position
            move = int(rng.choice(position.legal_move_codes))
            if rng.random() >= _RANDOM:
                move = chooser.choose(position, Budget(depth=2)).code
            position = position.play_code(move)


def scores_of(chooser: AlphaBeta, position: Position, depth: int) -> NDArray[np.float64]:
    """The scores that searches of 1 to `depth` plies find in a position; nan where they see its end."""
    found = np.full(depth, np.nan)

    def note(decision: Any) -> None:
        if abs(decision.score) < WIN and decision.score_kind == "eval":
            found[decision.depth - 1] = decision.score

    chooser.choose(position, Budget(depth=depth), note)
    return found
