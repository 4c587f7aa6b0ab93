"""Fixtures of the arena's tests."""

import pytest

from arena.failing import Cheating, Compiling, Failing, Late, Seeing, Sleeping, Spending
from nupp.players import register


@pytest.fixture
def failing_players() -> None:
    register("failing")(Failing)
    register("cheating")(Cheating)
    register("sleeping")(Sleeping)
    register("seeing")(Seeing)
    register("late")(Late)
    register("spending")(Spending)
    register("compiling")(Compiling)
