"""Fixtures of the tests of learning."""

from __future__ import annotations

import pytest

from learn.trainings import RULES, after
from nupp.learn.recipes import TdRecipe
from nupp.learn.td import TdTraining


@pytest.fixture(scope="session")
def learned() -> TdTraining:
    return after(TdTraining(RULES, TdRecipe(batch=2000, openings=2)), 10)
