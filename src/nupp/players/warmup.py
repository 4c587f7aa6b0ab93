"""Compiling ahead of time, so that nobody waits for it later and no clock runs meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from nupp.evaluators import evaluators_of
from nupp.kernel import interpreted, run_until, stop_flag
from nupp.players.base import Player
from nupp.players.budget import Budget
from nupp.players.catalogue import player
from nupp.players.clock import moves_to_go
from nupp.rules import Game, Position
from nupp.search.perft import perft

_PLAYERS = ("strong", "alphabeta", "minimax")
"""Between them these use every kernel that players use."""


def prepare(player: Player) -> None:
    """Compile what a player needs, or load it from disk, by letting it choose two moves.

    It forgets them then. Two, since it may need more for the second one, to go on with what it has learnt.
    Nothing is done for other programs.
    """
    if player.foreign:
        return
    with interpreted():
        position = player.game.start_position()
    _aside(lambda: _try_out(player, position))
    player.forget()


def _try_out(one: Player, position: Position) -> None:
    for _ in range(2):
        code = one.choose(position, Budget(nodes=1, depth=1)).code
        with interpreted():
            position = position.play_code(code)
        if position.is_over:
            break


def prepare_clock(game: Game) -> None:
    """Compile, or load from disk, the code by which a clock estimates the length of games."""
    with interpreted():
        position = game.start_position()
    _aside(lambda: moves_to_go(position))


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
    prepare_clock(game)
    specs = {*_PLAYERS, *(f"alphabeta:eval={name}" for name in evaluators_of(game).names() if name != "none")}
    for spec in sorted(specs):
        yield spec
        prepare(player(spec, game))
