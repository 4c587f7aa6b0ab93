"""Games with variations: trees of moves, with notes on them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

from nupp.formats.record import RecordError
from nupp.rules import Position

MOST_NODES: Final = 10_000
"""Nodes after which no variation of a text is read any further."""

MOST_VARIATIONS: Final = 2_000
"""Variations after which no other of a text is read."""


class Node(NamedTuple):
    """A move of a tree, and what is noted on it.

    parent: the number of the node that it follows, less than its own. Node 0 is the start, which follows none
    and has no move: -1 and an empty text.
    """

    parent: int
    move: str
    note: str = ""


Tree: TypeAlias = tuple[Node, ...]
"""The nodes of a game by their numbers; of those that follow the same one, the first is the main move."""


class LeftOut(NamedTuple):
    """The numbers of variations, whole or from some move on, and of notes of a text that were not kept."""

    variations: int = 0
    notes: int = 0


NOTHING: Final = LeftOut()
"""The value for a text that was kept whole: nothing was left out."""


def line(moves: Iterable[str]) -> Tree:
    """The tree of a game without variations."""
    return (Node(-1, ""), *(Node(number, move) for number, move in enumerate(moves)))


def children(tree: Tree) -> list[list[int]]:
    """The numbers of the nodes that follow each node, the main one first."""
    found = [list[int]() for _ in tree]
    for number, node in enumerate(tree[1:], start=1):
        found[node.parent].append(number)
    return found


def positions_of(start: Position, tree: Tree) -> list[Position]:
    """The position at each node; RecordError for a node that follows none before it, or an illegal move."""
    if not tree or tree[0][:2] != (-1, ""):
        raise RecordError("a tree of moves: expected the start first, with the parent -1 and no move")
    found = [start]
    for number, node in enumerate(tree[1:], start=1):
        if not 0 <= node.parent < number:
            raise RecordError(f"node {number}: expected a parent from 0 to {number - 1}, not {node.parent}")
        try:
            found.append(found[node.parent].play(node.move))
        except ValueError as error:
            raise RecordError(f"node {number}: {error}") from None
    return found


class Growing:
    """A tree as it is read: moves are added to its nodes, and those that are there already are followed."""

    def __init__(self, start: Position) -> None:
        self._nodes = [(-1, "")]
        self._positions, self._plies = [start], [0]
        self._notes = defaultdict[int, list[str]](list)
        self._numbers: dict[tuple[int, str], int] = {}

    def position(self, number: int) -> Position:
        """The position at a node."""
        return self._positions[number]

    def parent(self, number: int) -> int:
        """The number of the node that a node follows; -1 for the start."""
        return self._nodes[number][0]

    def ply(self, number: int) -> int:
        """The number of moves lead from the start to a node."""
        return self._plies[number]

    def child(self, number: int, move: str) -> int | None:
        """The number of the node to which a move leads from a node; None if it is not there."""
        return self._numbers.get((number, move))

    @property
    def is_full(self) -> bool:
        """True if there are as many nodes as a tree may have."""
        return len(self._nodes) >= MOST_NODES

    def follow(self, number: int, position: Position, ply: int) -> int:
        """Add the moves that lead from a node to a position; returns the number of the last one's node.

        ply: of the position, which would have to count all moves before it.
        """
        path = list[Position]()
        for _ in range(ply - self._plies[number]):
            assert position.previous is not None
            path.append(position)
            position = position.previous
        for one in reversed(path):
            number = self._follow(number, one)
        return number

    def _follow(self, number: int, position: Position) -> int:
        edge = (number, position.last_move or "")
        if edge not in self._numbers:
            self._numbers[edge] = len(self._nodes)
            self._nodes.append(edge)
            self._positions.append(position)
            self._plies.append(self._plies[number] + 1)
        return self._numbers[edge]

    def note(self, number: int, text: str) -> None:
        """Add a note to a node."""
        if text:
            self._notes[number].append(text)

    @property
    def tree(self) -> Tree:
        """The tree; empty if it has neither variations nor notes."""
        is_line = all(parent == number - 1 for number, (parent, _) in enumerate(self._nodes))
        if is_line and not self._notes:
            return ()
        notes = {number: " ".join(texts) for number, texts in self._notes.items()}
        return tuple(Node(*edge, notes.get(number, "")) for number, edge in enumerate(self._nodes))
