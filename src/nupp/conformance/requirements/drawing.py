"""Every position can be drawn."""

from __future__ import annotations

from xml.etree import ElementTree

from nupp.conformance.observe import Sample, state_of
from nupp.conformance.requirements import Scope, requirement
from nupp.kernel import interpreted
from nupp.rules import Position


@requirement(Scope.VARIANTS)
def positions_can_be_drawn(played: Sample) -> None:
    with interpreted():
        for seen in played.spread(4):
            position = Position(played.game, state_of(played.game, seen.before))
            if not seen.is_over:
                position = position.play_code(seen.chosen)
            drawing = position.drawing
            cells = range(len(played.game.board))
            assert all(piece.cell in cells for piece in drawing.pieces if piece.shape != "box")
            assert set(drawing.marks) <= set(cells)
            assert ElementTree.fromstring(position.svg()).tag.endswith("svg")
            assert ElementTree.fromstring(position._repr_svg_()).tag.endswith("svg")
            assert position.render().strip()
            assert "Position" in repr(position)


@requirement(Scope.VARIANTS)
def moves_touch_cells_of_the_board(played: Sample) -> None:
    for seen in played.positions:
        for move in seen.legal:
            assert all(0 <= cell < len(played.game.board) for cell in played.game.view.move_cells(move))
