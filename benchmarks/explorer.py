"""How soon the explorer answers: `python benchmarks/explorer.py GAME ... [--requests N]`.

The games are counted before, by `nupp explorer make GAME`, in the data folder (`NUPP_DATA`). A server runs in
a process of its own. Asked for are the positions of lines in which each move is drawn as often as it was
played. Printed are the games counted, and the median, the 95th percentile and the longest time of a request
in milliseconds; the last column is that of the first one, which opens the file.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from rooms import Process, Web

import nupp
from nupp.arena.explorer import path_of

PAUSE = 0.05
"""Seconds between two requests, which the server's limit for a client allows."""


def asked(web: Web, game: str, moves: list[str]) -> tuple[float, dict[str, Any]]:
    """The milliseconds that an answer takes, and the answer."""
    time.sleep(PAUSE)
    began = time.perf_counter()
    answer = web.ask("/api/explorer", {"game": game, "moves": moves})
    return 1000 * (time.perf_counter() - began), answer


def line_of(name: str, web: Web, requests: int, rng: random.Random) -> str:
    """A line of the table."""
    game = nupp.game(name)
    if not path_of(game).exists():
        raise SystemExit(f"{path_of(game)} is not there: expected `nupp explorer make {game.spec}` before")
    web.ask("/api/scene", {"game": game.spec, "moves": []})  # as the page does before
    opening, answer = asked(web, game.spec, [])
    times: list[float] = []
    while len(times) < requests:
        moves: list[str] = []
        took, found = asked(web, game.spec, moves)
        while found["moves"] and len(times) < requests:
            times.append(took)
            weights = [one["first"] + one["draws"] + one["second"] for one in found["moves"]]
            moves.append(rng.choices(found["moves"], weights)[0]["move"])
            took, found = asked(web, game.spec, moves)
    median, most, longest = np.quantile(times, (0.5, 0.95, 1))
    return f"{name:28} {answer['games']:8} {median:8.1f} {most:8.1f} {longest:8.1f} {opening:8.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--requests", type=int, default=200, metavar="N", help="for each game")
    wanted = parser.parse_args()
    print(f"{'game':28} {'games':>8} {'median':>8} {'95 %':>8} {'longest':>8} {'first':>8}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Process(f"sqlite:///{folder / 'nupp.db'}", folder / "log") as server:
            web = Web(server.url)
            for game in wanted.games:
                print(line_of(game, web, wanted.requests, random.Random(1)), flush=True)


if __name__ == "__main__":
    main()
