"""Studies by requests: made, listed, edited, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from server.guests import Guest
from server.rest import Running
from server.studies.readers import CHAPTER, invite, make, see

pytestmark = pytest.mark.slow


def test_a_study_is_made_listed_and_edited(served: Running) -> None:
    ann, bob = Guest(served.url), Guest(served.url)
    study = make(ann, title="Forks")
    assert [(one["id"], one["yours"]) for one in ann.http.get("/api/studies").json()] == [(study, True)]
    assert bob.http.get("/api/studies").json() == []
    invite(ann, study, bob)
    assert [(one["id"], one["yours"]) for one in bob.http.get("/api/studies").json()] == [(study, False)]
    edit = {"type": "note", "chapter": 1, "node": 1, "note": "ok"}
    assert bob.http.post(f"/api/studies/{study}/edits", json=edit).status_code == 204
    found = see(ann, study)
    assert (found["version"], found["title"], found["chapters"][0]["nodes"][1]["note"]) == (1, "Forks", "ok")


@pytest.mark.parametrize(
    ("edit", "status", "code"),
    [
        ({"type": "note", "chapter": 9, "node": 0, "note": ""}, 404, "gone"),
        ({"type": "play", "chapter": 1, "parent": 1, "moves": ["b2"]}, 422, "illegal_move"),
        ({"type": "remove_chapter", "chapter": 1}, 403, "not_allowed"),
        ({"type": "dance"}, 422, "bad_request"),
        ({"type": "note", "chapter": 1, "node": 0, "note": "x" * 2001}, 422, "bad_request"),
        ({"type": "note", "chapter": 1, "node": 0, "note": "a\u202eb"}, 422, "bad_request"),
        (
            {"type": "draw", "chapter": 1, "node": 0, "shapes": [{"cells": [0], "colour": "pink"}]},
            422,
            "bad_request",
        ),
    ],
)
def test_what_cannot_be_done_is_refused(
    served: Running, edit: dict[str, Any], status: int, code: str
) -> None:
    ann = Guest(served.url)
    study = make(ann)
    answer = ann.http.post(f"/api/studies/{study}/edits", json=edit)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert see(ann, study)["version"] == 0


def test_others_may_only_read(served: Running) -> None:
    ann, bob = Guest(served.url), Guest(served.url)
    study = make(ann)
    for method, path, body in (
        ("POST", "edits", {"type": "rename", "title": "mine"}),
        ("POST", "import", {"text": "1. b2", "game": "tictactoe"}),
        ("POST", "invitation", None),
        ("DELETE", "editors", None),
    ):
        assert bob.http.request(method, f"/api/studies/{study}/{path}", json=body).status_code == 403, path
    assert bob.http.get("/api/studies/nosuch").json()["code"] == "unknown_study"
    assert bob.http.get("/api/studies/NO-SUCH").status_code == 422


def test_a_study_without_chapters_or_with_a_wrong_one_is_none(served: Running) -> None:
    ann = Guest(served.url)
    for chapters in ([], [CHAPTER | {"title": "\u202e"}], [CHAPTER | {"game": "nothing"}]):
        answer = ann.http.post("/api/studies", json={"title": "x", "chapters": chapters})
        assert answer.status_code == 422
    assert ann.http.get("/api/studies").json() == []
