"""Studies in use: loaded once, forgotten when nobody follows them, and read anew after a conflict."""

from __future__ import annotations

import pytest

from nupp.store import Database, StudyEdit, StudyStore
from server.guests import Guest
from server.rest import Running
from server.studies.readers import line, make, see

pytestmark = pytest.mark.slow


def test_one_that_nobody_follows_is_forgotten_and_loaded_again(served: Running) -> None:
    ann = Guest(served.url)
    study = make(ann)
    ann.http.post(f"/api/studies/{study}/edits", json={"type": "rename", "title": "Kept"})
    studies = served.parts.studies
    studies._studies[study].touched -= 100
    studies._forget()
    assert study not in studies._studies
    assert see(ann, study)["title"] == "Kept"
    studies._forget()
    assert study in studies._studies


def test_one_that_another_process_has_changed_is_read_anew(served: Running) -> None:
    ann = Guest(served.url)
    study = make(ann)
    with line(ann, study) as first:
        first.until("study")
        with Database(served.parts.settings.database) as database:
            change = {"type": "rename", "title": "Elsewhere", "id": 0}
            StudyStore(database).append(StudyEdit(study, 1, "0" * 64, change, "Elsewhere"))
        first.send("rename", title="Here")
        assert first.closed() == 1013
    assert see(ann, study)["title"] == "Elsewhere"
    with line(ann, study) as first:
        assert first.do("rename", title="Here")["type"] == "done"


@pytest.mark.parametrize("change", ["dismiss", "invite"])
def test_a_link_that_ends_while_it_is_used_makes_no_editor(
    served: Running, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    ann, bob = Guest(served.url), Guest(served.url)
    study = make(ann)
    token = ann.http.post(f"/api/studies/{study}/invitation").json()["token"]
    store = served.parts.studies.store
    admit = store.admit

    def late(id: str, client: str, invitation: str) -> bool:
        if change == "dismiss":
            store.dismiss(id)
        else:
            store.invite(id, "0" * 64)
        return admit(id, client, invitation)

    monkeypatch.setattr(store, "admit", late)
    refused = bob.http.post(f"/api/studies/{study}/editors", json={"token": token})
    assert (refused.status_code, refused.json()["code"]) == (403, "bad_invitation")
    assert not see(bob, study)["editable"]
    assert bob.http.get("/api/studies").json() == []
