"""The view of Dots and Boxes: drawing, clicking, and the facts shown of moves and positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from nupp.boards import Drawing, Piece, piece_on
from nupp.games.dotsandboxes.examples import EXAMPLES
from nupp.games.dotsandboxes.rules import CLOSED, EDGE, LAST, DotsAndBoxes
from nupp.kernel import Record
from nupp.kernel.bits import number_of
from nupp.rules.basics import Ending, Facts, Preset, Traits
from nupp.rules.view import View, register_view

PRESETS: Final = {
    "dotsandboxes": tuple(
        Preset(f"dotsandboxes:size={size},passing=false", f"{size} × {size}") for size in (3, 4, 5, 7)
    )
}
_CHAIN: Final = 3
"""The fewest boxes of a long chain."""

TRAITS: Final = {"dotsandboxes": Traits(minutes=10, difficulty=1, known=60)}


@register_view(DotsAndBoxes)
class DotsAndBoxesView(View[DotsAndBoxes]):
    """The view of Dots and Boxes."""

    worked_examples = EXAMPLES
    known_presets = PRESETS
    known_traits = TRAITS
    played_with = {"dotsandboxes": {"passing": "false"}}  # noqa: RUF012
    side_letters = "ab"

    @cached_property
    def _boxes_beside(self) -> dict[int, list[int]]:
        """Of the boxes beside the edge that each move draws all edges, as bits."""
        codes = self.game.codes.tolist()
        boxes = [sum(1 << codes[cell] for cell in edges) for edges in self.game.board.box_edges.tolist()]
        beside = self.game.board.edge_boxes.tolist()
        return {
            code: [boxes[box] for box in beside[cell] if box >= 0]
            for code, cell in self.game.edges_by_code.items()
        }

    def drawing(self, state: Record) -> Drawing:
        drawn = number_of(state.edges)
        edges = (
            piece_on(cell, -1, "-" if cell < self.game.board.horizontal else "|", "edge")
            for code, cell in self.game.edges_by_code.items()
            if drawn >> code & 1
        )
        boxes = (
            piece_on(box, owner, "AB"[owner], "box")
            for box, owner in enumerate(self.game.owners(state))
            if owner >= 0
        )
        return Drawing(self.game.board, (*edges, *boxes), style="paper", colours=("red", "blue"))

    def pieces_to_place(self) -> tuple[Piece, ...]:
        return (Piece(0, -1, "-", "edge"),)

    def position_with(self, state: Record, placed: Mapping[int, str], side: int) -> str:
        """As in every game; boxes that were open and are closed now are given to the side to move."""
        edges = "".join("01"[cell in placed] for cell in range(self.game.edge_count))
        boxes = zip(self.game.owners(state), self.game.board.box_edges.tolist(), strict=True)
        owners = [
            max(owner, side * (owner < 0)) if placed.keys() >= {*around} else -1 for owner, around in boxes
        ]
        text, known = self.game._written(edges, owners, side), self.game.format_position(state)
        if known.rpartition(" ")[0] == text:
            return known
        return f"{text} {LAST[CLOSED if len(placed) == self.game.edge_count else EDGE]}"

    def move_cells(self, move: int) -> tuple[int, ...]:
        return () if move == self.game.pass_move else (self.game.edges_by_code[move],)

    def move_facts(self, state: Record, move: int) -> Facts:
        """The number of boxes an edge closes."""
        if move == self.game.pass_move:
            return ()
        drawn = number_of(state.edges) | 1 << move
        n = sum(drawn & box == box for box in self._boxes_beside[move])
        return (("boxes", str(n)),) if n else ()

    def themes(self, line: Sequence[Record]) -> tuple[str, ...]:
        """`double_dealing`: the answer closes no box, though one could be closed. `chain`: three boxes and
        more are then closed in a row.
        """
        closed = [len(self.game.owners(state)) - self.game.owners(state).count(-1) for state in line]
        drawn = number_of(line[0].edges)
        could = any(
            (drawn | 1 << move) & box == box
            for move, boxes in self._boxes_beside.items()
            if not drawn >> move & 1
            for box in boxes
        )
        names = {
            "double_dealing": could and closed[1] == closed[0],
            "chain": any(after - before >= _CHAIN for before, after in zip(closed, closed[3:], strict=False)),
        }
        return tuple(name for name, holds in names.items() if holds)

    def status(self, state: Record) -> Facts:
        """The number of boxes each side has."""
        owners = self.game.owners(state)
        return ("score_first", str(owners.count(0))), ("score_second", str(owners.count(1)))

    def reason(self, state: Record) -> Ending:
        if self.game.missing_edges(state):
            return Ending("passes", "both sides have passed")
        return Ending("full", "all edges are drawn")
