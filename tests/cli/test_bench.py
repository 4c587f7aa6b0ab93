"""`nupp bench`: counts and their signature."""

from __future__ import annotations

import json
import re

import pytest

from cli.conftest import Call
from nupp.players.bench import cases_of


def test_bench_json(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    case = cases_of()[1]
    monkeypatch.setattr("nupp.cli.bench.cases_of", lambda names: [case])
    found = json.loads(call("bench", "--json").stdout)
    assert found["nodes"] == found["positions"][0]["nodes"] == 1005
    assert len(found["signature"]) == 8
    text = call("bench").stdout
    assert re.search("tictactoe .* 2 moves.*depth 7", text)
    assert text.endswith(f"signature {found['signature']}\n")
