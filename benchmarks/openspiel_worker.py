"""OpenSpiel behind a pipe: reads one request a line from stdin, answers in lines of JSON on stdout.

It runs in an environment of its own and needs nothing but pyspiel. The requests:

    {"task": "version"}                                         -> {"version": "2.0.2"}
    {"task": "playouts", "game": G, "n": N, "seed": S}          -> {"seconds": ...}
    {"task": "search", "game": G, "place": P, "n": N, "exploration": C, "memory": M, "seed": S}
                                                                -> {"simulations": ..., "seconds": ...}
    {"task": "games", "game": G, "n": N, "seed": S}             -> N lines, one a game:
        {"actions": [...], "legal": [[...], ...], "returns": [...]}
    {"task": "choose", "game": G, "actions": [...], "n": N, "time": T, "exploration": C, "memory": M,
        "seed": S} -> {"legal": [...], "returns": [...], "action": ..., "value": ..., "simulations": ...}

`playouts` measures N random games played inside OpenSpiel's C++. `search` measures a Monte-Carlo tree search
of N simulations, fewer if it proves its root, with weight C of the confidence bound and M megabytes; from the
"start" or, with another place, half-way through a random game. `games` plays N random games move by move
and lists the legal actions before each. `choose` says which actions are legal after some actions, or the
returns if the game is over, and searches for the best one: for N simulations and T seconds at most (-1 for
any time), as `search` does. Its value is the mean result for the side to move, from -1 to 1. An action that
has no alternative is chosen without a search.
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
    elif request["task"] == "search":
        state = game.new_initial_state()
        if request["place"] != "start":
            actions = play_game(game, random.Random(request["seed"]))["actions"]
            for action in actions[: len(actions) // 2]:
                state.apply_action(action)
        yield time_search(game, state, request)
    elif request["task"] == "choose":
        yield choose(game, request)
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


def time_search(game: Any, state: Any, request: Answer) -> Answer:
    """How many simulations a tree search made, all in C++, and the seconds that they took."""
    bot = searcher(game, request)
    began = time.perf_counter()
    root = bot.mcts_search(state)
    return {"simulations": root.explore_count, "seconds": time.perf_counter() - began}


def choose(game: Any, request: Answer) -> Answer:
    """What is legal after some actions, and the action that a tree search likes best."""
    state = game.new_initial_state()
    for action in request["actions"]:
        state.apply_action_with_legality_check(action)
    legal = state.legal_actions()
    known = {"legal": legal, "returns": state.returns() if state.is_terminal() else None}
    if len(legal) < 2:
        return known | {"action": legal[0] if legal else None, "value": 0.0, "simulations": 0}
    root = searcher(game, request, request["time"]).mcts_search(state)
    if not root.children:  # the time was up after one simulation, which expands nothing
        return known | {"action": legal[0], "value": 0.0, "simulations": root.explore_count}
    best = root.best_child()
    value = best.total_reward / max(1, best.explore_count)
    return known | {"action": best.action, "value": value, "simulations": root.explore_count}


def searcher(game: Any, request: Answer, seconds: float = -1) -> Any:
    """A tree search with one random playout a simulation that proves what is won or lost."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, request["seed"])
    return pyspiel.MCTSBot(
        game,
        evaluator,
        request["exploration"],
        request["n"],
        request["memory"],
        True,
        request["seed"],
        False,
        pyspiel.ChildSelectionPolicy.UCT,
        seconds,
    )


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
