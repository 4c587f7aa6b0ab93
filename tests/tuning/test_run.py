"""A whole tuning: it ends with a bundle that is used at once, and goes on where it was ended."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import nupp
from nupp.evaluators.bundles import bundle_of
from nupp.evaluators.learned import Verdict
from nupp.formats import locked
from nupp.games.mnk import Mnk
from nupp.kernel import interpreted
from nupp.players import player
from nupp.players.best import best_search, best_spec
from nupp.players.strong import Strong
from nupp.players.uct import UCT
from nupp.rules import Game, game
from nupp.tuning import Plan, cuts, folder_of, levels, network, run, search, tune, workshop
from nupp.tuning.journal import JournalError
from nupp.tuning.workshop import TuningError, Workshop


class Row(Mnk):
    """Four in a row on a small board."""

    name = "row"

    def __init__(self, width: int = 5, height: int = 4, k: int = 4) -> None:
        super().__init__(width, height, k)


PLAN = Plan("row", seconds=4.0, move_seconds=0.002, threads=1)


@pytest.fixture
def row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A user's game, with an empty data folder."""
    monkeypatch.setenv("NUPP_DATA", str(tmp_path / "data"))
    nupp.register(Row)
    return game("row")


@pytest.mark.slow
def test_a_game_is_tuned_from_nothing(row: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (workshop, run):
        monkeypatch.setattr(module, "LEAST", 2)
    monkeypatch.setattr(run, "_VERDICT", 2)
    monkeypatch.setattr(levels, "measure", lambda shop, seconds: {"levels": levels.START})
    steps: list[str] = []
    plan = replace(PLAN, seconds=1.0, learn=False)
    with interpreted():
        path = tune(row, plan, folder_of(row), report=lambda step, text, share: steps.append(step))
    names = "baseline", "network", "family", "cuts", "settings", "verdict", "levels"
    assert tuple(dict.fromkeys(steps)) == names
    bundle = bundle_of(row)
    assert bundle is not None
    assert bundle.path == path == folder_of(row).parents[1] / "strength" / "row" / "row.tuned.json"
    assert bundle.levels is not None
    assert len(bundle.levels) == 10
    strong = player("strong:table=1", row)
    assert isinstance(strong, Strong)
    assert type(strong.search) is type(best_search(row, table=1))
    recipe = json.loads(path.read_text())["recipe"]
    assert (recipe["seed"], recipe["game"]) == (1, "row")
    again = tune(row, plan, folder_of(row))  # nothing is left to do
    assert again.read_text() == path.read_text()


def quick(monkeypatch: pytest.MonkeyPatch, **failing: Exception) -> list[str]:
    """Let the steps find something at once, or fail; returns the steps that were called, as they are."""
    called: list[str] = []

    def step(name: str, result: dict[str, Any]) -> Any:
        def act(*arguments: Any) -> dict[str, Any]:
            called.append(name)
            if name in failing:
                raise failing.pop(name)
            return result

        return act

    monkeypatch.setattr(run._Tuning, "_baseline", step("baseline", {"player": "uct", "game_seconds": 1.0}))
    monkeypatch.setattr(network, "learn", step("network", {"file": None}))
    monkeypatch.setattr(search, "choose_family", step("family", {"player": "uct"}))
    monkeypatch.setattr(cuts, "measure", step("cuts", {"file": None}))
    monkeypatch.setattr(search, "choose_settings", step("settings", {"player": "uct"}))
    monkeypatch.setattr(levels, "measure", step("levels", {"levels": levels.START}))
    return called


def test_a_tuning_that_was_ended_goes_on_where_it_was(row: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    called = quick(monkeypatch, cuts=OSError(28, "No space left on device", "somewhere"))
    with pytest.raises(OSError, match="No space left"):
        tune(row, PLAN, folder_of(row))
    assert called == ["baseline", "network", "family", "cuts"]
    assert bundle_of(row) is None
    path = tune(row, PLAN, folder_of(row))
    assert called[4:] == ["cuts", "settings", "levels"]
    assert json.loads(path.read_text())["player"] == "uct"


def test_levels_are_measured_alone(row: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    called = quick(monkeypatch)
    bundle = tune(row, PLAN, folder_of(row))
    tuned = json.loads(bundle.read_text()) | {"fits": ["row", "row:width=6"]}
    bundle.write_text(json.dumps(tuned))
    ladder = [[0.1 * n, 100] for n in range(9, -1, -1)]
    monkeypatch.setattr(
        levels, "measure", lambda shop, seconds: {"levels": ladder, "gain": 80.0, "matches": ["some"]}
    )
    monkeypatch.setattr(workshop.Workshop, "play", lambda *arguments: None)
    plan = replace(PLAN, seconds=10_000.0, only_levels=True)
    path = tune(row, plan, folder_of(row, only_levels=True))
    measured = json.loads(path.read_text())
    assert called.count("baseline") == 1
    assert (measured.pop("levels"), measured.pop("gain")) == (ladder, 80.0)
    assert measured["recipe"].pop("levels")["matches"] == ["some"]
    assert measured == {name: value for name, value in tuned.items() if name not in ("levels", "gain")}


def test_levels_of_a_game_that_was_not_tuned_come_with_what_strong_plays(
    row: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    ladder = [[0.1 * n, 100] for n in range(9, -1, -1)]
    monkeypatch.setattr(levels, "measure", lambda shop, seconds: {"levels": ladder, "gain": 80.0})
    monkeypatch.setattr(workshop.Workshop, "play", lambda *arguments: None)
    before = best_spec(row)
    plan = replace(PLAN, seconds=10_000.0, only_levels=True)
    tune(row, plan, folder_of(row, only_levels=True))
    bundle = bundle_of(row)
    assert bundle is not None
    assert (bundle.player, bundle.verdict.won, bundle.levels) == (before, False, tuple(map(tuple, ladder)))


def test_a_time_too_short_for_levels_is_reported(row: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "measure", lambda shop, seconds: {"levels": None, "gain": None})
    monkeypatch.setattr(workshop.Workshop, "play", lambda *arguments: None)
    with pytest.raises(TuningError, match="20 games"):
        tune(row, replace(PLAN, only_levels=True), folder_of(row, only_levels=True))
    assert bundle_of(row) is None


def test_a_restart_forgets_what_was_found(row: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    called = quick(monkeypatch)
    tune(row, PLAN, folder_of(row))
    tune(row, replace(PLAN, seed=2), folder_of(row), restart=True)
    assert called.count("baseline") == 2


def test_a_restart_removes_nothing_but_a_tuning(
    row: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    quick(monkeypatch)
    folder = tmp_path / "thesis"
    kept = [folder / "chapter.tex", folder / "games.jsonl", folder / "figures" / "plot.svg"]
    kept[2].parent.mkdir(parents=True)
    for path in kept:
        path.touch()
    with pytest.raises(JournalError, match=r"thesis' holds no tuning: expected journal\.json there"):
        tune(row, PLAN, folder, restart=True)
    tune(row, PLAN, folder)
    tune(row, PLAN, folder, restart=True)
    assert all(path.exists() for path in kept)


def test_what_another_tuning_found_since_is_not_overwritten(
    row: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    called = quick(monkeypatch)
    path = tune(row, PLAN, folder_of(row))
    path.write_text(path.read_text().replace('"uct"', '"uct:rave=300"'))
    found = path.read_text()
    with pytest.raises(JournalError, match=r"row has another bundle now, .*: expected .* --restart"):
        tune(row, PLAN, folder_of(row))
    assert path.read_text() == found
    tune(row, PLAN, folder_of(row), restart=True)
    assert called.count("baseline") == 2


def test_bundles_hold_no_path_of_this_machine(
    row: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    quick(monkeypatch)
    folder = tmp_path / "Größe s"
    found = {"player": "uct", "matches": [{"first": f"alphabeta:eval=({folder}/network.nupp)"}]}
    monkeypatch.setattr(search, "choose_family", lambda *arguments: found)
    text = tune(row, PLAN, folder).read_text()
    assert "alphabeta:eval=(network.nupp)" in text
    assert str(tmp_path) not in text


@pytest.mark.parametrize("won", [True, False])
def test_what_an_earlier_tuning_found_stays_unless_it_is_beaten(
    row: Game, monkeypatch: pytest.MonkeyPatch, won: bool
) -> None:
    called = quick(monkeypatch)
    path = tune(row, PLAN, folder_of(row))
    before = path.read_text()

    def baseline(tuning: run._Tuning, shop: Workshop, seconds: float) -> dict[str, Any]:
        return {"player": shop.before, "tuned": True, "game_seconds": 1.0}

    def judge(tuning: run._Tuning, shop: Workshop, seconds: float) -> dict[str, Any]:
        verdict = Verdict("uct", 2, 0, 0, limits="two games", won=won)
        return {"player": "alphabeta" if won else shop.before, "verdict": vars(verdict)}

    monkeypatch.setattr(run._Tuning, "_baseline", baseline)
    monkeypatch.setattr(run._Tuning, "_judge", judge)
    again = tune(row, replace(PLAN, seed=2, learn=False), folder_of(row), restart=True)
    assert again == path
    assert (again.read_text() == before) is not won
    assert called.count("levels") == 1 + won  # those of a bundle that stays are not measured again
    assert json.loads(again.read_text())["player"] == ("alphabeta" if won else "uct")


def test_two_tunings_of_one_game_do_not_disturb_each_other(
    row: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    quick(monkeypatch)
    folder = folder_of(row)
    folder.mkdir(parents=True)
    with locked(folder / "tuning"), pytest.raises(BlockingIOError):
        tune(row, PLAN, folder)
    with locked(folder / "game"), pytest.raises(BlockingIOError):
        tune(
            row, replace(PLAN, only_levels=True), tmp_path / "elsewhere"
        )  # which would write the same bundle


def test_a_match_in_which_a_player_fails_ends_the_tuning(row: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any) -> None:
        raise ValueError("no move today")

    monkeypatch.setattr(UCT, "choose", fail)
    with interpreted(), pytest.raises(TuningError, match=r"game \d+ of .*no move today"):
        tune(row, PLAN, folder_of(row))
    assert (folder_of(row) / "journal.json").exists()
