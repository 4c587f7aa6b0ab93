"""Monte-Carlo tree search: simulations a second of nupp beside OpenSpiel's, and of two threads beside one.

    python benchmarks/mcts.py [GAME ...] [--environment DIR] [--quick] [--markdown FILE] [--json FILE]

Both systems make the same number of simulations in a search, one random playout each, with the same weight
of the confidence bound, and prove what is won or lost; a search that has proved its root ends. They search
the start position, and positions half-way through random games. They take turns as in `peers.py`, whose
games and environment these are.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from measure import Row, Table, at_least, publish, short, times
from openspiel import OpenSpiel, python_with_openspiel
from rich.console import Console

import nupp
from nupp.players import Budget
from nupp.players.uct import UCT, UCTOptions
from nupp.rules import Position
from nupp.search.mcts import set_root, simulate
from nupp.search.recorder import OFF
from peers import Pair, read_options

EXPLORATION = 0.7
"""The weight of the confidence bound with binary logarithms, as nupp has them; OpenSpiel's are natural."""
MEGABYTES = 2000
"""The memory that the tree of either may take."""
SIZES = (1_000, 10_000, 100_000)
"""The simulations of a search, as far as OpenSpiel makes them in reasonable time."""
POSITIONS = {"start": 1, "middle": 8}
"""From where games are searched, and how many positions a round has; those in the middle differ."""

Counted = tuple[int, float]
"""Simulations, and the seconds that they took."""

TARGETS = {"connect_four": 8.0, "othello": 30.0, "mnk(m=15,n=15,k=5)": 30.0}
"""How many times faster nupp is to be, by OpenSpiel's names."""
THREADED = ("connectfour", "othello", "mnk", "amazons")
"""The games in which two threads are measured beside one."""
TWO_THREADS = 1.6
"""How many times the simulations of one thread two are to make."""


def searcher(game: str, threads: int = 1) -> UCT:
    """A plain search by nupp that keeps nothing from one position to the next."""
    options = UCTOptions(EXPLORATION, memory=MEGABYTES, threads=threads, keep=False, eval="none")
    return UCT(nupp.game(game), options)


