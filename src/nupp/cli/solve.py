"""`nupp solve GAME`: the exact value of a position."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import click

from nupp.cli.listing import print_json
from nupp.cli.options import DURATION, json_option, new_command, position_options
from nupp.cli.thinking import amount, telling_of_compiling
from nupp.players.base import line_texts
from nupp.rules import Position
from nupp.search.solve import Solution, Solver, TooLargeError, UnsolvedError, solve


@new_command()
@position_options
@click.option("--time", "seconds", type=DURATION, metavar="TIME", help="When to give up: 10s, 5m.")
@click.option(
    "--memory",
    "megabytes",
    type=click.IntRange(1, 1 << 20),
    default=1024,
    metavar="MB",
    show_default=True,
    help="The most memory in MB.",
)
@click.option("--force", is_flag=True, help="Solve it whatever the estimate.")
@json_option
def command(position: Position, seconds: float | None, megabytes: int, force: bool, as_json: bool) -> None:
    """Solve a position of GAME: its value if both sides play as well as they can, and a line of best play.

    The answer is proved, by whichever method suits the game. A solution that is expected to take more than an
    hour, or more memory than allowed, is refused with an estimate unless forced.
    """
    try:
        with telling_of_compiling(f"{position.game.spec} for solving"), _live_line() as watch:
            solution = solve(position, megabytes, seconds, force, watch)
    except TooLargeError as error:
        hint = "" if force else "; --force tries it nevertheless"
        raise click.UsageError(f"{error}{hint}") from None
    except UnsolvedError as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        print_json(_as_dict(solution))
    else:
        _print(solution)


def _as_dict(solution: Solution) -> dict[str, Any]:
    position, value = solution.position, solution.value
    return {
        "game": position.game.spec,
        "position": str(position),
        "value": ("draw", "first", "second")[value.outcome],
        "margin": value.margin,
        "plies": value.plies,
        "certain": value.certain,
        "line": list(line_texts(position, solution.line)),
        "method": solution.method,
        "positions": solution.nodes,
        "seconds": solution.seconds,
        "positions_per_second": solution.nodes / max(solution.seconds, 1e-9),
    }


def _print(solution: Solution) -> None:
    position, value = solution.position, solution.value
    rows = [("value", in_words(solution)), ("line", " ".join(line_texts(position, solution.line)))]
    if value.plies is not None:
        rows.insert(1, ("plies", f"{value.plies} to the end"))
    if not value.certain:
        rows.insert(
            1, ("certain", "no: the game may be drawn before, by the count of moves or by repetition")
        )
    rows += [
        ("proof", solution.method),
        ("positions", str(solution.nodes)),
        ("seconds", f"{solution.seconds:.2f}"),
        ("a second", f"{solution.nodes / max(solution.seconds, 1e-9):.0f}"),
    ]
    for name, text in rows:
        click.echo(f"{name:<10}{text}".rstrip())


def in_words(solution: Solution) -> str:
    """The value in words: `first, black wins by 8`, `draw`."""
    value, game = solution.value, solution.position.game
    if value.outcome == 0:
        return "draw"
    side = 0 if value.outcome > 0 else 1
    by = f" by {abs(value.margin)}" if value.margin is not None and abs(value.margin) > 1 else ""
    name = ("first", "second")[side]
    return f"{name}{by}" if game.sides[side] == name else f"{name} ({game.sides[side]}){by}"


@contextlib.contextmanager
def _live_line() -> Iterator[Callable[[Solver], Any] | None]:
    """On a terminal a line with a clock and the positions visited, which vanishes at the end."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.live import Live
    from rich.spinner import Spinner
    from rich.text import Text

    from nupp.cli.terminal import console

    began, spinner = time.perf_counter(), Spinner("dots", Text("solving", "dim"))

    def watch(solver: Solver) -> None:
        seconds = time.perf_counter() - began
        speed = solver.nodes / max(seconds, 1e-9)
        text = f"solving {seconds:.0f} s, {amount(solver.nodes)} positions, {amount(speed)} a second"
        spinner.update(text=Text(text, "dim", no_wrap=True, overflow="ellipsis"))

    with Live(spinner, console=console(stderr=True), transient=True, refresh_per_second=8):
        yield watch
