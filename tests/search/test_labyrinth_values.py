"""The values of the labyrinth game on all small graphs, under all readings of its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from nupp.games import Position, game
from nupp.games.base import Symmetry
from nupp.games.labyrinth import Labyrinth
from nupp.kernel import Record, record_dtype
from nupp.search.retrograde import analyse

GRID = [(x, y) for y in range(3) for x in range(3)]
EDGES = [(a, b) for a, b in combinations(range(9), 2) if abs(a % 3 - b % 3) + abs(a // 3 - b // 3) == 1]


class AnyGraph(Labyrinth):
    """The labyrinth game on a graph that the state holds: the neighbours of nine nodes, and the nodes."""

    name = "anygraph"
    symmetries = (Symmetry(tuple(range(9))),)

    def __init__(self, order: str, mover: str) -> None:
        super().__init__("grid3x3", order, mover)  # type: ignore[arg-type]
        self.State = record_dtype(
            ("pieces", np.uint64, (2,)), ("graph", np.uint64, (10,)), ("moved", np.int16), ("turn", np.int8)
        )

    def neighbours(self, state: Record, node: int) -> np.uint64:
        nodes: np.uint64 = state.graph[node]
        return nodes

    def empty(self, state: Record) -> np.uint64:
        return state.graph[9] & ~self.placed(state)


def graphs() -> Iterator[NDArray[np.uint64]]:
    """The connected parts of the 3 x 3 grid with five nodes or more, each up to symmetry once."""
    images = game("labyrinth:map=grid3x3").symmetries
    seen: set[tuple[int, ...]] = set()
    for chosen in range(1, 1 << len(EDGES)):
        edges = [edge for i, edge in enumerate(EDGES) if chosen >> i & 1]
        graph = np.zeros(10, np.uint64)
        for a, b in edges:
            graph[a] |= np.uint64(1 << b)
            graph[b] |= np.uint64(1 << a)
            graph[9] |= np.uint64(1 << a | 1 << b)
        if int(graph[9]).bit_count() >= 5 and is_connected(graph):
            forms = [
                tuple(sorted(tuple(sorted((one.cells[a], one.cells[b]))) for a, b in edges)) for one in images
            ]
            if not seen.intersection(forms):
                seen.add(forms[0])
                yield graph


def is_connected(graph: NDArray[np.uint64]) -> bool:
    nodes = [int(nodes) for nodes in graph[:9]]
    reached, grown = 0, int(graph[9]) & -int(graph[9])
    while grown != reached:
        reached = grown
        for node in range(9):
            if reached >> node & 1:
                grown |= nodes[node]
    return reached == int(graph[9])


GRAPHS = list(graphs())


def test_graphs_are_those_of_the_grid() -> None:
    assert len(GRAPHS) == 240
    assert len(EDGES) == 12


@pytest.mark.parametrize(("order", "mover", "values"), [
    ("abab", "first", (0, 78, 162)),
    ("abab", "second", (29, 78, 133)),
    ("abba", "first", (79, 132, 29)),
    ("abba", "second", (68, 170, 2)),
])  # fmt: skip
def test_who_wins_on_how_many_graphs(order: str, mover: str, values: tuple[int, int, int]) -> None:
    rules = AnyGraph(order, mover)
    rules.__dict__["spec"] = f"anygraph:order={order},mover={mover}"
    found: Counter[int] = Counter()
    for graph in GRAPHS:
        state = rules.start_state()
        state[0].graph[:] = graph
        start = Position(rules, state)
        solution = analyse(start)
        found[solution.look_up(start)[0]] += 1
    assert (found[1], found[0], found[-1]) == values


def test_a_graph_in_the_state_is_played_as_one_on_a_map() -> None:
    plus, usual = AnyGraph("abba", "first"), game("labyrinth:map=plus").start_position()
    plus.__dict__["spec"] = "anygraph"
    state = plus.start_state()
    for a, b in ((1, 4), (3, 4), (4, 5), (4, 7)):
        state[0].graph[a] |= np.uint64(1 << b)
        state[0].graph[b] |= np.uint64(1 << a)
        state[0].graph[9] |= np.uint64(1 << a | 1 << b)
    position = Position(plus, state)
    one, other = analyse(position), analyse(usual)
    assert one.look_up(position) == other.look_up(usual) == (-1, 6)