@lru_cache
def half_way(game: str, seed: int) -> Position:
    """The position half-way through a random game."""
    rng, position = np.random.default_rng(seed), nupp.game(game).start_position()
    line = [position]
    while not line[-1].is_over:
        line.append(line[-1].play_code(int(rng.choice(line[-1].legal_move_codes))))
    return line[len(line) // 2]


def search(chooser: UCT, position: Position, simulations: int) -> Counted:
    """Search a position with the first of a player's trees, without what a player does besides."""
    game, evaluator, tree = chooser.game, chooser.evaluator, chooser._trees[0]
    tree.search[0].simulation_limit = tree.search[0].simulations + simulations
    began = time.perf_counter()
    set_root(game, evaluator, tree, position)
    made = int(simulate(game, evaluator, OFF, tree, simulations))
    return made, time.perf_counter() - began


def lasting(seconds: float, search: Callable[[int], Counted], seeds: range) -> float:
    """The simulations a second of searches with some seeds, over and over until they fill some time."""
    made, took = 0, 0.0
    while not made or took < seconds:
        for seed in seeds:
            more, longer = search(seed)
            made, took = made + more, took + longer
    return made / took


class Contest(NamedTuple):
    """Searches of one size by both systems, from the start or from the middle."""

    pair: Pair
    place: str
    size: int
    chooser: UCT
    openspiel: OpenSpiel

    def ours(self, seed: int) -> Counted:
        """The simulations of a search, and the seconds that they took."""
        start = self.chooser.game.start_position()
        position = start if self.place == "start" else half_way(self.pair.game, seed)
        return search(self.chooser, position, self.size)

    def theirs(self, seed: int) -> Counted:
        """The same of OpenSpiel."""
        found = self.openspiel.ask(
            task="search",
            game=self.pair.peer,
            place=self.place,
            n=self.size,
            exploration=EXPLORATION / math.sqrt(math.log(2)),
            memory=MEGABYTES,
            seed=seed,
        )
        return found["simulations"], found["seconds"]

    def row(self, rounds: int, seconds: float) -> Row:
        """The rates of both, in turn, and their ratios."""
        self.ours(0)  # compiles, and touches the memory
        positions = POSITIONS[self.place]
        rates = [
            (lasting(seconds, self.ours, seeds), lasting(seconds, self.theirs, seeds))
            for seeds in (
                range(first, first + positions) for first in range(0, rounds * positions, positions)
            )
        ]
        ratios = [our_rate / their_rate for our_rate, their_rate in rates]
        return {
            "game": self.pair.game,
            "peer": self.pair.peer,
            "place": self.place,
            "size": self.size,
            "ours": statistics.median(our_rate for our_rate, _ in rates),
            "theirs": statistics.median(their_rate for _, their_rate in rates),
            "ratio": statistics.median(ratios),
            "lowest": min(ratios),
            "highest": max(ratios),
            "target": TARGETS.get(self.pair.peer),
        }


def contests(pair: Pair, openspiel: OpenSpiel, longest: float) -> Iterator[Contest]:
    """From both places the sizes that OpenSpiel searches within `longest` seconds; the smallest always."""
    chooser = searcher(pair.game)
    for place, positions in POSITIONS.items():
        for size in SIZES:
            contest = Contest(pair, place, size, chooser, openspiel)
            yield contest
            simulations, seconds = contest.theirs(0)
            if 10 * positions * seconds > longest or simulations < size:
                break


def threads_row(game: str, rounds: int, seconds: float) -> Row:
    """The simulations a second of one thread and of two, in turn, from the start."""
    one, two = searcher(game), searcher(game, threads=2)
    position, budget = one.game.start_position(), Budget(seconds=seconds)
    for chooser in (one, two):
        chooser.choose(position, budget)
    rates = [
        [chooser.choose(position, budget).nodes_per_second for chooser in (one, two)] for _ in range(rounds)
    ]
    ratios = [double / single for single, double in rates]
    return {
        "game": game,
        "one": statistics.median(single for single, _ in rates),
        "two": statistics.median(double for _, double in rates),
        "ratio": statistics.median(ratios),
        "lowest": min(ratios),
        "highest": max(ratios),
        "target": TWO_THREADS,
    }


RATIOS = {"ratio": ("Ratio", times), "lowest": ("Lowest", times), "highest": ("Highest", times)}
COLUMNS = {
    "game": ("Game", str),
    "peer": ("OpenSpiel's", str),
    "place": ("From", str),
    "size": ("Simulations", short),
    "ours": ("nupp/s", short),
    "theirs": ("OpenSpiel/s", short),
    **RATIOS,
    "target": ("Target", at_least),
}
THREADS_COLUMNS = {
    "game": ("Game", str),
    "one": ("One thread", short),
    "two": ("Two threads", short),
    **RATIOS,
    "target": ("Target", at_least),
}


def main() -> None:
    options, pairs = read_options("Compare Monte-Carlo tree search with OpenSpiel's.")
    rounds, seconds, longest = (3, 0.2, 2.0) if options.quick else (5, 0.5, 15.0)
    openspiel = OpenSpiel(python_with_openspiel(options.environment))
    release = openspiel.ask(task="version")["version"]
    with Console(stderr=True).status("measuring in turn"):
        rows = [
            contest.row(rounds, seconds) for pair in pairs for contest in contests(pair, openspiel, longest)
        ]
        openspiel.close()
        threaded = [
            threads_row(game, rounds, max(0.5, seconds))
            for game in THREADED
            if not options.games or game in options.games
        ]
    tables = [
        Table("Simulations a second of Monte-Carlo tree search", COLUMNS, rows),
        Table("Simulations a second of one thread and of two", THREADS_COLUMNS, threaded),
    ]
    publish(tables, {"open_spiel": release}, options.markdown, options.json)


if __name__ == "__main__":
    main()
