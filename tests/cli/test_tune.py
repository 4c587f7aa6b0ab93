"""`nupp tune`: what is said at the end, and of bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import nupp
from nupp.cli import tune as command
from nupp.evaluators.learned import user_folder
from nupp.rules import game
from nupp.tuning import JournalError
from nupp.tuning.workshop import TuningError

BUNDLE: dict[str, Any] = {
    "format": 1,
    "fits": ["hex:size=5"],
    "player": "uct:rave=300",
    "levels": None,
    "gain": None,
    "cuts": [],
    "verdict": {"against": "uct", "wins": 3, "draws": 0, "losses": 1, "limits": "0.1 s a move", "won": True},
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder, in which a tuning leaves a bundle."""
    monkeypatch.setenv("NUPP_DATA", str(tmp_path))
    path = user_folder(game("hex")) / "hex-size-5.tuned.json"

    def tuned(rules: Any, plan: Any, place: Path, restart: bool, report: Any) -> Path:
        report("baseline", "", 0.0)
        report("baseline", "a match", 0.1)
        report("network", "", 0.2)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(BUNDLE))
        return path

    monkeypatch.setattr(command, "tune", tuned)
    return tmp_path


def test_the_result_is_said(folder: Path) -> None:
    done = nupp("tune", "hex:size=5", "--time", "1s")
    assert "strong plays hex:size=5 with uct:rave=300\n" in done.stdout
    assert "against uct: 75 % of 4 games, 0.1 s a move" in done.stdout
    assert done.stderr.splitlines() == ["  0 %  baseline", " 20 %  network"]


def test_what_a_tuning_did_not_change_is_said(folder: Path) -> None:
    nupp("tune", "hex:size=5")
    done = nupp("tune", "hex:size=5")
    assert "with uct:rave=300, as before" in done.stdout
    assert "nothing better was found" in done.stdout


@pytest.mark.parametrize(
    ("games", "words"),
    [
        (
            {"wins": 0, "losses": 0},
            "hex-size-5.tuned.json: no levels of its own, as there were too few games\n",
        ),
        (
            {"wins": 1, "losses": 3},
            "too few games; what was tried had, against uct: 25 % of 4 games, 0.1 s a move\n",
        ),
    ],
)
def test_a_first_tuning_that_finds_nothing_says_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch, games: dict[str, int], words: str
) -> None:
    monkeypatch.setitem(BUNDLE, "player", "uct")
    monkeypatch.setitem(BUNDLE, "verdict", {**BUNDLE["verdict"], **games, "won": False})
    done = nupp("tune", "hex:size=5")
    assert "nothing better was found: strong plays hex:size=5 with uct, as before" in done.stdout
    assert done.stdout.endswith(words)


def test_a_step_after_the_time_says_how_much_longer_it_takes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tuned = command.tune

    def late(rules: Any, plan: Any, place: Path, restart: bool, report: Any) -> Path:
        path = tuned(rules, plan, place, restart, report)
        report("levels", "", 2.5)
        return path

    monkeypatch.setattr(command, "tune", late)
    assert nupp("tune", "hex:size=5").stderr.splitlines()[-1] == "100 %  levels (250% of the time)"


def test_levels_that_were_measured_alone_are_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUNDLE, "levels", [[0.1 * n, 100] for n in range(9, -1, -1)])
    monkeypatch.setitem(BUNDLE, "gain", 120.5)
    done = nupp("tune", "hex:size=5", "--only-levels")
    assert done.stdout.endswith("10 levels, each 120.5 Elo above the one before\n")


def test_the_result_as_json(folder: Path) -> None:
    found = json.loads(nupp("tune", "hex:size=5", "--json").stdout)
    assert (found["player"], found["verdict"]["won"]) == ("uct:rave=300", True)


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (BlockingIOError(), 2, "hex:size=5 is being tuned by another run"),
        (JournalError("seed=1, not 2: expected the same, or --restart"), 2, "expected the same"),
        (TuningError("hex breaks its own rules"), 1, "breaks its own rules; what was found before is in"),
        (
            OSError(28, "No space left on device", "file"),
            1,
            "No space left on device: file; what was found before is in",
        ),
    ],
)
def test_what_goes_wrong_is_said_in_a_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, code: int, words: str
) -> None:
    def fail(*arguments: Any) -> None:
        raise error

    monkeypatch.setattr(command, "tune", fail)
    done = nupp("tune", "hex:size=5")
    assert done.exit_code == code
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_tuning_that_is_interrupted_says_how_it_goes_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*arguments: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "tune", stop)
    done = nupp("tune", "hex:size=5")
    assert done.exit_code == 130
    assert done.stderr.splitlines()[0].endswith("/tuning/hex-size-5': the same command resumes")
