"""Runs that are played once, and their pages."""

from itertools import combinations

import pytest

from arena.report.pages import PLAYERS, Page, page_of, played
from nupp.arena import Result


@pytest.fixture(scope="package")
def tournament() -> list[Result]:
    """Three players, of whom two have played an odd number of games."""
    games = {("greedy", "random"): 7}
    return [
        played("tictactoe", *pair, games.get(pair, 4), stream=stream)
        for stream, pair in enumerate(combinations(PLAYERS, 2))
    ]


@pytest.fixture(scope="package")
def dots() -> Result:
    """A match in which turns do not alternate."""
    return played("dotsandboxes:size=2", "greedy", "random", 6)


@pytest.fixture(scope="package")
def dots_page(tmp_path_factory: pytest.TempPathFactory, dots: Result) -> Page:
    return page_of(tmp_path_factory.mktemp("dots"), ("greedy", "random"), [dots])


@pytest.fixture(scope="package")
def tournament_page(tmp_path_factory: pytest.TempPathFactory, tournament: list[Result]) -> Page:
    return page_of(tmp_path_factory.mktemp("tournament"), PLAYERS, tournament)
