"""How fast the exact solvers are: positions a second on the reference sets, and on whole games.

    python benchmarks/solvers.py [--quick] [--markdown FILE] [--json FILE]

Times are seconds of processor time, on one thread. perft of the same game stands beside each figure, counted
in the same minute, to tell a slow machine from a slow solver. A wrong value ends the program.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from measure import Row, Table, publish, seconds, short
from rich.console import Console

import nupp
from nupp.search.solve import Solver, new_solver, solve

SETS = Path(__file__).parents[1] / "tests" / "data" / "connect4"
BOARDS = {
    "c4_end": "connectfour",
    "c4_middle": "connectfour",
    "c4_opening": "connectfour",
    "c4_5x5": "connectfour:size=5",
}
WHOLE = {
    "connectfour:width=6,height=4": -1,
    "connectfour:width=6,height=5": 0,
    "othello:size=4": -1,
    "morris:men=3": 1,
    "labyrinth:map=grid4x4": 0,
    "mnk:width=4,height=4,k=4": 0,
    "dotsandboxes:size=3,passing=false": -1,
    "dotsandboxes:width=4,height=3,passing=false": 0,
}
"""Games, and their values as published."""
LONG = {"connectfour:width=7,height=5": 0, "connectfour:size=6": -1, "morris:men=6": 0}
"""The same of games that take minutes."""
MEMORY = 256
PERFT = {"connectfour": 8}


def spent(work: Callable[[], Any]) -> float:
    """The seconds of processor time that a call takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def set_table(repetitions: int) -> Table:
    columns = {
        "set": ("Set", str),
        "count": ("Positions", str),
        "nodes": ("Visited", short),
        "seconds": ("Time", seconds),
        "worst": ("Slowest", seconds),
        "rate": ("Visited/s", short),
        "perft": ("perft leaves/s", short),
    }
    return Table("Connect four, reference sets", columns, [set_row(name, repetitions) for name in BOARDS])


def set_row(name: str, repetitions: int) -> Row:
    """The median of several runs, each with an empty table."""
    start = nupp.game(BOARDS[name]).start_position()
    lines = [line.split() for line in (SETS / f"{name}.txt").read_text().splitlines()]
    positions = [
        (start.play_all(line[0]), int(line[1])) for line in lines if len(line) == 2 and line[0].isdigit()
    ]
    runs = sorted(set_run(positions) for _ in range(repetitions))
    took, nodes, worst = runs[len(runs) // 2]
    leaves = nupp.perft(start, PERFT["connectfour"])
    perft = leaves / spent(lambda: nupp.perft(start, PERFT["connectfour"]))
    rate = nodes / took
    return {
        "set": name, "count": len(positions), "nodes": nodes, "seconds": took, "worst": worst, "rate": rate,
        "perft": perft,
    }  # fmt: skip


def set_run(positions: list[tuple[nupp.Position, int]]) -> tuple[float, int, float]:
    """The seconds, the positions visited, and the seconds of the slowest position."""
    solver = new_solver(min((position for position, _ in positions), key=lambda one: one.ply), MEMORY)
    solver.compile(positions[0][0])
    times = []
    for position, score in positions:
        times.append(spent(lambda one=position, wanted=score: check(solver, one, wanted)))
    return sum(times), solver.nodes, max(times)


def check(solver: Solver, position: nupp.Position, score: int) -> None:
    """Solve a position and end the program if its score, 1 + the winner's stones in hand, is another one."""
    value = solver.value(position)
    empty = len(position.game.board) - position.ply - value.plies
    found = (value.outcome if position.to_move == 0 else -value.outcome) * ((empty + 2) // 2)
    if found != score:
        sys.exit(f"{' '.join(position.moves)}: {found}, expected {score}")


def game_table(values: dict[str, int]) -> Table:
    columns = {
        "game": ("Game", str),
        "method": ("Method", str),
        "nodes": ("Visited", short),
        "seconds": ("Time", seconds),
        "rate": ("Visited/s", short),
        "perft": ("perft leaves/s", short),
    }
    return Table("Whole games", columns, [game_row(spec, value) for spec, value in values.items()])


def game_row(spec: str, value: int) -> Row:
    start = nupp.game(spec).start_position()
    new_solver(start, 2048).compile(start)
    began = time.process_time()
    found = solve(start, 2048, force=True)
    took = time.process_time() - began
    if found.value.outcome != value:
        sys.exit(f"{spec}: {found.value}, expected {value}")
    rate = found.nodes / max(took, 1e-9)
    return {
        "game": spec, "method": found.method, "nodes": found.nodes, "seconds": took, "rate": rate,
        "perft": perft_rate(start),
    }  # fmt: skip


def perft_rate(start: nupp.Position) -> float:
    """Leaves a second at the first depth that takes 0.2 seconds, or at the last that has any."""
    nupp.perft(start, 2)  # compiles
    depth, rate, took = 2, 0.0, 0.0
    while took < 0.2:
        began = time.process_time()
        leaves = nupp.perft(start, depth)
        took = time.process_time() - began
        if leaves == 0:
            break
        depth, rate = depth + 1, leaves / max(took, 1e-9)
    return rate


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how fast nupp solves games.")
    parser.add_argument(
        "--quick", action="store_true", help="fewer repetitions, and no game that takes minutes"
    )
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables to a file, too")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file, too")
    options = parser.parse_args()
    with Console(stderr=True).status("measuring the solvers"):
        tables = [set_table(1 if options.quick else 5), game_table(WHOLE if options.quick else WHOLE | LONG)]
    publish(tables, {}, options.markdown, options.json)


if __name__ == "__main__":
    main()
