"""Running tests on rules as plain Python."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nupp.kernel import interpreted


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
