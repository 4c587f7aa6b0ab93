"""What the protocol of Gomocup writes it reads as the same: boards."""

from __future__ import annotations

import pytest

from nupp.games.mnk.gomocup import messages as gomocup
from nupp.kernel import interpreted
from nupp.rules import game
from protocols.examples import wander


@pytest.mark.parametrize("spec", ["mnk:width=15,height=15", "mnk:width=9,height=6,exact=true"])
def test_boards_of_gomocup(spec: str) -> None:
    with interpreted():
        for seed in range(6):
            position = wander(spec, seed, 7 + seed)
            rules = gomocup.board_of(game("mnk"), position.game.width, position.game.height, seed % 2)  # type: ignore[attr-defined]
            lines = gomocup.format_board(position)
            read = gomocup.position_of(rules, map(gomocup.read_field, lines[1:-1]))
            assert str(read) == str(position)
            assert rules.exact == bool(seed % 2)
