"""The studies of the thesis's networks: what was published, and short runs from end to end."""

from __future__ import annotations

from pathlib import Path

import pytest

from nupp.learn.recipes import CnnRecipe
from nupp.studies import Lab, amazons_table_2
from nupp.studies.amazons_table_2 import COMPARED, PUBLISHED, TWINS, chance, is_smaller, items_of
from studies.trial import drawn

PARAMETERS = {"size": 5, "games": 8, "depth": 1, "epochs": 1, "trainings": 2, "openings": 7, "seed": 1}


def test_the_published_rows() -> None:
    assert PUBLISHED["13"].recipe(PARAMETERS | {"epochs": 30}) == CnnRecipe(dense=(256, 256, 256))
    assert PUBLISHED["22"].recipe(PARAMETERS | {"epochs": 30}).batch == 512
    assert PUBLISHED["6"].recipe(PARAMETERS | {"epochs": 6}).epochs == 10
    assert list(PUBLISHED) == [str(number) for number in range(1, 26)]
    one, other = (PUBLISHED[name] for name in TWINS)
    assert one.recipe(PARAMETERS) == other.recipe(PARAMETERS)
    assert one.loss == pytest.approx(2 * other.loss, rel=0.02)
    assert all(PUBLISHED[better].loss < PUBLISHED[worse].loss for better, worse in COMPARED)


def test_the_verdict_on_table_2_follows_from_the_errors() -> None:
    found = {name: [[row.loss, 0, 0]] for name, row in PUBLISHED.items()}
    assert amazons_table_2.stands(found) == "stands"
    worse = {name: [[0.1 - row.loss, 0, 0]] for name, row in PUBLISHED.items()}
    assert amazons_table_2.stands(worse) == "does not stand"
    nothing = {name: [[0.249 - row.loss / 10, 0, 0]] for name, row in PUBLISHED.items()}
    assert amazons_table_2.stands(nothing) == "open"


@pytest.mark.parametrize(("one", "other", "expected"), [
    ((0.10, 0.11, 0.12), (0.13, 0.14, 0.15), True),
    ((0.10, 0.11, 0.14), (0.13, 0.15, 0.16), None),  # smaller on average, but one training is not
    ((0.13, 0.14, 0.15), (0.10, 0.11, 0.12), False),
    ((0.2400, 0.2401), (0.2450, 0.2451), None),  # who has learnt nothing errs by chance alone
])  # fmt: skip
def test_errors_are_smaller_only_if_those_of_every_training_are(
    one: tuple[float, ...], other: tuple[float, ...], expected: bool | None
) -> None:
    first, second = ([[error, 0.2, 0.6] for error in errors] for errors in (one, other))
    assert is_smaller(first, second) is expected


def test_rows_that_are_compared_are_trained_several_times() -> None:
    items = items_of(3)
    assert items["2"] == ["2 0", "2 1", "2 2"]
    assert items["3"] == ["3 0"]
    assert (items["5"], items["9"]) == (
        ["5 0", "5 1", "5 2"],
        ["9 3", "9 4", "9 5"],
    )  # with seeds of their own
    assert chance(3) == 0.1
    seeds = [PUBLISHED["2"].recipe(PARAMETERS, number).seed for number in range(3)]
    assert len(set(seeds)) == 3


@pytest.mark.slow
def test_table_2_from_end_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = {name: PUBLISHED[name] for name in ("1", "2", "4", "5", "9", "13", "20", "22", "23", "24", "25")}
    monkeypatch.setattr(amazons_table_2, "PUBLISHED", rows)
    monkeypatch.setattr(amazons_table_2, "parameters", lambda quick: PARAMETERS)
    findings = amazons_table_2.conduct(Lab(tmp_path))
    assert len(findings.tables[0].rows) == len(rows)
    trained: list[str] = []
    monkeypatch.setattr(amazons_table_2, "trained", trained.append)
    assert amazons_table_2.conduct(Lab(tmp_path)).tables[0].rows == findings.tables[0].rows
    assert trained == []  # what is known is not found again
    drawn(findings)
