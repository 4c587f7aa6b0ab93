"""Every game from its first move to its last by clicks on the board, in a real browser."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from nupp.rules import GAMES

from .table import ME, open_room, pick, scene_of

pytestmark = pytest.mark.slow

#: A short form of each game, and the seed of a game by chance that is not long either.
SHORT = {
    "amazons": ("amazons:size=5", 4),
    "breakthrough": ("breakthrough:width=3,height=5", 5),
    "connectfour": ("connectfour:width=5,height=4", 9),
    "domineering": ("domineering:width=4,height=4", 1),
    "dotsandboxes": ("dotsandboxes:width=2,height=2", 1),
    "draughts": ("draughts:variant=english", 1),
    "fourinarow": ("fourinarow:size=5", 2),
    "hex": ("hex:size=3", 1),
    "hexxagon": ("hexxagon", 1),
    "labyrinth": ("labyrinth:map=path5", 1),
    "lput": ("lput:rounds=1", 1),
    "mnk": ("mnk:width=4,height=4,k=3", 1),
    "morris": ("morris:men=3", 1),
    "othello": ("othello:size=4", 1),
    "reversi": ("reversi:size=4", 7),
    "tictactoe": ("tictactoe", 1),
}


MOST = 14
"""Plies after which a game is broken off: more of the same."""


def test_every_game_is_played() -> None:
    assert set(GAMES.names()) == set(SHORT)


@pytest.mark.parametrize("name", SHORT)
def test_a_game_from_first_to_last_move(
    name: str, person: Callable[..., Any], look: Callable[[Any, str], None]
) -> None:
    game, seed = SHORT[name]
    rng = random.Random(seed)
    table = open_room(person(), game, ME, ME)
    scene = table.scene()
    plies, movers, moves = 0, [], []
    while scene["choices"] and plies < MOST:
        drawn = {piece["cell"]: piece["side"] for piece in scene["pieces"] if piece["shape"] != "box"}
        assert table.pieces() == drawn
        movers.append(scene["to_move"])
        choice = pick(scene["choices"], rng)
        table.play(choice, plies)
        plies += 1
        moves.append(choice["move"])
        scene = scene_of(table.page, game, moves)
        if plies == 6:
            look(table.page, f"game-{name}")
    assert table.told()["moves"] == moves
    if scene["end"] is not None:
        check_end(table, scene["end"]["outcome"])
        look(table.page, f"end-{name}")
    else:
        assert plies == MOST
    assert listed_movers(table.page) == movers
    table.page.reload()
    table.wait_plies(plies)
    assert listed_movers(table.page) == movers


def check_end(table: Any, outcome: int) -> None:
    """The game is over, and the winner's seat, if there is one, says so."""
    table.wait_state("over")
    winner = None if outcome == 0 else 0 if outcome > 0 else 1
    badges = table.page.locator("[data-seat] .badge")
    assert badges.count() == (0 if winner is None else 1)
    if winner is not None:
        assert table.page.locator(f'[data-seat="{winner}"] .badge').count() == 1


def listed_movers(page: Any) -> list[int]:
    """The side that each move of the list stands with."""
    script = "all => all.map(one => Number(one.closest('[data-mover]').dataset.mover))"
    return list(page.eval_on_selector_all("[data-move]", script))
