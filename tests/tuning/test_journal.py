"""The journal of a tuning: what is written is read, and what is no journal of the plan is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from nupp.tuning.journal import NAME, Journal, JournalError
from nupp.tuning.plan import Plan

PLAN = Plan("hex", seconds=60.0)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    journal = Journal(tmp_path, PLAN)
    journal.seconds = 12.5
    journal.record("baseline", {"player": "uct"})
    assert journal.size("a match", 20) == 20
    again = Journal(tmp_path, replace(PLAN, seconds=120.0))  # more time is no other plan
    assert (again.results, again.seconds) == ({"baseline": {"player": "uct"}}, 12.5)
    assert again.size("a match", 50) == 20


def test_a_journal_of_another_plan_is_refused(tmp_path: Path) -> None:
    Journal(tmp_path, PLAN).write()
    with pytest.raises(JournalError, match=r"journal\.json.*seed=1, not 2: expected the same, or --restart"):
        Journal(tmp_path, replace(PLAN, seed=2))


@pytest.mark.parametrize(
    ("content", "words"),
    [("{", "Expecting"), ("{}", "plan"), ('{"plan": {}, "format": 9}', "format 9: expected 1")],
)
def test_what_is_no_journal_is_refused(tmp_path: Path, content: str, words: str) -> None:
    (tmp_path / NAME).write_text(content)
    with pytest.raises(JournalError, match=rf"no journal of a tuning: .*{words}"):
        Journal(tmp_path, PLAN)
