"""The thinking of a player: what is shown meanwhile, and the notice when code must be compiled first."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from nupp.kernel import interpreting
from nupp.players import Budget, Decision, Player
from nupp.players.compiling import Compiler, choose_meanwhile
from nupp.players.warmup import is_compiled, prepare, prepare_clock, was_prepared
from nupp.rules import Game, Position

_announced = False
_prepared: set[tuple[str, str]] = set()
"""The games and players whose code this process has already compiled or loaded."""
_compiler: Final = Compiler()
"""Compiles for people who play; it ends with this process."""


@contextlib.contextmanager
def telling_of_compiling(what: str) -> Iterator[None]:
    """Print on stderr, once in the life of the process, that the code for `what` must be compiled first."""
    if interpreting():
        yield
        return
    from nupp.kernel import native

    def listen(kernel: str) -> None:
        global _announced
        if not _announced:
            _announced = True
            print(f"compiling {what}, once; kept for next time ...", file=sys.stderr, flush=True)

    native.compile_listeners.append(listen)
    try:
        yield
    finally:
        native.compile_listeners.remove(listen)


def get_ready(player: Player) -> None:
    """Compile or load a player's code and take its memory, so that its first move is not charged for it."""
    game = player.game
    if (game.spec, player.spec) not in _prepared:
        with telling_of_compiling(f"{game.spec} for {player.spec}"):
            prepare(player)
        _prepared.add((game.spec, player.spec))
    player.get_ready()


def compile_ahead(player: Player) -> None:
    """Begin to compile a player's code in a process of its own, unless that was done before."""
    if not (interpreting() or player.foreign or was_prepared(player.game.spec, player.spec)):
        _compiler.want(player.game.spec, player.spec)


def is_ready(player: Player) -> bool:
    """True if a player's code is compiled; otherwise a process of its own is compiling it, from now on."""
    if interpreting() or player.foreign:
        return True
    key = player.game.spec, player.spec
    if key not in _prepared:
        if not (was_prepared(*key) and is_compiled(player)):
            _compiler.want(*key)
            return False
        _prepared.add(key)
    player.get_ready()
    return True


def stand_in(player: Player, position: Position, budget: Budget) -> Decision:
    """The choice of the stand-in of a player whose code is being compiled; says on stderr how far that is."""
    share = _compiler.share(player.game.spec, player.spec)
    notice = f"compiling {player.spec} for {player.game.spec}: {share:.0%}; another search moves meanwhile"
    print(notice, file=sys.stderr, flush=True)
    return choose_meanwhile(player, position, budget, None)


def get_clock_ready(game: Game) -> None:
    """Compile or load what a clock needs to know of a game, so that no side is charged for it."""
    with telling_of_compiling(f"{game.spec} for the clock"):
        prepare_clock(game)


def think(
    player: Player, position: Position, budget: Budget, report: Callable[[Decision], Any] | None = None
) -> Decision:
    """Get a player ready and let it choose; see `watch`."""
    get_ready(player)
    return watch(player, position, budget, report)


def watch(
    player: Player, position: Position, budget: Budget, report: Callable[[Decision], Any] | None = None
) -> Decision:
    """Let a player choose, with a live line on the terminal, and pass each better decision to `report`."""
    if not sys.stderr.isatty():
        return player.choose(position, budget, report)
    from rich.live import Live

    from nupp.cli.terminal import console

    line = _LiveLine(f"{player.spec} thinks")

    def show(decision: Decision) -> None:
        line.decision = decision
        if report:
            report(decision)

    with Live(get_renderable=line.render, console=console(stderr=True), transient=True, refresh_per_second=8):
        return player.choose(position, budget, show)


class _LiveLine:
    """One line with a clock and the latest decision."""

    def __init__(self, title: str) -> None:
        from rich.spinner import Spinner

        self.title = title
        self.decision: Decision | None = None
        self._began = time.perf_counter()
        self._spinner = Spinner("dots")

    def render(self) -> Any:
        from rich.text import Text

        clock = f"{self.title} {time.perf_counter() - self._began:.1f} s"
        found = self.decision
        text = f"{clock}, {amount(found.nodes_per_second)} nodes/s, {summary(found)}" if found else clock
        self._spinner.update(text=Text(text, "dim", no_wrap=True, overflow="ellipsis"))
        return self._spinner


def summary(decision: Decision) -> str:
    """A decision in a line: the move, and unless it was not searched for, its score, depth and line."""
    if decision.depth == 0:
        return decision.move
    line = f", expects {' '.join(decision.pv[1:])}" if len(decision.pv) > 1 else ""
    return f"{decision.move} ({decision.score_text}, depth {decision.depth}{line})"


def amount(number: float) -> str:
    """A large number for people: 950, 12.3k, 4.5M."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.0f}"
