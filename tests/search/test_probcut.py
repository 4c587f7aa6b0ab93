"""ProbCut: lines that are fitted as they were drawn, and what a search does with them."""

from __future__ import annotations

import numpy as np
import pytest

from nupp.kernel import interpreted
from nupp.players import Budget, Decision
from nupp.players.alphabeta import AlphaBeta, AlphaBetaOptions
from nupp.rules import game
from nupp.search.probcut import (
    DEVIATION,
    OFFSET,
    SHALLOW,
    SLOPE,
    Line,
    array_of,
    fit,
    from_json,
    shallow_for,
    to_json,
)


def drawn(count: int, depth: int, slope: float, offset: float, deviation: float) -> np.ndarray:
    """Scores of searches, of which each follows from the one that `fit` compares it with."""
    rng = np.random.default_rng(1)
    scores = rng.normal(0, 300, (count, depth))
    for deep in range(3, depth + 1):
        errors = rng.normal(0, deviation, count)
        scores[:, deep - 1] = slope * scores[:, shallow_for(deep) - 1] + offset + errors
    return scores


@pytest.mark.parametrize("depth", range(3, 40))
def test_the_shallow_search_is_shallower_and_of_the_same_parity(depth: int) -> None:
    shallow = shallow_for(depth)
    assert 1 <= shallow < depth
    assert (depth - shallow) % 2 == 0


def test_lines_are_fitted_as_they_were_drawn() -> None:
    lines = fit(np.zeros(3000, np.int64), drawn(3000, 4, 1.1, 20, 50))
    assert [(line.depth, line.shallow) for line in lines] == [(3, 1), (4, 2)]
    for line in lines:
        assert line.slope == pytest.approx(1.1, abs=0.1)
        assert line.offset == pytest.approx(20, abs=10)
        assert line.deviation == pytest.approx(50, rel=0.15)


def test_stages_are_fitted_apart_and_too_few_positions_not_at_all() -> None:
    scores = np.concatenate([drawn(500, 3, 1, 0, 10), drawn(500, 3, 1, 0, 200), drawn(20, 3, 1, 0, 10)])
    lines = fit(np.repeat([0, 1, 2], [500, 500, 20]), scores)
    assert [line.stage for line in lines] == [0, 1]
    assert lines[1].deviation > 5 * lines[0].deviation


def test_many_stages_are_fitted_with_their_neighbours() -> None:
    lines = fit(np.repeat(np.arange(14), 30), np.concatenate([drawn(30, 3, 1, 0, 10)] * 14))
    assert [line.stage for line in lines] == list(range(14))  # 30 alone are too few


def test_scores_that_are_not_known_are_left_out() -> None:
    scores = drawn(300, 3, 1, 0, 10)
    scores[200:, 2] = np.nan
    assert fit(np.zeros(300, np.int64), scores)[0].deviation == pytest.approx(10, rel=0.4)
    scores[30:, 2] = np.nan
    assert fit(np.zeros(300, np.int64), scores) == []


def test_shallow_searches_that_know_nothing_are_not_used() -> None:
    scores = np.random.default_rng(2).normal(0, 100, (500, 3))
    assert fit(np.zeros(500, np.int64), scores) == []


def test_depths_beyond_those_measured_have_what_the_deepest_has() -> None:
    line = Line(1, 4, 2, 1.5, 3.0, 40.0)
    found = array_of(from_json(to_json([line])))
    assert found[1, 4].tolist() == [2, 1.5, 3, 40]
    assert found[1, 8].tolist() == [6, 1.5, 3, 40]
    assert (found[1, 3, DEVIATION], found[1, 5, DEVIATION], found[0, 4, DEVIATION]) == (0, 0, 0)
    assert [SHALLOW, SLOPE, OFFSET, DEVIATION] == [0, 1, 2, 3]


def searched(line: Line, threshold: float, depth: int = 5) -> Decision:
    """A search of a position of five in a row with ProbCut, or without where the threshold is 0."""
    rules = game("mnk:width=5,height=5,k=4")
    chooser = AlphaBeta(rules, AlphaBetaOptions(table=1, quiescence=0, tactics=False))
    chooser.switches = {**chooser.switches, "probcut": threshold}
    chooser._cuts = array_of([line])
    position = rules.start_position().play_all(["c3", "b2", "d2", "b4"])
    with interpreted():
        return chooser.choose(position, Budget(depth=depth))


@pytest.mark.slow
def test_a_search_that_is_never_sure_finds_what_it_finds_without() -> None:
    unsure, plain = (searched(Line(0, 3, 1, 1.0, 0.0, 1e6), threshold, 4) for threshold in (5.0, 0.0))
    assert (unsure.move, unsure.score) == (plain.move, plain.score)


@pytest.mark.slow
def test_a_search_that_is_sure_looks_at_fewer_positions_and_proves_nothing() -> None:
    sure, plain = (searched(Line(0, 3, 1, 1.0, 0.0, 1.0), threshold) for threshold in (1.0, 0.0))
    assert sure.nodes < 0.7 * plain.nodes
    assert sure.score_kind == "eval"
