"""Learning curves: what the networks of the package score against evaluators by hand as they learn.

    python benchmarks/curves.py [GAME ...] [--threads N] [--games N] [--positions N] [--keep] [--out DIR]

Each network is trained again by the recipe in its file, and stops on the way, after four times as
much each time, to play a match. That of Amazons, a convolutional one, stops after every epoch, and has its
positions made first: a network of patterns is trained, and plays against itself. That of L-put learns from
games of an evaluator by hand, then from these and its own. That of Othello, which learns its stages one after
another, has no curve. Both sides are alpha-beta with the settings of
`strong` and as many nodes a move, so that every machine finds the same curve: 2,000, and 20,000 in Amazons,
which has ten times as many moves. The evaluator by hand is one that costs no more than the network does. At
the end the weights are to be those of the package. DIR gets `curves.json`, `learning.svg`, and the networks
if `--keep` says so; games that are not named keep what DIR has of them.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator, Sequence
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
from nupp.evaluators import LearnedNetwork
from nupp.evaluators.strength import network_of
from nupp.evaluators.weights import unpack
from nupp.formats import replace_file
from nupp.learn.recipes import ConvolutionRecipe, RegressionRecipe, TdRecipe
from nupp.learn.regression import RegressionTraining, read_labelled
from nupp.learn.selfplay import SelfPlay, record_self_play
from nupp.learn.td import TdTraining
from nupp.learn.training import Training
from nupp.players.tuned import settings_of
from nupp.rules import Game
from nupp.spec import Spec, text_of

FIRST: Final = 100_000
"""Positions after which the first match is played."""


@dataclass(frozen=True)
class Opponent:
    """The evaluator that a network is to beat, random moves before a game, and the nodes a move of both."""

    evaluator: str
    openings: int = 4
    nodes: int = 2_000


OPPONENTS: Final = {
    "hexxagon": Opponent("material"),
    "amazons": Opponent("territory", nodes=20_000),
    "connectfour": Opponent("lines", 3),
    "morris": Opponent("mobility"),
    "draughts": Opponent("positional"),
    "dotsandboxes:size=5": Opponent("boxes", 6),
    "lput": Opponent("health+position"),
}


PLAYERS_NETWORK: Final = TdRecipe(breadth=32), 2_557_327
"""The recipe of the network of patterns from whose games that of Amazons learns, and its positions."""
GAMES: Final = 24_000
"""The games that it plays against itself."""

FIRST_JUDGE: Final = "pursuit"
"""The evaluator by hand from whose games the first network of L-put learns."""
FIRST_FIT: Final = 4_515_768
"""The positions from which it learns: 12 rounds through those games."""
GENERATION_GAMES: Final = 2_000
"""The games of this evaluator, and then of the first network, from which that of the package learns."""


def stops(positions: int) -> Iterator[int]:
    """The numbers of positions after which there is a match, the last of them all."""
    stop = FIRST
    while 2 * stop < positions:
        yield stop
        stop *= 4
    yield positions


def pausing(training: Training[Any], positions: int) -> Iterator[Training[Any]]:
    """A training, each time it stops."""
    for stop in stops(positions):
        while training.progress.positions < stop:
            training.step()
        yield training


def by_self_play(game: Game, recipe: TdRecipe, positions: int, threads: int) -> Iterator[Training[Any]]:
    """A training of a network of patterns, each time it stops."""
    return pausing(TdTraining(game, recipe, threads), positions)


def by_generations(
    game: Game, recipe: RegressionRecipe, positions: int, threads: int
) -> Iterator[Training[Any]]:
    """A training of a network of patterns from the searches of its predecessors, each time it stops."""
    with tempfile.TemporaryDirectory() as folder:
        first, second, network = (Path(folder) / name for name in ("1.data", "2.data", "network.nupp"))
        games = min(GENERATION_GAMES, 1 + positions // 1_000)
        record_searches(game, FIRST_JUDGE, games, 1, first, threads)
        *_, training = by_regression(game, recipe, [first], min(FIRST_FIT, positions))
        network.write_bytes(training.network_file())
        record_searches(game, f"({network})", games, 2, second, threads)
        yield from by_regression(game, recipe, [first, second], positions)


def record_searches(game: Game, judge: str, games: int, seed: int, file: Path, threads: int) -> None:
    """Write the positions of games in which a search looks ahead with an evaluator."""
    player = f"alphabeta:candidates=1,eval={judge},table=1"
    plan = SelfPlay(game.spec, player, nodes=3_000, games=games, openings=8, epsilon=0.03, seed=seed)
    record(plan, file, threads)


def record(plan: SelfPlay, file: Path, threads: int) -> None:
    """Write the positions of games, and print how many they are."""
    print(f"{plan.game}: {short(record_self_play(plan, file, threads))} positions of games", flush=True)


def by_regression(
    game: Game, recipe: RegressionRecipe, files: Sequence[Path], positions: int
) -> Iterator[Training[Any]]:
    """A training of a network of patterns from labelled positions, each time it stops."""
    return pausing(RegressionTraining(game, recipe, *read_labelled(files, game, recipe.mixture)), positions)


def by_labelled_positions(
    game: Game, recipe: ConvolutionRecipe, most: int | None, threads: int
) -> Iterator[Training[Any]]:
    """A training of a convolutional network after each epoch, from games of a network of patterns."""
    import torch

    from nupp.learn.networks.convolution import ConvolutionTraining

    torch.set_num_threads(1)  # with more the sums are rounded otherwise
    players_recipe, player_positions = PLAYERS_NETWORK
    with tempfile.TemporaryDirectory() as folder:
        patterns, data = Path(folder) / "patterns.nupp", Path(folder) / "games.data"
        *_, player = by_self_play(
            game, players_recipe, min(player_positions, most or player_positions), threads
        )
        patterns.write_bytes(player.network_file())
        plan = SelfPlay(
            game.spec,
            f"alphabeta:eval=({patterns}),table=1",
            depth=1,
            games=min(GAMES, (most or player_positions) // 60),
            openings=8,
            epsilon=0.1,
            seed=2,
        )
        record(plan, data, threads)
        positions = read_labelled([data], game, recipe.mixture)
    taught = ConvolutionTraining(game, recipe, *positions)
    for _ in range(recipe.epochs):
        taught.step()
        yield taught


def score(
    game: Game, training: Training[Any], opponent: Opponent, games: int, threads: int
) -> dict[str, float]:
    """What a network scores in a match, with its 95 % interval, all as shares of the points."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "network.nupp"
        file.write_bytes(training.network_file())
        settings = {name: text_of(value) for name, value in settings_of(game).items()}
        players = (
            str(Spec("alphabeta", settings | {"eval": name})) for name in (str(file), opponent.evaluator)
        )
        match = Match(game.spec, *players, games, 1, nodes=opponent.nodes, openings=opponent.openings)
        result = play_match(match, threads)
    standing = result.standing()
    points = sum(result.points(number) for number in result.records) / games
    return {
        "score": points,
        "low": expected_score(standing.elo_low),
        "high": expected_score(standing.elo_high),
    }


