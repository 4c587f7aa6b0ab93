"""The study of four in a row's small boards: the published values, and what follows from those found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nupp.rules import game
from nupp.studies import Lab, fourinarow_values
from nupp.studies.fourinarow_values import PUBLISHED, found, parameters, rows, spec
from nupp.studies.solving import Solved
from studies.trial import drawn, known

pytestmark = pytest.mark.native

SOLVED = json.loads((Path(__file__).parents[1] / "data" / "solved.json").read_text())
OUTCOMES = {"win": 1, "draw": 0, "loss": -1}


def test_published_values_are_those_of_the_literature() -> None:
    upright = {f"gravity {size}": value for size, value in SOLVED["connectfour_width_x_height"].items()}
    free = {f"free {size.split(',')[0]}": value for size, value in SOLVED["mnk"].items() if "k=4" in size}
    expected = {board: OUTCOMES[value] for board, value in (upright | free).items()}
    assert {board: value for board, value in PUBLISHED.items() if board in expected} == PUBLISHED
    assert {board: expected[board] for board in PUBLISHED} == PUBLISHED


def test_every_board_is_one_of_four_in_a_row() -> None:
    for quick in (True, False):
        for board in parameters(quick)["boards"]:
            width, height = map(int, board.split()[1].split("x"))
            rules = game(spec(board))
            assert (len(rules.board), rules.k) == (width * height, 4)  # type: ignore[attr-defined]
    assert spec("gravity 7x6") == "connectfour:width=7,height=6"


def test_the_full_run_holds_the_quick_one() -> None:
    assert set(parameters(True)["boards"]) < set(parameters(False)["boards"])
    assert set(PUBLISHED) <= set(parameters(False)["boards"])


@pytest.mark.parametrize("outcome", [0, 1, None])
def test_an_exercise_claims_nothing_whatever_the_values(
    outcome: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Values of others that are found again confirm those others, not the source."""
    exercise = {"boards": ("gravity 4x4",), "free": 1, "gravity": 1}
    monkeypatch.setattr(fourinarow_values, "parameters", lambda quick: exercise)
    monkeypatch.setattr(fourinarow_values, "solved_value", lambda name, seconds: known(outcome))
    findings = fourinarow_values.conduct(Lab())
    assert findings.stands == "nothing claimed"
    assert ("Another value than published: gravity 4x4." in findings.difference) == (outcome == 1)


def test_boards_that_are_not_solved_are_reported() -> None:
    values = {"free 6x5": known(1), "free 9x9": known(None), "gravity 4x4": known(0)}
    assert [row[:3] for row in rows(values)] == [
        ("free 6x5", "first wins", "first wins"),
        ("free 9x9", None, "not solved"),
        ("gravity 4x4", "draw", "draw"),
    ]
    assert found(values).startswith("2 of 3 boards are solved, all but free 9x9; 2 of 2 values")
    assert found({"free 6x5": known(1)}).startswith("1 of 1 boards are solved; 1 of 1 values")
    assert "Placed freely the first player wins 1 of 1 boards and the second 0" in found(values)


def test_a_small_study_and_what_it_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    boards = ("gravity 4x4", "gravity 5x4")
    monkeypatch.setattr(
        fourinarow_values, "parameters", lambda quick: {"boards": boards, "free": 60, "gravity": 60}
    )
    findings = fourinarow_values.conduct(Lab(tmp_path))
    assert [row[:4] for row in findings.tables[0].rows] == [
        ("gravity 4x4", "draw", "draw", 16),
        ("gravity 5x4", "draw", "draw", 20),
    ]
    assert (findings.stands, findings.difference) == ("nothing claimed", "")
    drawn(findings)

    def refuse(*_: object, **__: object) -> Solved:
        raise AssertionError("it was known")

    monkeypatch.setattr(fourinarow_values, "solved_value", refuse)
    assert fourinarow_values.conduct(Lab(tmp_path)).tables == findings.tables
