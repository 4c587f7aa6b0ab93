"""Bundles: which one a game has, and what is said of files that are none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from nupp.cli.players import strong_summary
from nupp.evaluators.bundles import bundle_of
from nupp.evaluators.learned import user_folder
from nupp.players.best import best_search, best_spec
from nupp.players.cast import cast_of
from nupp.players.level import Level, handicaps
from nupp.players.tuned import best_evaluator, evaluator_of, tuned_search, untuned_spec
from nupp.players.uct import UCT
from nupp.rules import game

CONTENT: dict[str, Any] = {
    "format": 1,
    "fits": ["hex:size=*"],
    "player": "uct:exploration=0.5,rave=300",
    "levels": None,
    "gain": None,
    "cuts": [],
    "verdict": {"against": "uct", "wins": 3, "draws": 0, "losses": 1, "limits": "1 s a move", "won": True},
}


def put(name: str = "hex", **changes: Any) -> Path:
    """Write a bundle of Hex into the user's data folder."""
    folder = user_folder(game("hex"))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.tuned.json"
    path.write_text(json.dumps(CONTENT | changes))
    return path


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty data folder."""
    monkeypatch.setenv("NUPP_DATA", str(tmp_path))


def test_a_game_has_the_bundle_that_fits_it() -> None:
    assert bundle_of(game("hex:size=5")) is None
    path = put()
    found = bundle_of(game("hex:size=5"))
    assert found is not None
    assert (found.path, found.verdict.wins) == (path, 3)
    put(fits=["hex:size=7"])
    assert bundle_of(game("hex:size=5")) is None


def test_a_bundle_for_one_game_comes_before_one_for_many() -> None:
    put("all")
    path = put("hex-size-5", fits=["hex:size=5"])
    found = bundle_of(game("hex:size=5"))
    assert found is not None
    assert found.path == path


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"player": "uct:virtual=3"}, "virtual"),
        ({"player": "wizard"}, "wizard"),
        ({"levels": [[0.5, 100]] * 5}, "5 levels: expected 10"),
    ],
)
def test_a_bundle_of_another_version_is_left_out(changes: dict[str, Any], message: str) -> None:
    put(**changes)
    with pytest.warns(UserWarning, match=f"bundle left out: .*{message}"):
        assert bundle_of(game("hex:size=5")) is None


def test_a_larger_board_is_played_by_the_search_that_won_on_a_smaller_one() -> None:
    put(fits=["hex:size=13"], player="uct:rave=200")
    assert untuned_spec(game("hex:size=14")) == "uct:rave=200"
    assert "rave=300" in untuned_spec(game("hex:size=12"))  # as on the boards that come with nupp
    assert untuned_spec(game("hex:size=6")) == untuned_spec(game("breakthrough:width=9")) == "uct"


def test_strong_plays_as_the_bundle_says() -> None:
    put()
    search = best_search(game("hex:size=5"), table=2)
    assert isinstance(search, UCT)
    assert (search.options.rave, search.options.memory) == (300, 2)
    assert best_spec(game("hex:size=5")) == "uct:exploration=0.5,rave=300"
    assert untuned_spec(game("hex:size=5")) == "uct"
    put(player="alphabeta:reductions=2,table=8")
    assert tuned_search(game("hex:size=5"), table=1).options.table == 1
    assert tuned_search(game("hex:size=5"), table=1).switches["reductions"] == 2


def test_the_best_evaluator_is_that_of_the_bundle() -> None:
    put("morris", fits=["othello"], player="uct:cutoff=0,eval=mobility")
    folder = user_folder(game("othello"))
    folder.mkdir(parents=True)
    (user_folder(game("hex")) / "morris.tuned.json").rename(folder / "othello.tuned.json")
    assert evaluator_of(game("othello")) == "mobility"
    assert best_evaluator(game("othello")).name == "mobility"
    assert tuned_search(game("othello"), table=1).evaluator.name == "mobility"


def test_what_strong_plays_with_is_said() -> None:
    put()
    verdict = "uct: 75 % of 4 games, 1 s a move"
    said = str(strong_summary(game("hex:size=5")))
    assert said == f"strong plays with uct:exploration=0.5,rave=300 (hex.tuned.json), which beat {verdict}."
    put(verdict={**CONTENT["verdict"], "won": False})
    assert "tuning found nothing better" in str(strong_summary(game("hex:size=5")))


def test_levels_are_held_back_as_the_bundle_says() -> None:
    put(levels=[[0.9 - n / 10, 100 * (n + 1) if n < 9 else None] for n in range(10)])
    found = handicaps(game("hex:size=5"))
    assert (found[0], found[9]) == ((0.9, 100), (0.0, None))
    assert Level(game("hex:size=5"), 3).handicap.nodes == 300


def test_characters_are_rated_as_the_bundle_has_measured() -> None:
    put(gain=100.0)
    assert [one.rating for one in cast_of(game("hex:size=5"))][:3] == [600, 700, 800]


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"format": 2}, "format 2: expected 1"), ({"verdict": {}}, "missing"), ({"levels": 3}, "int")],
)
def test_a_file_that_is_no_bundle_is_left_out_with_a_warning(changes: dict[str, Any], words: str) -> None:
    path = put(**changes)
    with pytest.warns(UserWarning, match=words) as warned:
        assert bundle_of(game("hex:size=5")) is None
    assert str(path) in str(warned[0].message)
