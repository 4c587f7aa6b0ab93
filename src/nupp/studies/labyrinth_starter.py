"""The labyrinth game: whether the starter can always win, on all small boards and in all readings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from nupp.boards import parse_map
from nupp.games.labyrinth.rules import MAPS, Labyrinth
from nupp.kernel import Record, record_dtype
from nupp.rules import Position, game, start_state
from nupp.rules.symmetry import Symmetry
from nupp.search.retrograde import analyse
from nupp.studies.plots import legend_below
from nupp.studies.sources import TRIPS_TRAPS_TRULL
from nupp.studies.study import Findings, Lab, Plot, Study, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Graph = tuple[tuple[int, int], ...]
"""The edges of a graph, pairs of nodes from 0, the lower first."""

MOST_NODES: Final = 16
FEWEST_NODES: Final = 5
"""On four nodes the pieces leave no room."""
READINGS: Final = tuple((order, mover) for order in ("abab", "abba") for mover in ("first", "second"))
"""The order in which the sides place, and the side that moves first."""
LITERAL: Final = ("abab", "first")
"""The reading that the words of the source suggest: in turn, and the beginner begins."""
GRID: Final = "parts of the 3 x 3 grid"


def parameters(quick: bool) -> Mapping[str, Any]:
    return {"nodes": 6 if quick else 8}


class AnyGraph(Labyrinth):
    """The labyrinth game on a graph of up to 16 nodes that the state holds.

    So one compilation does for all graphs. `graph` has the neighbours of each node, and then all nodes.
    """

    name = "anygraph"

    def __init__(
        self, order: Literal["abab", "abba"] = "abba", mover: Literal["first", "second"] = "first"
    ) -> None:
        super().__init__("grid4x4", order, mover)
        self.symmetries = (Symmetry(self, tuple(range(MOST_NODES))),)
        self.spec = f"{self.name}:order={order},mover={mover}"
        self.State = record_dtype(
            ("pieces", np.uint64, (2,)),
            ("graph", np.uint64, (MOST_NODES + 1,)),
            ("moved", np.int16),
            ("turn", np.int8),
        )

    def neighbours(self, state: Record, node: int) -> np.uint64:
        nodes: np.uint64 = state.graph[node]
        return nodes

    def empty(self, state: Record) -> np.uint64:
        nodes: np.uint64 = state.graph[MOST_NODES] & ~self.placed(state)
        return nodes

    def start_on(self, graph: Graph) -> Position:
        """The game's beginning on a graph."""
        state = start_state(self)
        for a, b in graph:
            for node, other in ((a, b), (b, a)):
                state[0].graph[node] |= np.uint64(1 << other)
                state[0].graph[MOST_NODES] |= np.uint64(1 << node)
        return Position(self, state)


def grid_parts() -> Iterator[Graph]:
    """The connected parts of the 3 x 3 grid with five nodes or more, each up to symmetry once."""
    images = game("labyrinth:map=grid3x3").symmetries
    seen: set[Graph] = set()
    edges = named_graph("grid3x3")
    for chosen in range(1, 1 << len(edges)):
        part = tuple(edge for number, edge in enumerate(edges) if chosen >> number & 1)
        if len({node for edge in part for node in edge}) < FEWEST_NODES or not is_connected(part):
            continue
        forms = {_renamed(part, image.cells) for image in images}
        if not seen & forms:
            seen.add(part)
            yield part


def _renamed(graph: Graph, names: Sequence[int]) -> Graph:
    pairs = ((names[a], names[b]) for a, b in graph)
    return tuple(sorted((min(pair), max(pair)) for pair in pairs))


def is_connected(graph: Graph) -> bool:
    """True if a way leads from each node with edges to each other one."""
    reached, left = set(graph[0]), list(graph)
    while near := [edge for edge in left if reached & set(edge)]:
        reached.update(node for edge in near for node in edge)
        left = [edge for edge in left if edge not in near]
    return not left


def named_graph(name: str) -> Graph:
    """The graph of a map with a name."""
    return tuple(sorted(parse_map(MAPS[name]).edges))


