"""Learning from nothing but the rules: self-play, training and gating matches, round after round.

The method is that of AlphaGo Zero and AlphaZero (D. Silver et al., 2017 and 2018). The best network so far
plays games with itself; a network learns from the latest positions which moves the search prefers and how the
games ended; if it wins a match against the best one, it takes its place. Both happen at the same time: while
the games of a round are played, the network learns from those before. The recipe, the number of the round
and the checkpoint after the last round decide all that happens in a round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import log_softmax

from nupp.evaluators.networks import Policy, pack, policy_of
from nupp.evaluators.networks.planes import planes_seen, shape_seen
from nupp.kernel import kernel
from nupp.learn.networks.examples import Examples, joined, no_examples
from nupp.learn.networks.models import (
    DEVICE,
    ResidualNetwork,
    TorchNetwork,
    arrays_of,
    for_inference,
    is_sound,
    on_device,
    optimizer_arrays,
    require_room,
    restore,
    restore_optimizer,
    seeded,
    to_file,
)
from nupp.learn.networks.rounds import Part, play_match, searched_again, sizes_of_parts
from nupp.learn.recipes import AlphaZeroRecipe
from nupp.learn.training import Arrays, Training, for_network_of
from nupp.rules import Game
from nupp.rules.basics import Moves, States

DECAY: Final = 1e-4
"""The weight decay of Adam."""

_SELF_PLAY, _LEARNING, _MATCH, _REANALYSIS = 0, 1, 2, 3


class PartTask(NamedTuple):
    """A part of a round of self-play: the games as the round before has left them, and a seed.

    size: the number of games. games: None in the first round; see `Part.state`.
    """

    size: int
    games: Arrays | None
    seed: tuple[int, ...]


class PartResult(NamedTuple):
    """A part that was played: what is to be learnt, the number of games that ended, and all games now."""

    examples: Examples
    ended: int
    games: Arrays


PlayParts = Callable[["AlphaZero", Sequence[PartTask]], list[PartResult]]
"""Plays the parts of a round with the best network, in their order."""


class AlphaZero(Training[AlphaZeroRecipe]):
    """A training: the model that learns, the best one so far, and the window of positions to learn from.

    threads: that play games; with more than one another thread learns beside them. play_parts: plays
    elsewhere. Neither changes what is learnt. TrainingError if the game has no planes, or for a network that
    is too large.
    """

    unit, units = "round", "rounds"
    save_every = 30.0

    def __init__(
        self, game: Game, recipe: AlphaZeroRecipe, threads: int = 1, play_parts: PlayParts | None = None
    ) -> None:
        super().__init__(game, recipe)
        self.policy = policy_of(game)
        self.model, self.best = (new_model(game, recipe, self.policy.outputs) for _ in range(2))
        require_room(self.model)
        self.best.load_state_dict(self.model.state_dict())
        self.optimizer = torch.optim.AdamW(self.model.parameters(), recipe.rate, weight_decay=DECAY)
        self.window, self._fresh = no_examples(game), 0
        self._sizes = sizes_of_parts(recipe.games)
        self._parts: list[Arrays | None] = [None] * len(self._sizes)
        self.threads, self._play_parts = threads, play_parts or played_here
        self._learns_beside = threads > 1 or play_parts is not None

    def step(self) -> None:
        if self._learns_beside:
            with ThreadPoolExecutor(1) as pool:
                learning = pool.submit(copy_context().run, self._learn)
                found = self._play()
                learning.result()
        else:
            found = self._play()
            self._learn()
        self.window = joined([self.window, *(part.examples for part in found)]).tail(self.recipe.window)
        self._fresh = sum(len(part.examples.states) for part in found)
        self.progress.games += sum(part.ended for part in found)
        self.progress.positions += self._fresh
        if not self.progress.updates:  # the first round: there was nothing to learn from beside it
            self._learn()
        self._gate()
        self._search_again()
        self.progress.steps += 1

    def state(self) -> Arrays:
        window = self.window._asdict()
        window["states"] = np.ascontiguousarray(self.window.states).view(np.uint8)
        return {
            **arrays_of(self.model, "model"),
            **arrays_of(self.best, "best"),
            **optimizer_arrays(self.optimizer),
            **{f"window/{name}": array for name, array in window.items()},
            **{
                f"part/{i}/{name}": array
                for i, part in enumerate(self._parts)
                for name, array in (part or {}).items()
            },
            "fresh": np.array(self._fresh),
        }

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        restore(self.model, arrays, "model")
        restore(self.best, arrays, "best")
        restore_optimizer(self.optimizer, arrays)
        states, *rest = (arrays[f"window/{name}"] for name in Examples._fields)
        self.window, self._fresh = Examples(states.view(self.game.State), *rest), int(arrays["fresh"])
        for i, size in enumerate(self._sizes):
            prefix = f"part/{i}/"
            games = {name.removeprefix(prefix): a for name, a in arrays.items() if name.startswith(prefix)}
            self._parts[i] = games or None
            if games:
                Part(self.game, self.recipe, size).restore(games)  # raises what it has to

    def network_file(self) -> bytes:
        return pack(to_file(self.game, "own", self.policy, self.best, self.about()))

    # ---- the parts of a round --------------------------------------------------------------------------

    def network(self, model: ResidualNetwork) -> TorchNetwork:
        """A model as searches ask it."""
        return network_of(self.game, self.policy, model)

    def _seed(self, kind: int, number: int = 0) -> tuple[int, ...]:
        return self.recipe.seed, self.progress.steps, kind, number

    def _play(self) -> list[PartResult]:
        tasks = [
            PartTask(size, games, self._seed(_SELF_PLAY, number))
            for number, (size, games) in enumerate(zip(self._sizes, self._parts, strict=True))
        ]
        found = self._play_parts(self, tasks)
        self._parts = [one.games for one in found]
        return found

    def _learn(self) -> None:
        """Learn from positions of the window, each as often as the recipe says on average."""
        one, count = self.recipe, len(self.window.states)
        updates = -(-self._fresh * one.passes // one.batch)
        if not updates:
            return
        rng, errors = np.random.default_rng(self._seed(_LEARNING)), []
        self.model.train()
        for _ in range(updates):
            # The spread of a batch of one is none: at least two, which may be the same.
            errors.append(self._update(rng.integers(count, size=max(2, min(one.batch, count)))))
        inputs = on_device([planes_seen(self.game, self.window.states[: one.batch], "own")])
        if not is_sound(self.model, *inputs):  # after the last update, which no error shows yet
            raise self.ran_away(f"step {self.progress.updates}")
        self.progress.error, self.progress.policy_error = np.mean(errors, axis=0).tolist()

    def _update(self, rows: NDArray[np.int64]) -> tuple[float, float]:
        """Learn from some positions of the window; returns the errors of values and of the policy."""
        states = self.window.states[rows]
        targets, counts = self._policy_targets(states, rows)
        inputs, results, wanted, legal = on_device(
            [planes_seen(self.game, states, "own"), self.window.results[rows], targets, counts]
        )
        values, logits = self.model(inputs)
        value_error = torch.mean((values - results) ** 2)
        # Several moves may have one output: together they count as often as they are.
        shares = log_softmax(logits + torch.log(legal), dim=1).clamp(min=-1e9)
        policy_error = -torch.mean(torch.sum(wanted * shares, dim=1))
        self.optimizer.zero_grad()
        (value_error + policy_error).backward()
        self.optimizer.step()
        self.progress.updates += 1
        found = float(value_error.detach()), float(policy_error.detach())
        if not np.isfinite(found).all():
            raise self.ran_away(f"step {self.progress.updates}")
        return found

    def _policy_targets(
        self, states: States, rows: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """For each output of the policy: the share it should get, and how many legal moves it stands for."""
        targets = np.zeros((len(rows), self.policy.outputs), np.float32)
        counts, moves = np.zeros_like(targets), np.zeros(self.game.max_moves, np.int64)
        known = self.window.offsets, self.window.codes, self.window.shares
        fill_targets(self.game, states, rows, *known, self.policy.output_of, moves, targets, counts)
        return targets, counts

    def _gate(self) -> None:
        """Let the network that learns take the place of the best one, if it wins against it."""
        one = self.recipe
        self.progress.points, self.progress.accepted = None, self.progress.accepted or 0
        if one.gate > 0:
            networks = [self.network(self.model), self.network(self.best)]
            rng = np.random.default_rng(self._seed(_MATCH))
            self.progress.points = play_match(self.game, one, networks, rng)
        if self.progress.points is None or self.progress.points >= one.share:
            self.best.load_state_dict(self.model.state_dict())
            self.progress.accepted += 1

    def _search_again(self) -> None:
        """Give some positions of the window the policies that the best network finds now."""
        seed, count = self._seed(_REANALYSIS), len(self.window.states)
        wanted = min(count, round(self.recipe.reanalysis * self._fresh))
        if wanted:
            rows = np.random.default_rng(seed).choice(count, wanted, replace=False)
            searched_again(self.game, self.recipe, self.network(self.best), self.window, rows, seed)


def new_model(game: Game, recipe: AlphaZeroRecipe, outputs: int) -> ResidualNetwork:
    """A network that has learnt nothing; TrainingError if the game has no planes."""
    with for_network_of(game):
        planes = shape_seen(game, "own")
    with seeded(recipe.seed):
        model = ResidualNetwork(planes, outputs, recipe.channels, recipe.blocks)
    model.to(DEVICE)
    return model


def network_of(game: Game, policy: Policy, model: ResidualNetwork) -> TorchNetwork:
    """A model as searches ask it."""
    return TorchNetwork(game, "own", policy, for_inference(model))


def play_part(game: Game, recipe: AlphaZeroRecipe, network: TorchNetwork, task: PartTask) -> PartResult:
    """Play a part of a round."""
    rng = np.random.default_rng(task.seed)
    part = Part(game, recipe, task.size, int(rng.integers(1 << 62)))
    if task.games is not None:
        part.restore(task.games)
    examples, ended = part.play(network, rng)
    return PartResult(examples, ended, part.state())


def played_here(training: AlphaZero, tasks: Sequence[PartTask]) -> list[PartResult]:
    """Play the parts of a round in threads of this process."""
    network = training.network(training.best)

    def play(task: PartTask) -> PartResult:
        return play_part(training.game, training.recipe, network, task)

    with ThreadPoolExecutor(min(training.threads, len(tasks))) as pool:
        running = [pool.submit(copy_context().run, play, task) for task in tasks]
        return [one.result() for one in running]


@kernel
def fill_targets(
    game: Game,
    states: States,
    rows: NDArray[np.int64],
    offsets: NDArray[np.int64],
    codes: Moves,
    shares: NDArray[np.float32],
    output_of: NDArray[np.int32],
    moves: Moves,
    targets: NDArray[np.float32],
    counts: NDArray[np.float32],
) -> None:
    """Add up, for some rows of examples, the shares of moves and the legal moves by the outputs for them."""
    for i in range(len(rows)):
        for j in range(offsets[rows[i]], offsets[rows[i] + 1]):
            targets[i, output_of[game.move_class(codes[j])]] += shares[j]
        n = game.legal_moves(states[i], moves)
        for j in range(n):
            counts[i, output_of[game.move_class(moves[j])]] += 1
