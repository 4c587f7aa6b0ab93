"""What Hub writes it reads as the same: positions, moves and lines."""

from __future__ import annotations

import pytest

from nupp.games.draughts.hub import messages as hub
from nupp.kernel import interpreted
from nupp.protocols import SearchInfo
from nupp.rules import game
from protocols.examples import wander


@pytest.mark.parametrize("variant", ["international", "brazilian", "russian", "english"])
def test_positions_and_moves_of_hub(variant: str) -> None:
    with interpreted():
        for seed in range(0, 12, 2):
            position = wander(f"draughts:variant={variant}", seed, 20)
            first = position.game.start_position()
            assert hub.read_position(position.game, hub.format_position(first)) == first
            assert hub.play_all(first, hub.format_moves(position)) == position
            alone = hub.read_position(position.game, hub.format_position(position))
            assert str(alone).split()[0] == str(position).split()[0]
            for code in position.legal_move_codes:
                assert hub.read_move(position, hub.format_move(position.game, code)) == code


def test_the_examples_of_hub() -> None:
    """Positions, moves and lines of the description of the protocol."""
    rules = game("draughts:variant=international")
    line = 'pos pos=BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeeewweBeeeeeeeeeBee moves="38-15 5-41 48-26"'
    command, arguments = hub.read_line(line)
    assert command == "pos"
    with interpreted():
        start = hub.read_position(rules, arguments["pos"])
        assert str(start) == "B:WK4,K5,25,35,36:BK38,K48"
        assert hub.play_all(start, arguments["moves"]).ply == 3
    assert hub.read_line("level infinite") == ("level", {"infinite": ""})
    info = hub.read_info(
        hub.read_line('info depth=21 mean-depth=20.8 score=-0.01 nodes=31261613 time=3.906 pv="32-28 17-22"')[
            1
        ]
    )
    assert info == SearchInfo(("32-28", "17-22"), -0.01, 0, 21, 31261613, 3.906)
