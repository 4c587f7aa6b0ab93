"""Running tests on rules as plain Python."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nupp.kernel import interpreted
from nupp.rules import Position, game


def start_of(spec: str) -> Position:
    """The start of a game, made by rules as plain Python: a test of one kernel need not compile another."""
    with interpreted():
        return game(spec).start_position()


@pytest.fixture(autouse=True)
def plain_rules(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run rules as plain Python, which spares compiling them for each board that a test makes.

    The conformance suite shows that compiled rules do the same. Tests that visit many positions are marked
    `native`.
    """
    if request.node.get_closest_marker("native"):
        yield
        return
    with interpreted():
        yield
