"""Alpha-beta, with every combination of its parts, finds the value that plain negamax finds."""

from __future__ import annotations

import random
from itertools import product
from typing import Any, get_type_hints

import numpy as np
import pytest

from nupp.conformance.amounts import amount
from nupp.players import Budget
from nupp.players.alphabeta import AlphaBetaOptions
from nupp.rules import game
from nupp.search.scores import MATE
from nupp.search.workspace import CONTROL
from nupp.spec import Between
from search.oracle import python_value, value, values_of_moves
from search.subjects import REAL, Subject, cases, check_line, subject
from search.toy_games import MAZE, random_maze

SWITCHES = ("pvs", "killers", "history", "aspiration", "iterative")
ENTRIES = (0, 2, 1 << 12)
COMBINATIONS = [
    {"entries": entries, **dict(zip(SWITCHES, on, strict=True))}
    for entries, *on in product(ENTRIES, *[(False, True)] * len(SWITCHES))
]


@pytest.mark.slow
@pytest.mark.parametrize("name", REAL)
def test_the_two_oracles_agree(name: str) -> None:
    one = subject(name)
    for position, depth in cases(one, 8, 1):
        depth = min(depth, 2 if name == "hexxagon" else 3)
        assert value(position, one.judge, depth) == python_value(position, one.judge, depth)


@pytest.mark.slow
@pytest.mark.parametrize("name", REAL)
def test_alphabeta_with_every_combination_of_its_parts(name: str) -> None:
    one = subject(name)
    expected: dict[tuple[int, int], dict[int, int]] = {}
    for seed, parts in enumerate(COMBINATIONS):
        player = one.alphabeta(deeper=False, **parts)
        for position, depth in cases(one, amount(6, 12), seed):
            if (id(position), depth) not in expected:
                expected[id(position), depth] = values_of_moves(position, one.judge, depth)
            values = expected[id(position), depth]
            decision = player.choose(position, Budget(depth=depth))
            shown = f"{parts}, depth {depth}, {position.state.tobytes().hex()}"
            assert decision.score == max(values.values()), shown
            assert values[decision.code] == decision.score, shown
            check_line(position, one, decision, table=parts["entries"] > 0)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mnk 4x3", "othello 4x4", "maze"])
def test_what_is_called_certain_is_certain(name: str) -> None:
    """`win`, `loss` and `draw` are the value of the game, whatever the depth and the table."""
    one = subject(name)
    rng = random.Random(3)
    for position in one.positions:
        if position.ply < 4 and name != "maze":  # too far from the end for the oracle
            continue
        true = value(position, one.judge, 12)
        for deeper, entries in product((False, True), (0, 2, 1 << 12)):
            decision = one.alphabeta(depth=rng.randint(1, 9), deeper=deeper, entries=entries).choose(position)
            if decision.score_kind != "eval":
                assert decision.score_kind == kind(int(decision.score)) == kind(true)
                # An entry of a deeper search may know of a win, and yet not of the shortest.
                plies = MATE - abs(int(decision.score))
                assert decision.score == true or (deeper and plies > decision.depth)


@pytest.mark.slow
@pytest.mark.parametrize("deeper", [False, True])
def test_a_draw_is_not_claimed_on_the_word_of_an_evaluation_in_the_table(deeper: bool) -> None:
    """An iteration that finds all it needs in the table has not therefore seen the end of every line."""
    one, rng = subject("maze"), random.Random(1)
    player = one.alphabeta(entries=1 << 10, deeper=deeper)
    for i in range(amount(500, 1500)):
        position = random_maze(MAZE, rng, cycles=i % 3 == 0)
        decision = player.choose(position, Budget(depth=rng.randint(3, 9)))
        assert decision.score_kind != "draw" or decision.score == 0


def kind(score: int) -> str:
    return "draw" if score == 0 else "win" if score > 0 else "loss"


@pytest.mark.parametrize("name", ["othello 4x4", "maze"])
def test_full_depth_finds_the_value_of_the_game_also_with_deeper_entries(name: str) -> None:
    one = subject(name)
    for position in one.positions:
        if name != "maze" and position.ply < 4:
            continue
        decision = one.alphabeta(entries=1 << 12).choose(position)
        assert decision.score == value(position, one.judge, 14)
        assert decision.score_kind == kind(int(decision.score))


@pytest.mark.parametrize("parts", COMBINATIONS[: 1 << len(SWITCHES)])
def test_draws_by_repetition_and_moves_in_a_row(parts: dict[str, Any]) -> None:
    """On graphs with cycles, without a table, every part agrees with the search over paths."""
    one = subject("loopy maze")
    player = one.alphabeta(**parts)
    for position, depth in cases(one, 8, sum(parts.values())):
        expected = python_value(position, one.judge, depth)
        decision = player.choose(position, Budget(depth=depth))
        assert decision.score == expected
        assert python_value_of_move(position, decision.move, one, depth) == expected


def test_draws_at_the_first_recurrence_in_the_line() -> None:
    one, differing = subject("loopy maze"), 0
    player = one.alphabeta(entries=0, once=True)
    for position in one.positions[:30]:
        expected = python_value(position, one.judge, 4, once=True)
        assert player.choose(position, Budget(depth=4)).score == expected
        differing += expected != python_value(position, one.judge, 4)
    assert differing > 2


def python_value_of_move(position: Any, move: str, one: Subject, depth: int) -> int:
    child = position.play(move)
    worth = python_value(child, one.judge, depth - 1, 1)
    return worth if child.to_move == position.to_move else -worth


def test_repetitions_of_the_game_so_far_count() -> None:
    """Searches know the positions before the root, as `Position` does."""
    one = subject("loopy maze")
    rng, drawn = random.Random(9), 0
    for position in one.positions:
        for _ in range(rng.randint(3, 9)):
            following = position.play_code(rng.choice(position.legal_move_codes))
            if following.is_over:
                break
            position = following
        depth = rng.randint(1, 5)
        expected = python_value(position, one.judge, depth)
        drawn += any(position.play_code(code).occurrences == 3 for code in position.legal_move_codes)
        assert one.alphabeta(depth=depth, entries=0).choose(position).score == expected
        assert one.minimax(depth=depth).choose(position).score == expected
    assert drawn > 10


def test_a_table_keeps_answers_legal_in_games_with_repetition() -> None:
    one = subject("loopy maze")
    for position in one.positions[:60]:
        decision = one.alphabeta(depth=6, entries=64).choose(position)
        assert decision.move in position.legal_moves
        position.play_all(decision.pv)


def test_a_search_holds_whatever_its_parameters_may_be() -> None:
    rules, control = game("hexxagon"), np.zeros(1, CONTROL)[0]
    for name, kind in get_type_hints(AlphaBetaOptions, include_extras=True).items():
        for bound in getattr(kind, "__metadata__", ()):
            if isinstance(bound, Between):
                options = AlphaBetaOptions(**{name: bound.high})
                for part, value in options.switches(rules).items():
                    control[part] = value
                    assert control[part] == value
