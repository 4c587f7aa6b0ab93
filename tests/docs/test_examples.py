"""The examples of learning, each one file, run at a small scale."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def torch() -> Iterator[Any]:
    """PyTorch with one thread: small networks are faster so, above all where other tests run.

    It is imported when a test runs: it would take every worker two seconds of collecting.
    """
    module = pytest.importorskip("torch")
    before = module.get_num_threads()
    module.set_num_threads(1)
    yield module
    module.set_num_threads(before)


def test_ppo_learns_connect_four_by_self_play() -> None:
    """More than three points of four against random moves, after one update."""
    example = runpy.run_path(str(EXAMPLES / "ppo_selfplay.py"))
    agent = example["main"](["--steps", "4096", "--envs", "128"])
    assert example["points"](agent, "random") > 0.75


def test_dqn_learns_from_games_against_an_opponent(torch: Any, tmp_path: Path) -> None:
    """Too short to play well: it runs, and its values are numbers."""
    example = runpy.run_path(str(EXAMPLES / "dqn_opponent.py"))
    example["train"].__globals__.update(WARM=300, FRESH=5)  # so that it learns soon, and from both networks
    saved = tmp_path / "values.pt"
    values = example["main"](["--steps", "640", "--envs", "32", "--save", str(saved)])
    assert all(torch.isfinite(weights).all() for weights in values.parameters())
    assert saved.stat().st_size > 0


def test_gumbel_alphazero_finds_a_win_in_hex() -> None:
    """Some rounds: its searches win most games against random moves, as one that learnt nothing does not."""
    example = runpy.run_path(str(EXAMPLES / "gumbel_alphazero.py"))
    agent = example["main"](["--rounds", "3", "--envs", "16"])
    assert example["points"](agent, "random", 16) > 0.6


def test_halving_gives_every_simulation_a_move() -> None:
    halving = runpy.run_path(str(EXAMPLES / "gumbel_alphazero.py"))["halving"]
    assert halving(4, 8) == [0, 0, 0, 0, 1, 1, 2, 2]


def test_every_example_is_run_here() -> None:
    assert sorted(path.name for path in EXAMPLES.glob("*.py")) == [
        "dqn_opponent.py",
        "gumbel_alphazero.py",
        "ppo_selfplay.py",
    ]
