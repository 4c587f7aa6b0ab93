"""DQN on Othello 6 x 6 against a fixed opponent, in one file.

    python examples/dqn_opponent.py [--steps 400000] [--envs 64] [--opponent random] [--seed 1] [--save FILE]

The opponent moves inside the environment, so the game is one of a single agent. The method is double
Q-learning with a target network: V. Mnih et al., "Human-level control through deep reinforcement learning"
(2015), and H. van Hasselt et al., "Deep reinforcement learning with double Q-learning" (2016). Only legal
actions are compared. It needs PyTorch and Gymnasium: pip install 'nupp[gymnasium,learn]'.
"""

from __future__ import annotations

import argparse
import copy
import time
from typing import Any

import numpy as np
import torch
from torch import nn

import nupp.vector

GAME = "othello:size=6"
MEMORY, BATCH = 50_000, 256  # transitions that are kept, and those of an update
EVERY, FRESH = 32, 200  # transitions between two updates, updates between two target networks
WARM = 2_000  # transitions before the first update
CHANCE, CALM = (1.0, 0.05), 0.5  # random moves at first and at last, and the share of the steps until then
RATE = 1e-3

Seen = dict[str, np.ndarray[Any, Any]]


def network(shape: tuple[int, ...], actions: int) -> nn.Module:
    channels, height, width = shape
    return nn.Sequential(
        nn.Conv2d(channels, 32, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(32, 32, 3, padding=1),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(32 * height * width, 128),
        nn.ReLU(),
        nn.Linear(128, actions),
    )


class Memory:
    """The latest transitions. Masks are those after the step: of a game that is over there is no action."""

    def __init__(self, shape: tuple[int, ...], actions: int) -> None:
        self.before, self.after = np.zeros((2, MEMORY, *shape), np.int8)
        self.masks = np.zeros((MEMORY, actions), np.int8)
        self.actions, self.rewards = np.zeros(MEMORY, np.int64), np.zeros(MEMORY, np.float32)
        self.count = 0

    def add(self, before: Any, actions: Any, rewards: Any, after: Any, masks: Any) -> None:
        rows = (self.count + np.arange(len(actions))) % MEMORY
        self.before[rows], self.after[rows], self.masks[rows] = before, after, masks
        self.actions[rows], self.rewards[rows] = actions, rewards
        self.count += len(actions)

    def draw(self, rng: np.random.Generator) -> list[torch.Tensor]:
        rows = rng.integers(min(self.count, MEMORY), size=BATCH)
        arrays = self.before, self.actions, self.rewards, self.after, self.masks
        return [torch.from_numpy(array[rows]) for array in arrays]


@torch.no_grad()
def best(values: nn.Module, seen: Seen) -> np.ndarray[Any, Any]:
    """The legal action of the largest value in each game."""
    found = values(torch.from_numpy(seen["observation"]))
    return found.masked_fill(torch.from_numpy(seen["action_mask"]) == 0, -1e9).argmax(dim=1).numpy()


def learn(
    values: nn.Module, target: nn.Module, optimizer: torch.optim.Optimizer, drawn: list[torch.Tensor]
) -> None:
    """Make the values of some transitions more like the rewards and the values that follow."""
    before, actions, rewards, after, masks = drawn
    with torch.no_grad():
        choice = values(after.float()).masked_fill(masks == 0, -1e9).argmax(dim=1, keepdim=True)
        following = target(after.float()).gather(1, choice).flatten() * (masks.sum(dim=1) > 0)
    known = values(before.float()).gather(1, actions[:, None]).flatten()
    loss = nn.functional.smooth_l1_loss(known, rewards + following)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def points(values: nn.Module, opponent: str, games: int = 128, seed: int = 7) -> float:
    """The share of the points that the best actions get against a player of nupp."""
    env = nupp.vector.make(GAME, games, opponent=opponent, side=None, openings=(0, 4), nodes=500)
    seen, _ = env.reset(seed=seed)
    total, playing = np.zeros(games), np.ones(games, bool)
    while playing.any():
        seen, rewards, over, _, _ = env.step(best(values, seen))
        total += rewards * playing
        playing &= ~over  # games that begin anew do not count
    return float((1 + total.mean()) / 2)


def train(steps: int, envs: int, opponent: str, seed: int) -> nn.Module:
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    env = nupp.vector.make(GAME, envs, opponent=opponent, side=None, openings=(0, 4))
    shape, actions = env.encoding.shape, int(env.single_action_space.n)
    values = network(shape, actions)
    target = copy.deepcopy(values)
    optimizer, memory = torch.optim.Adam(values.parameters(), RATE), Memory(shape, actions)
    seen, info = env.reset(seed=seed)
    updates, rows, began = 0, np.arange(envs), time.perf_counter()
    for number in range(1, steps // envs + 1):
        chance = np.interp(number * envs / steps, (0, CALM), CHANCE)
        anything = info["legal_actions"][rows, (rng.random(envs) * info["legal_count"]).astype(np.int64)]
        chosen = np.where(rng.random(envs) < chance, anything, best(values, seen))
        playing = info["legal_count"] > 0  # the step after the end of a game begins the next one
        following, rewards, _, _, info = env.step(chosen)
        memory.add(
            seen["observation"][playing],
            chosen[playing],
            rewards[playing],
            following["observation"][playing],
            following["action_mask"][playing],
        )
        seen = following
        while memory.count >= max(WARM, (updates + 1) * EVERY):
            learn(values, target, optimizer, memory.draw(rng))
            updates += 1
            if updates % FRESH == 0:
                target.load_state_dict(values.state_dict())
        if number % max(1, steps // envs // 10) == 0:
            speed = number * envs / (time.perf_counter() - began)
            reached = points(values, opponent)
            print(
                f"{number * envs:>10,} steps  {speed:>7,.0f}/s  against {opponent}: {reached:.2f}", flush=True
            )
    return values


def main(words: list[str] | None = None) -> nn.Module:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--steps", type=int, default=400_000)
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--opponent", default="random", help="the spec of a player")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="file for the weights")
    options = parser.parse_args(words)
    values = train(options.steps, options.envs, options.opponent, options.seed)
    if options.save:
        torch.save(values.state_dict(), options.save)
    return values


if __name__ == "__main__":
    trained = main()
    for rival in ("random", "greedy"):
        print(f"against {rival}: {points(trained, rival):.2f}")
