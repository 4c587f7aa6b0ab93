"""nupp beside OpenSpiel: random playouts a second of the games that both have, measured in turn.

    python benchmarks/peers.py [--environment DIR] [--quick] [--markdown FILE] [--json FILE]

OpenSpiel (C++) plays from an environment of its own, which is made, and OpenSpiel installed in it, when it
is not there yet. The two systems take turns, so that a machine whose speed changes treats them alike; the
ratios are those of neighbouring measurements. Each uses one thread, and the other waits meanwhile.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path
from typing import NamedTuple

from measure import Row, Table, at_least, n_lasting, publish, short, timed, times
from openspiel import OpenSpiel, python_with_openspiel
from rich.console import Console

import nupp
from nupp.search.playout import random_playouts

LENGTHS = 100
"""How many random games tell the mean number of moves."""


class Pair(NamedTuple):
    """A game of nupp, the same game of OpenSpiel, and how many times faster nupp is to be."""

    game: str
    peer: str
    target: float | None = None

    @property
    def name(self) -> str:
        """The game's name without its parameters."""
        return self.game.partition(":")[0]


PAIRS = (
    Pair("othello", "othello", target=45),
    Pair("mnk", "mnk(m=15,n=15,k=5)", target=100),
    Pair("mnk", "gomoku(size=15,connect=5)", target=5),
    Pair("tictactoe", "tic_tac_toe", target=3),
    Pair("connectfour", "connect_four", target=25),
    Pair("morris:flying=true", "nine_mens_morris", target=12),
    Pair("draughts:variant=english", "checkers", target=35),
    Pair("dotsandboxes:size=5,passing=false", "dots_and_boxes(num_rows=5,num_cols=5)", target=25),
    Pair("amazons", "amazons", target=6),
    Pair("hex:swap=false", "hex", target=1),
    Pair("breakthrough", "breakthrough", target=1),
)


def lengths(openspiel: OpenSpiel, game: str, n: int) -> list[int]:
    """The numbers of actions of `n` random games."""
    return [len(played["actions"]) for played in openspiel.answers(n, task="games", game=game, n=n, seed=1)]


def compare(pair: Pair, openspiel: OpenSpiel, rounds: int, seconds: float) -> Row:
    """The playouts a second of both systems, in turn, their ratios, and the moves a second.

    OpenSpiel does not say how many moves its playouts take; they are reckoned from the mean length of other
    random games. What it splits into several actions counts as several.
    """
    position = nupp.game(pair.game).start_position()
    plies = statistics.fmean(lengths(openspiel, pair.peer, LENGTHS))
    own_plies = random_playouts(position, LENGTHS, 1)[0] / LENGTHS

    def ours(n: int, seed: int = 0) -> float:
        return timed(lambda: random_playouts(position, n, seed))

    def theirs(n: int, seed: int = 0) -> float:
        return openspiel.ask(task="playouts", game=pair.peer, n=n, seed=seed)["seconds"]

    n, m = n_lasting(seconds, ours), n_lasting(seconds, theirs)
    rates = [(n / ours(n, seed), m / theirs(m, seed)) for seed in range(rounds)]
    ratios = [our_rate / their_rate for our_rate, their_rate in rates]
    return {
        "game": pair.game,
        "peer": pair.peer,
        "ours": statistics.median(our_rate for our_rate, _ in rates),
        "theirs": statistics.median(their_rate for _, their_rate in rates),
        "our_moves": own_plies * statistics.median(our_rate for our_rate, _ in rates),
        "their_moves": plies * statistics.median(their_rate for _, their_rate in rates),
        "lowest": min(ratios),
        "ratio": statistics.median(ratios),
        "highest": max(ratios),
        "target": pair.target,
    }


COLUMNS = {
    "game": ("Game", str),
    "peer": ("OpenSpiel's", str),
    "ours": ("nupp", short),
    "theirs": ("OpenSpiel", short),
    "ratio": ("Ratio", times),
    "lowest": ("Lowest", times),
    "highest": ("Highest", times),
    "target": ("Target", at_least),
    "our_moves": ("Moves/s", short),
    "their_moves": ("OpenSpiel's", short),
}


def read_options(description: str) -> tuple[argparse.Namespace, list[Pair]]:
    """The options of a comparison with OpenSpiel, and the pairs of games that they name."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all games that both have unless given")
    parser.add_argument("--environment", type=Path, default=Path(".venv-peers"), metavar="DIR")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter measurements")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables to a file, too")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file, too")
    options = parser.parse_args()
    pairs = [pair for pair in PAIRS if not options.games or pair.name in options.games]
    if not pairs:
        sys.exit(f"no game to compare: expected some of {', '.join(sorted({pair.name for pair in PAIRS}))}")
    return options, pairs


def main() -> None:
    options, pairs = read_options("Compare the speed of nupp with OpenSpiel's.")
    rounds, seconds = (3, 0.2) if options.quick else (9, 0.5)
    openspiel = OpenSpiel(python_with_openspiel(options.environment))
    release = openspiel.ask(task="version")["version"]
    with Console(stderr=True).status("measuring in turn"):
        rows = [compare(pair, openspiel, rounds, seconds) for pair in pairs]
    openspiel.close()
    table = Table("Random playouts a second", COLUMNS, rows)
    publish([table], {"open_spiel": release}, options.markdown, options.json)


if __name__ == "__main__":
    main()
