"""Learning from nothing but the rules: self-play, training and gating matches, round after round.

The method is that of AlphaGo Zero and AlphaZero (D. Silver et al., 2017 and 2018). The best network so far
plays games with itself; a network learns from the latest positions which moves the search tried and how the
games ended; if it wins a match against the best one, it takes its place. The recipe, the number of the round
and the checkpoint after the last round decide all that happens in a round.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import log_softmax

from nupp.evaluators.networks import pack, policy_of
from nupp.evaluators.networks.planes import planes_seen, shape_seen
from nupp.kernel import kernel
from nupp.learn.networks.models import (
    DEVICE,
    ResidualNetwork,
    TorchNetwork,
    arrays_of,
    is_sound,
    on_device,
    optimizer_arrays,
    require_room,
    restore,
    restore_optimizer,
    seeded,
    to_file,
)
from nupp.learn.networks.rounds import Examples, joined, no_examples, play_side_by_side, points_of
from nupp.learn.recipes import AlphaZeroRecipe
from nupp.learn.training import Arrays, Training, for_network_of
from nupp.rules import Game
from nupp.rules.basics import Moves, States

DECAY: Final = 1e-4
"""The weight decay of Adam."""
OPENINGS: Final = 6
"""Moves of a gating match that are drawn by their visits at least, so that its games differ."""

_SELF_PLAY, _LEARNING, _MATCH = 0, 1, 2


class AlphaZero(Training[AlphaZeroRecipe]):
    """A training: the model that learns, the best one so far, and the window of positions to learn from.

    TrainingError if the game has no planes, or for a network that is too large.
    """

    unit, units = "round", "rounds"

    def __init__(self, game: Game, recipe: AlphaZeroRecipe) -> None:
        super().__init__(game, recipe)
        with for_network_of(game):
            planes = shape_seen(game, "own")
        self.policy = policy_of(game)
        with seeded(recipe.seed):
            self.model, self.best = (
                ResidualNetwork(planes, self.policy.outputs, recipe.channels, recipe.blocks).to(DEVICE)
                for _ in range(2)
            )
        require_room(self.model)
        self.best.load_state_dict(self.model.state_dict())
        self.optimizer = torch.optim.AdamW(self.model.parameters(), recipe.rate, weight_decay=DECAY)
        self.window = no_examples(game)

    def step(self) -> None:
        self._play()
        self._learn()
        self._gate()
        self.progress.steps += 1

    def state(self) -> Arrays:
        window = self.window._asdict()
        window["states"] = np.ascontiguousarray(self.window.states).view(np.uint8)
        return {
            **arrays_of(self.model, "model"),
            **arrays_of(self.best, "best"),
            **optimizer_arrays(self.optimizer),
            **{f"window/{name}": array for name, array in window.items()},
        }

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        restore(self.model, arrays, "model")
        restore(self.best, arrays, "best")
        restore_optimizer(self.optimizer, arrays)
        states, *rest = (arrays[f"window/{name}"] for name in Examples._fields)
        self.window = Examples(states.view(self.game.State), *rest)

    def network_file(self) -> bytes:
        return pack(to_file(self.game, "own", self.policy, self.best, self.about()))

    # ---- the parts of a round --------------------------------------------------------------------------

    def _network(self, model: ResidualNetwork) -> TorchNetwork:
        return TorchNetwork(self.game, "own", self.policy, model)

    def _seeds(self, part: int, count: int) -> list[tuple[int, ...]]:
        return [(self.recipe.seed, self.progress.steps, part, number) for number in range(count)]

    def _play(self) -> None:
        one, best = self.recipe, self._network(self.best)
        seeds = self._seeds(_SELF_PLAY, one.games)
        games = play_side_by_side(self.game, [best], [(0, 0)] * one.games, one, seeds)
        found = joined([game.examples() for game in games])
        self.window = joined([self.window, found]).tail(one.window)
        self.progress.games += len(games)
        self.progress.positions += len(found.states)

    def _learn(self) -> None:
        rng, errors = np.random.default_rng(self._seeds(_LEARNING, 1)[0]), []
        self.model.train()
        for _ in range(self.recipe.passes):
            order = rng.permutation(len(self.window.states))
            for first in range(0, len(order), self.recipe.batch):
                rows = order[first : first + self.recipe.batch]
                if len(rows) > 1 or len(order) == 1:  # the spread of a batch of one is none
                    errors.append(self._update(rows))
        inputs = on_device([planes_seen(self.game, self.window.states[: self.recipe.batch], "own")])
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
        self.progress.points = None
        self.progress.accepted = self.progress.accepted or 0
        if one.gate > 0:
            rules = dataclasses.replace(one, noise=0.0, warm=max(OPENINGS, one.warm // 2))
            networks = [self._network(self.model), self._network(self.best)]
            seats = [(number % 2, 1 - number % 2) for number in range(one.gate)]
            games = play_side_by_side(self.game, networks, seats, rules, self._seeds(_MATCH, one.gate))
            self.progress.points = points_of(games, 0)
        if self.progress.points is None or self.progress.points >= one.share:
            self.best.load_state_dict(self.model.state_dict())
            self.progress.accepted += 1


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
