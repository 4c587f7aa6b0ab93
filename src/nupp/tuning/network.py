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
from nupp.tuning.workshop import MOST_PLIES, Workshop, tally_of

FIRST: Final = "network.nupp"
SECOND: Final = "network-2.nupp"
POSITIONS: Final = "positions.bin"
_FIRST_SHARE: Final = 0.6
"""The share of the time for the network that goes into learning from its own games."""
_GAMES_SHARE: Final = 0.2
"""The share that goes into games of searches; learning from them and a match take the rest."""
_LABEL_DEPTH: Final = 3
"""Plies of the searches whose values the second network learns."""
_EPSILON: Final = 0.1
_PASSES: Final = 8
"""Passes of the second network through all positions, if the time suffices."""
_MOST_OF_A_GAME: Final = 64
"""The number of moves of which a game is wide, and the training looks at some only."""


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
    """Train the second network, which begins as the first one, on games of searches that use that."""
    path = shop.folder / POSITIONS
    _record(shop, path, network, _GAMES_SHARE * seconds)
    recipe = RegressionRecipe(seed=shop.plan.seed, batch=10_000)
    training = new_training(shop.game, recipe, [path], shop.plan.threads)
    assert isinstance(training, RegressionTraining)
    learned = load(str(network), shop.game)
    assert isinstance(learned, PatternNetwork)
    training.begin_with(learned)
    positions = _PASSES * len(training.positions)
    _train(shop, training, shop.folder / SECOND, 0.5 * _GAMES_SHARE * seconds, positions)
    return training


def _record(shop: Workshop, path: Path, network: Path, seconds: float) -> None:
    """Play games of searches into a file, as many as the time allows by the first few."""
    plan = SelfPlay(
        shop.game.spec,
        f"alphabeta:eval=({network}),order_by_eval=2",
        depth=_LABEL_DEPTH,
        games=CHUNK,
        seed=shop.plan.seed,
        epsilon=_EPSILON,
        max_plies=MOST_PLIES,
    )
    if "positions" not in shop.journal.sizes:
        trial = path.with_name(f"trial-{path.name}")
        trial.unlink(missing_ok=True)
        began = time.monotonic()
        record_self_play(plan, trial, shop.plan.threads)
        chunks = int(seconds / max(1e-3, time.monotonic() - began))
        trial.unlink()
        shop.journal.size("positions", CHUNK * max(2, min(chunks, 500)))
    plan = replace(plan, games=shop.journal.size("positions", CHUNK))
    record_self_play(plan, path, shop.plan.threads, True, _saying(shop, plan))


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
