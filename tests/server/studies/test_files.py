"""Studies as files: exported with all of it, and imported again."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from nupp.server.studies import api
from server.guests import Guest
from server.rest import Running
from server.studies.readers import CHAPTER, make, see

pytestmark = pytest.mark.slow

DRAUGHTS = {
    "type": "add_chapter",
    "title": "Opening",
    "game": "draughts:variant=international",
    "nodes": [
        {"parent": -1, "move": "", "note": "Start", "shapes": [{"cells": [27, 31], "colour": "blue"}]},
        {"parent": 0, "move": "32-28"},
        {"parent": 0, "move": "33-28", "note": "or this"},
    ],
}


def exported(guest: Guest, study: str, **query: Any) -> str:
    answer = guest.http.get(f"/api/studies/{study}/export", params=query)
    assert answer.status_code == 200, answer.text
    assert "attachment" in answer.headers["content-disposition"]
    return answer.text


def held(found: dict[str, Any]) -> list[Any]:
    """What chapters hold, without their numbers and versions."""
    kept = ("parent", "move", "note", "shapes")
    return [
        (one["title"], one["game"], one["players"], [[node[name] for name in kept] for node in one["nodes"]])
        for one in found["chapters"]
    ]


@pytest.mark.parametrize("form", ["study", "sgf", "native"])
def test_what_is_exported_can_be_imported_again(served: Running, form: str) -> None:
    ann = Guest(served.url)
    study = make(ann, CHAPTER, CHAPTER | {"title": "Two", "game": "hexxagon", "nodes": []})
    text = exported(ann, study, format=form)
    other = make(ann)
    answer = ann.http.post(f"/api/studies/{other}/import", json={"text": text}).json()
    assert answer == {"chapters": [2, 3], "faults": []}
    ann.http.post(f"/api/studies/{other}/edits", json={"type": "remove_chapter", "chapter": 1})
    assert held(see(ann, other)) == held(see(ann, study))


def test_pdn_where_the_game_has_it(served: Running) -> None:
    ann = Guest(served.url)
    study = make(ann, CHAPTER, DRAUGHTS)
    refused = ann.http.get(f"/api/studies/{study}/export", params={"format": "pdn"})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_format")
    text = exported(ann, study, format="pdn", chapter=2)
    assert '[Event "Opening"]' in text
    assert "[%cal B28-32] Start" in text
    answer = ann.http.post(f"/api/studies/{study}/import", json={"text": text}).json()
    assert answer == {"chapters": [3], "faults": []}
    chapters = held(see(ann, study))
    assert chapters[2][3] == chapters[1][3]


def test_numbers_of_nodes_with_gaps_are_exported(served: Running) -> None:
    ann = Guest(served.url)
    study = make(ann)
    for edit in ({"type": "remove", "node": 2}, {"type": "play", "parent": 1, "moves": ["c3", "c1"]}):
        ann.http.post(f"/api/studies/{study}/edits", json={"chapter": 1, **edit})
    text = exported(ann, study, format="study")
    assert json.loads(text)["nupp_study"] == 1
    assert ann.http.post(f"/api/studies/{study}/import", json={"text": text}).json()["chapters"] == [2]
    first, second = held(see(ann, study))
    assert [node[1] for node in second[3]] == [node[1] for node in first[3]] == ["", "b2", "a2", "c3", "c1"]


def test_a_text_with_faults_is_read_as_far_as_it_goes(served: Running) -> None:
    ann = Guest(served.url)
    study = make(ann)
    text = (
        "(;GM[99]RU[nothing];B[aa])\n(;RU[tictactoe]GN[Fork];B[aa];W[aa])\n(;RU[tictactoe]PB[a]PW[b];B[aa])"
    )
    answer = ann.http.post(f"/api/studies/{study}/import", json={"text": text}).json()
    assert answer["chapters"] == [2, 3]
    (fault,) = answer["faults"]
    assert "GM[99]" in fault
    assert [one["title"] for one in see(ann, study)["chapters"]] == ["One", "Fork", "a – b"]
    for wrong in ('{"nupp_study": 2}', '{"nupp_study": 1, "title": "x"}'):
        refused = ann.http.post(f"/api/studies/{study}/import", json={"text": wrong})
        assert (refused.status_code, refused.json()["code"]) == (422, "bad_study")


@pytest.mark.parametrize("form", ["study", "sgf"])
def test_an_edit_made_meanwhile_is_not_in_the_file(
    served: Running, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    ann = Guest(served.url)
    study = make(ann)
    before = exported(ann, study, format=form)

    async def after_an_edit(function: Callable[..., str], *args: object) -> str:
        served.parts.studies._studies[study].study.chapters[1].remove(1)
        return function(*args)

    monkeypatch.setattr(api, "off_loop", after_an_edit)
    assert exported(ann, study, format=form) == before
    assert len(see(ann, study)["chapters"][0]["nodes"]) == 1
