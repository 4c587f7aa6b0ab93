"""`nupp train --watch`: games of the network on a page of this machine."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest

from cli.conftest import INTERPRETED, NUPP

pytestmark = pytest.mark.slow

TRAIN = ("train", "tictactoe", "--games", "4", "--simulations", "2", "--channels", "4", "--blocks", "1")


def room_at(address: str) -> dict[str, object]:
    """The room that a page shows, once there is a move."""
    server, room = address.split("/#/room/")
    for _ in range(600):
        with urllib.request.urlopen(f"{server}/api/rooms/{room}") as answer:
            found: dict[str, object] = json.load(answer)
        if found["moves"]:
            return found
        time.sleep(0.05)
    raise TimeoutError(address)


def test_the_network_of_now_plays_on_a_page_until_the_training_ends(tmp_path: Path) -> None:
    """Also if the training is killed: no server stays behind."""
    pytest.importorskip("torch")
    words = [
        *NUPP,
        *TRAIN,
        "--method",
        "alphazero",
        "--time",
        "10m",
        "--out",
        str(tmp_path / "net.nupp"),
        "--watch",
    ]
    training = subprocess.Popen(
        words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=os.environ | INTERPRETED
    )
    try:
        assert training.stderr is not None
        line = next(line for line in training.stderr if "http" in line)
        address = line.split()[-1]
        found = room_at(address)
        assert re.search(r"^round \d+ plays at", line)
        seats = found["seats"]
        assert isinstance(seats, list)
        assert [seat["name"] for seat in seats] == ["round 1"] * 2
        assert all(seat["connected"] for seat in seats)
    finally:
        training.kill()
        training.wait()
    for _ in range(600):
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except OSError:
            return
        time.sleep(0.05)
    pytest.fail("the server goes on without the training")
