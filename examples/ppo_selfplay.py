"""PPO by self-play on connect four, in one file.

    python examples/ppo_selfplay.py [--steps 2000000] [--envs 256] [--threads 1] [--seed 1] [--save FILE]

One network plays both sides of many games at once. An observation shows the board as the side to move sees
it, so a position's value is that of the side to move, and the value of the next position counts with the
opposite sign wherever the turn passes to the other side. The method is that of J. Schulman et al., "Proximal
policy optimization algorithms" (2017), with generalised advantage estimation (2016). It needs PyTorch and
Gymnasium: pip install 'nupp[gymnasium,learn]'.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

import nupp.vector

GAME = "connectfour"
HORIZON = 32  # steps of each environment between two updates
EPOCHS, BATCHES = 2, 8  # passes over these steps, in as many batches
DISCOUNT, SMOOTHING = 0.99, 0.9  # gamma and lambda
CLIP, VALUE_SHARE, ENTROPY_SHARE, LARGEST_NORM = 0.2, 0.5, 0.01, 0.5
RATE = 1e-3


class Agent(nn.Module):
    """A small convolutional network with a policy and a value."""

    def __init__(self, shape: tuple[int, ...], actions: int) -> None:
        super().__init__()
        channels, height, width = shape
        self.trunk = nn.Sequential(
            nn.Conv2d(channels, 32, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(32, 32, 3, padding=1),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(32 * height * width, 128),
            nn.ReLU(),
        )
        self.policy, self.value = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, planes: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        found = self.trunk(planes)
        logits = self.policy(found).masked_fill(mask == 0, -1e9)
        return Categorical(logits=logits), torch.tanh(self.value(found)).flatten()


class Rollout:
    """The steps between two updates: (HORIZON, environments, ...)."""

    def __init__(self, envs: int, shape: tuple[int, ...], actions: int) -> None:
        self.planes = torch.zeros(HORIZON, envs, *shape)
        self.masks = torch.zeros(HORIZON, envs, actions, dtype=torch.int8)
        self.actions = torch.zeros(HORIZON, envs, dtype=torch.long)
        self.log_shares, self.values, self.rewards, self.signs = (
            torch.zeros(HORIZON, envs) for _ in range(4)
        )

    def advantages(self, last_values: torch.Tensor) -> torch.Tensor:
        """Generalised advantages; a sign is 0 where the game ended, and -1 where the turn passed."""
        found, following, value = torch.zeros_like(self.values), torch.zeros_like(last_values), last_values
        for t in reversed(range(HORIZON)):
            error = self.rewards[t] + DISCOUNT * self.signs[t] * value - self.values[t]
            following = error + DISCOUNT * SMOOTHING * self.signs[t] * following
            found[t], value = following, self.values[t]
        return found


def update(agent: Agent, optimizer: torch.optim.Optimizer, steps: Rollout, last_values: torch.Tensor) -> None:
    """Learn from the steps of a rollout."""
    advantages = steps.advantages(last_values)
    targets = (advantages + steps.values).flatten()
    advantages = advantages.flatten()
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    planes, masks = steps.planes.flatten(0, 1), steps.masks.flatten(0, 1)
    actions, before = steps.actions.flatten(), steps.log_shares.flatten()
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(actions)).chunk(BATCHES):
            policy, values = agent(planes[rows], masks[rows])
            ratio = torch.exp(policy.log_prob(actions[rows]) - before[rows])
            gain = torch.min(
                ratio * advantages[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * advantages[rows]
            ).mean()
            value_error = ((values - targets[rows]) ** 2).mean()
            loss = VALUE_SHARE * value_error - gain - ENTROPY_SHARE * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), LARGEST_NORM)
            optimizer.step()


@torch.no_grad()
def points(agent: Agent, opponent: str, games: int = 128, seed: int = 7) -> float:
    """The share of the points that the agent gets against a player of nupp, with its favourite moves."""
    env = nupp.vector.make(GAME, games, opponent=opponent, side=None, openings=(0, 4), nodes=500)
    seen, _ = env.reset(seed=seed)
    total, playing = np.zeros(games), np.ones(games, bool)
    while playing.any():
        policy, _ = agent(*(torch.from_numpy(seen[name]) for name in ("observation", "action_mask")))
        seen, rewards, over, _, _ = env.step(policy.probs.argmax(dim=1).numpy())
        total += rewards * playing
        playing &= ~over  # games that begin anew do not count
    return float((1 + total.mean()) / 2)


def train(steps: int, envs: int, threads: int, seed: int) -> Agent:
    torch.manual_seed(seed)
    env = nupp.vector.make(GAME, envs, threads=threads, autoreset="SameStep", openings=(0, 4))
    shape, actions = env.encoding.shape, int(env.single_action_space.n)
    agent, rollout = Agent(shape, actions), Rollout(envs, shape, actions)
    optimizer = torch.optim.Adam(agent.parameters(), RATE)
    seen, info = env.reset(seed=seed)
    updates, began = max(1, steps // (envs * HORIZON)), time.perf_counter()
    for number in range(1, updates + 1):
        for t in range(HORIZON):
            planes, mask = (torch.from_numpy(seen[name]) for name in ("observation", "action_mask"))
            with torch.no_grad():
                policy, rollout.values[t] = agent(planes, mask)
                rollout.actions[t] = policy.sample()
                rollout.log_shares[t] = policy.log_prob(rollout.actions[t])
            rollout.planes[t], rollout.masks[t], mover = planes, mask, info["to_move"]
            seen, rewards, over, _, info = env.step(rollout.actions[t].numpy())
            rollout.rewards[t] = torch.from_numpy(rewards)
            rollout.signs[t] = torch.from_numpy(
                np.where(over, 0.0, np.where(info["to_move"] == mover, 1.0, -1.0))
            )
        with torch.no_grad():
            last = agent(*(torch.from_numpy(seen[name]) for name in ("observation", "action_mask")))[1]
        update(agent, optimizer, rollout, last)
        if number % max(1, updates // 10) == 0:
            done = number * envs * HORIZON
            speed = done / (time.perf_counter() - began)
            reached = points(agent, "random")
            print(f"{done:>10,} steps  {speed:>7,.0f}/s  against random: {reached:.2f}", flush=True)
    return agent


def main(words: list[str] | None = None) -> Agent:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--steps", type=int, default=2_000_000)
    parser.add_argument("--envs", type=int, default=256)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="file for the weights")
    options = parser.parse_args(words)
    agent = train(options.steps, options.envs, options.threads, options.seed)
    if options.save:
        torch.save(agent.state_dict(), options.save)
    return agent


if __name__ == "__main__":
    trained = main()
    for rival in ("random", "greedy", "alphabeta:depth=3"):
        print(f"against {rival}: {points(trained, rival):.2f}")
