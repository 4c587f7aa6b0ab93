"""The optional methods of which a game has a version of its own."""

from __future__ import annotations

import pytest

from nupp.rules import game
from nupp.rules.optional import has_candidates, has_forcing_moves, has_margin


@pytest.mark.parametrize(
    ("spec", "answers"),
    [
        ("hex", (False, False, False)),
        ("othello", (True, False, False)),
        ("tictactoe", (False, True, True)),
    ],
)
def test_a_game_has_the_optional_methods_that_it_or_a_base_of_it_defines(
    spec: str, answers: tuple[bool, bool, bool]
) -> None:
    rules = game(spec)
    assert (has_margin(rules), has_candidates(rules), has_forcing_moves(rules)) == answers
