"""A study followed live: edits come to everybody in one order, kept before anybody hears of them."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from server.guests import Forked, Guest
from server.rest import Running
from server.studies.readers import invite, line, make, see

pytestmark = pytest.mark.slow

SETTINGS = {"queue": 16}


def test_edits_come_to_everybody(served: Running) -> None:
    ann, bob = Guest(served.url), Guest(served.url)
    study = make(ann)
    with line(ann, study) as first, line(bob, study) as second:
        whole = second.until("study")["study"]
        assert (whole["editable"], whole["yours"], whole["version"]) == (False, False, 0)
        assert first.do("play", chapter=1, parent=2, moves=["c3", "c1"])["type"] == "done"
        message = second.until("change")
        played = {"type": "played", "chapter": 1, "parent": 2, "first": 4, "moves": ["c3", "c1"]}
        assert (message["version"], message["change"], message["yours"]) == (1, played, False)
        assert first.do("note", chapter=1, node=4, note="<b>why</b>")["type"] == "done"
        assert second.until("change")["change"]["note"] == "<b>why</b>"
        assert second.do("note", chapter=1, node=4, note="no")["code"] == "not_allowed"
    assert see(bob, study)["chapters"][0]["nodes"][3]["note"] == "<b>why</b>"


def test_two_editors_at_a_time(served: Running) -> None:
    """The last edit of a node wins, in the same order for everybody, and each has a version."""
    ann, bob = Guest(served.url), Guest(served.url)
    study = make(ann)
    invite(ann, study, bob)
    with line(ann, study) as first, line(bob, study) as second:
        for number in range(20):
            for editor, name in ((first, "ann"), (second, "bob")):
                editor.send("note", chapter=1, node=0, note=f"{name} {number}", base=0)
                editor.send("play", chapter=1, parent=0, moves=["c3" if number % 2 else "c1"])
        orders = []
        for editor in (first, second):
            while len([one for one in editor.heard if one["type"] in ("done", "error")]) < 40:
                editor.next()
            changes = [one for one in editor.heard if one["type"] == "change"]
            while changes[-1]["version"] < 42:
                changes.append(editor.until("change"))
            orders.append([(one["version"], str(one["change"])) for one in changes])
        assert orders[0] == orders[1]
        assert [version for version, _ in orders[0]] == list(range(1, 43))
        yours = [one["yours"] for one in first.heard if one["type"] == "change"]
        assert 20 <= sum(yours) <= 22
        found = see(ann, study)["chapters"][0]["nodes"]
        last = [text for _, text in orders[0] if "'note'" in text][-1]
        assert f"'{found[0]['note']}'" in last
        assert [one["move"] for one in found if one["parent"] == 0][1:] == ["c1", "c3"]


def test_a_position_is_presented_and_followed(served: Running) -> None:
    ann, bob = Guest(served.url), Guest(served.url)
    study = make(ann)
    with line(bob, study) as second:
        with line(ann, study) as first:
            assert first.do("present", place={"chapter": 1, "node": 3})["type"] == "done"
            assert second.until("present")["shown"] == {"chapter": 1, "node": 3}
            assert see(bob, study)["shown"] == {"chapter": 1, "node": 3}
            assert second.do("present", place={"chapter": 1, "node": 0})["code"] == "not_allowed"
            assert first.do("present", place={"chapter": 1, "node": 9})["code"] == "gone"
            first.do("remove", chapter=1, node=3)
            assert second.until("present")["shown"] is None
            first.do("present", place={"chapter": 1, "node": 1})
            second.until("present")
        assert second.until("present")["shown"] is None  # with who presented it
        assert second.until("readers")["readers"] == 1


def test_a_reader_becomes_an_editor_and_is_dismissed(served: Running) -> None:
    ann, bob, eve = (Guest(served.url) for _ in range(3))
    study = make(ann)
    with line(bob, study) as second:
        invite(ann, study, bob)
        assert second.until("rights", where=lambda one: one["editable"])["invitation"]
        assert second.do("rename_chapter", chapter=1, title="Bob's")["type"] == "done"
        assert bob.http.delete(f"/api/studies/{study}/editors").status_code == 403
        assert ann.http.delete(f"/api/studies/{study}/editors").status_code == 204
        assert not second.until("rights", where=lambda one: not one["editable"])["invitation"]
        assert second.do("rename_chapter", chapter=1, title="x")["code"] == "not_allowed"
    wrong = eve.http.post(f"/api/studies/{study}/editors", json={"token": "guess"})
    assert (wrong.status_code, wrong.json()["code"]) == (403, "bad_invitation")


def test_a_study_that_is_deleted_ends_for_its_readers(served: Running) -> None:
    ann, bob = Guest(served.url), Guest(served.url)
    study = make(ann)
    with line(bob, study) as second:
        assert bob.http.delete(f"/api/studies/{study}").status_code == 403
        assert ann.http.delete(f"/api/studies/{study}").status_code == 204
        assert second.closed() == 4004
    assert bob.http.get(f"/api/studies/{study}").json()["code"] == "unknown_study"
    with line(bob, study) as again:
        assert again.closed() == 4004


def test_who_does_not_read_is_dropped_and_nobody_else(served: Running) -> None:
    ann, bob = Guest(served.url), Guest(served.url)
    study = make(ann)
    host, port = served.url.removeprefix("http://").split(":")
    with (
        socket.socket() as slow,
        line(ann, study) as first,
        line(bob, study) as second,
    ):
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect((host, int(port)))
        request = (
            f"GET /api/studies/{study}/live HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: {ann.cookie}\r\n\r\n"
        )
        slow.sendall(request.encode())
        assert slow.recv(12) == b"HTTP/1.1 101"
        dropped = 'nupp_dropped_sockets_total{reason="4008"}'
        for number in range(1500):
            assert first.do("note", chapter=1, node=0, note="x" * 1990 + str(number))["type"] == "done"
            second.until("change")
            if number % 50 == 49 and dropped in ann.http.get("/metrics").text:
                break
        assert dropped in ann.http.get("/metrics").text
        first.do("note", chapter=1, node=0, note="still here")
        assert second.until("change")["change"]["note"] == "still here"


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    with Forked(f"sqlite:///{tmp_path / 'nupp.db'}", tmp_path / "log") as server:
        ann, bob = Guest(server.url), Guest(server.url)
        study = make(ann)
        invite(ann, study, bob)
        for start in (0, 115):  # one connection may not send so many at once
            with line(ann, study) as first:
                for number in range(start, start + 115):  # more than are kept before all is written whole
                    assert first.do("note", chapter=1, node=number % 3, note=str(number))["type"] == "done"
        server.kill()
        server.start()
        found = see(bob, study)
        assert (found["version"], found["editable"]) == (230, True)
        assert [one["note"] for one in found["chapters"][0]["nodes"]] == ["228", "229", "227", ""]
        with line(ann, study) as first:
            assert first.do("play", chapter=1, parent=0, moves=["c3"])["type"] == "done"
