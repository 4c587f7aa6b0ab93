"""Environments for learners: steps a second of all games, and beside pgx, OpenSpiel and PettingZoo.

    python benchmarks/vector.py [GAME ...] [--environment DIR] [--only own|peers|single] [--quick]

Random legal actions are chosen outside of the environments, in NumPy from the lists of legal actions, or
from the mask alone. All figures are of processor time, all threads together, and so hold on a busy machine;
the best of several turns, since other programs only make a turn slower. Other libraries run in an environment
of their own (see `vector_worker.py`), which is made and filled when it is not there yet, and take turns with
nupp.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from measure import Row, Table, at_least, publish, short, times

import nupp
import nupp.vector
from nupp.adapters.gymnasium import BoardEnv
from nupp.adapters.pettingzoo import BoardAEC
from nupp.rules import actions_of

WORKER = Path(__file__).with_name("vector_worker.py")
REQUIREMENTS = ("jax[cpu]", "pgx", "open_spiel", "pettingzoo[classic]")
ENVS = 1024
MOST_NUMBERS = 20_000_000
"""Games with so many actions that their masks would be larger are stepped in smaller batches."""
FAST = ("othello", "connectfour")
TARGETS = {True: 1_500_000, False: 300_000}
"""Steps a second with masks: of the games in `FAST`, and of all others; with planes half of that."""

Work = Callable[[int], None]


class Pair(NamedTuple):
    """A game of another library, the same of nupp, and how many times faster `nupp.vector` is to be."""

    library: str
    game: str
    own: str
    target: float


PAIRS = (
    Pair("pgx", "connect_four", "connectfour", 10),
    Pair("pgx", "othello", "othello", 10),
    Pair("pgx", "hex", "hex", 10),
    Pair("pgx-scan", "connect_four", "connectfour", 10),
    Pair("pgx-scan", "othello", "othello", 10),
    Pair("pgx-scan", "hex", "hex", 10),
    Pair("openspiel", "connect_four", "connectfour", 30),
    Pair("openspiel", "othello", "othello", 30),
    Pair("openspiel", "checkers", "draughts:variant=english", 30),
    Pair("openspiel", "hex", "hex:swap=false", 30),
    Pair("pettingzoo", "connect_four_v3", "connectfour", 300),
    Pair("pettingzoo", "tictactoe_v3", "tictactoe", 300),
)

SINGLE = (
    ("connectfour", "connect_four"),
    ("othello", "othello"),
    ("draughts:variant=english", "checkers"),
)


# ---- nupp --------------------------------------------------------------------------------------------


def batch(spec: str, observation: str, by_mask: bool = False) -> tuple[Work, int]:
    """Steps of a vector environment, and how many games it has."""
    game = nupp.game(spec)
    envs = min(ENVS, max(64, MOST_NUMBERS // actions_of(game).count))
    env = nupp.vector.make(game, envs, observation=observation)
    rng, rows = np.random.default_rng(1), np.arange(envs)
    seen, info = env.reset(seed=1)

    def choose() -> Any:
        if by_mask:
            mask = seen["action_mask"]
            return (mask * rng.random(mask.shape, dtype=np.float32)).argmax(axis=1)
        count = info["legal_count"]
        return info["legal_actions"][rows, (rng.random(envs) * count).astype(np.int64)]

    def work(n: int) -> None:
        nonlocal seen, info
        for _ in range(n):
            seen, _, _, _, info = env.step(choose())

    return work, envs


def aec(spec: str) -> Work:
    env, rng = BoardAEC(spec), np.random.default_rng(1)
    env.reset()

    def work(n: int) -> None:
        for _ in range(n):
            if env.terminations[env.agent_selection]:
                env.reset()
            seen, *_ = env.last()
            env.step(_any_of(seen["action_mask"], rng))

    return work


def single(spec: str) -> Work:
    """Both plies of each step count."""
    env, rng = BoardEnv(spec), np.random.default_rng(1)
    seen, _ = env.reset(seed=1)

    def work(n: int) -> None:
        nonlocal seen
        for _ in range(n):
            seen, _, over, _, _ = env.step(_any_of(seen["action_mask"], rng))
            if over:
                seen, _ = env.reset()

    return work


def states(spec: str) -> Work:
    """OpenSpiel's loop over the adapter."""
    import random

    import pyspiel

    import nupp.adapters.openspiel

    name, _, parameters = spec.partition(":")
    rules = pyspiel.load_game(nupp.adapters.openspiel.PREFIX + name + f"({parameters})" * bool(parameters))
    state = rules.new_initial_state()

    def work(n: int) -> None:
        nonlocal state
        for _ in range(n):
            if state.is_terminal():
                state = rules.new_initial_state()
            state.apply_action(random.choice(state.legal_actions()))

    return work


def _any_of(mask: Any, rng: np.random.Generator) -> int:
    found = mask.nonzero()[0]
    return int(found[int(rng.random() * len(found))])


def seconds(work: Work, n: int) -> float:
    """The processor seconds of n steps."""
    began = time.process_time()
    work(n)
    return time.process_time() - began


def rate(work: Work, turns: int, lasting: float) -> float:
    """Steps a second, the best of several turns."""
    work(5)
    n = max(5, int(lasting * 5 / max(1e-4, seconds(work, 5))))
    return max(n / seconds(work, n) for _ in range(turns))


# ---- tables --------------------------------------------------------------------------------------------


