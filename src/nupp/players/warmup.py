"""Compiling ahead of time, so that nobody waits for it later and no clock runs meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from nupp.evaluators import evaluators_of
from nupp.games import Game
from nupp.kernel import interpreted, run_until, stop_flag
from nupp.players.budget import Budget
from nupp.players.catalogue import player
from nupp.search.perft import perft
from nupp.search.playout import random_playouts

_PLAYERS = ("strong", "alphabeta", "minimax")
"""Between them these use every kernel that players use."""


def prepare(spec: str, game: Game) -> None:
    """Compile what a player needs, or load it from disk, by letting another of its kind choose a move."""
    with interpreted():
        position = game.start_position()
    _aside(lambda: player(spec, game).choose(position, Budget(nodes=1, depth=1)))


def _aside(function: Callable[[], object]) -> None:
    """Call a function in another thread: Ctrl-C, which comes to this one, would break the compiler's work."""
    run_until(function, stop_flag())


def warm_up(game: Game) -> Iterator[str]:
    """Compile all that playing and searching a game needs, part by part; yields the part that comes next."""
    yield "rules"
    _aside(game.start_position)
    position = game.start_position()
    yield "perft"
    perft(position, 2)  # one ply is counted without compiled code
    yield "playouts"
    _aside(lambda: random_playouts(position, 1, seed=0))
    specs = {*_PLAYERS, *(f"alphabeta:eval={name}" for name in evaluators_of(game).names() if name != "none")}
    for spec in sorted(specs):
        yield spec
        prepare(spec, game)
