"""`nupp warmup`: compiling everything ahead of time."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from nupp.cli.options import GAME, all_games, new_command, terminal_game
from nupp.kernel.cache import default_folder
from nupp.players.bench import cases_of
from nupp.players.warmup import warm_up
from nupp.rules import Game, game
from nupp.search.solve.base import size_text


@new_command()
@click.argument("games", type=GAME, nargs=-1, metavar="[GAME]...")
@click.option(
    "--player",
    "players",
    metavar="SPEC",
    multiple=True,
    help="Compile this player only; may be given several times.  [default: all]",
)
@click.option("--clear", is_flag=True, help="Remove everything compiled so far first.")
@click.option("--profile", is_flag=True, help="List the functions by the time that compiling them took.")
def command(games: tuple[Game, ...], players: tuple[str, ...], clear: bool, profile: bool) -> None:
    """Compile all that play, perft, best, match and bench use, for all games or those given.

    To play on the page, or in the terminal, `--player strong` is enough; the levels run the same code.

    Compiled code is kept on disk (in the folder NUPP_CACHE) and used by all later runs.
    """
    folder, began = default_folder(), time.perf_counter()
    if clear:
        _clear(folder)
    wanted = games or _usual_games()
    costs: dict[str, Cost] = {}
    compiled = _compile(wanted, players, costs)
    noun = "game" if len(wanted) == 1 else "games"
    seconds, size = time.perf_counter() - began, sum(file.stat().st_size for file in _kernels(folder))
    click.echo(
        f"{len(wanted)} {noun} ready in {seconds:.1f} s, {compiled} kernels compiled; "
        f"{folder} holds {size_text(size)}"
    )
    if profile:
        _list(costs)


@dataclass
class Cost:
    """The cost of compiling a function: how often that was done, and the processor time in seconds."""

    times: int = 0
    seconds: float = 0.0


def _list(costs: dict[str, Cost]) -> None:
    """Print the functions, those that took longest first."""
    click.echo(f"\n{'seconds':>8} {'times':>6}  function")
    for name, cost in sorted(costs.items(), key=lambda item: -item[1].seconds):
        click.echo(f"{cost.seconds:8.2f} {cost.times:6}  {name}")


def _usual_games() -> tuple[Game, ...]:
    """All games without parameters, as the terminal plays them, and as bench measures them."""
    names = all_games()
    specs = [*names, *map(terminal_game, names), *(case.game for case in cases_of())]
    return tuple({made.spec: made for made in map(game, specs)}.values())


def _compile(games: tuple[Game, ...], players: tuple[str, ...], costs: dict[str, Cost]) -> int:
    """Warm up each game and return how many kernels that no cache held were compiled.

    `costs` gains what the functions in them took.
    """
    from nupp.kernel import native

    def add(name: str, seconds: float) -> None:
        cost = costs.setdefault(name, Cost())
        cost.times, cost.seconds = cost.times + 1, cost.seconds + seconds

    compiled: list[str] = []
    native.compile_listeners.append(compiled.append)
    try:
        with native.listening(add):
            for _ in _shown(games, players):
                pass
    finally:
        native.compile_listeners.remove(compiled.append)
    return len(compiled)


def _shown(games: tuple[Game, ...], players: tuple[str, ...]) -> Iterator[str]:
    """Warm up the games, with a bar on a terminal."""
    with contextlib.ExitStack() as stack:
        bar = None
        if sys.stderr.isatty():
            from nupp.cli.terminal import progress

            bar = stack.enter_context(progress())
            task = bar.add_task("", total=len(games))
        for made in games:
            for part in warm_up(made, players):
                if bar:
                    bar.update(task, description=f"{made.spec}: {part}")
                yield part
            if bar:
                bar.advance(task)


def _clear(folder: Path) -> None:
    for file in _kernels(folder):
        file.unlink(missing_ok=True)


def _kernels(folder: Path) -> list[Path]:
    return [path for pattern in ("*.kernel", "*.prepared*", "write-*") for path in folder.glob(pattern)]
