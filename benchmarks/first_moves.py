"""How soon a machine moves on a fresh install: `python benchmarks/first_moves.py`.

For each game and player a server's pool of engines begins with no compiled code, and plays a first game
against random moves. Printed are the longest and the median time of a move in seconds, how many moves a
stand-in made, and after how many seconds the player's own code was there. With `--own` the same for the best
move of games that nobody has compiled, as programs of their own: processor seconds of the first and the
second call.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import nupp
from nupp.kernel import interpreted
from nupp.players import Budget
from nupp.server.engines.pool import Engines
from nupp.server.metrics import Metrics
from nupp.server.settings import Settings

PLAYERS = ("level:n=1", "level:n=5", "level:n=9", "strong")
OWN = ("hex:size=7", "breakthrough:height=6,width=6")


async def first_game(game: str, player: str, moves: int, seconds: float, pause: float) -> str:
    """Play the first moves of a game, and return a line of the table."""
    engines = Engines(Settings(workers=1), Metrics())
    engines.expect(game, player)  # as when a room is made
    await asyncio.sleep(pause)
    position, rng = nupp.game(game).start_position(), random.Random(1)
    began, own, stood_in, times = time.perf_counter(), None, 0, []
    try:
        while len(times) < moves and not position.is_over:
            asked = time.perf_counter()
            decision = await engines.search(
                "somebody",
                game,
                None,
                list(position.moves),
                player,
                Budget(seconds=seconds),
                keep="a:0",
                seed=1,
                at_once=True,
            )
            times.append(time.perf_counter() - asked)
            stood_in += decision.compiled is not None
            if decision.compiled is None and own is None:
                own = time.perf_counter() - began
            with interpreted():
                position = position.play(decision.move)
                if not position.is_over:
                    position = position.play_code(rng.choice(position.legal_move_codes))
            await asyncio.sleep(pause)
    finally:
        await engines.close()
    there = "" if own is None else f"{own:8.1f}"
    return f"{game:16} {player:10} {max(times):8.2f} {statistics.median(times):8.2f} {stood_in:8} {there:>8}"


def cold_calls(game: str, player: str) -> str:
    """The processor seconds of `nupp best` without and with compiled code, as a line of the table."""
    command = [sys.executable, "-m", "nupp", "best", game, "--player", player, "--time", "1s"]
    spent = []
    for _ in range(2):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return f"{game:30} {player:10} {spent[0]:8.2f} {spent[1]:8.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=nupp.GAMES.names(), metavar="SPEC")
    parser.add_argument("--players", nargs="*", default=PLAYERS, metavar="SPEC")
    parser.add_argument("--moves", type=int, default=12, help="moves of the machine")
    parser.add_argument("--seconds", type=float, default=0.5, help="time of the machine for a move")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds before the next move is wanted")
    parser.add_argument("--own", action="store_true", help="measure the first calls of nupp best instead")
    wanted = parser.parse_args()
    if wanted.own:
        print(f"{'game':30} {'player':10} {'cold':>8} {'warm':>8}")
    else:
        print(f"{'game':16} {'player':10} {'longest':>8} {'median':>8} {'stand-in':>8} {'own after':>8}")
    for game in OWN if wanted.own else wanted.games:
        for player in ("strong", "uct", "alphabeta") if wanted.own else wanted.players:
            with tempfile.TemporaryDirectory() as folder:
                os.environ["NUPP_CACHE"] = folder
                if wanted.own:
                    print(cold_calls(game, player), flush=True)
                    continue
                specs = nupp.game(game).spec, nupp.player(player, game).spec
                line = first_game(*specs, wanted.moves, wanted.seconds, wanted.pause)
                print(asyncio.run(line), flush=True)


if __name__ == "__main__":
    main()
