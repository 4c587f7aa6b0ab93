"""Compiling ahead of time, so that nobody waits for it later and no clock runs meanwhile."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar

from nupp.evaluators import evaluators_of
from nupp.kernel import NotCompiledError, if_compiled, interpreted, interpreting, run_until, stop_flag
from nupp.kernel.cache import default_folder
from nupp.players.base import Player
from nupp.players.catalogue import PLAYERS, player, players_of
from nupp.players.clock import moves_to_go
from nupp.rules import Game
from nupp.search.perft import perft
from nupp.spec import parse_spec

T = TypeVar("T")

_FIRST: Final = "prepared-first"
"""The ending of the mark of a first tier."""


def prepare(player: Player, clock: bool = False) -> None:
    """Compile every kernel that a player may need, or load it from disk.

    clock: whether it plays by a clock, which needs kernels of its own. Of other programs no more is done.
    Inside `if_compiled` NotCompiledError if a kernel is not on disk yet.
    """
    if clock:
        prepare_clock(player.game)
    if player.foreign:
        return
    _aside(lambda: player.compile(player.game.start_position()))
    player.forget()
    if not interpreting() and player.spec:
        _touch(_mark(player.game.spec, player.spec))


def prepare_first_tier(player: Player) -> bool:
    """The same for the player's first tier; False if it has none."""
    if interpreting():
        return False
    first: list[Player] = []

    def compile_first() -> None:
        found = player.first_tier()
        if found is not None:
            found.compile(player.game.start_position())
            first.append(found)

    _aside(compile_first)
    if first and player.spec:
        _touch(_mark(player.game.spec, player.spec, _FIRST))
    return bool(first)


def first_tier(player: Player) -> Player | None:
    """The first tier of a player whose kernels are all on disk; None if there is none, or one is missing."""
    if interpreting() or not player.spec or not _mark(player.game.spec, player.spec, _FIRST).exists():
        return None

    def load() -> Player | None:
        first = player.first_tier()
        if first is not None:
            first.compile(player.game.start_position())
        return first

    return _if_on_disk(load)


def has_shared_code(player: Player) -> bool:
    """True if the player has a first tier, and its search is on disk."""
    if interpreting():
        return False
    return bool(_if_on_disk(player.compile_shared))


def _if_on_disk(load: Callable[[], T]) -> T | None:
    """The result of a function that loads kernels; None if it would have to compile one."""
    try:
        with if_compiled():
            return load()
    except NotCompiledError:
        return None


def was_prepared(game: str, player: str) -> bool:
    """False if a player of a game was never prepared on this machine, by their canonical specs.

    Looks at one file, and starts no compiler.
    """
    return _mark(game, player).exists()


def _mark(game: str, player: str, kind: str = "prepared") -> Path:
    """The empty file that says that a player, or one with the same code, was prepared once."""
    factory = PLAYERS.entry(parse_spec(player).name).factory
    code = getattr(factory, "code", "") or player
    return default_folder() / f"{hashlib.sha256(f'{game} {code}'.encode()).hexdigest()}.{kind}"


def _touch(mark: Path) -> None:
    """Make an empty file, if that is possible."""
    with contextlib.suppress(OSError):
        mark.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        mark.touch()


def is_compiled(player: Player, clock: bool = True) -> bool:
    """True if `prepare` would compile nothing; what is on disk is loaded."""
    try:
        with if_compiled():
            prepare(player, clock)
    except NotCompiledError:
        return False
    return True


def prepare_clock(game: Game) -> None:
    """Compile, or load from disk, the code by which a clock estimates the length of games."""
    with interpreted():
        position = game.start_position()
    _aside(lambda: moves_to_go(position))


def _aside(function: Callable[[], object]) -> None:
    """Call a function in another thread: Ctrl-C, which comes to this one, would break the compiler's work."""
    run_until(function, stop_flag())


def warm_up(game: Game, players: Sequence[str] = ()) -> Iterator[str]:
    """Compile all that playing and searching a game needs, part by part; yields the part that comes next.

    players: the specs of those that are wanted; by default all that can play it, and alpha-beta with each
    evaluator.
    """
    yield "rules"
    _aside(game.start_position)
    position = game.start_position()
    yield "perft"
    perft(position, 2)  # one ply is counted without compiled code
    yield "playouts"
    prepare_clock(game)
    for spec in players or _all_players(game):
        yield spec
        prepare(player(spec, game))
    if not players:
        yield "search of the first tier"
        for spec in ("alphabeta", "uct"):
            _aside(player(spec, game).compile_shared)


def _all_players(game: Game) -> list[str]:
    evaluated = (f"alphabeta:eval={name}" for name in evaluators_of(game).names() if name != "none")
    return sorted({*players_of(game), *evaluated})
