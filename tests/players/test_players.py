"""What holds of every player: small budgets suffice, seeds decide, and it refuses what it cannot play."""

from __future__ import annotations

import gc
import random
import time
import weakref
from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from nupp.conformance.amounts import THOROUGH
from nupp.kernel import interpreted
from nupp.players import Budget, Decision, alphabeta, player, players_of, simple
from nupp.rules import GAMES, game
from search.oracle import some_positions

MNK = "mnk:width=4,height=4,k=4"
OTHELLO = "othello:size=4"


@pytest.mark.parametrize("name", ["greedy", "reply", "minimax", "random"])
def test_the_same_seed_gives_the_same_decisions(name: str) -> None:
    rules = game(OTHELLO)
    positions = some_positions(rules, 8, random.Random(2), range(8))

    def decisions() -> list[Decision]:
        chooser = player(f"{name}:seed=8", rules)
        return [replace(chooser.choose(position), seconds=0.0) for position in positions]

    first = decisions()
    assert decisions() == first
    chooser = player(f"{name}:seed=1", rules)
    chooser.choose(positions[0])
    chooser.seed(8)
    assert [replace(chooser.choose(position), seconds=0.0) for position in positions] == first


SMALLEST = (
    Budget(nodes=1),
    Budget(seconds=0.001),
    Budget(seconds=0.001, nodes=5, depth=1),
    Budget(nodes=77),
    Budget(nodes=5000, depth=2),
)
SMALLER = {"amazons": "amazons:size=5", "lput": "lput:rounds=30", "mnk": "mnk:width=6,height=6,k=4"}
"""Forms of games whose usual boards are large for plain Python."""
ALL_PLAYERS = {"tictactoe", "othello", "morris"}
"""A game of stones that stay, one with passes, and one with moves of several steps and repetitions."""
COMPILED = "hexxagon"
"""The game for which each player is compiled; of the others they are played as plain Python."""


def every_player_of_every_game(compiled: bool) -> list[Any]:
    """Those that are compiled, or others but `exact`, which as plain Python searches for minutes.

    Usually that is every player of `ALL_PLAYERS`, and of other games both searches and their own players.
    All but those of the smallest game are slow.
    """
    everywhere = set(players_of(game("tictactoe"))) - {"alphabeta", "uct"}
    pairs = [(name, spec) for spec in GAMES.names() for name in players_of(game(spec))]
    found = [
        (name, spec)
        for name, spec in pairs
        if (spec == COMPILED) == compiled
        and (THOROUGH or compiled or spec in ALL_PLAYERS or name not in everywhere)
    ]
    return [
        pytest.param(name, spec, marks=() if spec == "tictactoe" else pytest.mark.slow)
        for name, spec in found
        if compiled or name != "exact"
    ]


def moves_within(name: str, spec: str, budgets: Sequence[Budget], positions: int) -> None:
    """At the beginning of games and in the midst of them: a legal move, and no more nodes than allowed."""
    rules = game(spec)
    chooser, rng = player(name, rules), random.Random(f"{name} {spec}")
    for position in (rules.start_position(), *some_positions(rules, positions, rng, range(60))):
        for budget in budgets:
            decision = chooser.choose(position, budget)
            assert decision.move in position.legal_moves
            assert position.format_move(decision.code) == decision.move == decision.pv[0]
            assert decision.nodes <= (budget.nodes or decision.nodes)
            position.play_all(decision.pv)  # the line is legal to its end


@pytest.mark.parametrize(("name", "spec"), every_player_of_every_game(compiled=True))
def test_every_player_moves_within_the_smallest_budgets(name: str, spec: str) -> None:
    moves_within(name, spec, SMALLEST, 4)


@pytest.mark.parametrize(("name", "spec"), every_player_of_every_game(compiled=False))
def test_every_player_of_every_game_moves_within_the_smallest_budgets(name: str, spec: str) -> None:
    with interpreted():
        moves_within(name, SMALLER.get(spec, spec), (Budget(nodes=1), Budget(nodes=5, depth=1)), 1)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "module", "kernel"), [
    ("alphabeta", alphabeta, "alphabeta"),
    ("minimax", simple, "minimax"),
])  # fmt: skip
def test_time_for_compiling_is_not_taken_from_the_budget(
    name: str, module: ModuleType, kernel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first call of a search, which compiles it, takes longer here than the budget allows."""
    search, calls = getattr(module, kernel), []

    def compiled_at_first(*arguments: object) -> object:
        if not calls:
            time.sleep(0.5)
        calls.append(arguments)
        return search(*arguments)

    monkeypatch.setattr(module, kernel, compiled_at_first)
    rules = game("mnk:width=4,height=1,k=4")
    with interpreted():
        start, began = rules.start_position(), time.perf_counter()
        decision = player(name, rules).choose(start, Budget(seconds=0.3, depth=1))
        took = time.perf_counter() - began
    assert calls
    assert decision.nodes > len(start.legal_moves)
    assert decision.seconds < took - 0.45  # of which half a second went to what compiles


@pytest.mark.parametrize("name", players_of(game(OTHELLO)))
def test_players_refuse_what_they_cannot_play(name: str) -> None:
    rules = game(OTHELLO)
    chooser = player(name, rules)
    with pytest.raises(ValueError, match=r"othello:size=4.*tictactoe"):
        chooser.choose(game("tictactoe").start_position())
    over = rules.parse_position("XXXX/XXXX/XXXX/XXXX o")
    with pytest.raises(ValueError, match=r"over.*black wins by 16"):
        chooser.choose(over)


@pytest.mark.slow
@pytest.mark.parametrize("spec", [
    "alphabeta:eval=none",
    "alphabeta:eval=none,iterative=false,depth=4",
    "minimax:eval=none,depth=4",
])  # fmt: skip
def test_a_stopped_search_never_claims_a_loss(spec: str) -> None:
    """Of a won position, where the first moves listed lose; a move not yet seen may be the one that wins."""
    position = game("mnk:width=4,height=4,k=3").parse_position("1xxo/1o2/4/x3 o")
    assert player("alphabeta:eval=none,depth=10", position.game).choose(position).score_kind == "win"
    for nodes in range(5, 200, 5):
        decision = player(spec, position.game).choose(position, Budget(nodes=nodes))
        assert decision.score_kind != "loss", nodes


@pytest.mark.parametrize("name", sorted({*players_of(game("tictactoe"))} - {"level"}))
def test_a_player_that_nobody_holds_frees_its_memory_at_once(name: str) -> None:
    """Tables are large, and the garbage collector, which finds circles, counts objects and not bytes."""
    rules = game("tictactoe")
    gc.disable()
    try:
        with interpreted():
            chooser = player(name, rules)
            chooser.choose(rules.start_position(), Budget(nodes=3, depth=1))
        gone = weakref.ref(chooser)
        del chooser
        assert gone() is None
    finally:
        gc.enable()
