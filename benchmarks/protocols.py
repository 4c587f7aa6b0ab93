"""Games with clocks through the pipes of each protocol: `strong` as an engine against `strong` without pipes.

    python benchmarks/protocols.py [PROTOCOL ...] [--games N] [--clock CLOCK] [--quick]
                                   [--markdown FILE] [--json FILE]

Both sides think alike, so that what an engine loses it loses by its pipes: on time, by an answer that is
none, or by searching for less time than it has. One game is played at a time, from random openings with sides
swapped.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from pathlib import Path

from measure import Row, Table, publish, seconds

from nupp.arena import Match, play_match

GAMES = {"ugi": "connectfour", "nboard": "othello", "gomocup": "mnk", "hub": "draughts"}
"""The game that is played through each protocol."""

CLOCK = "1s+0.02s"
CLOCKS = {"gomocup": "2s"}
"""Clocks of protocols other than CLOCK: Gomocup's does not tell what a move adds."""


def row_of(protocol: str, games: int, clock: str) -> Row:
    """The figures of a match through one protocol."""
    spec = GAMES[protocol]
    command = [sys.executable, "-m", "nupp", "engine", spec, "--protocol", protocol]
    engine = f"external:cmd=({shlex.join(command)}),protocol={protocol},start=600"
    began = time.perf_counter()
    result = play_match(Match(spec, engine, "strong", games, clock=clock))
    engine_late, direct_late = result.lost_on_time
    return {
        "protocol": protocol,
        "game": spec,
        "games": len(result.records),
        "clock": clock,
        "points": sum(map(result.points, result.records)),
        "engine": engine_late,
        "direct": direct_late,
        "failed": len(result.failures),
        "took": time.perf_counter() - began,
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("protocols", nargs="*", metavar="PROTOCOL", help=", ".join(GAMES))
    options.add_argument("--games", type=int, default=100)
    options.add_argument("--clock", help=f"of each side, for a whole game; usually {CLOCK}, or {CLOCKS}")
    options.add_argument("--quick", action="store_true", help="four games each")
    options.add_argument("--markdown", type=Path)
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    if unknown := set(chosen.protocols) - GAMES.keys():
        options.error(f"unknown protocol {', '.join(sorted(unknown))}: expected {', '.join(GAMES)}")
    table = Table(
        "Games through pipes",
        {
            "protocol": ("protocol", str),
            "game": ("game", str),
            "clock": ("clock of a side", str),
            "games": ("games", str),
            "points": ("points of the engine", "{:g}".format),
            "engine": ("lost on time by the engine", str),
            "direct": ("by the other side", str),
            "failed": ("failures", str),
            "took": ("all games", seconds),
        },
    )
    games = 4 if chosen.quick else chosen.games
    table.rows = [
        row_of(protocol, games, chosen.clock or CLOCKS.get(protocol, CLOCK))
        for protocol in chosen.protocols or GAMES
    ]
    publish([table], {}, chosen.markdown, chosen.json)


if __name__ == "__main__":
    main()
