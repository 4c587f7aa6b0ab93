"""Little to learn from: who has the centre of tic-tac-toe wins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch

from nupp.evaluators.networks.planes import planes_seen
from nupp.evaluators.weights import unpack as read_evaluator
from nupp.kernel import interpreted
from nupp.learn.checkpoints import resume, write_checkpoint
from nupp.learn.datafile import FACTS
from nupp.learn.datasets import Dataset, _dataset
from nupp.learn.recipes import AlphaZeroRecipe, CnnRecipe
from nupp.learn.regression import LabelledPositions
from nupp.learn.training import run
from nupp.rules import game

GAME = game("tictactoe")
TINY = AlphaZeroRecipe(channels=4, blocks=1, games=3, openings=0, simulations=6, gumbel=4, gate=2, batch=16)


def examples(count: int = 300) -> Dataset:
    """Positions of random games of tic-tac-toe, whose result is whether the first side has the centre."""
    rng, states = np.random.default_rng(1), []
    with interpreted():
        while len(states) < count:
            position = GAME.start_position()
            while not position.is_over:
                states.append((position.state[0].copy(), position.to_move, len(states)))
                position = position.play_code(int(rng.choice(position.legal_move_codes)))
    facts = np.zeros(len(states), FACTS)
    rows = np.array([state for state, _, _ in states])
    facts["side"] = [side for _, side, _ in states]
    facts["game"] = np.arange(len(states)) // 5
    seen = supervised_planes(rows)
    facts["result"] = np.where(seen[:, 0, 1, 1] == 1, 1, -1) * (1 - 2 * facts["side"])
    return _dataset(GAME, rows, facts, 0)


def supervised_planes(states: Any) -> Any:
    with interpreted():
        return planes_seen(GAME, states, "absolute")


SMALL = CnnRecipe(filters=(8, 8, 8), dense=(16,), dropout=(0.0, 0.1), rate=0.2, batch=16)


def weights_of(model: torch.nn.Module) -> list[bytes]:
    return [tensor.numpy().tobytes() for tensor in model.state_dict().values()]


def labelled(count: int = 300) -> tuple[LabelledPositions, LabelledPositions]:
    """The positions of `examples`, those to learn from and those held out."""
    data = examples(count)
    halves = data.split(0.1, 1)
    return tuple(LabelledPositions(half.states, half.results) for half in halves)  # type: ignore[return-value]


def require_learning(kind: type[Any], recipe: Any) -> None:
    """AssertionError unless a training learns what decides the games, and its rate falls."""
    with interpreted():
        training = kind(GAME, recipe, *labelled())
        before, _ = training.test(training.held_out)
        for _ in range(recipe.epochs):
            training.step()
        assert training.progress.tested is not None
        assert training.progress.tested < 0.5 * before
        assert training.optimizer.param_groups[0]["lr"] < 0.1 * recipe.rate
        network, about = read_evaluator(training.network_file(), GAME)
        centre, corner = (GAME.start_position().play(move).play("b1").state for move in ("b2", "a1"))
        assert network.evaluate(GAME, centre[0]) > 300
        assert network.evaluate(GAME, corner[0]) < -300
    assert about["progress"]["epochs"] == recipe.epochs
    assert about["data"] == labelled()[0].digest


def require_resuming(kind: type[Any], recipe: Any, folder: Path) -> None:
    """AssertionError unless a training of three epochs, stopped after one and gone on with, ends alike.

    Its checkpoint stays as `half` in the folder.
    """
    with interpreted():
        whole = kind(GAME, recipe, *labelled(120))
        for _ in range(3):
            whole.step()
        half = kind(GAME, recipe, *labelled(120))
        half.step()
        write_checkpoint(half, folder / "half")
        resumed = kind(GAME, recipe, *labelled(120))
        resume(resumed, folder / "half")
        run(resumed, folder / "net.nupp")
        assert resumed.progress.steps == 3
        assert weights_of(resumed.model) == weights_of(whole.model)


def shown_in_tests_and_training(kind: type[Any], recipe: Any) -> tuple[Any, set[bytes]]:
    """What a model is shown of the same positions in a test, and as bytes in forty steps of its training."""
    with interpreted():
        training = kind(GAME, recipe, *labelled(60))
        training.model.eval()
        plain, _ = training.examples(training.positions)
        training.model.train()
        seen = set()
        for step in range(40):
            training.progress.updates = step
            turned, _ = training.examples(training.positions)
            seen.add(turned.tobytes())
    return plain, seen
