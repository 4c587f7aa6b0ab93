"""What the view of morris says of positions."""

import pytest

from games.morris.positions import at
from plain import plain_rules  # noqa: F401


@pytest.mark.parametrize(
    ("white", "black", "hands", "flying", "facts"),
    [
        ("a7", "d6", "2,3", False, {"phase": "placing", "hand_first": "2", "hand_second": "3"}),
        (
            "a7 d7 g4 c3",
            "b4 d6 g1 a1",
            "0,0",
            False,
            {"phase": "moving", "pieces_first": "4", "pieces_second": "4"},
        ),
        (
            "a7 d7 g4",
            "b4 d6 g1 a1",
            "0,0",
            False,
            {"phase": "moving", "pieces_first": "3", "pieces_second": "4", "three": "white"},
        ),
        (
            "a7 d7 g4",
            "b4 d6 g1",
            "0,0",
            True,
            {"phase": "moving", "pieces_first": "3", "pieces_second": "3", "flies": "both"},
        ),
    ],
)
def test_phases(white: str, black: str, hands: str, flying: bool, facts: dict[str, str]) -> None:
    position = at(white, black, "w", hands, parameters=f"men=9,flying={str(flying).lower()}")
    assert dict(position.game.view.status(position.state[0])) == facts
