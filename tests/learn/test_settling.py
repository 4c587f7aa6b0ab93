"""Exact results: those of best play, for the last positions of games, whatever the threads."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import nupp
from nupp.kernel import interpreted
from nupp.learn import selfplay
from nupp.learn.selfplay import SelfPlay, SelfPlayWorker, self_play
from nupp.learn.settling import LEAST_EFFORT, StoppedError
from nupp.rules import Position
from nupp.search.scores import WIN

PLAIN = "alphabeta:table=0"


def best_result(position: Position, known: dict[int, int]) -> int:
    """The outcome of a position for its side to move, by brute force; known: those found, by keys."""
    if position.is_over:
        return position.outcome if position.to_move == 0 else -position.outcome
    if position.hash_key not in known:
        children = [position.play_code(code) for code in position.legal_move_codes]
        signs = [1 if child.to_move == position.to_move else -1 for child in children]
        known[position.hash_key] = max(
            sign * best_result(child, known) for sign, child in zip(signs, children, strict=True)
        )
    return known[position.hash_key]


def positions_of(states: Any, spec: str) -> list[Position]:
    return [Position(nupp.game(spec), states[row : row + 1].copy()) for row in range(len(states))]


@pytest.mark.parametrize(
    ("spec", "openings"), [("tictactoe", 1), ("connectfour:width=4,height=4", 6), ("dotsandboxes:size=1", 1)]
)
def test_results_that_the_solver_finds_are_exact(spec: str, openings: int) -> None:
    """Random moves give games away, so that many results are not those of good play."""
    plan = SelfPlay(spec, PLAIN, depth=1, games=6, seed=2, openings=openings, epsilon=0.5)
    ((states, played),) = self_play(plan)
    ((same, facts),) = self_play(replace(plan, exact=1_000_000))
    assert same.tobytes() == states.tobytes()
    known: dict[int, int] = {}
    with interpreted():
        wanted = [best_result(position, known) for position in positions_of(states, spec)]
    assert list(facts["result"]) == wanted
    assert list(facts["value"]) == [WIN * outcome for outcome in wanted]
    assert (facts["margin"] == played["margin"]).all()
    assert spec == "dotsandboxes:size=1" or wanted != list(played["result"])


def test_what_takes_too_long_to_solve_keeps_its_result() -> None:
    """The last positions of each game are exact; before them results are those of the game."""
    plan = SelfPlay("connectfour", PLAIN, depth=1, games=4, seed=5, openings=4, epsilon=0.5)
    ((states, played),) = self_play(plan)
    ((_, facts),) = self_play(replace(plan, exact=LEAST_EFFORT))
    settled = (facts["value"] != played["value"]) | (facts["result"] != played["result"])
    for number in range(plan.games):
        flags = settled[facts["game"] == number]
        assert list(flags) == sorted(flags)  # none at first, and then all
        assert not flags[0]
    sure = [nupp.solve(position).value for position in positions_of(states[settled], "connectfour")]
    signs = np.where(facts["side"][settled] == 0, 1, -1)
    assert facts["result"][settled].tolist() == [s * v.outcome for s, v in zip(signs, sure, strict=True)]
    assert (facts["result"][~settled] == played["result"][~settled]).all()


@pytest.mark.slow
def test_exact_results_do_not_depend_on_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each chunk has a solver of its own: what one knew of another would decide where it gives up."""
    monkeypatch.setattr(selfplay, "CHUNK", 16)
    plan = SelfPlay(
        "connectfour", PLAIN, depth=1, games=32, seed=5, openings=20, epsilon=0.5, exact=LEAST_EFFORT
    )
    one, two = list(self_play(plan)), list(self_play(plan, threads=2))
    assert [chunk.facts.tobytes() for chunk in one] == [chunk.facts.tobytes() for chunk in two]
    worker = SelfPlayWorker(plan, plan.openings, plan.epsilon, plan.max_plies)
    assert worker.play(plan, 1).facts.tobytes() == one[1].facts.tobytes()
    assert not (one[1].facts["value"] == 0).all()


def test_solving_is_stopped_with_its_worker() -> None:
    plan = SelfPlay("connectfour", PLAIN, depth=1, games=1, seed=5, openings=0, epsilon=0.5, exact=10**12)
    worker = SelfPlayWorker(plan, plan.openings, plan.epsilon, plan.max_plies)
    stopper = threading.Timer(0.5, worker.stop)
    stopper.start()
    with pytest.raises(StoppedError):  # the empty board would take minutes
        worker.play(plan, 0)
    stopper.join()
