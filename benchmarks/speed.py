"""How fast nupp is: perft, random playouts and alpha-beta of every game, and what starting costs.

    python benchmarks/speed.py [GAME ...] [--quick] [--markdown FILE] [--json FILE]

Every figure is the median of several repetitions on one thread.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from measure import (
    Row,
    Table,
    median_of,
    megabytes,
    n_lasting,
    publish,
    seconds,
    seconds_a_call,
    short,
    timed,
)
from rich.console import Console

import nupp
from nupp.evaluators import default_evaluator
from nupp.search.playout import random_playouts
from nupp.spec import parse_spec

PROBE = Path(__file__).with_name("probe.py")

PUBLISHED = Path(__file__).parents[1] / "tests" / "data" / "perft.json"
"""Counts of which several independent programs agree."""
PERFT_SECONDS = 0.3
"""perft goes to the first depth that takes at least so long."""
PERFT_LIMIT = 3.0
"""perft goes to no depth that is expected to take longer."""
PERFT_ALSO = {"othello": 10}
"""Further depths, for comparison with what others publish."""
EVALUATORS_ALSO = {"othello": "mobility"}
"""Evaluators measured besides the default."""


class Effort(NamedTuple):
    """How thoroughly to measure."""

    repetitions: int
    starts: int
    search_seconds: float
    playout_seconds: float
    memory_seconds: float


THOROUGH = Effort(repetitions=5, starts=3, search_seconds=1.5, playout_seconds=0.5, memory_seconds=10)
QUICK = Effort(repetitions=3, starts=1, search_seconds=0.5, playout_seconds=0.2, memory_seconds=2)


# ---- perft -----------------------------------------------------------------------------------------


def perft_table(names: list[str], effort: Effort) -> Table:
    columns = {
        "game": ("Game", str),
        "depth": ("Depth", str),
        "leaves": ("Leaves", "{:,}".format),
        "seconds": ("Time", "{:.3f} s".format),
        "rate": ("Leaves/s", short),
    }
    return Table("perft", columns, [row for name in names for row in perft_rows(name, effort)])


def perft_rows(name: str, effort: Effort) -> Iterator[Row]:
    position = nupp.game(name).start_position()
    for depth in sorted({perft_depth(position), PERFT_ALSO.get(name, 1)} - {1}):
        leaves = nupp.perft(position, depth)
        took = median_of(lambda d=depth: seconds_a_call(lambda: nupp.perft(position, d)), effort.repetitions)
        yield {"game": name, "depth": depth, "leaves": leaves, "seconds": took, "rate": leaves / took}


def perft_depth(position: nupp.Position) -> int:
    """The first depth that takes long enough, if the one before does not promise that it takes too long."""
    depth, paths = 1, len(position.legal_moves)
    deeper = nupp.perft(position, 2)  # compiles
    while deeper > 0:
        depth, before, paths = depth + 1, paths, deeper
        took = timed(lambda d=depth: nupp.perft(position, d))
        if took >= PERFT_SECONDS or took * paths / before > PERFT_LIMIT:
            break
        deeper = nupp.perft(position, depth + 1)
    return depth


def published_table(names: list[str], effort: Effort) -> Table:
    """The deepest published counts, counted once each; a wrong one ends the program."""
    columns = {
        "game": ("Game", str),
        "depth": ("Depth", str),
        "leaves": ("Leaves as published", "{:,}".format),
        "seconds": ("Time", "{:.3f} s".format),
        "rate": ("Leaves/s", short),
    }
    published = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    chosen = {parse_spec(name).name for name in names}
    specs = [spec for spec in published if spec.partition(":")[0] in chosen]
    return Table("published perft", columns, [published_row(spec, published[spec]) for spec in specs])


def published_row(spec: str, counts: list[int]) -> Row:
    position = nupp.game(spec).start_position()
    depth = max(depth for depth, count in enumerate(counts, start=1) if count > 0)
    nupp.perft(position, 2)  # compiles
    found: list[int] = []
    took = timed(lambda: found.append(nupp.perft(position, depth)))
    if (leaves := found[0]) != counts[depth - 1]:
        sys.exit(f"perft of {spec} to depth {depth}: {leaves}, expected {counts[depth - 1]}")
    return {"game": spec, "depth": depth, "leaves": leaves, "seconds": took, "rate": leaves / took}


# ---- playouts ----------------------------------------------------------------------------------------


def playout_table(names: list[str], effort: Effort) -> Table:
    columns = {
        "game": ("Game", str),
        "length": ("Moves a game", "{:.1f}".format),
        "rate": ("Playouts/s", short),
        "moves": ("Moves/s", short),
    }
    return Table("Random playouts", columns, [playout_row(name, effort) for name in names])


def playout_row(name: str, effort: Effort) -> Row:
    position = nupp.game(name).start_position()

    def took(n: int) -> float:
        return timed(lambda: random_playouts(position, n, seed=1))

    n = n_lasting(effort.playout_seconds, took)
    moves, _ = random_playouts(position, n, seed=1)
    took_n = median_of(lambda: took(n), effort.repetitions)
    return {"game": name, "length": moves / n, "rate": n / took_n, "moves": moves / took_n}


# ---- alpha-beta --------------------------------------------------------------------------------------


def search_table(names: list[str], effort: Effort) -> Table:
    columns = {
        "game": ("Game", str),
        "evaluator": ("Evaluator", str),
        "depth": ("Depth reached", str),
        "rate": ("Nodes/s", short),
    }
    rows = [search_row(name, default_evaluator(nupp.game(name)), effort) for name in names]
    rows += [search_row(name, EVALUATORS_ALSO[name], effort) for name in names if name in EVALUATORS_ALSO]
    return Table("Alpha-beta, all parts on", columns, rows)


def search_row(name: str, evaluator: str, effort: Effort) -> Row:
    position = nupp.game(name).start_position()
    player = nupp.player(f"alphabeta:eval={evaluator}", position.game)
    budget = nupp.Budget(seconds=effort.search_seconds)
    player.choose(position, budget)  # compiles, and touches the memory of the table
    depths = []

    def nodes_a_second() -> float:
        decisions = [player.choose(position, budget)]
        while sum(one.seconds for one in decisions) < effort.search_seconds / 2:  # small games are solved
            decisions.append(player.choose(position, budget))
        depths.append(decisions[0].depth)
        return sum(one.nodes for one in decisions) / sum(one.seconds for one in decisions)

    rate = median_of(nodes_a_second, effort.repetitions)
    return {"game": name, "evaluator": evaluator, "depth": statistics.median_low(depths), "rate": rate}


# ---- starting ----------------------------------------------------------------------------------------


def start_table(names: list[str], effort: Effort) -> Table:
    columns = {
        "game": ("Game", str),
        "perft_cold": ("perft, compiled", seconds),
        "perft_warm": ("loaded", seconds),
        "search_cold": ("Alpha-beta, compiled", seconds),
        "search_warm": ("loaded", seconds),
        "moves": ("`nupp moves`, CPU", seconds),
        "memory": ("Peak memory", megabytes),
        "state": ("State", "{} B".format),
    }
    return Table("First results and memory", columns, [start_row(name, effort) for name in names])


def start_row(name: str, effort: Effort) -> Row:
    perft_cold, perft_warm = first_results("perft", name, effort)
    search_cold, search_warm = first_results("alphabeta", name, effort)
    with tempfile.TemporaryDirectory() as cache:
        run_moves(name, cache)
        moves = median_of(lambda: cpu_seconds(lambda: run_moves(name, cache)), effort.repetitions)
    with tempfile.TemporaryDirectory() as cache:
        probe("perft", name, cache)
        probe("memory", name, cache, 0.1)  # compiles, so that the search itself is what is measured
        memory = probe("memory", name, cache, effort.memory_seconds)["bytes"]
    return {
        "game": name,
        "perft_cold": perft_cold,
        "perft_warm": perft_warm,
        "search_cold": search_cold,
        "search_warm": search_warm,
        "moves": moves,
        "memory": memory,
        "state": nupp.game(name).State.itemsize,
    }


def first_results(kind: str, name: str, effort: Effort) -> tuple[float, float]:
    """The processor seconds to a first result with an empty cache of compiled code, and with a filled one."""
    cold, warm = [], []
    for _ in range(effort.starts):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(probe(kind, name, cache)["seconds"])
            warm.append(probe(kind, name, cache)["seconds"])
    return statistics.median(cold), statistics.median(warm)


def probe(kind: str, name: str, cache: str, *arguments: float) -> dict[str, float]:
    """What `probe.py` measures in a new process with a folder of compiled code."""
    return json.loads(run([str(PROBE), kind, name, *map(str, arguments)], cache))


def run_moves(name: str, cache: str) -> None:
    run(["-c", "import sys; from nupp.cli import main; sys.exit(main())", "moves", name], cache)


def run(arguments: list[str], cache: str) -> str:
    """What a new Python process writes."""
    environment = os.environ | {"NUPP_CACHE": cache}
    done = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(arguments)} failed:\n{done.stderr}")
    return done.stdout


def cpu_seconds(work: Callable[[], None]) -> float:
    """The processor time that the processes started by a call take."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


# ---- command line ------------------------------------------------------------------------------------

TABLES = {
    "perft": perft_table,
    "published": published_table,
    "playouts": playout_table,
    "alphabeta": search_table,
    "start": start_table,
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how fast nupp is.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="all registered games unless given")
    parser.add_argument("--only", choices=TABLES, action="append", help="measure this alone; may be repeated")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter repetitions")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables to a file, too")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file, too")
    options = parser.parse_args()
    names = [nupp.game(name).spec for name in options.games] or nupp.GAMES.names()
    effort = QUICK if options.quick else THOROUGH
    tables = []
    for kind in options.only or TABLES:
        with Console(stderr=True).status(f"measuring {kind} of {', '.join(names)}"):
            tables.append(TABLES[kind](names, effort))
    publish(tables, {}, options.markdown, options.json)


if __name__ == "__main__":
    main()