def trainings(
    game: Game, recipe: dict[str, Any], positions: int, most: int | None, threads: int
) -> Iterator[Training[Any]]:
    """The training by the recipe in a file, from a number of positions, each time it stops."""
    if recipe["method"] == "convolution":
        return by_labelled_positions(game, ConvolutionRecipe(**recipe | {"data": ""}), most, threads)
    positions = min(positions, most or positions)
    if recipe["method"] == "regression":
        return by_generations(game, RegressionRecipe(**recipe | {"data": ""}), positions, threads)
    return by_self_play(game, TdRecipe(**recipe), positions, threads)


def shipped_network(game: Game) -> LearnedNetwork:
    """The network that comes with a game; ValueError if there is none."""
    network = network_of(game)
    if network is None:
        raise ValueError(f"{game.spec}: expected a game that comes with a network")
    return network


def curve(spec: str, games: int, threads: int, most: int | None, keep: Path | None) -> dict[str, Any]:
    """The curve of a game; most: the positions to learn from at most. keep: a folder for the network."""
    game = nupp.game(spec)
    shipped = shipped_network(game)
    network, recipe = unpack(shipped.path.read_bytes(), game)
    positions = recipe.pop("progress")["positions"]
    points = []
    for training in trainings(game, recipe, positions, most, threads):
        points.append(
            {"positions": training.progress.positions, "error": training.progress.error}
            | score(game, training, OPPONENTS[spec], games, threads)
        )
        print(f"{spec}: {short(points[-1]['positions'])} positions, {points[-1]['score']:.1%}", flush=True)
    content = training.network_file()
    if keep is not None:
        (keep / shipped.path.name).write_bytes(content)
    same = is_same(unpack(content, game)[0], network)
    return {"points": points, "same": same, "games": games, "nodes": OPPONENTS[spec].nodes}


def is_same(one: Any, other: Any) -> bool:
    """Whether two networks are of one kind and have the same weights."""
    return type(one) is type(other) and all(
        np.array_equal(getattr(one, name), getattr(other, name)) for name in other.data
    )


def draw(curves: dict[str, Any], file: Path) -> None:
    """All curves, a field for each game."""
    matplotlib.rcParams["svg.hashsalt"] = "nupp"
    figure = Figure(figsize=(9, 6), layout="constrained")
    fields_ = figure.subplots(3, -(-len(curves) // 3), sharex=True, sharey=True, squeeze=False).flatten()
    for axes in fields_[len(curves) :]:
        axes.set_axis_off()
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
    parser.add_argument("--keep", action="store_true", help="write the networks into DIR, too")
    parser.add_argument("--out", type=Path, default=Path(), metavar="DIR")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.game if name not in OPPONENTS]:
        parser.error(f"{', '.join(unknown)}: expected some of {', '.join(OPPONENTS)}")
    arguments.out.mkdir(parents=True, exist_ok=True)
    kept = arguments.out / "curves.json"
    curves = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    keep = arguments.out if arguments.keep else None
    for spec in arguments.game:
        curves[spec] = curve(spec, arguments.games, arguments.threads, arguments.positions, keep)
        print(f"{spec}: {'the same weights' if curves[spec]['same'] else 'other weights'}", flush=True)
        curves = {name: curves[name] for name in OPPONENTS if name in curves}
        replace_file(kept, json.dumps(curves, indent=1) + "\n")
        draw(curves, arguments.out / "learning.svg")


if __name__ == "__main__":
    main()
