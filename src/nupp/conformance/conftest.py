"""The games of the suite, each with its random games, and how they are chosen."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings

from nupp.conformance.observe import Sample, keeps_bounds, sample
from nupp.conformance.variants import all_specs, base_specs
from nupp.evaluators import evaluators_of
from nupp.games import Game, game
from nupp.games.registry import load_plugins

settings.register_profile("nupp", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("nupp")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option that names games."""
    parser.addoption("--game", action="append", metavar="SPEC", help="test this game; may be repeated")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let a test run over the games that it asks for: all with their variants, or as they are by default."""
    named = metafunc.config.getoption("--game")
    if named is None:
        load_plugins()
    chosen = named or base_specs()
    wanted: dict[str, list[Any]] = {
        "played": all_specs(chosen),
        "rules": all_specs(chosen),
        "finite": [spec for spec in all_specs(chosen) if not game(spec).repetition],
        "base": chosen,
        "judged": [(spec, name) for spec in chosen for name in evaluators_of(game(spec)).names()],
    }
    for fixture, specs in wanted.items():
        if fixture in metafunc.fixturenames:
            ids = [" ".join(spec) if isinstance(spec, tuple) else spec for spec in specs]
            metafunc.parametrize(fixture, specs, ids=ids, indirect=True, scope="session")


@pytest.fixture(scope="session")
def played(request: pytest.FixtureRequest) -> Sample:
    """Random games of a game; of every game with every parameter changed once."""
    return safe_sample(request.param)


@pytest.fixture(scope="session")
def finite(request: pytest.FixtureRequest) -> Sample:
    """Random games of a game that does not run in circles: in others values depend on the way there."""
    return safe_sample(request.param)


@pytest.fixture(scope="session")
def base(request: pytest.FixtureRequest) -> Sample:
    """Random games of a game with its defaults."""
    return safe_sample(request.param)


@pytest.fixture(scope="session")
def rules(request: pytest.FixtureRequest) -> Game:
    """A game; each with every parameter changed once."""
    return game(request.param)


@pytest.fixture(scope="session")
def judged(request: pytest.FixtureRequest) -> tuple[Sample, str]:
    """Random games of a game with its defaults, and the name of one of its evaluators."""
    spec, name = request.param
    return safe_sample(spec), name


def safe_sample(spec: str) -> Sample:
    """Random games of a game; the test is skipped if the game's compiled rules are not safe to call."""
    if not keeps_bounds(spec):
        pytest.skip("the rules write beyond their bounds")
    return sample(spec)
