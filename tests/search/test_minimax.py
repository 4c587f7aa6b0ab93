"""Minimax: the value of every move, and the search of active squares in the course work on five in a row."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from nupp.evaluators import evaluator
from nupp.kernel import interpreted
from nupp.players import Budget, player
from nupp.rules import Position, game
from nupp.search.scores import MATE
from search.oracle import some_positions, values_of_moves
from search.subjects import REAL, cases, check_line, subject

RULES = game("mnk:width=7,height=7,k=4")
JUDGE = evaluator("runs", RULES)
CLASSIC = (
    "table=0,iterative=false,pvs=false,aspiration=false,"
    "killers=false,history=false,quiescence=0,tactics=false"
)


def value(position: Position, moves: Callable[[Position], tuple[int, ...]], depth: int, ply: int) -> int:
    """Plain negamax over some of the moves."""
    if position.is_over:
        return (1 - 2 * position.to_move) * position.outcome * (MATE - ply)
    if depth == 0:
        with interpreted():
            return int(JUDGE.evaluate(RULES, position.state[0]))
    return max(-value(position.play_code(code), moves, depth - 1, ply + 1) for code in moves(position))


@pytest.mark.slow
@pytest.mark.parametrize("reach", [1, 2])
def test_minimax_and_alphabeta_over_active_squares(reach: int) -> None:
    searches = [
        player(f"minimax:depth=2,eval=runs,candidates={reach}", RULES),
        player(f"alphabeta:depth=2,eval=runs,candidates={reach},{CLASSIC}", RULES),
    ]
    for position in some_positions(RULES, 6, random.Random(2), range(1, 12)):
        active = position.candidate_codes(reach)
        expected = value(position, lambda one: one.candidate_codes(reach), 2, 0)
        for search in searches:
            decision = search.choose(position)
            assert decision.score == expected
            assert decision.code in active
    minimax = searches[0].choose(position)
    assert {position.parse_move(one.move) for one in minimax.candidates} == set(active)


def test_the_first_move_goes_to_the_centre() -> None:
    start = RULES.start_position()
    decision = player("minimax:depth=1,eval=runs,candidates=1", RULES).choose(start)
    assert (decision.move, decision.nodes) == ("d4", 2)


def test_a_search_of_active_squares_proves_only_what_wins_at_once() -> None:
    chooser = player("minimax:depth=3,eval=runs,candidates=1", RULES)
    winning = RULES.parse_position("7/7/7/7/1ooo3/7/xxx4 x")
    assert chooser.choose(winning).score_kind == "win"
    later = RULES.parse_position("7/7/1oo4/7/2xx3/7/7 x")
    decision = chooser.choose(later)
    assert (decision.score, decision.score_kind) == (MATE - 3, "eval")
    assert player("minimax:depth=3,eval=runs", RULES).choose(later).score_kind == "win"


def test_games_without_active_squares_search_all_moves() -> None:
    start = game("othello:size=4").start_position()
    with_, without = (
        player(f"minimax:depth=8,eval=positional,seed=1{parameter}", start.game).choose(
            start, Budget(depth=4)
        )
        for parameter in (",candidates=1", "")
    )
    assert (with_.score, with_.nodes, with_.score_kind) == (without.score, without.nodes, without.score_kind)


@pytest.mark.parametrize("name", REAL)
def test_minimax_scores_every_move(name: str) -> None:
    one = subject(name)
    for position, depth in cases(one, 25, 2):
        values = values_of_moves(position, one.judge, depth)
        decision = one.minimax(depth=depth).choose(position)
        named = {position.format_move(code): score for code, score in values.items()}
        assert {candidate.move: candidate.score for candidate in decision.candidates} == named
        assert decision.score == values[decision.code] == max(values.values())
        assert [candidate.score for candidate in decision.candidates] == sorted(values.values(), reverse=True)
        check_line(position, one, decision, table=False)
