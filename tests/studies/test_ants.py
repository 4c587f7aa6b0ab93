"""The studies of the ant colony: what they count, and their verdict."""

import pytest

from nupp.arena import Match
from nupp.studies import Estimate
from nupp.studies.ants import (
    p_of_learning,
    p_of_values,
    part,
    stages_of,
    stands,
    together,
    trend,
    wanted,
)
from nupp.studies.hexxagon_ants_beta import SWEEP
from studies.trial import points, result

LOW, MIDDLE, HIGH = Estimate(0.1, 0.05, 0.15), Estimate(0.15, 0.1, 0.2), Estimate(0.3, 0.25, 0.35)


def test_the_games_of_colonies_are_put_together_by_pairs() -> None:
    both = together([result("first", "second"), result("second", "first")])
    assert [both.points(number) for number in sorted(both.records)] == [1, 1, 0, 0]
    assert both.pairs == (1, 0, 0, 0, 1)
    odd = Match("tictactoe", "random", "random", 3)
    three = together([result("first", "second", "first", match=odd)] * 2)
    assert three.pairs == (0, 0, 0, 0, 2)
    assert len(three.records) == 6


def test_stages_follow_each_other() -> None:
    colony = result(*points(2, 0, 0), *points(0, 0, 2))
    stages = stages_of([colony, colony])
    assert list(stages) == ["1 to 2", "3 to 4", "5 to 6", "7 to 8"]
    assert [one.value for one in stages.values()] == [1, 1, 0, 0]
    assert list(part(colony, 2, 4).records) == [2, 3]


@pytest.mark.parametrize(("last", "change", "word"), [
    (HIGH, 0.01, "it gets better"),
    (HIGH, 0.05, "no change can be measured"),
    (LOW, 0.04, "it gets worse"),
])  # fmt: skip
def test_colonies_learn_if_the_last_games_are_better_beyond_chance(
    last: Estimate, change: float, word: str
) -> None:
    assert trend({"1 to 2": MIDDLE, "3 to 4": HIGH, "5 to 6": last}, change) == word


def test_change_is_that_of_each_colony() -> None:
    """Every colony loses a little, far less than colonies differ from each other."""
    strong = result(*points(8, 0, 0), *points(7, 0, 1))
    weak = result(*points(1, 0, 7), *points(0, 0, 8))
    assert p_of_learning([strong, weak] * 6) < 0.001
    assert p_of_learning([strong, weak]) == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize(("learning", "usual", "word"), [
    (0.01, 0.5, "stands"), (0.5, 0.02, "stands"), (0.04, 0.04, "open"), (1.0, 1.0, "open"),
])  # fmt: skip
def test_wins_depend_on_the_parameter_if_chance_does_not_explain_that_values_differ(
    learning: float, usual: float, word: str
) -> None:
    """Two chances to err: each p-value has to be under half of 5 %."""
    assert stands({"learning": learning, "usual": usual}) == word


def test_games_of_a_colony_count_as_one() -> None:
    """Two colonies a value that differ as much as the values do: hundreds of games prove nothing."""
    good, bad = result(*points(100, 0, 0)), result(*points(0, 0, 100))
    assert p_of_values({("usual", 1): [good, bad], ("usual", 2): [bad, bad]}, "usual") > 0.4
    apart = {("usual", value): [good if value else bad] * 5 for value in (0, 1)}
    assert p_of_values(apart | {("learning", 0): [good, bad]}, "usual") < 0.02


def test_every_colony_has_openings_of_its_own() -> None:
    parameters = SWEEP.parameters(quick=True)
    seeds = [match.seed for name, match in wanted(SWEEP, parameters) if name.startswith("usual-")]
    assert len(set(seeds)) == len(seeds) == len(parameters["beta"]) * parameters["colonies"]
