"""Gumbel AlphaZero on Hex 7 x 7, in one file.

    python examples/gumbel_alphazero.py [--rounds 60] [--envs 128] [--seed 1] [--save FILE]

A network plays many games against itself. In each a tree search looks ahead: the root considers a few moves
that are drawn by the policy with Gumbel's trick, and shares its simulations out among them by sequential
halving; below it, moves are chosen so that visits follow the improved policy. The network then learns this
policy and who won. The method is that of I. Danihelka et al., "Policy improvement by planning with Gumbel"
(2022). The trees of all games are arrays and grow together, so that each simulation asks the network once,
and `nupp.vector` is the model that says what a move leads to. `nupp train --method alphazero` does the same
in compiled code. It needs PyTorch and Gymnasium: pip install 'nupp[gymnasium,learn]'.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from torch import nn

import nupp.vector
from nupp.rules import actions_of

GAME = "hex:size=7"
SIMULATIONS, CONSIDERED = 16, 8  # a move; of which so many moves are considered at the root
VISITS, SCALE = 50, 0.1  # c_visit and c_scale: the weight of values against logits
STEPS = 16  # moves in each game between two updates
WINDOW, BATCH, PASSES, RATE = 60_000, 256, 4, 2e-3


class Agent(nn.Module):
    """A small convolutional network: logits of all moves, and the expected result for the side to move."""

    def __init__(self, shape: tuple[int, ...], actions: int) -> None:
        super().__init__()
        channels, height, width = shape
        self.trunk = nn.Sequential(
            nn.Conv2d(channels, 32, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(32, 32, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(32, 32, 3, padding=1),
            nn.ReLU(),
            nn.Flatten(),
        )
        self.policy = nn.Linear(32 * height * width, actions)
        self.value = nn.Sequential(nn.Linear(32 * height * width, 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh())

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        found = self.trunk(planes)
        return self.policy(found), self.value(found).flatten()

    @torch.no_grad()
    def ask(self, planes: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits, -inf for moves that are not legal, and values of many positions."""
        logits, values = self(torch.from_numpy(planes))
        return np.where(mask == 1, logits.numpy(), -np.inf), values.numpy()


