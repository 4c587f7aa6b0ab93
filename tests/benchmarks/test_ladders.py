"""The table of levels: what it counts, and that the page shows it."""

from __future__ import annotations

import json
from pathlib import Path

import ladders
import pytest


def test_the_page_shows_the_table_of_what_was_measured() -> None:
    table = "\n".join(ladders.lines(json.loads(ladders.KEPT.read_text(encoding="utf-8"))))
    assert f"{ladders.BEGIN}\n\n{table}\n\n{ladders.END}" in ladders.PAGE.read_text(encoding="utf-8")


def test_rows_take_the_place_of_those_of_the_same_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladders, "KEPT", tmp_path / "levels.json")
    row = {"name": "level-hex:size=7-3", "wins": 60, "draws": 0, "losses": 40}
    for rows in ([row, row | {"name": "level-amazons-2"}], [row | {"wins": 50, "draws": 20, "losses": 30}]):
        measured = tmp_path / "measured.json"
        measured.write_text(json.dumps({ladders.TITLE: rows}))
        ladders.keep(measured)
    kept = json.loads(ladders.KEPT.read_text())
    assert kept == {"amazons": {"2": [60, 0, 40]}, "hex:size=7": {"3": [50, 20, 30]}}
    assert list(ladders.lines(kept))[2:] == [
        "| amazons | 60 |  |  |  |  |  |  |  |  |",
        "| hex:size=7 |  | 60 |  |  |  |  |  |  |  |",
    ]
