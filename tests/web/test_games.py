"""Every game to its last move by clicks on the board, in a real browser."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import nupp
from nupp.kernel import interpreted
from nupp.rules import GAMES
from nupp.server.play.scene import scene

from .conftest import expect
from .table import ME, open_room, pick

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


CLICKED = 5
"""Plies at the end of a game that are clicked: those before them are more of the same."""

Scene = Any
"""A position as the server shows it."""


def test_every_game_is_played() -> None:
    assert set(GAMES.names()) == set(SHORT)


def by_chance(game: str, seed: int) -> tuple[list[dict[str, Any]], list[Scene]]:
    """The moves of a game, and the positions before and after each."""
    rng = random.Random(seed)
    with interpreted():
        position = nupp.game(game).start_position()
        moves, scenes = list[dict[str, Any]](), [scene(position, inspections=False)]
        while scenes[-1].end is None:
            legal = scenes[-1].choices
            pairs = zip(legal.moves, legal.steps, strict=True)
            choices = [
                {"move": move, "steps": steps, "facts": legal.facts.get(move)} for move, steps in pairs
            ]
            moves.append(pick(choices, rng))
            position = position.play(moves[-1]["move"])
            scenes.append(scene(position, inspections=False))
    return moves, scenes


@pytest.mark.parametrize("name", SHORT)
def test_a_game_to_its_last_move(
    name: str, people: Callable[..., Any], look: Callable[[Any, str], None]
) -> None:
    game, seed = SHORT[name]
    moves, scenes = by_chance(game, seed)
    texts, movers = [one["move"] for one in moves], [one.to_move for one in scenes[:-1]]
    given = max(0, len(moves) - CLICKED)
    table = open_room(people(), game, ME, ME, moves=texts[:given])
    table.wait_plies(given)
    for ply in range(given, len(moves)):
        assert table.pieces() == {one.cell: one.side for one in scenes[ply].pieces if one.shape != "box"}
        table.play(moves[ply], ply)
        if ply == len(moves) - 3:
            look(table.page, f"game-{name}")
    assert table.see()["moves"] == texts
    check_end(table, scenes[-1].end.outcome)
    look(table.page, f"end-{name}")
    assert listed_movers(table.page) == movers


def check_end(table: Any, outcome: int) -> None:
    """The game is over, and the winner's seat, if there is one, says so."""
    table.wait_state("over")
    winner = None if outcome == 0 else 0 if outcome > 0 else 1
    badges = table.page.locator("[data-seat] .badge")
    expect(badges).to_have_count(0 if winner is None else 1)
    if winner is not None:
        table.page.locator(f'[data-seat="{winner}"] .badge').wait_for()


def listed_movers(page: Any) -> list[int]:
    """The side that each move of the list stands with."""
    script = "all => all.map(one => Number(one.closest('[data-mover]').dataset.mover))"
    return list(page.eval_on_selector_all("[data-move]", script))
