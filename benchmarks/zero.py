"""AlphaZero's learning curves: how often its moves keep the exact value, as it learns from nothing.

    python benchmarks/zero.py [GAME ...] [--minutes N] [--threads N] [--seed N] [--keep] [--out DIR]

A network learns by `nupp train GAME --method alphazero` with the recipe below. On the way it is asked for
moves in positions whose moves have exact values: won, drawn or lost, by nupp's solvers. The policy alone
answers, and a search by PUCT with 200 simulations. In connect four the positions are those of
`tests/data/connect4/c4_middle.txt`, in the others they come from random games. The time is that of the
processor, of all threads together; the questions do not count. DIR gets `zero.json`, `zero.svg`, and the
networks if `--keep` says so; games that are not named keep what DIR has of them.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import random
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

import matplotlib
import numpy as np
import torch
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter, ScalarFormatter

import nupp
from nupp.evaluators.networks import Network
from nupp.formats import replace_file
from nupp.learn.networks.alphazero import AlphaZero
from nupp.learn.networks.rounds import Searches
from nupp.learn.recipes import AlphaZeroRecipe
from nupp.rules import Game, Position
from nupp.search.solve import Solver, new_solver

MIDDLE: Final = Path(__file__).parents[1] / "tests" / "data" / "connect4" / "c4_middle.txt"
SIMULATIONS: Final = 200
GROWTH: Final = 1.3
"""The factor by which the time of the training grows from one look to the next."""


class Subject(NamedTuple):
    """A game to learn. plies: of the random games that lead to its positions, from and to."""

    minutes: float
    recipe: AlphaZeroRecipe
    plies: tuple[int, int] = (0, 0)
    positions: int = 0


SUBJECTS: Final = {
    "connectfour": Subject(10, AlphaZeroRecipe(openings=16)),
    "tictactoe": Subject(1, AlphaZeroRecipe(openings=4), (0, 6), 300),
    "hex:size=4": Subject(2, AlphaZeroRecipe(openings=6), (1, 9), 200),
}


class Question(NamedTuple):
    """A position, and the values of its moves for the side to move: 1 won, 0 drawn, -1 lost."""

    position: Position
    values: dict[int, int]


def question_of(position: Position, solver: Solver) -> Question:
    """The exact values of a position's moves."""
    sign, values = 1 - 2 * position.to_move, {}
    for code in position.legal_move_codes:
        after = position.play_code(code)
        outcome = after.outcome if after.is_over else None
        values[code] = -int(solver.outcome(after)) if outcome is None else int(sign * outcome)
    return Question(position, values)


def questions_of(game: Game, subject: Subject) -> list[Question]:
    """The questions of a game."""
    solver, start = new_solver(game.start_position(), 512), game.start_position()
    if not subject.positions:
        lines = MIDDLE.read_text(encoding="utf-8").split()
        return [question_of(start.play_all(list(moves)), solver) for moves in lines[::2]]
    drawn, found = random.Random(1), list[Question]()
    while len(found) < subject.positions:
        position = start
        for _ in range(drawn.randint(*subject.plies)):
            if not position.is_over:
                position = position.play_code(drawn.choice(position.legal_move_codes))
        if not position.is_over:
            found.append(question_of(position, solver))
    return found


def share_kept(network: Network, questions: list[Question], simulations: int) -> float:
    """The share of the questions whose answer keeps the value; without simulations the policy answers."""
    game = network.game
    states = np.concatenate([one.position.state for one in questions])
    if simulations:
        counts = np.array([len(one.values) for one in questions], np.int32)
        searches = Searches(game, len(questions), AlphaZeroRecipe(simulations=simulations), 0, 0.0)
        chosen = searches.run(states, counts, np.random.default_rng(1), [network]).chosen.tolist()
    else:
        logits = network.evaluate(states).logits
        chosen = [
            max(one.values, key=lambda code, row=row: row[network.output_of[game.move_class(code)]])  # type: ignore[misc]
            for one, row in zip(questions, logits, strict=True)
        ]
    kept = [one.values[code] == max(one.values.values()) for one, code in zip(questions, chosen, strict=True)]
    return float(np.mean(kept))


