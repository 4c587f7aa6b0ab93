"""The endgame table of a tuning: as large as time and size allow, and checked before it is used."""

from __future__ import annotations

from pathlib import Path

import pytest

from nupp.evaluators.learned import user_folder
from nupp.rules import game
from nupp.search import packed
from nupp.search.endgames import Numbering, table_of
from nupp.tuning import Plan, endgames, run
from nupp.tuning.journal import Journal
from nupp.tuning.workshop import TuningError, Workshop

ENGLISH = game("draughts:variant=english")


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """A tuning of English draughts as though it had no tables, in which three pieces are few enough."""
    monkeypatch.setenv("NUPP_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(packed, "strength_folders", lambda rules: [user_folder(rules)])
    monkeypatch.setattr(endgames, "folder_for", user_folder)
    monkeypatch.setattr(endgames, "LARGE", Numbering(ENGLISH, 3).positions)
    folder = tmp_path / "tuning"
    folder.mkdir()
    plan = Plan(ENGLISH.spec, threads=1)
    return Workshop(ENGLISH, plan, folder, Journal(folder, plan), lambda text: None, "alphabeta")


def test_the_largest_table_that_is_small_enough_is_built_and_used(shop: Workshop) -> None:
    found = endgames.build(shop, 600)
    assert (found["pieces"], shop.folder.joinpath("endgames-3").exists()) == (3, False)
    table = table_of(ENGLISH)
    assert table is not None
    assert (table.pieces, table.path.name) == (3, found["file"])
    assert list(table.path.parent.iterdir()) == [table.path]  # that of two pieces is part of it
    assert endgames.build(shop, 600) == {"pieces": 3, "file": None}


def test_without_time_there_is_none(shop: Workshop) -> None:
    assert endgames.build(shop, 0) == {"pieces": 0, "file": None}
    assert table_of(ENGLISH) is None


def test_a_table_with_wrong_values_is_not_used(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    position = ENGLISH.parse_position("W:WK1:BK20")
    monkeypatch.setattr(endgames, "check_table", lambda table, samples, seed: (samples, [position]))
    with pytest.raises(TuningError, match=r"1 of 10,000 values in the table of 2 pieces .* W:WK1:BK20"):
        endgames.build(shop, 600)
    assert table_of(ENGLISH) is None


def test_games_that_count_their_material_have_this_step(shop: Workshop, tmp_path: Path) -> None:
    def steps(spec: str) -> list[str]:
        folder = tmp_path / spec
        folder.mkdir()
        tuning = run._Tuning(game(spec), Plan(spec), folder, lambda step, text, share: None)
        return [step.name for step in tuning._steps()]

    assert "endgames" in steps("morris")
    assert "endgames" not in steps("othello")
