"""Processes that a test leaves behind are found and ended, orphans among them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

import leftovers
from leftovers import Leftovers, children, no_leftovers
from server.forking import Fork


def test_a_process_that_is_left_behind_is_ended(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leftovers, "GRACE", 0)
    found = Leftovers(request.node.nodeid)
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]) as left:
        (command,) = found.end()
        assert "time.sleep(600)" in command
        assert left.pid not in children()
    assert found.end() == []


def test_an_orphan_is_found(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leftovers, "GRACE", 0)
    found = Leftovers(request.node.nodeid)
    sleep = "import subprocess, sys; subprocess.Popen(['sleep', '600'], stdout=subprocess.DEVNULL)"
    subprocess.run([sys.executable, "-c", sleep], check=True)
    assert found.end() == ["sleep 600"]


@pytest.mark.slow
def test_a_fork_is_found_though_it_is_no_child(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leftovers, "GRACE", 0)
    found = Leftovers(request.node.nodeid)
    with open(os.devnull, "w") as log:
        fork = Fork("import time; time.sleep(600)", [], log)
    assert len(found.end()) == 1
    assert fork.wait(60) == -signal.SIGKILL
    assert found.end() == []


def test_what_ends_by_itself_is_left_alone(request: pytest.FixtureRequest) -> None:
    found = Leftovers(request.node.nodeid)
    with subprocess.Popen(["sleep", "0.1"]):
        assert found.end() == []


def test_a_test_that_leaves_a_process_behind_fails(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leftovers, "GRACE", 0)
    with pytest.raises(pytest.fail.Exception, match="sleep 600"), no_leftovers(request.node.nodeid):
        subprocess.run(
            [sys.executable, "-c", "import subprocess; subprocess.Popen(['sleep', '600'])"], check=True
        )
