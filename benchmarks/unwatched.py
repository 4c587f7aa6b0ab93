"""What recorders cost a search that nobody watches: `python benchmarks/unwatched.py [GAME ...] [--rounds N]`.

The package is copied, and every call of a recorder is taken out of the searches of the copy. Both packages
then search the same positions in turn, in processes of their own. Printed are the processor seconds of both,
the ratio of the medians, the middle half of the ratios of single rounds, and the instructions of the search's
machine code in both.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

import nupp
from nupp.arena.openings import random_opening
from nupp.kernel.objects import Kernel
from nupp.players import Budget
from nupp.search.alphabeta import alphabeta
from nupp.search.mcts import simulate
from nupp.search.proofnumber import visit

SEARCHES: dict[str, Kernel[..., Any]] = {"alphabeta": alphabeta, "uct": simulate, "proofnumber": visit}
CASES = (
    ("othello", "alphabeta"),
    ("connectfour", "alphabeta"),
    ("mnk", "alphabeta"),
    ("hexxagon", "uct"),
    ("domineering", "proofnumber"),
)
"""Games and players."""
NODES = {"alphabeta": 4_000_000, "uct": 100_000, "proofnumber": 1_000_000}
"""Positions that a search visits."""
OPENING = 8
"""Random moves before the position that is searched."""


class WithoutRecorders(ast.NodeTransformer):
    """Takes calls of recorders out of functions; `recorder.leave` returns its last argument."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        return None if _is_recording(node.value) else self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        return self.generic_visit(node.args[-1] if _is_recording(node) else node)


def _is_recording(node: ast.AST) -> bool:
    """True for `recorder.method(...)`."""
    return isinstance(node, ast.Call) and ast.unparse(node.func).startswith("recorder.")


def copy_without_recorders(folder: Path) -> None:
    """Copy the package to a folder, with searches that have no calls of recorders."""
    package = folder / "nupp"
    shutil.copytree(
        Path(nupp.__file__).parent, package, ignore=shutil.ignore_patterns("static", "__pycache__")
    )
    for file in (package / "search").glob("*.py"):
        if file.name != "recorder.py":
            tree = WithoutRecorders().visit(ast.parse(file.read_text()))
            file.write_text(ast.unparse(ast.fix_missing_locations(tree)))
            assert not re.search(r"\brecorder\.\w+\(", file.read_text()), file


class Side:
    """A process that searches with one of the packages."""

    def __init__(self, package: Path, cache: Path, game: str, player: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--child", game, player],
            env={**os.environ, "PYTHONPATH": str(package), "NUPP_CACHE": str(cache)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self.instructions = int(self._process.stdout.readline())

    def search(self) -> float:
        """The processor seconds of one more search."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())

    def close(self) -> None:
        self._process.communicate()


def child(game: str, player: str) -> None:
    """Print the number of the search's instructions, then the seconds of a search for each line read."""
    rules = nupp.game(game)
    position = random_opening(rules, OPENING, np.random.default_rng(1))
    machine = nupp.player(player, rules)

    def search() -> float:
        machine.forget()
        began = time.process_time()
        machine.choose(position, Budget(nodes=NODES[player]))
        return time.process_time() - began

    search()
    print(instructions(player), flush=True)
    for _ in sys.stdin:
        print(search(), flush=True)


def instructions(player: str) -> int:
    """The instructions of the search's machine code."""
    compiled = next(iter(SEARCHES[player].dispatcher.overloads.values()))
    lines = compiled.library.get_asm_str().splitlines()
    return sum(re.match(r"\t[a-z]", line) is not None for line in lines)


def compare(package: Path, caches: Path, game: str, player: str, rounds: int) -> str:
    """A line of the table."""
    original = Path(nupp.__file__).parents[1]
    sides = [Side(path, caches / path.name, game, player) for path in (original, package)]
    times = [[side.search() for side in sides] for _ in range(rounds)]
    for side in sides:
        side.close()
    with_recorder, without = (statistics.median(column) for column in zip(*times, strict=True))
    low, high = (bound for bound in np.quantile([a / b for a, b in times], (0.25, 0.75)))
    return (
        f"{game:14} {player:12} {with_recorder:8.3f} {without:8.3f} {with_recorder / without:8.4f}"
        f"  {low:.3f} to {high:.3f} {sides[0].instructions:8} {sides[1].instructions:8}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all of the list without one")
    parser.add_argument("--rounds", type=int, default=15, help="searches of each package, in turn")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.child:
        child(*wanted.child)
        return
    titles = f"{'with':>8} {'without':>8} {'ratio':>8}  {'rounds':14} {'code':>8} {'without':>8}"
    print(f"{'game':14} {'player':12} {titles}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_without_recorders(folder / "without")
        for game, player in CASES:
            if wanted.games and game not in wanted.games:
                continue
            print(compare(folder / "without", folder, game, player, wanted.rounds), flush=True)


if __name__ == "__main__":
    main()
