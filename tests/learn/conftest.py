"""Fixtures of the tests of learning."""

from __future__ import annotations

from typing import Any

import pytest

from learn.trainings import RULES, after
from nupp.learn.recipes import TdRecipe
from nupp.learn.training import (
    Training,
    begin,
)


@pytest.fixture(scope="session")
def learned() -> Training[Any]:
    return after(begin(RULES, TdRecipe(batch=2000, openings=2)), 10)