def curve(spec: str, minutes: float | None, threads: int, seed: int, keep: Path | None) -> dict[str, Any]:
    """The curve of a game."""
    game, subject = nupp.game(spec), SUBJECTS[spec]
    questions = questions_of(game, subject)
    chance = np.mean([np.mean([v == max(q.values.values()) for v in q.values.values()]) for q in questions])
    recipe = dataclasses.replace(subject.recipe, seed=seed)
    training, spent, look, points = AlphaZero(game, recipe, threads), 0.0, 0.0, list[dict[str, Any]]()
    last = 60 * (minutes or subject.minutes)
    while spent < last:
        began = time.process_time()
        training.step()
        spent += time.process_time() - began
        if spent >= min(look, last):
            look = max(5.0, GROWTH * spent)
            points.append(point(training, questions, spent))
            print(spec, *(f"{name} {value:.3g}" for name, value in points[-1].items()), flush=True)
    if keep is not None:
        (keep / f"{game.name}.nupp").write_bytes(training.network_file())
    return {
        "recipe": dataclasses.asdict(recipe),
        "questions": len(questions),
        "chance": float(chance),
        "points": points,
    }


def point(training: AlphaZero, questions: list[Question], spent: float) -> dict[str, Any]:
    """A point of a curve: the seconds of processor time, what was played, and the shares kept."""
    network = training.network(training.best)
    return {
        "seconds": round(spent, 1),
        "games": training.progress.games,
        "positions": training.progress.positions,
        "policy": share_kept(network, questions, 0),
        "search": share_kept(network, questions, SIMULATIONS),
    }


def draw(curves: dict[str, Any], file: Path) -> None:
    """All curves side by side."""
    matplotlib.rcParams["svg.hashsalt"] = "nupp"
    figure = Figure(figsize=(9, 3), layout="constrained")
    for axes, (spec, found) in zip(
        figure.subplots(1, len(curves), sharey=True, squeeze=False)[0], curves.items(), strict=True
    ):
        seconds = [one["seconds"] for one in found["points"]]
        for name, label in (("policy", "policy alone"), ("search", f"{SIMULATIONS} simulations")):
            axes.plot(seconds, [one[name] for one in found["points"]], marker="o", markersize=3, label=label)
        axes.axhline(found["chance"], color="0.6", linewidth=0.8, linestyle=":", label="random moves")
        axes.set(xscale="log", ylim=(0.4, 1.01))
        axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.xaxis.set_major_formatter(ScalarFormatter())
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.set_title(spec, fontsize=9)
    axes.legend(fontsize=8, loc="lower right")
    figure.supxlabel("seconds of processor time", fontsize=9)
    figure.supylabel("moves that keep the value", fontsize=9)
    figure.savefig(file, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(SUBJECTS), metavar="GAME")
    parser.add_argument("--minutes", type=float, help="processor time of a training")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="write the networks into DIR, too")
    parser.add_argument("--out", type=Path, default=Path(), metavar="DIR")
    options = parser.parse_args()
    if unknown := [name for name in options.games if name not in SUBJECTS]:
        parser.error(f"{', '.join(unknown)}: expected some of {', '.join(SUBJECTS)}")
    torch.set_num_threads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    kept = options.out / "zero.json"
    curves = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    for spec in options.games:
        curves[spec] = curve(
            spec, options.minutes, options.threads, options.seed, options.out if options.keep else None
        )
        curves = {name: curves[name] for name in SUBJECTS if name in curves}
        replace_file(kept, json.dumps(curves, indent=1) + "\n")
        draw(curves, options.out / "zero.svg")


if __name__ == "__main__":
    main()