class Search:
    """The trees of all games: arrays (games, nodes, actions), in which node 0 is the root.

    Values are those of the side that moves at a node; in Hex the sides take turns.
    """

    def __init__(self, agent: Agent, envs: int) -> None:
        self.agent, self.model = agent, nupp.vector.make(GAME, envs, autoreset="Disabled").batch
        self.codes = actions_of(self.model.game).codes(self.model.game)
        self.rows = np.arange(envs)
        self.model.begin(self.rows)

    def run(
        self, states: np.ndarray, seen: np.ndarray, mask: np.ndarray, noise: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the move that each game's search chooses, and the improved policy of its root."""
        games, actions, nodes = len(states), mask.shape[1], SIMULATIONS + 1
        self.states = np.repeat(states[:, None], nodes, axis=1)
        self.children = np.full((games, nodes, actions), -1)
        self.visits, self.totals = np.zeros((2, games, nodes, actions))
        self.logits = np.full((games, nodes, actions), -np.inf)
        self.values, self.over = np.zeros((games, nodes)), np.zeros((games, nodes), bool)
        self.logits[:, 0], self.values[:, 0] = self.agent.ask(seen, mask)
        schedule = halving(min(CONSIDERED, actions), SIMULATIONS)
        for node in range(1, nodes):
            self._grow(node, self._root_moves(schedule[node - 1], noise))
        final = self._root_moves(int(self.visits[:, 0].max()), noise)
        return final, softmax(self._improved(self.rows, np.zeros(games, int)))

    def _grow(self, new: int, moves: np.ndarray) -> None:
        """Walk down all trees to a move not tried yet, add the position behind it, and take its value up."""
        node, path, walking = np.zeros(len(self.rows), int), list[tuple[np.ndarray, ...]](), self.rows
        parent, last = node.copy(), moves.copy()
        while len(walking):
            path.append((walking, node[walking], moves[walking]))
            parent[walking], last[walking] = node[walking], moves[walking]
            node[walking] = self.children[walking, node[walking], moves[walking]]
            walking = walking[(node[walking] >= 0) & ~self.over[walking, node[walking]]]
            moves[walking] = self._inner_moves(walking, node[walking])
        games = self.model.games
        games.states[:] = self.states[self.rows, parent]
        games.chosen[:] = self.codes[last]
        shown = self.model.step()
        self.states[:, new], self.over[:, new] = games.states, shown.over
        self.logits[:, new], values = self.agent.ask(
            shown.seen.reshape(-1, *self.model.encoding.shape), shown.mask
        )
        # Who has moved has won; the loser would be to move.
        self.values[:, new] = np.where(shown.over, -np.abs(shown.results[:, 0]), values)
        self.children[self.rows, parent, last] = new
        worth = self.values[:, new].copy()
        for which, at, move in reversed(path):
            worth[which] *= -1
            self.visits[which, at, move] += 1
            self.totals[which, at, move] += worth[which]

    def _improved(self, rows: np.ndarray, nodes: np.ndarray) -> np.ndarray:
        """The logits with the values added; moves never tried are worth what is expected of the others."""
        visits, totals = self.visits[rows, nodes], self.totals[rows, nodes]
        logits, own = self.logits[rows, nodes], self.values[rows, nodes]
        tried, count = visits > 0, visits.sum(axis=1)
        means = totals / np.maximum(visits, 1)
        priors = softmax(logits) * tried
        mixed = (priors * means).sum(axis=1) / np.maximum(priors.sum(axis=1), 1e-9)
        rest = (own + count * mixed) / (1 + count)
        completed = np.where(tried, means, rest[:, None])
        return logits + (VISITS + visits.max(axis=1, keepdims=True)) * SCALE * (1 + completed) / 2

    def _root_moves(self, wanted: int, noise: np.ndarray) -> np.ndarray:
        """The best moves of the roots among those with so many visits."""
        scores = noise + self._improved(self.rows, np.zeros(len(self.rows), int))
        at_hand = self.visits[:, 0] == wanted
        at_hand |= ~(at_hand & np.isfinite(scores)).any(axis=1, keepdims=True)  # few moves are left
        return np.where(at_hand, scores, -np.inf).argmax(axis=1)

    def _inner_moves(self, rows: np.ndarray, nodes: np.ndarray) -> np.ndarray:
        """The moves below the root that bring the visits nearest to the improved policy."""
        visits = self.visits[rows, nodes]
        policy = softmax(self._improved(rows, nodes))
        scores = policy - visits / (1 + visits.sum(axis=1, keepdims=True))
        return np.where(np.isfinite(self.logits[rows, nodes]), scores, -np.inf).argmax(axis=1)


def halving(moves: int, simulations: int) -> list[int]:
    """For each simulation the visits so far of the move that it goes to: half of the moves stay each time."""
    phases, visits, order = max(1, (moves - 1).bit_length()), [0] * moves, list[int]()
    while len(order) < simulations:
        for _ in range(max(1, simulations // (phases * moves))):
            order += visits[:moves]
            visits[:moves] = [count + 1 for count in visits[:moves]]
        moves = max(2, moves // 2)
    return order[:simulations]


def softmax(logits: np.ndarray) -> np.ndarray:
    shares = np.exp(logits - logits.max(axis=1, keepdims=True, where=np.isfinite(logits), initial=-1e9))
    return shares / np.maximum(shares.sum(axis=1, keepdims=True), 1e-9)


def learn(
    agent: Agent, optimizer: torch.optim.Optimizer, window: list[tuple[np.ndarray, ...]], count: int
) -> float:
    """Learn from positions of the window, `count` of them; returns the mean loss."""
    planes, policies, results = (torch.from_numpy(np.concatenate(part)) for part in zip(*window, strict=True))
    losses = []
    for _ in range(max(1, count // BATCH)):
        rows = torch.randint(len(results), (BATCH,))
        logits, values = agent(planes[rows])
        shares = torch.log_softmax(logits, dim=1)
        loss = ((values - results[rows]) ** 2).mean() - (policies[rows] * shares).sum(dim=1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    return float(np.mean(losses))


def points(agent: Agent, opponent: str, games: int = 64, seed: int = 7) -> float:
    """The share of the points that the agent's search gets against a player of nupp."""
    env = nupp.vector.make(
        GAME, games, opponent=opponent, side=None, openings=(0, 2), nodes=200, autoreset="SameStep"
    )
    search, total, playing = Search(agent, games), np.zeros(games), np.ones(games, bool)
    seen, _ = env.reset(seed=seed)
    while playing.any():
        nothing = np.zeros(seen["action_mask"].shape)
        moves, _ = search.run(
            env.batch.games.states.copy(), seen["observation"], seen["action_mask"], nothing
        )
        seen, rewards, over, _, _ = env.step(moves)
        total += rewards * playing
        playing &= ~over  # games that begin anew do not count
    return float((1 + total.mean()) / 2)


def train(rounds: int, envs: int, seed: int) -> Agent:
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    env = nupp.vector.make(GAME, envs, autoreset="SameStep", openings=(0, 4))
    agent = Agent(env.encoding.shape, int(env.single_action_space.n))
    optimizer = torch.optim.AdamW(agent.parameters(), RATE, weight_decay=1e-4)
    search, window, began = Search(agent, envs), list[tuple[np.ndarray, ...]](), time.perf_counter()
    notes: list[list[tuple[np.ndarray, np.ndarray, int]]] = [[] for _ in range(envs)]
    seen, info = env.reset(seed=seed)
    games = positions = 0
    for number in range(1, rounds + 1):
        fresh = 0
        for _ in range(STEPS):
            planes, mask, sides = seen["observation"], seen["action_mask"], info["to_move"]
            moves, policy = search.run(
                env.batch.games.states.copy(), planes, mask, rng.gumbel(size=mask.shape)
            )
            for i in range(envs):
                notes[i].append((planes[i].copy(), policy[i].astype(np.float32), int(sides[i])))
            seen, _, over, _, info = env.step(moves)
            for i in np.flatnonzero(over):
                results = [info["rewards"][i, side] for _, _, side in notes[i]]
                window.append(
                    (
                        np.stack([one for one, _, _ in notes[i]]),
                        np.stack([one for _, one, _ in notes[i]]),
                        np.array(results, np.float32),
                    )
                )
                fresh, notes[i] = fresh + len(results), []
            games += int(over.sum())
        positions += fresh
        while sum(len(results) for _, _, results in window) > WINDOW:
            window.pop(0)
        loss = learn(agent, optimizer, window, PASSES * fresh) if fresh else 0.0
        if number % max(1, rounds // 10) == 0:
            speed = positions / (time.perf_counter() - began)
            print(
                f"{games:>6,} games  {positions:>8,} positions  {speed:>5,.0f}/s  loss {loss:.3f}", flush=True
            )
    return agent


def main(words: list[str] | None = None) -> Agent:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--envs", type=int, default=128)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="file for the weights")
    options = parser.parse_args(words)
    agent = train(options.rounds, options.envs, options.seed)
    if options.save:
        torch.save(agent.state_dict(), options.save)
    return agent


if __name__ == "__main__":
    trained = main()
    for rival in ("random", "uct"):
        print(f"against {rival}: {points(trained, rival):.2f}")
