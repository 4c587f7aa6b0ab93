"""The bench signature: a refactoring that changes nothing leaves every node count as it was."""

from __future__ import annotations

import dataclasses

from nupp.players.bench import POSITIONS, measure, signature

NODES = (
    8103,
    982,
    6333,
    178961,
    147552,
    277951,
    1032534,
    1387290,
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
SIGNATURE = "e132d0dc"


def test_node_counts() -> None:
    """Change these numbers together with the search, evaluator or rules that change them, and say why."""
    measures = [measure(case) for case in POSITIONS]
    assert {str(one.case): one.nodes for one in measures} == dict(
        zip(map(str, POSITIONS), NODES, strict=True)
    )
    assert signature(measures) == SIGNATURE


def test_the_signature_depends_on_every_count() -> None:
    measures = [measure(case) for case in POSITIONS[:2]]
    changed = [measures[0], dataclasses.replace(measures[1], nodes=measures[1].nodes + 1)]
    assert signature(changed) != signature(measures)


def test_cases_are_told_apart() -> None:
    assert len(set(map(str, POSITIONS))) == len(POSITIONS)
