"""The bench signature: a refactoring that changes nothing leaves every node count as it was."""

from __future__ import annotations

import dataclasses

import pytest

from nupp.players.bench import Case, cases_of, measure, register_cases, signature
from nupp.spec import SpecError

NODES = (
    8103,
    982,
    6333,
    179375,
    119942,
    7171,
    17759,
    9398,
    108699,
    794172,
    511255,
    538221,
    32603,
    287791,
    732014,
    718328,
    2847553,
    3874521,
    1383681,
    930732,
    259474,
    15250,
    10967,
    26600,
    12576,
    36906,
    7101161,
    3532,
    22900,
    34078,
    34991,
    16208,
    134291,
    1567,
    529241,
)
SIGNATURE = "ec56a059"


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