def grown(graphs: Iterable[Graph], n: int) -> list[Graph]:
    """All connected graphs of n nodes, each up to isomorphism once, from those of n - 1.

    There are none besides, since every connected graph has a node without which it stays connected.
    """
    pairs = list(combinations(range(n), 2))
    number = {pair: index for index, pair in enumerate(pairs)}
    renamed = np.sort(np.array(list(permutations(range(n))))[:, np.array(pairs)], axis=2)
    places = np.array([[number.get((a, b), 0) for b in range(n)] for a in range(n)])
    bits = 1 << places[renamed[:, :, 0], renamed[:, :, 1]]  # of each pair, under each permutation
    found: dict[int, Graph] = {}
    for graph in graphs:
        for joined in range(1, 1 << (n - 1)):
            larger = (*graph, *((node, n - 1) for node in range(n - 1) if joined >> node & 1))
            code = int(bits[:, [number[edge] for edge in larger]].sum(axis=1).min())
            found.setdefault(code, larger)
    return list(found.values())


def conduct(lab: Lab) -> Findings:
    largest = parameters(lab.quick)["nodes"]
    families = graph_families(lab, largest)
    named = lab.values("named", list(_items(MAPS)), named_value)
    counted = lab.values(
        "values", list(_items(families)), lambda item: count(*_reading(item), families[item.split(", ")[0]])
    )
    graphs = [name for name in families if name != GRID]
    totals = {reading: total(counted, graphs, reading) for reading in READINGS}
    return Findings(
        tables=[
            Table(
                "Boards with names",
                ("board", *map(reading_name, READINGS)),
                [(name, *(value_text(named[item(name, one)]) for one in READINGS)) for name in MAPS],
                "Who wins, and the number of moves to the end, placing included, under best play.",
            ),
            Table(
                "All small boards: starter wins / draw / second wins",
                ("boards", "number", *map(reading_name, READINGS)),
                [
                    (name, len(graphs), *(slashed(counted[item(name, one)]) for one in READINGS))
                    for name, graphs in families.items()
                ],
                "Connected graphs, each up to isomorphism once, and parts of the grid up to its symmetries. "
                "A reading names who places in turn (a is the starter) and who moves first.",
            ),
        ],
        found=found(totals, largest),
        stands=stands(totals),
        difference=difference([graph for name in graphs for graph in families[name]], totals),
        plots=[Plot("boards", "Who wins on how many boards", lambda axes: draw(axes, totals))],
    )


def graph_families(lab: Lab, largest: int) -> dict[str, list[Graph]]:
    """The boards: the parts of the grid, and all graphs of up to `largest` nodes."""
    lists: dict[int, list[Graph]] = {1: [()]}

    def grow(name: str) -> list[Graph]:
        n = int(name.split()[0])
        for size in range(max(lists) + 1, n + 1):
            lists[size] = grown(lists[size - 1], size)
        return lists[n]

    kept = lab.values("graphs", [f"{n} nodes" for n in range(FEWEST_NODES, largest + 1)], grow)
    graphs = {
        name: [tuple((a, b) for a, b in graph) for graph in graphs] for name, graphs in kept.items()
    }  # lists of lists if they come from a file
    return {GRID: list(grid_parts()), **graphs}


def item(name: str, reading: tuple[str, str]) -> str:
    return f"{name}, {reading_name(reading)}"


def reading_name(reading: tuple[str, str]) -> str:
    return f"{reading[0]} {reading[1]}"


def _items(names: Iterable[str]) -> Iterator[str]:
    return (item(name, reading) for name in names for reading in READINGS)


def _reading(name: str) -> tuple[Any, Any]:
    order, mover = name.split(", ")[1].split()
    return order, mover


def named_value(name: str) -> list[int]:
    """The value for the starter, and the plies to the end if it is won or lost, of a map in a reading."""
    return value(AnyGraph(*_reading(name)), named_graph(name.split(", ")[0]))


def value(rules: AnyGraph, graph: Graph) -> list[int]:
    """The value for the starter, and the plies to the end if it is won or lost."""
    start = rules.start_on(graph)
    return list(analyse(start).look_up(start))


def count(order: Any, mover: Any, graphs: Sequence[Graph]) -> list[int]:
    """On how many graphs the starter wins, nobody does, and the second side wins."""
    rules = AnyGraph(order, mover)
    values = [value(rules, graph)[0] for graph in graphs]
    return [values.count(1), values.count(0), values.count(-1)]


