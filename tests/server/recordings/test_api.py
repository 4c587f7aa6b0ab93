"""Recorded searches over the API."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from server.api.test_analysis import events


def recorded(client: httpx.Client, **wanted: Any) -> dict[str, Any]:
    """The shape of a search that is recorded now."""
    body = {"game": "tictactoe", "budget": {"nodes": 200, "depth": 3}, **wanted}
    answer = client.post("/api/recordings", json=body)
    assert answer.status_code == 202, answer.text
    found = [event for event in events(client, answer.json()["job"]) if event["type"] == "recorded"]
    shape: dict[str, Any] = client.get(f"/api/recordings/{found[0]['recording']}").json()
    return shape


@pytest.mark.slow
def test_a_record_is_read_row_by_row(client: httpx.Client) -> None:
    shape = recorded(client, player="uct", moves=["b2"])
    assert shape["kind"] == "simulations"
    assert shape["simulations"] == shape["visited"] == 200
    assert shape["sizes"][0] == len(shape["sizes"])
    path = f"/api/recordings/{shape['id']}"
    rows = client.post(f"{path}/rows", json={"rows": [0, 1]}).json()
    assert [row["row"] for row in rows] == [0, 1]
    assert rows[1]["mover"] == 1
    assert rows[0]["simulations"]["visits"] == 200
    early = client.post(f"{path}/rows", json={"rows": [0], "at": 50}).json()
    assert early[0]["simulations"]["visits"] == 50
    scene = client.get(f"{path}/rows/1/scene").json()
    assert scene["ply"] == 2
    assert scene["last"]["move"] == rows[1]["move"]
    line = client.get(f"{path}/refutation", params={"move": rows[1]["move"]}).json()
    assert line[0] == 1
    assert client.get(f"{path}/file").json()["kind"] == "simulations"
    assert client.post(f"{path}/rows", json={"rows": [10_000]}).status_code == 422
    assert client.get(f"{path}/refutation", params={"move": "b2"}).status_code == 422


def test_records_that_cannot_be_made_or_are_gone(client: httpx.Client) -> None:
    def refused(**wanted: Any) -> tuple[int, str]:
        body = {"game": "tictactoe", "budget": {}, **wanted}
        answer = client.post("/api/recordings", json=body)
        return answer.status_code, answer.json()["message"]

    status, message = refused(player="strong")
    assert status == 422
    assert message.startswith("strong cannot be recorded: expected one of alphabeta, greedy, minimax")
    assert refused(player="uct", moves=["a1", "b1", "a2", "b2", "a3"])[0] == 422
    assert client.get("/api/recordings/nosuch").status_code == 404
