"""The rule of the teaching page on tic-tac-toe: win, block, or leave the opponent least."""

from __future__ import annotations

import random

import pytest

from nupp.evaluators import evaluator
from nupp.kernel import interpreted
from nupp.players import Budget, player
from nupp.rules import Position, game
from search.oracle import python_value, some_positions

TICTACTOE = game("tictactoe")


def best_moves(position: Position, chooser: object) -> set[str]:
    """All moves that the player may choose, whatever its seed."""
    decision = chooser.choose(position)  # type: ignore[attr-defined]
    best = {one.move for one in decision.candidates if one.score == decision.score}
    if decision.score_kind == "loss":  # where all moves lose, those that leave the fewest winning answers
        answers = {move: winning_answers(position, move) for move in best}
        best = {move for move in best if answers[move] == min(answers.values())}
    assert decision.move in best
    return best


def winning_answers(position: Position, move: str) -> int:
    after = position.play(move)
    ends = [after.play_code(code) for code in after.legal_move_codes]
    return sum(end.is_over and end.outcome == 1 - 2 * after.to_move for end in ends)


def results(side: int) -> set[int]:
    """How games end for the player on a side, over all its choices and all moves of the opponent."""
    chooser = player("lines", TICTACTOE)
    known: dict[str, set[int]] = {}

    def follow(position: Position) -> set[int]:
        if position.is_over:
            return {position.outcome * (1 - 2 * side)}
        if str(position) not in known:
            own = position.to_move == side
            moves = best_moves(position, chooser) if own else position.legal_moves
            known[str(position)] = set().union(*(follow(position.play(move)) for move in moves))
        return known[str(position)]

    return follow(TICTACTOE.start_position())


def test_it_never_loses_when_it_begins() -> None:
    assert results(side=0) == {0, 1}


def test_it_may_lose_when_it_does_not_begin() -> None:
    """As the source grants: it looks no further than the next answer, and a fork takes more."""
    assert results(side=1) == {-1, 0, 1}


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("3/3/3 x", {"b2"}),  # the centre is on most lines
        ("3/oo1/xx1 x", {"c1"}),  # it wins rather than blocks
        ("2o/oo1/xx1 o", {"c2"}),
        ("3/1o1/xx1 o", {"c1"}),  # it blocks
        ("x2/3/xo1 o", {"a2"}),
    ],
)
def test_win_or_else_block(text: str, moves: set[str]) -> None:
    position = TICTACTOE.parse_position(text)
    assert {player(f"lines:seed={seed}", TICTACTOE).choose(position).move for seed in range(8)} == moves


def test_of_two_threats_it_blocks_one() -> None:
    """All moves lose, and yet the opponent may overlook the other threat."""
    position = TICTACTOE.parse_position("x1o/3/xox o")
    for seed in range(8):
        decision = player(f"lines:seed={seed}", TICTACTOE).choose(position)
        assert decision.score_kind == "loss"
        assert decision.move in {"a2", "b2"}


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["connectfour:width=5,height=4", "fourinarow:size=4"])
def test_otherwise_the_move_whose_best_answer_leaves_least_on_other_boards(spec: str) -> None:
    with interpreted():
        test_otherwise_the_move_whose_best_answer_leaves_least(spec)


@pytest.mark.parametrize("spec", ["mnk:width=4,height=4,k=3"])
def test_otherwise_the_move_whose_best_answer_leaves_least(spec: str) -> None:
    rules = game(spec)
    judge, chooser = evaluator("lines", rules), player("lines", rules)
    for position in some_positions(rules, 12, random.Random(3), range(2, 9)):
        values = {move: -python_value(position.play(move), judge, 1, ply=1) for move in position.legal_moves}
        decision = chooser.choose(position)
        assert {one.move: one.score for one in decision.candidates} == values
        assert decision.score == max(values.values())
        assert decision.pv[0] == decision.move
        if len(decision.pv) > 1 and decision.score_kind == "eval":
            end = position.play_all(decision.pv)
            with interpreted():
                assert end.is_over or judge.evaluate(rules, end.state[0]) == decision.score


def test_budgets() -> None:
    start = game("mnk:width=4,height=4,k=3").start_position()
    chooser = player("lines", start.game)
    assert chooser.choose(start).nodes == 16 + 16 * 15
    assert chooser.choose(start, Budget(nodes=100)).nodes == 100
    only = chooser.choose(start, Budget(depth=1))
    assert (only.depth, only.nodes) == (1, 16)
    assert only.move in {"b2", "b3", "c2", "c3"}
