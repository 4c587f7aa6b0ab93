"""What NBoard writes it reads as the same: games with their clocks."""

from __future__ import annotations

import pytest

from nupp.games.reversi.nboard import messages as nboard
from nupp.kernel import interpreted
from nupp.rules import game
from protocols.examples import wander


@pytest.mark.parametrize("size", [4, 8])
def test_games_of_nboard(size: int) -> None:
    with interpreted():
        for seed in range(6):
            position = wander(f"othello:size={size}", seed, 3 * seed)
            handed = nboard.read_game(position.game, nboard.format_game(position, (61.25, 5.5)))
            assert handed.position == position
            assert handed.left == pytest.approx((61.25, 5.5))
            handed = nboard.read_game(position.game, nboard.format_game(position, (1.5, 0.25), 0.02))
            assert handed.position == position
            assert handed.left == pytest.approx((1.5, 0.25))
            assert handed.increments == (0.02, 0.02)
            assert nboard.read_game(position.game, nboard.format_game(position)).left == (None, None)


def test_a_game_as_nboard_hands_it_over() -> None:
    """The example in the description of the protocol, with times that moves took."""
    text = (
        "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]BO[8 "
        "---------------------------O*------*O--------------------------- *]B[F5//12.5]W[F6/0.3/1]B[D3]W[C5]"
        "B[E6]W[F7]B[E7]W[F4];)"
    )
    with interpreted():
        handed = nboard.read_game(game("othello"), text)
        assert handed.position.moves == ("f5", "f6", "d3", "c5", "e6", "f7", "e7", "f4")
    assert handed.left == (887.5, 899.0)
