"""Learning from nothing but the rules: self-play, training and gating matches, round after round.

The method is that of AlphaGo Zero and AlphaZero (D. Silver et al., 2017 and 2018). The best network so far
plays games with itself; a network learns from the latest positions which moves the search tried and how the
games ended; and if it wins a match against the best one it takes its place.

All that happens in a round follows from the recipe, the number of the round and what the last checkpoint
holds, which is written after every round: a training that was killed ends as one that was not.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import log_softmax

from nupp.evaluators.networks import Policy, pack, policy_of
from nupp.evaluators.networks.planes import planes_seen, shape_seen
from nupp.formats import replace_file
from nupp.kernel import kernel
from nupp.learn.checkpoints import (
    TrainingError,
    checkpoint_of,
    is_done,
    ran_away,
    reading_checkpoint,
    write_checkpoint,
)
from nupp.learn.networks.models import (
    DEVICE,
    Arrays,
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
from nupp.learn.networks.rounds import Examples, Habits, joined, no_examples, play_games, points_of
from nupp.learn.recipes import AlphaZeroRecipe
from nupp.rules import Game
from nupp.rules.basics import Moves, States

CHECKPOINT: Final = "nupp alphazero 1"
DECAY: Final = 1e-4
"""The weight decay of Adam."""
OPENINGS: Final = 6
"""Moves of a gating match that are drawn by their visits at least, so that its games differ."""

_SELF_PLAY, _LEARNING, _MATCH = 0, 1, 2


@dataclass
class Progress:
    """How far a training has come: what it has learnt from, and seconds.

    rounds, games, positions: of self-play. steps: of learning. value_error, policy_error: of the last round,
    the mean squared error of results, and the cross-entropy of moves. points: the share of the points of the
    last match, None without one. accepted: how often the network that learns became the best one.
    """

    rounds: int = 0
    games: int = 0
    positions: int = 0
    steps: int = 0
    seconds: float = 0.0
    value_error: float = 0.0
    policy_error: float = 0.0
    points: float | None = None
    accepted: int = 0


@dataclass
class AlphaZero:
    """A training: the network that learns, the best one so far, and the positions that are learnt from."""

    game: Game
    recipe: AlphaZeroRecipe
    policy: Policy
    model: ResidualNetwork
    best: ResidualNetwork
    optimizer: torch.optim.Optimizer
    window: Examples
    progress: Progress = field(default_factory=Progress)

    def to_file(self) -> bytes:
        """The content of a file of the best network, with all that is known of its training."""
        recipe = dataclasses.asdict(self.recipe) | {"progress": vars(self.progress)}
        return pack(to_file(self.game, "own", self.policy, self.best, recipe))

    def play_round(self) -> None:
        """One round: games, learning, and a match. TrainingError if the numbers run away."""
        self._play()
        self._learn()
        self._gate()
        self.progress.rounds += 1

    # ---- the parts of a round --------------------------------------------------------------------------

    def _network(self, model: ResidualNetwork) -> TorchNetwork:
        return TorchNetwork(self.game, "own", self.policy, model)

    def _seed(self, part: int, number: int = 0) -> tuple[int, ...]:
        return self.recipe.seed, self.progress.rounds, part, number

    def _play(self) -> None:
        one = self.recipe
        habits = Habits(one.simulations, one.exploration, one.noise, one.warm, one.max_plies)
        seeds = [self._seed(_SELF_PLAY, number) for number in range(one.games)]
        tables = play_games(self.game, [self._network(self.best)], [(0, 0)] * one.games, habits, seeds)
        found = joined([table.examples() for table in tables])
        self.window = joined([self.window, found]).tail(one.window)
        self.progress.games += len(tables)
        self.progress.positions += len(found.states)

    def _learn(self) -> None:
        rng, errors = np.random.default_rng(self._seed(_LEARNING)), []
        self.model.train()
        for _ in range(self.recipe.passes):
            order = rng.permutation(len(self.window.states))
            for begin in range(0, len(order), self.recipe.batch):
                rows = order[begin : begin + self.recipe.batch]
                if len(rows) > 1 or len(order) == 1:  # the spread of a batch of one is none
                    errors.append(self._step(rows))
        seen = on_device([planes_seen(self.game, self.window.states[: self.recipe.batch], "own")])
        if not is_sound(self.model, *seen):  # after the last step, of which no error tells yet
            raise self._ran_away()
        self.progress.value_error, self.progress.policy_error = np.mean(errors, axis=0).tolist()

    def _step(self, rows: NDArray[np.int64]) -> tuple[float, float]:
        """Learn from some positions of the window; returns the errors of values and of the policy."""
        states = self.window.states[rows]
        targets, counts = self._policy_targets(states, rows)
        seen, results, wanted, legal = on_device(
            [planes_seen(self.game, states, "own"), self.window.results[rows], targets, counts]
        )
        values, logits = self.model(seen)
        value_error = torch.mean((values - results) ** 2)
        # Several moves may have one output: together they count as often as they are.
        shares = log_softmax(logits + torch.log(legal), dim=1).clamp(min=-1e9)
        policy_error = -torch.mean(torch.sum(wanted * shares, dim=1))
        self.optimizer.zero_grad()
        (value_error + policy_error).backward()
        self.optimizer.step()
        self.progress.steps += 1
        found = float(value_error.detach()), float(policy_error.detach())
        if not np.isfinite(found).all():
            raise self._ran_away()
        return found

    def _ran_away(self) -> TrainingError:
        step = f"round {self.progress.rounds + 1}, step {self.progress.steps}"
        return ran_away(self.game, step, self.recipe.rate)

    def _policy_targets(
        self, states: States, rows: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """For each output of the policy: the share it should get, and how many legal moves it stands for."""
        targets = np.zeros((len(rows), self.policy.outputs), np.float32)
        counts, moves = np.zeros_like(targets), np.zeros(self.game.max_moves, np.int64)
        window = self.window
        fill_targets(
            self.game,
            states,
            rows,
            window.offsets,
            window.codes,
            window.shares,
            self.policy.output_of,
            moves,
            targets,
            counts,
        )
        return targets, counts

    def _gate(self) -> None:
        """Let the network that learns take the place of the best one, if it wins against it."""
        one = self.recipe
        self.progress.points = None
        if one.gate > 0:
            habits = Habits(
                one.simulations, one.exploration, 0.0, max(OPENINGS, one.warm // 2), one.max_plies
            )
            networks = [self._network(self.model), self._network(self.best)]
            seats = [(number % 2, 1 - number % 2) for number in range(one.gate)]
            seeds = [self._seed(_MATCH, number) for number in range(one.gate)]
            self.progress.points = points_of(play_games(self.game, networks, seats, habits, seeds), 0)
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


# ---- trainings and their checkpoints -----------------------------------------------------------------


def begin(game: Game, recipe: AlphaZeroRecipe) -> AlphaZero:
    """A training that has done nothing yet; TrainingError if the game has no planes, or for a bad recipe."""
    if recipe.batch < 2:
        raise TrainingError(f"batch {recipe.batch}: expected 2 positions or more, whose spread is measured")
    try:
        planes = shape_seen(game, "own")
    except ValueError as error:
        raise TrainingError(f"no network for {game.spec}: {error}") from None
    policy = policy_of(game)
    with seeded(recipe.seed):
        model, best = (
            ResidualNetwork(planes, policy.outputs, recipe.channels, recipe.blocks).to(DEVICE)
            for _ in range(2)
        )
    require_room(model)
    best.load_state_dict(model.state_dict())
    optimizer = torch.optim.AdamW(model.parameters(), recipe.rate, weight_decay=DECAY)
    return AlphaZero(game, recipe, policy, model, best, optimizer, no_examples(game))


def save_checkpoint(training: AlphaZero, path: Path) -> None:
    """Write all of a training to a file, whole or not at all; OSError if that fails."""
    window = training.window._asdict()
    window["states"] = np.ascontiguousarray(training.window.states).view(np.uint8)
    arrays: Arrays = {
        **arrays_of(training.model, "model"),
        **arrays_of(training.best, "best"),
        **optimizer_arrays(training.optimizer),
        **{f"window/{name}": array for name, array in window.items()},
    }
    write_checkpoint(path, CHECKPOINT, training, arrays)


def load_checkpoint(game: Game, recipe: AlphaZeroRecipe, path: Path) -> AlphaZero:
    """The training that a file holds; TrainingError and OSError as `reading_checkpoint` has them."""
    training = begin(game, recipe)
    with reading_checkpoint(path, CHECKPOINT, training) as (progress, arrays):
        training.progress = Progress(**progress)
        restore(training.model, arrays, "model")
        restore(training.best, arrays, "best")
        restore_optimizer(training.optimizer, arrays)
        states = arrays["window/states"].view(game.State)
        rest = [arrays[f"window/{name}"] for name in Examples._fields[1:]]
        training.window = Examples(states, *rest)
    return training


def carry_on(
    training: AlphaZero,
    out: Path,
    positions: int | None,
    seconds: float | None,
    report: Callable[[AlphaZero], object] = lambda training: None,
) -> None:
    """Carry a training on until it has played so many positions or for so long, and write its best network.

    A checkpoint is written after every round. OSError if a file cannot be written, and TrainingError if the
    numbers run away; the last good checkpoint is then left as it was.
    """
    spent, began = training.progress.seconds, time.perf_counter()
    while not is_done(training.progress, positions, seconds):
        training.play_round()
        training.progress.seconds = spent + time.perf_counter() - began
        save_checkpoint(training, checkpoint_of(out))
        report(training)
    replace_file(out, training.to_file())
