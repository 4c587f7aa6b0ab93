"""Learning curves: what the networks of the package score against evaluators by hand as they learn.

    python benchmarks/curves.py [GAME ...] [--threads N] [--games N] [--positions N] [--out DIR]

Each network is trained again by the recipe that its file tells, and stops on the way, after four times as
much each time, to play a match. Both sides are alpha-beta with the settings of `strong` and as many nodes a
move, so that every machine finds the same curve; the evaluator by hand is one that costs no more than the
network does. At the end the weights are to be those of the package. DIR gets `curves.json` and
`learning.svg`; games that are not named keep what DIR has of them.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from measure import short

import nupp
from nupp.arena import Match, play_match
from nupp.arena.ratings import expected_score
from nupp.evaluators.patterns import PatternNetwork
from nupp.evaluators.weights import shipped, unpack
from nupp.formats import replace_file
from nupp.learn.recipes import TdRecipe
from nupp.learn.training import Training, begin, self_play
from nupp.players.tuned import settings_of
from nupp.spec import Spec, text_of

NODES: Final = 2_000
FIRST: Final = 100_000
"""Positions after which the first match is played."""


@dataclass(frozen=True)
class Opponent:
    """The evaluator that a network is to beat, and random moves before a game."""

    evaluator: str
    openings: int = 4


OPPONENTS: Final = {
    "othello": Opponent("positional", 6),
    "hexxagon": Opponent("material"),
    "connectfour": Opponent("lines", 3),
    "mnk": Opponent("runs"),
    "morris": Opponent("mobility"),
    "draughts": Opponent("positional"),
    "dotsandboxes:size=5": Opponent("boxes", 6),
    "lput": Opponent("health+position"),
}


def recipe_of(told: dict[str, Any]) -> tuple[TdRecipe, int]:
    """The recipe that a file tells, and how many positions were learnt from by it."""
    progress = told.pop("progress")
    return TdRecipe(**told), progress["positions"]


def stops(positions: int) -> Iterator[int]:
    """The numbers of positions after which there is a match, the last of them all."""
    stop = FIRST
    while 2 * stop < positions:
        yield stop
        stop *= 4
    yield positions


def score(training: Training[TdRecipe], opponent: Opponent, games: int, threads: int) -> dict[str, float]:
    """What a network scores in a match, with its 95 % interval, all as shares of the points."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "network.nupp"
        file.write_bytes(training.to_file())
        told = {name: text_of(value) for name, value in settings_of(training.game).items()}
        players = (str(Spec("alphabeta", told | {"eval": name})) for name in (str(file), opponent.evaluator))
        match = Match(training.game.spec, *players, games, 1, nodes=NODES, openings=opponent.openings)
        result = play_match(match, threads)
    standing = result.standing()
    points = sum(result.points(number) for number in result.records) / games
    return {
        "score": points,
        "low": expected_score(standing.elo_low),
        "high": expected_score(standing.elo_high),
    }


def curve(spec: str, games: int, threads: int, most: int | None) -> dict[str, Any]:
    """The curve of a game; most: so many positions are learnt from at most."""
    game = nupp.game(spec)
    network, told = unpack(shipped(game).read_bytes(), game)
    recipe, positions = recipe_of(told)
    training = begin(game, recipe)
    steps, points = self_play(training, threads), []
    for stop in stops(min(positions, most or positions)):
        while training.progress.positions < stop:
            next(steps)
        points.append(
            {"positions": training.progress.positions, "error": training.progress.error}
            | score(training, OPPONENTS[spec], games, threads)
        )
        print(f"{spec}: {short(points[-1]['positions'])} positions, {points[-1]['score']:.1%}", flush=True)
    return {"points": points, "same": is_same(training.network, network), "games": games, "nodes": NODES}


def is_same(one: PatternNetwork, other: Any) -> bool:
    """Whether two networks have the same weights."""
    return isinstance(other, PatternNetwork) and np.array_equal(one.weights, other.weights)


def draw(curves: dict[str, Any], file: Path) -> None:
    """All curves, a field for each game."""
    matplotlib.rcParams["svg.hashsalt"] = "nupp"
    figure = Figure(figsize=(9, 4.5), layout="constrained")
    fields_ = figure.subplots(2, -(-len(curves) // 2), sharex=True, sharey=True, squeeze=False).flatten()
    for axes, (spec, found) in zip(fields_, curves.items(), strict=False):
        positions, scores, lows, highs = (
            [point[name] for point in found["points"]] for name in ("positions", "score", "low", "high")
        )
        axes.fill_between(positions, lows, highs, color="C0", alpha=0.25, linewidth=0)
        axes.plot(positions, scores, color="C0", marker="o", markersize=3)
        axes.axhline(0.5, color="0.6", linewidth=0.8, linestyle=":")
        axes.set(xscale="log", ylim=(0, 1))
        axes.set_title(f"{spec} v {OPPONENTS[spec].evaluator}", fontsize=9)
    figure.supxlabel("positions learnt from", fontsize=9)
    figure.supylabel("share of the points", fontsize=9)
    figure.savefig(file, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="*", default=list(OPPONENTS))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--games", type=int, default=100, help="games of each match")
    parser.add_argument("--positions", type=int, help="to learn from at most")
    parser.add_argument("--out", type=Path, default=Path())
    told = parser.parse_args()
    if unknown := [name for name in told.game if name not in OPPONENTS]:
        parser.error(f"{', '.join(unknown)}: expected some of {', '.join(OPPONENTS)}")
    told.out.mkdir(parents=True, exist_ok=True)
    kept = told.out / "curves.json"
    curves = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    for spec in told.game:
        curves[spec] = curve(spec, told.games, told.threads, told.positions)
        print(f"{spec}: {'the same weights' if curves[spec]['same'] else 'other weights'}", flush=True)
        curves = {name: curves[name] for name in OPPONENTS if name in curves}
        replace_file(kept, json.dumps(curves, indent=1) + "\n")
        draw(curves, told.out / "learning.svg")


if __name__ == "__main__":
    main()
