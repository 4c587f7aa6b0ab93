"""What the server writes down: lines for people and for programs, without secrets."""

from __future__ import annotations

import contextlib
import json
import logging
from pathlib import Path
from typing import Any

import httpx
import pytest

from nupp.server.logs import JsonFormatter, PlainFormatter, details
from server.guests import Forked, Guest


@pytest.mark.slow
def test_the_log_is_json_and_holds_no_secrets(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Forked(f"sqlite:///{tmp_path / 'nupp.db'}", log) as server:
        ann, bob = Guest(server.url), Guest(server.url)
        made = ann.make()
        token = made["invitations"][1]
        room = made["room"]["id"]
        bob.http.get(f"/api/rooms?token={token}&seat=1.{token}")
        bob.http.get(f"/?seat=1.{token}")
        bob.take(room, 1, token)
        bob.take(room, 1, f"wrong{token}")
        bob.http.get("/api/%1b[31mred%0aline")
        with bob.line(room) as line:
            line.do("move", ply=7, move="secret move")
            line.socket.send(f"nonsense {token}")
            line.until("error")
        with contextlib.suppress(httpx.HTTPError):
            ann.http.post("/api/rooms", content=token, headers={"Content-Type": "application/json"})
        server.end()
    lines = log.read_text().splitlines()
    entries = [json.loads(line) for line in lines]
    assert {"time", "level", "message"} <= set.intersection(*(set(entry) for entry in entries))
    assert any(
        entry.get("path") == f"/api/rooms/{room}/seats" and entry["status"] == 200 for entry in entries
    )
    assert entries[-1]["message"] == "server ended"
    text = log.read_text()
    for secret in (token, ann.cookie.partition("=")[2], bob.cookie.partition("=")[2], "secret move"):
        assert secret not in text


def record(**fields: Any) -> logging.LogRecord:
    """A warning about a request, made by whatever makes the records of this process."""
    return logging.makeLogRecord(
        {"msg": "request", "levelno": logging.WARNING, "levelname": "WARNING", **fields}
    )


def test_lines_for_people_and_for_programs() -> None:
    log_record = record(**details(path="/a\x1b[31m\nb", status=200))
    plain = PlainFormatter().format(log_record)
    assert plain.endswith("warning: request path=/a?[31m?b status=200")
    found = json.loads(JsonFormatter().format(log_record))
    assert found.pop("time")
    assert found == {"level": "warning", "message": "request", "path": "/a\x1b[31m\nb", "status": 200}


def test_what_others_put_into_every_record_is_left_out() -> None:
    """Ray does so in each process that imports it."""
    factory = logging.getLogRecordFactory()

    def marked(*args: Any, **options: Any) -> logging.LogRecord:
        made = factory(*args, **options)
        made.mark = "not ours"
        return made

    logging.setLogRecordFactory(marked)
    try:
        log_record = record(**details(status=200))
    finally:
        logging.setLogRecordFactory(factory)
    assert log_record.mark == "not ours"  # type: ignore[attr-defined]
    assert PlainFormatter().format(log_record).endswith("warning: request status=200")
    assert json.loads(JsonFormatter().format(log_record)).keys() == {"time", "level", "message", "status"}
