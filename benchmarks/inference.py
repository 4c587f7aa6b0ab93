"""Neural networks: a batch through onnxruntime, as players run them, beside PyTorch's own forward pass.

    python benchmarks/inference.py [--batches 1,8,64] [--threads N] [--quick] [--markdown FILE] [--json FILE]

The networks are that of a thesis on Amazons and a small residual one of Othello, with random weights, for
each of which the same planes go through both in turn; onnxruntime may take up to 1.5 times as long. Figures
are processor times, the ratio is the median of those of single turns. The last column is what a player gets:
whole positions a second, with their planes, by onnxruntime.

A second table sets the simulations a second of `puct` in Othello beside that: what its tree costs.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from measure import Row, Table, publish, short, times

import nupp
from nupp.evaluators.networks import OnnxNetwork, pack, policy_of
from nupp.evaluators.networks.planes import planes_seen, shape_seen
from nupp.learn.networks.models import ResidualNetwork, TorchNetwork, thesis_network, to_file
from nupp.rules import Game
from nupp.rules.basics import States

MOST = 1.5
"""How many times as long as PyTorch onnxruntime may take."""
TURNS = 15


def networks(name: str, threads: int) -> tuple[OnnxNetwork, TorchNetwork, bytes]:
    """The same network by onnxruntime, by PyTorch, and as the content of a file."""
    game = nupp.game("amazons" if name == "thesis" else "othello")
    sees = "absolute" if name == "thesis" else "own"
    policy = None if name == "thesis" else policy_of(game)
    planes = shape_seen(game, sees)
    model = (
        thesis_network(planes) if policy is None else ResidualNetwork(planes, policy.outputs, 32, 3)
    ).eval()
    file = to_file(game, sees, policy, model, {})
    return OnnxNetwork(file, threads), TorchNetwork(game, sees, policy, model), pack(file)


def random_states(game: Game, count: int) -> States:
    """Positions of random games."""
    rng, states = np.random.default_rng(1), np.zeros(count, game.State)
    position = game.start_position()
    for i in range(count):
        states[i] = position.state[0]
        position = position.play_code(int(rng.choice(position.legal_move_codes)))
        if position.is_over:
            position = game.start_position()
    return states


def processor_seconds(work: Callable[[], Any], calls: int) -> float:
    began = time.process_time()
    for _ in range(calls):
        work()
    return (time.process_time() - began) / calls


def row_of(name: str, batch: int, threads: int, quick: bool) -> Row:
    """The figures of a network and a size of batches."""
    onnx, pytorch, _ = networks(name, threads)
    states = random_states(onnx.game, batch)
    planes = planes_seen(onnx.game, states, onnx.sees)
    expected, found = pytorch.run(planes), onnx.run(planes)
    assert np.allclose(expected.values, found.values, atol=1e-4)
    calls, turns = max(1, (64 if quick else 512) // batch), 3 if quick else TURNS
    both = [
        (
            processor_seconds(lambda: onnx.run(planes), calls),
            processor_seconds(lambda: pytorch.run(planes), calls),
        )
        for _ in range(turns)
    ]
    return {
        "network": name,
        "batch": batch,
        "onnx": statistics.median(one for one, _ in both) * 1e3,
        "torch": statistics.median(other for _, other in both) * 1e3,
        "ratio": statistics.median(one / other for one, other in both),
        "most": MOST,
        "judged": batch / processor_seconds(lambda: onnx.evaluate(states), calls),
    }


def search_row(batch: int, threads: int, quick: bool) -> Row:
    """Simulations a second with so many leaves at a time, and what the network alone judges."""
    onnx, _, file = networks("residual", threads)
    states, budget = random_states(onnx.game, batch), nupp.Budget(nodes=256 if quick else 2048)
    calls, turns = max(1, (64 if quick else 512) // batch), 3 if quick else TURNS
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "net.nupp")
        path.write_bytes(file)
        player = nupp.player(f"puct:net=({path}),batch={batch},threads={threads}", onnx.game)
    position = onnx.game.start_position()
    player.choose(position, budget)  # compiles
    both = [
        (
            budget.nodes / processor_seconds(lambda: player.choose(position, budget), 1),
            batch / processor_seconds(lambda: onnx.evaluate(states), calls),
        )
        for _ in range(turns)
    ]
    return {
        "batch": batch,
        "simulations": statistics.median(one for one, _ in both),
        "judged": statistics.median(other for _, other in both),
        "ratio": statistics.median(one / other for one, other in both),
    }


def milliseconds(value: float) -> str:
    return f"{value:.3g} ms"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--batches", default="1,8,64,256")
    options.add_argument("--threads", type=int, default=1)
    options.add_argument("--quick", action="store_true")
    options.add_argument("--markdown", type=Path)
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    torch.set_num_threads(chosen.threads)
    table = Table(
        "Batched inference",
        {
            "network": ("network", str),
            "batch": ("batch", str),
            "onnx": ("onnxruntime", milliseconds),
            "torch": ("PyTorch", milliseconds),
            "ratio": ("ratio", times),
            "most": ("at most", times),
            "judged": ("positions a second", short),
        },
    )
    table.rows = [
        row_of(name, int(batch), chosen.threads, chosen.quick)
        for name in ("thesis", "residual")
        for batch in chosen.batches.split(",")
    ]
    searches = Table(
        "PUCT with the residual network",
        {
            "batch": ("batch", str),
            "simulations": ("simulations a second", short),
            "judged": ("positions a second, network alone", short),
            "ratio": ("ratio", times),
        },
    )
    searches.rows = [
        search_row(int(batch), chosen.threads, chosen.quick) for batch in chosen.batches.split(",")
    ]
    publish([table, searches], {"threads": chosen.threads}, chosen.markdown, chosen.json)


if __name__ == "__main__":
    main()
