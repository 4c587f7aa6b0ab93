"""How often chance alone brings about what was found."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

from nupp.studies.permutation import p_of_changes, p_of_groups, p_text


def test_groups_are_compared_as_if_all_orders_were_tried() -> None:
    groups = ((1.0, 2.0, 2.5), (3.0, 4.0, 1.5))
    found = abs(sum(groups[0]) - sum(groups[1]))
    orders = list(permutations([*groups[0], *groups[1]]))
    exact = sum(abs(sum(order[:3]) - sum(order[3:])) >= found for order in orders) / len(orders)
    assert p_of_groups(groups) == pytest.approx(exact, abs=0.02)


def test_changes_are_judged_as_if_all_signs_were_tried() -> None:
    changes = (0.3, 0.5, -0.1, 0.2, 0.4)
    sums = [abs(sum(sign * one for sign, one in zip(signs, changes, strict=True))) for signs in
            product((-1, 1), repeat=5)]  # fmt: skip
    exact = sum(one >= sum(changes) - 1e-12 for one in sums) / len(sums)
    assert p_of_changes(changes) == pytest.approx(exact, abs=0.01)


def test_values_that_are_all_alike_show_nothing() -> None:
    assert p_of_groups([[0.2, 0.2], [0.2, 0.2]]) == 1
    assert p_of_changes([0.0, 0.0]) == 1
    assert p_of_groups([[0.1], [0.9]]) == 1  # of one value each there is but one division


def test_groups_of_other_sizes_and_clear_differences() -> None:
    assert p_of_groups([[0.1, 0.12, 0.11, 0.13, 0.1], [0.3, 0.32], [0.5, 0.52, 0.51]]) < 0.001
    assert p_of_changes([-0.1] * 20) < 0.001


def test_chance_is_called_significant_as_often_as_it_may_be() -> None:
    """Five groups of the same kind whose best and worst lie far apart, as the best and worst of many do."""
    rng = np.random.default_rng(7)
    found = [p_of_groups(rng.normal(size=(5, 4)).tolist()) for _ in range(100)]
    assert sum(p < 0.05 for p in found) <= 12


def test_p_values_in_words() -> None:
    assert [p_text(p) for p in (0.04321, 0.001, 0.0001)] == ["p = 0.043", "p = 0.001", "p < 0.001"]
