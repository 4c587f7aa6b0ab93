"""The bench signature: a refactoring that changes nothing leaves every node count as it was."""

from __future__ import annotations

import dataclasses

import pytest

from nupp.players.bench import Case, cases_of, measure, register_cases, signature
from nupp.spec import SpecError

NODES = (
    8282,
    1005,
    6627,
    179375,
    119952,
    7191,
    15444,
    8374,
    130423,
    690052,
    500184,
    457960,
    32503,
    252414,
    723951,
    708111,
    2392939,
    3680313,
    1373715,
    653089,
    248186,
    14761,
    11001,
    26056,
    12167,
    36918,
    7101161,
    2827,
    19807,
    33087,
    27366,
    20470,
    139266,
    1557,
    226298,
)
SIGNATURE = "adcbe7fa"


@pytest.mark.slow
def test_node_counts() -> None:
    """Change these numbers together with the search, evaluator or rules that change them, and say why."""
    measures = [measure(case) for case in cases_of()]
    assert {str(one.case): one.nodes for one in measures} == dict(
        zip(map(str, cases_of()), NODES, strict=True)
    )
    assert signature(measures) == SIGNATURE


def test_the_signature_depends_on_every_count() -> None:
    measures = [measure(case) for case in cases_of()[:2]]
    changed = [measures[0], dataclasses.replace(measures[1], nodes=measures[1].nodes + 1)]
    assert signature(changed) != signature(measures)


def test_cases_are_told_apart() -> None:
    assert len(set(map(str, cases_of()))) == len(cases_of())


def test_a_game_without_a_place_is_searched_when_it_is_named() -> None:
    before = cases_of()
    register_cases("mine", Case("mine", 3), Case("mine", 4))
    assert cases_of() == before
    assert [case.depth for case in cases_of(["mine"])] == [3, 4]
    with pytest.raises(SpecError, match=r"'mime'.*\bmine\b"):
        cases_of(["mime"])
