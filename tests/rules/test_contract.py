"""The contract of a game is small enough to remember."""

from nupp.rules import Game


def test_a_game_has_thirty_public_members() -> None:
    members = {name for name in {*vars(Game), *Game.__annotations__} if not name.startswith("_")}
    assert len(members) <= 30, sorted(members)
