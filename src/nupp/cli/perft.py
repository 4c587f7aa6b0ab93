"""`nupp perft GAME DEPTH`: counting the paths of the game tree."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import click

from nupp.cli.options import new_command, position_options
from nupp.cli.thinking import telling_of_compiling
from nupp.rules import Position
from nupp.search.perft import divide


@new_command(context_settings={"ignore_unknown_options": True})
@position_options
@click.argument("depth", type=click.IntRange(0, 1000))
@click.option("--divide", "by_move", is_flag=True, help="Before the total, the count after each first move.")
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=1,
    metavar="N",
    show_default=True,
    help="Threads to use.",
)
def command(position: Position, depth: int, by_move: bool, threads: int) -> None:
    """Count the sequences of exactly DEPTH legal moves from a position of GAME.

    The last line is the number alone.
    """
    total = 1
    if depth > 0:
        total = 0
        with telling_of_compiling(f"{position.game.spec} for perft"):
            for move, paths in _counts(position, depth, min(threads, os.cpu_count() or 1)):
                total += paths
                if by_move:
                    click.echo(f"{move}: {paths}")
    click.echo(total)


def _counts(position: Position, depth: int, threads: int) -> Iterator[tuple[str, int]]:
    counts = divide(position, depth, threads)
    if not sys.stderr.isatty():
        yield from counts
        return
    from nupp.cli.terminal import progress

    with progress() as bar:
        yield from bar.track(counts, total=len(position.legal_move_codes), description=f"perft {depth}")
