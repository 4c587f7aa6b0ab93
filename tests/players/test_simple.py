"""Players of a fixed depth: the best move to it, ties, and random moves."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from nupp.evaluators import evaluator
from nupp.players import player
from nupp.rules import Game, Position, game
from search.oracle import python_value, some_positions

MNK = "mnk:width=4,height=3,k=3"
OTHELLO = "othello:size=4"


@pytest.fixture(scope="module", params=[(MNK, "lines"), (OTHELLO, "positional")])
def subject(request: pytest.FixtureRequest) -> tuple[Game, str, list[Position]]:
    """A game, an evaluator, and positions that are not over."""
    spec, judge = request.param
    rules = game(spec)
    return rules, judge, some_positions(rules, 15, random.Random(5), range(8))


def values(position: Position, judge: str, depth: int) -> dict[str, int]:
    """The value of each move `depth` plies deep, for the side to move."""
    found = {}
    for text in position.legal_moves:
        child = position.play(text)
        worth = python_value(child, evaluator(judge, position.game), depth - 1, 1)
        found[text] = worth if child.to_move == position.to_move else -worth
    return found


def best(scores: dict[str, int]) -> set[str]:
    return {move for move, score in scores.items() if score == max(scores.values())}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "depth"), [("greedy", 1), ("reply", 2), ("minimax:depth=2", 2)])
def test_the_best_move_to_a_depth(name: str, depth: int, subject: tuple[Game, str, list[Position]]) -> None:
    rules, judge, positions = subject
    chooser = player(f"{name}{',' if ':' in name else ':'}eval={judge}", rules)
    for position in positions:
        scores = values(position, judge, depth)
        decision = chooser.choose(position)
        assert decision.move in best(scores)
        assert decision.score == max(scores.values())
        assert {one.move: one.score for one in decision.candidates} == scores
        assert decision.code == position.parse_move(decision.move)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["greedy", "reply"])
def test_ties_are_broken_evenly_by_the_seed(name: str) -> None:
    rules = game(MNK)
    start = rules.start_position()
    judge = "none"  # all moves are equal
    drawn = Counter(
        player(f"{name}:eval={judge},seed={seed}", rules).choose(start).move for seed in range(360)
    )
    assert set(drawn) == set(start.legal_moves)
    assert sum((count - 30) ** 2 / 30 for count in drawn.values()) < 11 + 5 * 22**0.5


def test_random_moves_are_uniform_and_follow_the_seed() -> None:
    rules = game(MNK)
    start = rules.start_position()
    chooser = player("random:seed=3", rules)
    first = [chooser.choose(start).move for _ in range(1200)]
    counts = Counter(first)
    assert set(counts) == set(start.legal_moves)
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 11 + 5 * 22**0.5
    chooser.seed(3)
    assert [chooser.choose(start).move for _ in range(50)] == first[:50]
    assert [player("random:seed=4", rules).choose(start).move for _ in range(50)] != first[:50]
