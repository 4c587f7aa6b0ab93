"""The specs and functions in the tables of the documents name what there is."""

import re
from importlib import import_module
from operator import attrgetter
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


# ---- the way of a move ---------------------------------------------------------------------------

CONTRIBUTING = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")
STATIONS = re.findall(r"^\| (\d) \| `([\w.]+)` \| `([\w/]+)\.py` \|", CONTRIBUTING, re.MULTILINE)


def test_a_move_passes_eight_functions() -> None:
    assert [int(number) for number, *_ in STATIONS] == list(range(1, 9))


@pytest.mark.parametrize(("number", "name", "place"), STATIONS)
def test_the_functions_that_a_move_passes(number: str, name: str, place: str) -> None:
    module = import_module(f"nupp.server.{place.replace('/', '.')}")
    assert callable(attrgetter(name)(module))
