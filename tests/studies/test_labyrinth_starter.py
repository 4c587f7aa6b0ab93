"""The study of the labyrinth game: its lists of boards, its counts and its verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from nupp.studies import Lab, labyrinth_starter
from nupp.studies.labyrinth_starter import (
    GRID,
    READINGS,
    Graph,
    can_be_answered,
    count,
    difference,
    grown,
    is_connected,
    item,
    named_graph,
    stands,
    total,
)
from studies.trial import drawn

pytestmark = pytest.mark.native

LITERAL, OTHER = ("abab", "first"), ("abba", "first")


def all_graphs(n: int) -> list[Graph]:
    graphs: list[Graph] = [()]
    for size in range(2, n + 1):
        graphs = grown(graphs, size)
    return graphs


def test_there_are_as_many_connected_graphs_as_is_known() -> None:
    """Sequence A001349 of the OEIS."""
    assert [len(all_graphs(n)) for n in range(1, 7)] == [1, 1, 2, 6, 21, 112]


def test_graphs_of_one_list_differ_and_are_connected() -> None:
    graphs = all_graphs(5)
    assert all(is_connected(graph) for graph in graphs)
    assert all({node for edge in graph for node in edge} == set(range(5)) for graph in graphs)


@pytest.mark.parametrize(("graph", "connected"), [
    (((0, 1),), True),
    (((0, 1), (2, 3)), False),
    (((0, 1), (2, 3), (1, 3)), True),
])  # fmt: skip
def test_connected(graph: Graph, connected: bool) -> None:
    assert is_connected(graph) == connected


def test_a_map_with_a_name_becomes_its_graph() -> None:
    assert named_graph("path5") == ((0, 1), (1, 2), (2, 3), (3, 4))
    assert len(named_graph("cross")) == 8


@pytest.mark.parametrize(("name", "expected"), [("grid3x3", True), ("ring8", True), ("plus", False)])
def test_whether_pieces_can_be_answered_beside_them(name: str, expected: bool) -> None:
    assert can_be_answered(named_graph(name)) == expected


def test_the_starter_does_not_win_where_it_can_be_answered() -> None:
    graphs = [graph for graph in all_graphs(6) if can_be_answered(graph)]
    assert graphs
    assert count(*LITERAL, graphs)[0] == 0


def test_counts_sum_up_over_families() -> None:
    counted = {item(name, LITERAL): [1, number, 10] for number, name in enumerate(("a", "b", "c"))}
    assert total(counted, "bc", LITERAL) == (2, 3, 20)


@pytest.mark.parametrize(("literal", "other", "expected"), [
    ((5, 0, 0), (5, 0, 0), "stands"),
    ((5, 0, 0), (4, 1, 0), "open"),
    ((5, 0, 0), (0, 1, 4), "open"),
    ((0, 1, 4), (2, 2, 1), "open"),
    ((0, 1, 4), (0, 4, 1), "does not stand"),
])  # fmt: skip
def test_the_verdict_follows_from_the_counts(
    literal: tuple[int, int, int], other: tuple[int, int, int], expected: str
) -> None:
    totals = {LITERAL: literal, OTHER: other}
    assert stands(totals) == expected
    assert ("which of them is in the picture, if any" in difference([], totals)) == (expected == "open")


@pytest.mark.slow
def test_a_small_study_and_what_it_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labyrinth_starter, "parameters", lambda quick: {"nodes": 5})
    findings = labyrinth_starter.conduct(Lab(tmp_path))
    names, boards = findings.tables
    assert [row[:2] for row in boards.rows] == [(GRID, 240), ("5 nodes", 21)]
    assert boards.rows[0][2:] == ("0 / 78 / 162", "29 / 78 / 133", "79 / 132 / 29", "68 / 170 / 2")
    assert dict(zip(READINGS, next(row for row in names.rows if row[0] == "plus")[1:], strict=True))[
        OTHER
    ] == ("second in 6")
    assert findings.stands == "open"
    assert "Of the 21 connected graphs of 5 to 5 nodes" in findings.found

    drawn(findings)

    def refuse(*_: object) -> list[int]:
        raise AssertionError("it was known")

    for name in ("count", "named_value", "grown"):
        monkeypatch.setattr(labyrinth_starter, name, refuse)
    assert labyrinth_starter.conduct(Lab(tmp_path)).found == findings.found
