"""OpenSpiel behind a pipe: reads one request a line from stdin, answers in lines of JSON on stdout.

It runs in an environment of its own and needs nothing but pyspiel. The requests:

    {"task": "version"}                                         -> {"version": "2.0.2"}
    {"task": "playouts", "game": G, "n": N, "seed": S}          -> {"seconds": ...}
    {"task": "games", "game": G, "n": N, "seed": S}             -> N lines, one a game:
        {"actions": [...], "legal": [[...], ...], "returns": [...]}

`playouts` measures N random games played inside OpenSpiel's C++. `games` plays N random games move by move
and tells the legal actions before each.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import pyspiel

Answer = dict[str, Any]


def answer(request: Answer) -> Iterator[Answer]:
    """The lines that answer a request."""
    if request["task"] == "version":
        yield {"version": version("open_spiel")}
        return
    game = pyspiel.load_game(request["game"])
    if request["task"] == "playouts":
        yield {"seconds": time_playouts(game, request["n"], request["seed"])}
    else:
        rng = random.Random(request["seed"])
        for _ in range(request["n"]):
            yield play_game(game, rng)


def time_playouts(game: Any, n: int, seed: int) -> float:
    """The seconds that n random playouts from the start take.

    Python cannot call OpenSpiel's rollouts by themselves, but its Monte-Carlo tree search can: a search
    of a single simulation is n rollouts from the root, and next to nothing else.
    """
    evaluator = pyspiel.RandomRolloutEvaluator(n, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, seed, False)
    state = game.new_initial_state()
    began = time.perf_counter()
    bot.mcts_search(state)
    return time.perf_counter() - began


def play_game(game: Any, rng: random.Random) -> Answer:
    """A random game: its actions, the legal actions before each of them, and the returns of its end."""
    state, legal = game.new_initial_state(), []
    while not state.is_terminal():
        actions = state.legal_actions()
        legal.append(actions)
        state.apply_action(actions[int(rng.random() * len(actions))])
    return {"actions": state.history(), "legal": legal, "returns": state.returns()}


if __name__ == "__main__":
    for line in sys.stdin:
        for reply in answer(json.loads(line)):
            print(json.dumps(reply, separators=(",", ":")))
        sys.stdout.flush()
