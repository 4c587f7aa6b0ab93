"""The refusal of a proof says in suitable units what it takes."""

from __future__ import annotations

import pytest

from nupp.rules import game
from nupp.search.solve import Cost, TooLargeError, check_cost

YEAR = 365.25 * 86400


@pytest.mark.parametrize(
    ("cost", "said"),
    [
        (Cost(YEAR, 1, 7_373_341), r"and 7\.4 TB of memory, of which 1024 MB are allowed$"),
        (Cost(YEAR, 1, 5e11), r"and far more memory than there is$"),
        (Cost(1200 * YEAR, 1, 1), r"positions, more than a thousand years at"),
        (Cost(271 * YEAR, 1, 1), r"positions, 271 years at"),
    ],
)
def test_what_a_proof_takes(cost: Cost, said: str) -> None:
    with pytest.raises(TooLargeError, match=said):
        check_cost(game("tictactoe").start_position(), cost, 1024)