def own_table(specs: list[str], turns: int, lasting: float) -> Table:
    columns: dict[str, tuple[str, Callable[[Any], str]]] = {
        "game": ("game", str),
        "envs": ("games at once", str),
        "masks": ("steps a second, with masks", short),
        "by_mask": ("chosen from the mask", short),
        "target": ("target", lambda value: f">= {short(value)}"),
        "planes": ("with planes", short),
        "planes_target": ("target", lambda value: f">= {short(value)}"),
        "flat": ("flat", short),
    }
    rows: list[Row] = []
    for spec in specs:
        target = TARGETS[spec in FAST]
        work, envs = batch(spec, "none")
        row: Row = {"game": spec, "envs": envs, "target": target, "planes_target": target / 2}
        row["masks"] = envs * rate(work, turns, lasting)
        row["by_mask"] = envs * rate(batch(spec, "none", by_mask=True)[0], turns, lasting)
        row["planes"] = envs * rate(batch(spec, "planes")[0], turns, lasting)
        row["flat"] = envs * rate(batch(spec, "flat")[0], turns, lasting)
        print(
            {key: short(value) if isinstance(value, float) else value for key, value in row.items()},
            flush=True,
        )
        rows.append(row)
    return Table("nupp.vector", columns, rows)


class Peers:
    """The worker with the other libraries."""

    def __init__(self, python: Path) -> None:
        self._process = subprocess.Popen(
            [python, WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def rate(self, library: str, game: str, envs: int, lasting: float) -> float:
        """Steps a second of all games together."""
        tried = self._seconds(library, game, envs, 10)
        n = max(10, int(lasting * 10 / max(1e-4, tried)))
        return envs * n / self._seconds(library, game, envs, n)

    def _seconds(self, library: str, game: str, envs: int, steps: int) -> float:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        asked = {"library": library, "game": game, "envs": envs, "steps": steps}
        print(json.dumps(asked), file=self._process.stdin, flush=True)
        return float(json.loads(self._process.stdout.readline())["seconds"])

    def close(self) -> None:
        self._process.communicate()


def peers_table(peers: Peers, turns: int, lasting: float) -> Table:
    columns: dict[str, tuple[str, Callable[[Any], str]]] = {
        "library": ("library", str),
        "game": ("game", str),
        "peer": ("its steps a second", short),
        "planes": ("nupp.vector with planes", short),
        "masks": ("with masks", short),
        "ratio": ("ratio with planes", times),
        "mask_ratio": ("with masks", times),
        "target": ("target", at_least),
    }
    rows: list[Row] = []
    for pair in PAIRS:
        planes, envs = batch(pair.own, "planes")
        masks, _ = batch(pair.own, "none")
        envs_of_peer = 1 if pair.library == "pettingzoo" else ENVS if pair.library.startswith("pgx") else 64
        found = [
            (
                peers.rate(pair.library, pair.game, envs_of_peer, lasting),
                envs * rate(planes, 1, lasting),
                envs * rate(masks, 1, lasting),
            )
            for _ in range(turns)
        ]
        peer, own, fast = (max(column) for column in zip(*found, strict=True))
        row: Row = {"library": pair.library, "game": pair.game, "peer": peer, "planes": own, "masks": fast}
        rows.append(row | {"ratio": own / peer, "mask_ratio": fast / peer, "target": pair.target})
        print(rows[-1], flush=True)
    return Table("beside other libraries", columns, rows)


def single_table(peers: Peers, turns: int, lasting: float) -> Table:
    columns: dict[str, tuple[str, Callable[[Any], str]]] = {
        "game": ("game", str),
        "environment": ("OpenSpiel's rl_environment", short),
        "tensors": ("pyspiel with tensor and mask", short),
        "aec": ("PettingZoo adapter", short),
        "gymnasium": ("Gymnasium adapter, plies", short),
        "states": ("pyspiel, states alone", short),
        "adapter": ("OpenSpiel adapter, states alone", short),
    }
    rows: list[Row] = []
    for spec, game in SINGLE:
        row: Row = {"game": spec}
        own = {"aec": aec(spec), "gymnasium": single(spec), "adapter": states(spec)}
        theirs = {"environment": "openspiel", "tensors": "tensors", "states": "states"}
        row |= {
            key: max(peers.rate(name, game, 1, lasting) for _ in range(turns)) for key, name in theirs.items()
        }
        row |= {key: (1 + (key == "gymnasium")) * rate(work, turns, lasting) for key, work in own.items()}
        rows.append(row)
        print(row, flush=True)
    return Table("single environments", columns, rows)


def python_with_peers(folder: Path) -> Path:
    """The Python of the environment in `folder`, made and filled if it lacks the libraries."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    if subprocess.run(
        [python, "-c", "import pgx, pyspiel, pettingzoo, pygame"], capture_output=True
    ).returncode:
        subprocess.run([python, "-m", "pip", "install", "--quiet", *REQUIREMENTS], check=True)
    return python


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", help="specs; by default all games")
    parser.add_argument(
        "--environment", type=Path, default=Path(".venv-vector"), help="of the other libraries"
    )
    parser.add_argument("--only", choices=["own", "peers", "single"], help="one of the tables")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter turns")
    parser.add_argument("--markdown", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    turns, lasting = (2, 0.2) if options.quick else (5, 0.5)
    tables = []
    if options.only in (None, "own"):
        tables.append(own_table(options.games or nupp.GAMES.names(), turns, lasting))
    if options.only != "own":
        peers = Peers(python_with_peers(options.environment))
        made = {"peers": peers_table, "single": single_table}
        tables += [make(peers, turns, lasting) for name, make in made.items() if options.only in (None, name)]
        peers.close()
    publish(tables, {}, options.markdown, options.json)


if __name__ == "__main__":
    main()
