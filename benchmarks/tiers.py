"""What the first tier of compiled code is worth: `python benchmarks/tiers.py [GAME ...]`.

Games are compiled for a player one after another, each in a process of its own, on a machine where the search
that all games share was compiled before. Printed are the processor seconds until the first tier is there, and
those of the search made for the game, which follows; and the speed of the first tier as a share of the
other's, the median of interleaved rounds. The seconds are those of compiling alone.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import nupp
import nupp.kernel.native  # the compiler itself is loaded before anything is measured
from nupp.players import Budget, Player
from nupp.players.warmup import prepare, prepare_first_tier

GAMES = (
    "hex:size=7",
    "hex:size=8",
    "breakthrough:height=6,width=6",
    "connectfour",
    "othello",
    "hexxagon",
    "amazons:size=6",
)
PLAYERS = ("uct:keep=false", "alphabeta:table=8")
SHARED = "hex:size=6"
"""The game with which the search that games share is compiled."""
ROUNDS, NODES = 7, 20_000


def spent(function: Callable[[], object]) -> float:
    """The processor seconds that a call takes."""
    before = time.process_time()
    function()
    return time.process_time() - before


def speed(first: Player, own: Player) -> float:
    """The speed of the first tier as a share of that of the player's own search."""
    position = own.game.start_position()
    ratios = []
    for _ in range(ROUNDS):
        mine, shared = (
            spent(lambda one=one: one.choose(position, Budget(nodes=NODES)))  # type: ignore[misc]
            for one in (own, first)
        )
        ratios.append(mine / shared)
    return statistics.median(ratios)


def measure(spec: str, player: str) -> str:
    """Compile a game for a player in this process, and return its line of the table."""
    own = nupp.player(player, nupp.game(spec))
    until_first = spent(lambda: prepare_first_tier(own))
    until_own = spent(lambda: prepare(own))
    first = own.first_tier()
    assert first is not None
    return f"{spec:30} {player:16} {until_first:8.2f} {until_own:8.2f} {speed(first, own):8.0%}"


def main() -> None:
    if sys.argv[1:2] == ["--here"]:
        print(measure(*sys.argv[2:]))
        return
    games = sys.argv[1:] or GAMES
    print(f"{'game':30} {'player':16} {'first':>8} {'own':>8} {'speed':>8}")
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NUPP_CACHE": folder}
        for player in PLAYERS:
            for number, spec in enumerate((SHARED, *games)):
                command = [sys.executable, __file__, "--here", spec, player]
                done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
                if number > 0:
                    print(done.stdout, end="", flush=True)


if __name__ == "__main__":
    main()
