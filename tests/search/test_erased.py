"""Searches of erased games find what the searches that are compiled for the game find."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from nupp.evaluators import Evaluator
from nupp.kernel import Kernel, Record, stop_flag
from nupp.kernel.native.kernel_types import plain_types
from nupp.players import Budget, Decision, Player, player
from nupp.players.tuned import best_evaluator
from nupp.players.uct import UCT, UCTOptions
from nupp.rules import Game, Position, game
from nupp.search.alphabeta import alphabeta
from nupp.search.erased import NOWHERE, ErasedGame, can_erase, erase_nowhere
from nupp.search.mcts import simulate
from nupp.search.recorder import OFF
from nupp.search.table import new_table
from nupp.search.tree import move_subtree, without_game
from nupp.search.workspace import new_workspace
from search.subjects import subject
from search.toy_games import Maze


def _found(chooser: Player, one: Any) -> list[Decision]:
    """What a player finds in some positions, without the seconds."""
    return [
        dataclasses.replace(chooser.choose(position, Budget(nodes=300)), seconds=0.0)
        for position in one.positions[:4]
    ]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("mnk 4x3", {"candidates": 1, "rave": 100.0}),
        ("othello 4x4", {"implicit": 0.3, "sample": 2}),
        ("hexxagon", {"cutoff": 5}),
        ("loopy maze", {}),
    ],
)
def test_the_first_tier_of_uct_finds_the_same(name: str, options: dict[str, Any]) -> None:
    one = subject(name)
    chooser = one.uct(**options)
    first = one.uct(**options).first_tier()
    assert first is not None
    assert _found(first, one) == _found(chooser, one)


@pytest.mark.parametrize(
    ("name", "switches"),
    [
        ("mnk 4x3", {"candidates": 1}),
        ("othello 4x4", {"reductions": 2, "order_by_eval": 2}),
        ("hexxagon", {"quiescence": 4}),
        ("loopy maze", {"once": True}),
    ],
)
def test_the_first_tier_of_alphabeta_finds_the_same(name: str, switches: dict[str, Any]) -> None:
    one = subject(name)
    first = one.alphabeta(**switches).first_tier()
    assert first is not None
    assert _found(first, one) == _found(one.alphabeta(**switches), one)


def _key(one: Kernel[..., Any], args: tuple[Any, ...]) -> str | None:
    """The name on disk of a kernel for arguments of the types that these have."""
    types = plain_types(map(one.dispatcher.typeof_pyval, args))
    found: str | None = one.dispatcher._cache._key_in(types, one.dispatcher.targetctx)
    return found


def _keys(spec: str) -> list[str | None]:
    """The names on disk of the code that searches a game in the first tier."""
    rules = game(spec)
    searched, judge, tactics = erase_nowhere(rules)
    tree = UCTOptions(memory=1).trees(rules, searched, stop_flag())[0]
    work = new_workspace(rules.start_position(), 4, new_table(1), tactics=tactics)
    calls: list[tuple[Kernel[..., Any], tuple[Any, ...]]] = [
        (simulate, (searched, judge, OFF, tree, 0)),
        (move_subtree, (without_game(tree), 0)),
        (alphabeta, (searched, judge, tactics, OFF, work, 0, 1, -1, 1)),
    ]
    return [_key(one, args) for one, args in calls]


def test_games_share_the_code_of_the_search() -> None:
    assert _keys("hex:size=3") == _keys("connectfour") == _keys("breakthrough")
    assert _keys("hex:size=3") != _keys("hex:size=19")  # its states are larger
    assert _keys("hex:size=3") != _keys("draughts")  # it may be drawn by repetition


def test_states_have_few_sizes() -> None:
    sizes = {ErasedGame(game(f"hex:size={size}"), NOWHERE).State.itemsize for size in range(2, 20)}
    assert sizes == {128, 512}
    for size in range(2, 20):
        rules = game(f"hex:size={size}")
        assert ErasedGame(rules, NOWHERE).State.itemsize >= rules.State.itemsize


def test_what_the_rules_raise_arrives() -> None:
    class Broken(Maze):
        spec = "broken"

        def play(self, state: Record, move: int) -> None:
            if move > 1:  # unlike in the trial before a game is first compiled
                raise ValueError("this maze has no way out")
            state.node = move

    one = subject("maze")
    rules = Broken()
    chooser = UCT(rules)
    chooser.evaluator = one.judge
    first = chooser.first_tier()
    assert first is not None
    with pytest.raises(ValueError, match="no way out"):
        first.choose(Position(rules, one.positions[0].state.copy()), Budget(nodes=10))


class Unsigned(Maze):
    """A maze whose answers are of other types than those of other games."""

    spec = "unsigned"

    def to_move(self, state: Record) -> int:
        return np.uint64(state.owner[int(state.node)])  # type: ignore[return-value]

    def outcome(self, state: Record) -> int:
        return np.float64(state.result[int(state.node)])  # type: ignore[return-value]


def test_answers_of_other_types_arrive_as_whole_numbers() -> None:
    one, rules = subject("maze"), Unsigned()
    found = []
    for played in (one.game, rules):
        chooser = UCT(played)
        chooser.evaluator = one.judge
        first = chooser.first_tier()
        assert first is not None
        position = Position(played, one.positions[0].state.copy())
        decision = first.choose(position, Budget(nodes=200))
        found.append((decision.code, decision.score))
    assert found[0] == found[1]


def test_the_first_tier_goes_on_with_the_random_numbers_of_the_player() -> None:
    one = subject("hexxagon")
    chooser, other = one.uct(), one.uct()
    chooser.seed(5)
    other.seed(5)
    for position in one.positions[:2]:
        first = chooser.first_tier()
        assert first is not None
        other._root = None  # each first tier begins with an empty tree
        found, expected = (two.choose(position, Budget(nodes=200)) for two in (first, other))
        assert found.candidates == expected.candidates


def test_knowledge_that_is_data_is_not_erased() -> None:
    rules = game("othello")
    learned = player("strong", rules)
    assert not can_erase(rules, best_evaluator(rules))
    assert learned.first_tier() is None
    assert not learned.compile_shared()


def test_knowledge_without_a_scale_is_not_erased() -> None:
    class Even(Evaluator[Game]):
        """Likes all positions alike."""

        name = "even"

        def evaluate(self, game: Game, state: Record) -> int:
            return 0

    assert not can_erase(game("tictactoe"), Even())
    Even.scale = 1.0
    assert can_erase(game("tictactoe"), Even())
