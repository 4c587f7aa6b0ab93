"""The file that keeps the pheromone of an ant colony from game to game."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from games.hexxagon.colonies import HEXXAGON, LONELY, ants
from nupp.spec import SpecError

pytestmark = pytest.mark.native


def test_saved_and_loaded(tmp_path: Path) -> None:
    file = tmp_path / "ants.json"
    teacher = ants(f"save={file}")
    teacher.game_over(LONELY.play("b2"), 0)
    pupil = ants(f"load={file}")
    assert (pupil.memory.pheromone == teacher.memory.pheromone).all()
    assert (pupil.memory.points, pupil.memory.games) == ([3, None], 1)
    for one in (teacher, pupil):
        one.seed(5)
    start = HEXXAGON.start_position()
    assert [teacher.choose(start).move for _ in range(9)] == [pupil.choose(start).move for _ in range(9)]
    both = ants(f"load={file},save={file}")
    both.game_over(LONELY.play("b2"), 0)
    assert ants(f"load={file}").memory.games == 2


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("hello", "pheromone"),
        ("[1, 2]", "'nupp pheromone 1'"),
        ('{"format": "nupp pheromone 1"}', "pheromone"),
        ("\x00", "pheromone"),
    ],
)
def test_bad_files_are_named_and_kept(tmp_path: Path, content: str, words: str) -> None:
    file = tmp_path / "notes.txt"
    file.write_text(content)
    for use in ("load", "save"):
        with pytest.raises(SpecError, match=words) as caught:
            ants(f"{use}={file}")
        assert str(file) in str(caught.value)
        assert "\n" not in str(caught.value)
        assert file.read_text() == content


def test_damaged_pheromone_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ants.json"
    ants(f"save={file}").game_over(LONELY.play("b2"), 0)
    whole = json.loads(file.read_text())
    for damage in (
        {"pheromone": whole["pheromone"][:1]},
        {"pheromone": (-np.array(whole["pheromone"])).tolist()},
        {"pheromone": "x"},
        {"points": [1]},
        {"points": ["a", "b"]},
        {"games": None},
        {"cells": whole["cells"][1:]},
    ):
        file.write_text(json.dumps(whole | damage))
        with pytest.raises(SpecError, match=r"ants\.json'.*hexxagon"):
            ants(f"load={file}")
    file.write_text(json.dumps(whole))
    with pytest.raises(SpecError, match=r"\b61 cells.*\b58\b|\b58 cells.*\b61\b"):
        ants(f"load={file}", "hexxagon:holes=none")


def test_places_where_nothing_can_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="No such file"):
        ants(f"load={tmp_path / 'none.json'}")
    with pytest.raises(SpecError, match="folder"):
        ants(f"save={tmp_path / 'none' / 'ants.json'}")
    with pytest.raises(SpecError, match="Is a directory"):
        ants(f"save={tmp_path}")
    with pytest.raises(SpecError, match=r"tictactoe.*hexxagon"):
        ants(spec="tictactoe")
