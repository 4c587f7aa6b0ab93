"""A check finds a value that does not follow from those after it."""

from __future__ import annotations

import pytest

from nupp.rules import game
from nupp.search.endgames import EndgameTable, check_table


def test_a_sound_table_has_no_faults(draughts: EndgameTable) -> None:
    checked, wrong = check_table(draughts, 3000)
    assert checked > 2000
    assert wrong == []


@pytest.mark.slow
def test_the_table_of_other_rules_is_found_out(draughts: EndgameTable) -> None:
    russian = EndgameTable(game("draughts:variant=russian"), 3, draughts.values, draughts.path)
    checked, wrong = check_table(russian, 1000)
    assert 0 < len(wrong) < checked
