"""`nupp study`: what it lists, shows and keeps, and what it refuses."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from click.testing import Result as Run

import nupp.studies
from nupp.cli.main import cli
from nupp.kernel import interpreted
from nupp.spec import SpecError
from nupp.studies import Study, study
from nupp.version import __version__
from studies.trial import (
    broken_players,  # noqa: F401
    made_up,
)

# ---- the command ----------------------------------------------------------------------------------


def call(*words: str) -> Run:
    with interpreted():
        return CliRunner().invoke(cli, ["study", *words])


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> Callable[[Study], None]:
    """Make `nupp study` know a made-up study under its name."""

    def known(one: Study) -> None:
        monkeypatch.setattr("nupp.cli.study.study", lambda name: one)

    return known


@pytest.mark.usefixtures("broken_players")
def test_a_player_that_fails_ends_the_command(only: Callable[[Study], None]) -> None:
    only(made_up())
    run = call("tictactoe-lines")
    assert run.exit_code == 1
    last = run.output.splitlines()[-1]
    assert last.startswith("nupp: tictactoe-lines: match 'one', game 0: x failed: out of order; expected")


def test_an_unknown_study_is_refused_with_those_there_are() -> None:
    with pytest.raises(SpecError, match="unknown study 'x': known are lput-table-8, "):
        study("x")
    run = call("lput-tabel-9")
    assert run.exit_code != 0
    assert "unknown study 'lput-tabel-9': did you mean lput-table-9? known are lput-table-8, " in run.output


def test_without_a_name_the_studies_are_listed() -> None:
    run = call()
    assert run.exit_code == 0
    lines = run.output.splitlines()
    assert [line.split()[0] for line in lines] == list(nupp.studies.STUDIES)
    assert all(study(line.split()[0]).title in line for line in lines)


def test_a_study_is_shown_and_kept(tmp_path: Path, only: Callable[[Study], None]) -> None:
    only(made_up())
    run = call("tictactoe-lines", "--quick", "--out", str(tmp_path))
    assert run.exit_code == 0, run.output
    shown = " ".join(run.output.split())
    for words in (
        "A title",
        "A source",
        "A claim",
        "50.0 % (25.0 to 75.0)",
        "Found in A title.",
        "It differs.",
    ):
        assert words in shown
    assert "The source's conclusion stands in part. By a quick run, which says less than" in shown
    assert (tmp_path / "tictactoe-lines-quick" / "one.jsonl").exists()
    assert (tmp_path / "tictactoe-lines-quick.html").exists()
    assert "(quick)" in call("--overview", str(tmp_path)).output
    assert call("tictactoe-lines", "--out", str(tmp_path)).exit_code == 0
    assert (tmp_path / "tictactoe-lines" / "one.jsonl").exists()
    assert "(quick)" not in call("--overview", str(tmp_path)).output


def test_a_quick_run_leaves_the_full_one_as_it_is(tmp_path: Path, only: Callable[[Study], None]) -> None:
    only(made_up())
    assert call("tictactoe-lines", "--out", str(tmp_path)).exit_code == 0
    kept = {file: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()}
    assert call("tictactoe-lines", "--quick", "--out", str(tmp_path)).exit_code == 0
    assert {file: file.read_bytes() for file in kept} == kept
    assert "(quick)" not in call("--overview", str(tmp_path)).output


def test_an_open_study_says_so(only: Callable[[Study], None]) -> None:
    only(made_up(stands="open"))
    shown = call("tictactoe-lines").output.splitlines()
    assert shown[-2:] == ["Whether the source's conclusion stands is open.", f"By nupp {__version__}."]


def test_a_folder_with_games_of_another_match_is_an_error(
    tmp_path: Path, only: Callable[[Study], None]
) -> None:
    only(made_up())
    (tmp_path / "tictactoe-lines").mkdir()
    (tmp_path / "tictactoe-lines" / "one.jsonl").write_text('{"match": "another"}\n')
    run = call("tictactoe-lines", "--out", str(tmp_path))
    assert run.exit_code == 1
    assert run.output.splitlines()[-1].startswith("nupp: tictactoe-lines: ")


@pytest.mark.parametrize("content", ["", "{", "[]", '{"study": "tictactoe-lines"}'])
def test_an_overview_of_something_else_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "tictactoe-lines.json").write_text(content)
    run = call("--overview", str(tmp_path))
    assert run.exit_code == 1
    assert re.search(r"tictactoe-lines\.json' holds no study: expected what", run.output)
    assert call("--overview", str(tmp_path / "none")).exit_code == 2
    assert "expected one of them" in call("--overview", str(tmp_path), "tictactoe-lines").output
    assert "--quick without a study: expected its name" in call("--quick").output
