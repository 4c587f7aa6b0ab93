"""Networks in the search: their cost beside hand-written evaluators, and how fast those of patterns train.

    python benchmarks/learning.py [GAME ...] [--threads N] [--quick] [--markdown FILE] [--json FILE]

Positions are those of games between players who take the best move by the hand-written evaluator, and now and
then another: boards look as they do in play. Networks have random weights, all of which count, so that the
processor's caches get no help. The evaluators of a game are timed in turn, in processor time, 25 times; shown
is the least, as whatever else a machine does can only add to it. A second table says how fast games are
played for their positions.
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from measure import Row, Table, at_least, publish, short, times

import nupp
from nupp.evaluators import Evaluator
from nupp.evaluators.convolution import AROUND, Convolution
from nupp.evaluators.patterns import PatternNetwork
from nupp.evaluators.strength import patterns_of, scene_of
from nupp.kernel import generator, kernel
from nupp.learn.recipes import ConvolutionRecipe, TdRecipe
from nupp.learn.selfplay import CHUNK, SelfPlay
from nupp.learn.selfplay import self_play as record_games
from nupp.learn.td import TdSettings, TdTraining, new_buffer, play_batch
from nupp.rules import Game, Position, start_state
from nupp.rules.basics import States

GAMES = (
    "othello",
    "hexxagon",
    "connectfour",
    "mnk",
    "amazons",
    "morris",
    "draughts",
    "dotsandboxes:size=5",
    "lput",
    "labyrinth",
    "tictactoe",
)
BEST_BY_HAND = {"connectfour": "filling", "mnk": "threats", "lput": "pursuit"}
"""The best evaluators that were written by hand, where they are not the default."""

SELF_PLAY_GAMES = (
    ("othello", 2),
    ("connectfour", 2),
    ("draughts", 2),
    ("hexxagon", 2),
    ("amazons", 1),
    ("amazons:size=6", 2),
)
"""With the plies that are looked ahead."""
SELF_PLAY = 20.0
"""How many times faster self-play is to be than the same games move by move."""
SELF_PLAY_COLUMNS = {
    "game": ("game", str),
    "plies": ("plies", str),
    "whole": ("nupp selfplay", short),
    "single": ("move by move", short),
    "ratio": ("ratio", times),
    "lowest": ("lowest", times),
    "target": ("target", at_least),
}
MOST: Final = 200.0
"""What a network of patterns may cost, in nanoseconds."""


@kernel
def evaluate_all(game: Game, evaluator: Evaluator[Any], states: States) -> int:
    """The sum of the values of positions."""
    total = 0
    for i in range(len(states)):
        total += evaluator.evaluate(game, states[i])
    return total


def played_states(game: Game, evaluator: Evaluator[Any], count: int) -> States:
    """Positions of quick games that an evaluator decides, but for one move in five at random."""
    buffer, settings = new_buffer(game, count), TdSettings(mixture=0.0, epsilon=0.2, openings=4, breadth=32)
    play_batch(game, evaluator, start_state(game), buffer, settings, generator(1), count)
    return buffer.states[:count].copy()


def random_network(game: Game) -> PatternNetwork:
    """A network with random weights."""
    patterns = patterns_of(game)
    shape = patterns.sets, patterns.entries
    weights = np.random.default_rng(1).integers(-500, 500, shape).astype(np.int16)
    weights[:, 0] = 0
    return PatternNetwork(patterns, weights)


def random_convolution(game: Game) -> Convolution:
    """A convolutional network of the usual size with random weights."""
    scene, recipe, rng = scene_of(game), ConvolutionRecipe(), np.random.default_rng(1)
    shapes = (
        (1 + AROUND * scene.kinds, recipe.channels),
        (recipe.channels, recipe.hidden),
        (recipe.hidden,),
        (1 + recipe.hidden,),
    )
    return Convolution(scene, *(rng.normal(size=shape).astype(np.float32) for shape in shapes))


def nanoseconds(game: Game, evaluator: Evaluator[Any], states: States) -> float:
    """The processor time of one evaluation."""
    began = time.thread_time()
    evaluate_all(game, evaluator, states)
    return (time.thread_time() - began) / len(states) * 1e9


def positions_a_minute(game: Game, threads: int, seconds: float) -> float:
    """How many positions a training learns from."""
    training = TdTraining(game, TdRecipe(batch=20_000), threads)
    training.step()  # compiles
    learnt, began = training.progress.positions, time.perf_counter()
    while time.perf_counter() - began < seconds:
        training.step()
    return (training.progress.positions - learnt) / (time.perf_counter() - began) * 60


def row_of(spec: str, threads: int, quick: bool) -> Row:
    """The figures of one game."""
    game = nupp.game(spec)
    network, by_hand = random_network(game), nupp.evaluators.evaluator(BEST_BY_HAND.get(spec, ""), game)
    evaluators = network, random_convolution(game), by_hand
    states = played_states(game, by_hand, 2_000 if quick else 20_000)
    for one in evaluators:
        evaluate_all(game, one, states)
    rounds = [[nanoseconds(game, one, states) for one in evaluators] for _ in range(3 if quick else 25)]
    learned, convolved, known = (min(times) for times in zip(*rounds, strict=True))
    return {
        "game": spec,
        "patterns": network.patterns.count,
        "bytes": network.weights.nbytes,
        "network": learned,
        "target": MOST,
        "convolution": convolved,
        "by hand": known,
        "ratio": learned / known,
        "training": positions_a_minute(game, threads, 1 if quick else 10),
    }


def self_play_row(spec: str, plies: int, threads: int, quick: bool) -> Row:
    """Positions a second of `nupp selfplay`, and of the same search asked move by move, in turn."""
    plan = SelfPlay(spec, "alphabeta:table=0", depth=plies, games=CHUNK * (2 if quick else 20), openings=4)
    list(record_games(replace(plan, games=1), threads))
    rates = [
        (played_a_second(plan, threads), chosen_a_second(plan, 1 if quick else 4))
        for _ in range(3 if quick else 5)
    ]
    ratios = [whole / single for whole, single in rates]
    return {
        "game": spec,
        "plies": plies,
        "whole": statistics.median(whole for whole, _ in rates),
        "single": statistics.median(single for _, single in rates),
        "ratio": statistics.median(ratios),
        "lowest": min(ratios),
        "target": SELF_PLAY,
    }


def played_a_second(plan: SelfPlay, threads: int) -> float:
    """The positions a second that are played in compiled code."""
    began = time.perf_counter()
    positions = sum(len(chunk.facts) for chunk in record_games(plan, threads))
    return positions / (time.perf_counter() - began)


def chosen_a_second(plan: SelfPlay, games: int) -> float:
    """The positions a second of the first of these games, played by a player that is asked for each move."""
    chunk = next(record_games(replace(plan, games=games), 1))
    player, budget = nupp.player(plan.player, nupp.game(plan.game)), nupp.Budget(depth=plan.depth)
    starts = [chunk.states[chunk.facts["game"] == game][:1] for game in range(games)]
    positions, began = 0, time.perf_counter()
    for start in filter(len, starts):
        position = Position(player.game, start.copy())
        while not position.is_over:
            position = position.play_code(player.choose(position, budget).code)
            positions += 1
    return positions / (time.perf_counter() - began)


def weights_text(value: float) -> str:
    return f"{value / 1e6:.2f} MB"


def nanoseconds_text(value: float) -> str:
    return f"{value:.0f} ns"


def at_most(value: float) -> str:
    return f"< {value:.0f} ns"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--quick", action="store_true")
    options.add_argument("--markdown", type=Path)
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    table = Table(
        "Networks in the search",
        {
            "game": ("game", str),
            "patterns": ("number of patterns", str),
            "bytes": ("weights", weights_text),
            "network": ("patterns", nanoseconds_text),
            "target": ("target", at_most),
            "convolution": ("convolution", nanoseconds_text),
            "by hand": ("by hand", nanoseconds_text),
            "ratio": ("patterns, by hand", times),
            "training": ("positions a minute", short),
        },
    )
    table.rows = [row_of(game, chosen.threads, chosen.quick) for game in chosen.games]
    self_play_table = Table("Self-play: positions a second", SELF_PLAY_COLUMNS)
    self_play_table.rows = [
        self_play_row(game, plies, chosen.threads, chosen.quick)
        for game, plies in SELF_PLAY_GAMES
        if chosen.games is GAMES or game in chosen.games
    ]
    tables = [one for one in (table, self_play_table) if one.rows]
    publish(tables, {"threads": chosen.threads}, chosen.markdown, chosen.json)


if __name__ == "__main__":
    main()
