"""The characters of the levels."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from nupp.kernel import interpreted
from nupp.players import Budget, player
from nupp.players.cast import cast_of, character_of
from nupp.players.level import Level, forcing_codes
from nupp.rules import GAMES, game


@pytest.mark.parametrize("name", GAMES.names())
def test_ten_characters_play_each_game_each_better_than_the_one_before(name: str) -> None:
    cast = cast_of(game(name))
    assert len({one.key for one in cast}) == 10
    assert all(0 < higher.rating - lower.rating < 400 for lower, higher in pairwise(cast))
    for one in cast:
        assert character_of(game(name), one.player) == one
        assert isinstance(player(one.player, name), Level)


def test_only_levels_are_characters() -> None:
    othello = game("othello")
    assert character_of(othello, "level") == cast_of(othello)[4]
    assert character_of(othello, "level:n=2,seed=7") == cast_of(othello)[1]
    for other in ("strong", "random", "alphabeta:depth=3"):
        assert character_of(othello, other) is None


@pytest.mark.parametrize(
    ("name", "manner", "tastes"),
    [
        ("draughts", "captures", {"any", "captures", "quiet", "near"}),
        ("mnk", "threats", {"any", "captures", "quiet", "near"}),
        ("hex", "none", {"any", "near"}),
    ],
)
def test_a_taste_is_one_that_the_game_has_moves_for(name: str, manner: str, tastes: set[str]) -> None:
    cast = cast_of(game(name))
    assert {one.manner for one in cast} == {manner}
    assert {one.taste for one in cast} == tastes


def test_moves_by_chance_are_near_what_stands_where_the_game_knows_that() -> None:
    position = game("mnk:width=15,height=15,k=5").start_position().play("h8")
    for taste in ("any", "captures", "quiet"):
        chooser = player(f"level:n=1,taste={taste}", position.game)
        assert isinstance(chooser, Level)
        with interpreted():
            slips = {chooser._slip(position, None, None).move for _ in range(40)}
        assert len(slips) > 10
        assert slips <= {f"{column}{row}" for column in "fghij" for row in range(6, 11)}


@pytest.mark.parametrize("taste", ["captures", "quiet"])
@pytest.mark.parametrize("name", ["hexxagon", "mnk:width=6,height=6,k=4"])
def test_a_taste_chooses_among_the_moves_made_without_a_search(name: str, taste: str) -> None:
    position, rng = game(name).start_position(), random.Random(1)
    chooser = player(f"level:n=1,taste={taste},seed=3", position.game)
    assert isinstance(chooser, Level)
    with interpreted():
        while not 1 < len(forcing := set(forcing_codes(position))) < len(position.legal_moves):
            position = position.play(rng.choice(position.legal_moves))
        slips = {chooser._slip(position, None, None).code for _ in range(30)}
    assert len(slips) > 1
    assert slips <= forcing if taste == "captures" else not slips & forcing


def test_where_nothing_is_to_its_taste_any_move_will_do() -> None:
    position = game("tictactoe").start_position()
    chooser = player("level:n=1,taste=captures", position.game)
    assert isinstance(chooser, Level)
    with interpreted():
        assert len({chooser._slip(position, Budget(), None).move for _ in range(60)}) > 4


def test_a_glance_chooses_among_the_best_few() -> None:
    position = game("othello:size=4").start_position().play("b1")
    chooser = player("level:n=1,taste=near", position.game)
    assert isinstance(chooser, Level)
    with interpreted():
        slips = {chooser._slip(position, Budget(), None).move for _ in range(10)}
    assert slips <= set(position.legal_moves)
