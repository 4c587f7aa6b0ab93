"""The network of a tuning: patterns that learn from their own games, and then from what searches find."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from nupp.evaluators.patterns import PatternNetwork
from nupp.evaluators.weights import load
from nupp.learn.checkpoints import TrainingError, checkpoint_of, resume
from nupp.learn.methods import new_training
from nupp.learn.recipes import RegressionRecipe, TdRecipe
from nupp.learn.regression import RegressionTraining
from nupp.learn.selfplay import CHUNK, SelfPlay, record_self_play
from nupp.learn.training import Training, run
from nupp.search.solve import solver_of
from nupp.tuning.workshop import MOST_PLIES, Workshop, tally_of

FIRST: Final = "network.nupp"
SECOND: Final = "network-2.nupp"
POSITIONS: Final = "positions.bin"
_FIRST_SHARE: Final = 0.4
"""The share of the time for the network that goes into learning from its own games."""
_GAMES_SHARE: Final = 0.4
"""The share that goes into games of searches; a match takes what the training leaves."""
_TRAINING_SHARE: Final = 0.1
"""The most that goes into learning from those games."""
_DEPTHS: Final = (2, 3, 4, 5)
"""Plies of the searches whose values the second network learns: as deep as yields `_ENOUGH` positions."""
_ENOUGH: Final = 300_000
"""Positions beyond which deeper searches teach more than more positions."""
_STEP: Final = 3
"""The time of a search one ply deeper is a multiple of this one, at the least."""
_LEAST: Final = 100_000
"""Positions without which there is no second network: from 10,000 it learns to play worse; see
docs/experiments/evaluators.md."""
_MOST: Final = 4_000_000
"""Positions at the most: they are all in memory at once."""
_EFFORT: Final = 20_000
"""Positions that the solver looks at for each of the last positions of a game, where it is fast."""
_RATE, _PASSES = 0.2, 4
"""The learning rate of the second network, and its passes through all positions."""


def learn(shop: Workshop, seconds: float) -> dict[str, Any]:
    """Learn a network; the result holds its file, or in words why there is none."""
    try:
        first = _from_own_games(shop, _FIRST_SHARE * seconds)
    except TrainingError as error:
        return {"file": None, "reason": str(error)}
    began = time.monotonic()
    try:
        second = _from_searches(shop, shop.folder / FIRST, seconds)
    except TrainingError as error:
        first = _from_own_games(shop, (_FIRST_SHARE + _GAMES_SHARE) * seconds)  # both times together
        return {"file": FIRST, **first, "second": str(error)}
    left = (1 - _FIRST_SHARE) * seconds - (time.monotonic() - began)
    match = shop.play(
        "network",
        plain_search(shop.folder / SECOND),
        plain_search(shop.folder / FIRST),
        shop.games_within(max(left, 0.1 * seconds)),
    )
    wins, _, losses = match.tally
    return {
        "file": SECOND if wins > losses else FIRST,
        **first,
        "second": {"error": second.progress.tested, "match": tally_of(match)},
    }


def plain_search(network: Path) -> str:
    """The spec of alpha-beta with a network, by which networks are compared."""
    return f"alphabeta:eval=({network}),order_by_eval=3,reductions=4"


def _from_own_games(shop: Workshop, seconds: float) -> dict[str, Any]:
    """Train the first network by temporal differences, or go on with it; returns its figures."""
    out = shop.folder / FIRST
    training = new_training(shop.game, TdRecipe(seed=shop.plan.seed), threads=shop.plan.threads)
    _train(shop, training, out, seconds)
    return training.figures()


def _from_searches(shop: Workshop, network: Path, seconds: float) -> Training[Any]:
    """Train the second network, which begins as the first one, on games of searches that use that.

    TrainingError if the time suffices for too few positions.
    """
    path = shop.folder / POSITIONS
    _record(shop, path, network, _GAMES_SHARE * seconds)
    recipe = RegressionRecipe(seed=shop.plan.seed, batch=10_000, rate=_RATE)
    training = new_training(shop.game, recipe, [path], shop.plan.threads)
    assert isinstance(training, RegressionTraining)
    learned = load(str(network), shop.game)
    assert isinstance(learned, PatternNetwork)
    training.begin_with(learned)
    positions = _PASSES * len(training.positions)
    _train(shop, training, shop.folder / SECOND, _TRAINING_SHARE * seconds, positions)
    return training


def _record(shop: Workshop, path: Path, network: Path, seconds: float) -> None:
    """Play games of searches into a file, as many as the time allows by the first few."""
    depth, chunks = _affordable(shop, path, network, seconds)
    plan = replace(_games_of(shop, network, depth), games=CHUNK * chunks)
    record_self_play(plan, path, shop.plan.threads, True, _saying(shop, plan))


def _affordable(shop: Workshop, path: Path, network: Path, seconds: float) -> tuple[int, int]:
    """The plies of searches that yield enough positions in some seconds, and the chunks of games for them.

    TrainingError if the least depth yields too few.
    """
    known = shop.journal.sizes
    if "depth" not in known:
        depth, chunks = _deepest_affordable(shop, path, network, seconds)
        known.update(depth=depth, chunks=chunks)
        shop.journal.write()
    if known["depth"] == 0:
        raise TrainingError(f"the time does not suffice for {_LEAST:,} positions of searches")
    return known["depth"], known["chunks"]


def _deepest_affordable(shop: Workshop, path: Path, network: Path, seconds: float) -> tuple[int, int]:
    """The plies and the chunks of `_affordable`, both 0 if the least depth yields too few positions."""
    found = 0, 0
    _tried(shop, path, _games_of(shop, network, _DEPTHS[0]), seconds)  # which compiles
    for depth in _DEPTHS:
        chunks, positions = _tried(shop, path, _games_of(shop, network, depth), seconds)
        if positions < (_ENOUGH if found[0] else _LEAST):
            break
        found = depth, chunks
        if positions < _STEP * _ENOUGH:
            break
    return found


def _tried(shop: Workshop, path: Path, plan: SelfPlay, seconds: float) -> tuple[int, int]:
    """The chunks of games that some seconds suffice for, and their positions, by the example of one."""
    trial = path.with_name(f"trial-{path.name}")
    trial.unlink(missing_ok=True)
    shop.say(f"games of searches: how long they take at depth {plan.depth}")
    began = time.monotonic()
    positions = record_self_play(plan, trial, shop.plan.threads)
    chunks = int(seconds * shop.plan.threads / max(1e-3, time.monotonic() - began))
    chunks = max(1, min(chunks, _MOST // max(1, positions)))
    trial.unlink()
    return chunks, positions * chunks


def _games_of(shop: Workshop, network: Path, depth: int) -> SelfPlay:
    """One chunk of games of searches with a network; with exact results where the game's solver is fast."""
    return SelfPlay(
        shop.game.spec,
        f"alphabeta:eval=({network}),reductions=4,table=4",
        depth=depth,
        games=CHUNK,
        seed=shop.plan.seed,
        openings=2 * shop.openings,
        max_plies=MOST_PLIES,
        exact=_EFFORT if solver_of(shop.game).haste and shop.game.repetition.draws_at == 0 else 0,
    )


def _saying(shop: Workshop, plan: SelfPlay) -> Callable[[int, int], object]:
    return lambda games, positions: shop.say(f"games of searches: {games} of {plan.games}")


def _train(
    shop: Workshop, training: Training[Any], out: Path, seconds: float, positions: int | None = None
) -> None:
    """Run a training to its limits, or go on with it where its checkpoint is."""
    if checkpoint_of(out).exists():
        resume(training, checkpoint_of(out))

    def report(training: Training[Any]) -> None:
        done = training.progress
        shop.say(f"{out.name}: {done.positions:,} positions, error {done.error:.3f}")

    run(training, out, positions, seconds, report)
