"""Budgets of nodes and time, reproducible answers, several lines, and searches that are stopped."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from nupp.kernel import interpreted
from nupp.players import Budget, Decision
from nupp.search.table import probe, salted
from search.oracle import values_of_moves
from search.subjects import REAL, subject

BIG = "hexxagon"
"""A subject with more to search than any of these tests allow."""


def without_time(decision: Decision) -> Decision:
    return replace(decision, seconds=0.0)


@pytest.mark.parametrize("name", REAL)
@pytest.mark.parametrize("nodes", [1, 2, 3, 10, 100, 1000, 5000])
def test_no_search_visits_more_nodes_than_allowed(name: str, nodes: int) -> None:
    one = subject(name)
    for position in one.positions[:4]:
        for player in (
            one.alphabeta(),
            one.alphabeta(entries=0, iterative=False, depth=4),
            one.minimax(depth=4),
        ):
            decision = player.choose(position, Budget(nodes=nodes))
            assert decision.nodes <= nodes
            assert decision.move in position.legal_moves
            assert decision.pv[0] == decision.move


@pytest.mark.parametrize("nodes", [500, 20_000])
def test_the_same_budget_in_nodes_gives_the_same_decision(nodes: int) -> None:
    """Whatever the player searched before, and also when its table is far too small."""
    one = subject(BIG)
    for entries in (16, 512, 1 << 15):
        used, budget = one.alphabeta(entries=entries), Budget(nodes=nodes)
        for position in one.positions[:6]:
            fresh = one.alphabeta(entries=entries).choose(position, budget)
            first, second = used.choose(position, budget), used.choose(position, budget)
            assert without_time(first) == without_time(fresh)
            assert without_time(second) == without_time(fresh)


def test_the_same_holds_after_all_generations_of_a_table_are_used_up() -> None:
    one = subject("mnk 4x3")
    player, budget = one.alphabeta(entries=64), Budget(nodes=300)
    first = [without_time(player.choose(position, budget)) for position in one.positions[:3]]
    for i in range(260):
        again = without_time(player.choose(one.positions[i % 3], budget))
        assert again == first[i % 3]


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0.001, 0.05, 0.3])
def test_no_search_takes_much_longer_than_allowed(seconds: float) -> None:
    one = subject(BIG)
    opening = one.game.start_position()
    for player in (one.alphabeta(), one.minimax(depth=50)):
        player.choose(opening, Budget(nodes=1))  # compiles
        began = time.perf_counter()
        decision = player.choose(opening, Budget(seconds=seconds))
        assert time.perf_counter() - began < seconds + 5
        assert decision.move in opening.legal_moves
        assert decision.seconds == pytest.approx(seconds, abs=5)


def test_a_stopped_iteration_gives_the_best_of_what_it_searched() -> None:
    """However few nodes it may visit, the move is one that some complete or partial depth liked best."""
    one = subject("mnk 4x3")
    for position in one.positions[:8]:
        liked: dict[int, set[int]] = {}
        for depth in one.depths:
            values = values_of_moves(position, one.judge, depth)
            liked[depth] = {code for code, score in values.items() if score == max(values.values())}
        complete = {}
        for depth in one.depths:
            complete[depth] = one.alphabeta(depth=depth, deeper=False).choose(position).nodes
        for nodes in range(1, 400, 13):
            decision = one.alphabeta(deeper=False).choose(position, Budget(nodes=nodes))
            done = max((depth for depth in one.depths if complete[depth] <= nodes), default=0)
            if decision.score_kind != "eval":
                continue  # a win was found, and nothing deeper searched
            assert decision.depth >= done
            if decision.depth == done > 0:
                assert decision.code in liked[done]


def test_reports_grow_deeper_and_end_with_the_decision() -> None:
    one = subject("othello 4x4")
    reports: list[Decision] = []
    decision = one.alphabeta().choose(one.positions[0], Budget(depth=6), reports.append)
    assert [report.depth for report in reports] == sorted({report.depth for report in reports})
    assert all(earlier.nodes < later.nodes for earlier, later in pairwise(reports))
    assert without_time(reports[-1]) == without_time(decision)


def test_an_error_in_a_report_ends_the_search() -> None:
    def fail(decision: Decision) -> None:
        raise RuntimeError("enough")

    one = subject(BIG)
    with pytest.raises(RuntimeError, match="enough"):
        one.alphabeta().choose(one.positions[0], Budget(seconds=20), fail)


@pytest.mark.parametrize("kind", ["alphabeta", "minimax"])
def test_an_interrupt_ends_a_search_at_once(kind: str) -> None:
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("signals reach the main thread only")
    one = subject(BIG)
    start = one.game.start_position()
    player: Any = one.alphabeta() if kind == "alphabeta" else one.minimax(depth=50)
    player.choose(start, Budget(nodes=1))  # compiles
    began = time.perf_counter()
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        player.choose(start, Budget(seconds=30))
    assert time.perf_counter() - began < 10
    assert player.choose(start, Budget(nodes=100)).move in start.legal_moves


@pytest.mark.parametrize("name", REAL)
def test_several_lines_are_the_best_moves_in_order(name: str) -> None:
    one = subject(name)
    rng = random.Random(4)
    for position in rng.sample(one.positions, 15):
        depth = rng.choice(one.depths)
        values = sorted(values_of_moves(position, one.judge, depth).values(), reverse=True)
        for entries in (0, 64, 1 << 12):
            player = one.alphabeta(depth=depth, deeper=False, entries=entries)
            single = player.choose(position)
            player.multipv = 3
            decision = player.choose(position)
            assert decision.score == single.score
            assert decision.candidates[0].move == decision.move
            assert len({candidate.move for candidate in decision.candidates}) == len(decision.candidates)
            found = [candidate.score for candidate in decision.candidates]
            assert found == sorted(found, reverse=True)
            if single.depth == depth:  # else a win was found and the search ended early
                assert found == values[: len(position.legal_move_codes)][:3]


def test_several_lines_in_few_nodes_are_still_legal_and_distinct() -> None:
    one = subject(BIG)
    for nodes in (1, 10, 100, 1000, 3000):
        for position in one.positions[:5]:
            player = one.alphabeta()
            player.multipv = 4
            decision = player.choose(position, Budget(nodes=nodes))
            moves = [candidate.move for candidate in decision.candidates]
            assert len(set(moves)) == len(moves) > 0
            assert set(moves) <= set(position.legal_moves)
            assert decision.nodes <= nodes


def test_the_root_is_not_kept_in_the_table() -> None:
    """Searches for further lines leave moves out there, and so do not find the value of the position."""
    one = subject("mnk 4x3")
    player = one.alphabeta(depth=3, entries=1 << 12)
    player.multipv = 3
    position = one.positions[0]
    player.choose(position)
    with interpreted():
        assert not probe(player.table, salted(np.uint64(position.hash_key), 1), 0)[0]
        child = position.play_code(position.legal_move_codes[0])
        assert probe(player.table, salted(np.uint64(child.hash_key), 1), 1)[0]
