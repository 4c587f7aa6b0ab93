"""The reasons for which games end, as their views say them."""

from __future__ import annotations

from nupp.conformance.observe import Sample, check_agree, state_of
from nupp.conformance.requirements import Scope, requirement
from nupp.kernel import interpreted
from nupp.rules import Position


@requirement(Scope.VARIANTS)
def an_end_has_a_reason_and_cells_of_the_board(played: Sample) -> None:
    view, cells = played.game.view, range(len(played.game.board))
    with interpreted():
        for course in played.games:
            seen = course[-1]
            if not seen.is_over:
                continue
            ending = Position(played.game, state_of(played.game, seen.before)).ending
            other = view.ending(state_of(played.game, seen.before)[0])
            check_agree(ending, "Position.ending", other, "View.ending")
            assert ending.reason.isidentifier()
            assert ending.words
            assert list(ending.cells) == sorted(set(ending.cells))
            assert all(cell in cells for cell in ending.cells)