def total(
    counted: Mapping[str, Sequence[int]], families: Iterable[str], reading: tuple[str, str]
) -> tuple[int, int, int]:
    """The sums over several families of boards."""
    wins, draws, losses = np.sum([counted[item(name, reading)] for name in families], axis=0).tolist()
    return wins, draws, losses


def value_text(known: Sequence[int]) -> str:
    outcome, plies = known
    return "draw" if outcome == 0 else f"{'starter' if outcome > 0 else 'second'} in {plies}"


def slashed(counts: Sequence[int]) -> str:
    return " / ".join(f"{n:,}" for n in counts)


def found(totals: Mapping[tuple[str, str], tuple[int, int, int]], largest: int) -> str:
    wins_by_reading = [f"{wins:,} by {reading_name(one)}" for one, (wins, _, _) in totals.items()]
    return (
        f"Of the {sum(totals[LITERAL]):,} connected graphs of {FEWEST_NODES} to {largest} nodes the starter "
        f"can win on {', '.join(wins_by_reading[:-1])} and {wins_by_reading[-1]}. "
        f"By {reading_name(LITERAL)}, which the words suggest, the second side wins on "
        f"{totals[LITERAL][2]:,}."
    )


def difference(graphs: Sequence[Graph], totals: Mapping[tuple[str, str], tuple[int, int, int]]) -> str:
    reason = (
        " So it is open whether the sentence is true: the starter can win on some of these boards by some "
        "reading, and cannot on others, and which of them is in the picture, if any, is not known."
    )
    answered = sum(map(can_be_answered, graphs))
    return (
        "The source shows its board in a picture and leaves the order of placing open. If the sides place "
        "in turn and the starter moves first, the second side may place each piece beside the last one and "
        "answer each step by one into the node that was just left, so that it never runs out of moves. It "
        f"can do so on {answered:,} of the {len(graphs):,} graphs. Where the starter places the last piece, "
        f"or the second side moves first, that answer is gone.{reason if stands(totals) == 'open' else ''}"
    )


def can_be_answered(graph: Graph) -> bool:
    """True if the second side can place each of its pieces beside the one that the starter placed last."""
    beside: dict[int, set[int]] = {}
    for a, b in graph:
        beside.setdefault(a, set()).add(b)
        beside.setdefault(b, set()).add(a)

    def has_answer(taken: frozenset[int], pairs: int) -> bool:
        """True if all places of `pairs` more pieces of the starter have an answer."""
        return pairs == 0 or all(
            any(has_answer(taken | {node, answer}, pairs - 1) for answer in beside[node] - taken)
            for node in beside.keys() - taken
        )

    return has_answer(frozenset(), 2)


def stands(totals: Mapping[tuple[str, str], tuple[int, int, int]]) -> str:
    """The verdict: the starter wins on the board of the picture, of which neither it nor the reading is
    given.

    That is certain if it wins on every board by every reading, and ruled out, as far as these boards go, if
    it wins on none by any. Otherwise it depends on what the source does not say.
    """
    won = sum(wins for wins, _, _ in totals.values())
    if won == sum(map(sum, totals.values())):
        return "stands"
    return "open" if won else "does not stand"


def draw(axes: Axes, totals: Mapping[tuple[str, str], tuple[int, int, int]]) -> None:
    shares = np.array([np.array(counts) / sum(counts) for counts in totals.values()])
    left = np.zeros(len(totals))
    for part, (label, colour) in enumerate((("starter wins", "C0"), ("draw", "0.8"), ("second wins", "C3"))):
        axes.barh(range(len(totals)), shares[:, part], left=left, color=colour, label=label)
        left += shares[:, part]
    axes.set_yticks(range(len(totals)), [reading_name(one) for one in totals])
    axes.set(xlim=(0, 1), ylim=(len(totals) - 0.5, -0.5), xlabel="share of the boards")
    legend_below(axes, 3)


STUDY: Final = Study(
    name="labyrinth-starter",
    title="The labyrinth game: can the starter always win?",
    source=f"{TRIPS_TRAPS_TRULL}, exercise 3",
    claim="On the board of its picture the starter, if it plays right, can always win.",
    silent=(
        "The picture's board is not described, nor who places the last piece and who moves first. All four "
        "readings are solved exactly on all small boards; a board counts once up to symmetry."
    ),
    conduct=conduct,
    parameters=parameters,
)
