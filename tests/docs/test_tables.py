"""The specs in the tables of the documents name what there is."""

import re
from pathlib import Path

import pytest

from nupp.players import player
from nupp.rules import game

SOURCES = (Path(__file__).parents[2] / "docs" / "explanation" / "sources.md").read_text(encoding="utf-8")
PLAIN = re.findall(r"switched off: `([^`]+)`", SOURCES)[0]
ROWS = re.findall(r"^\|[^`\n]*\| `([a-z0-9:=,]+)` \| `([^`]+)` \|$", SOURCES, re.MULTILINE)


def test_the_table_is_found() -> None:
    assert len(ROWS) > 20
    assert {"lines", "ants", "twoiteration", "movethenarrow"} <= {re.split(":", spec)[0] for _, spec in ROWS}


@pytest.mark.parametrize(("rules", "spec"), ROWS)
def test_players_of_the_sources(rules: str, spec: str) -> None:
    made = player(spec.replace("PLAIN", PLAIN), game(rules))
    assert made.spec.partition(":")[0] == spec.partition(":")[0]
