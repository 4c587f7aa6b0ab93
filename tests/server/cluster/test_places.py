"""What a request is about, by its path."""

from __future__ import annotations

import secrets

import pytest

from nupp.server.cluster.places import member_of, name_prefix, thing_of


@pytest.mark.parametrize(
    ("path", "thing"),
    [
        ("/api/rooms/abc2", "room/abc2"),
        ("/api/rooms/abc2/live", "room/abc2"),
        ("/api/rooms/abc2/export", "room/abc2"),
        ("/api/studies/abc2/editors", "study/abc2"),
        ("/api/contests", "contests"),
        ("/api/contests/abc2/rounds", "contests"),
        ("/api/tournaments/x-Y_1/games/3", "jobs"),
        ("/api/experiments", "jobs"),
        ("/api/jobs/abcdefghijklmnop/events", "jobs"),
        ("/api/rooms", None),
        ("/api/studies", None),
        ("/api/rooms/NO", None),
        ("/api/roomsies/abc2", None),
        ("/healthz", None),
    ],
)
def test_what_a_path_is_about(path: str, thing: str | None) -> None:
    assert thing_of(path) == thing


def test_names_say_which_server_has_a_job_or_a_recording() -> None:
    name = name_prefix(17) + secrets.token_urlsafe(16)
    assert member_of(f"/api/jobs/{name}/events") == 17
    assert member_of(f"/api/jobs/{name}") == 17
    assert member_of(f"/api/recordings/{name_prefix(3)}{secrets.token_urlsafe(9)}/rows") == 3
    assert member_of("/api/jobs/1-2") is None
    assert member_of("/api/rooms/17") is None
