"""Fixtures: the games of the suite, each with its random games."""

from __future__ import annotations

import pytest

from conformance.observe import Sample, sample
from conformance.variants import all_specs, base_specs
from nupp.games import Game, game


@pytest.fixture(scope="session", params=all_specs())
def played(request: pytest.FixtureRequest) -> Sample:
    """Random games of every game with every parameter changed once."""
    return sample(request.param)


@pytest.fixture(scope="session", params=base_specs())
def base(request: pytest.FixtureRequest) -> Sample:
    """Random games of every game with its defaults."""
    return sample(request.param)


@pytest.fixture(scope="session", params=all_specs())
def rules(request: pytest.FixtureRequest) -> Game:
    return game(request.param)
