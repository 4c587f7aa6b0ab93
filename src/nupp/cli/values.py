"""Files of exact values, which `nupp book make` and `nupp tables build` write: progress and size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from nupp.cli.files import require_folder
from nupp.cli.thinking import telling_of_compiling
from nupp.rules import Game


def place_for(out: Path | None, usual: Path) -> Path:
    """The file to write: `out`, or else the usual one in the data folder, whose folder is made.

    UsageError if the folder of `out` does not exist.
    """
    if out is not None:
        require_folder(out)
        return out
    usual.parent.mkdir(parents=True, exist_ok=True)
    return usual


@contextmanager
def counting_positions(
    game: Game, file: str, extent: str, every: int = 1
) -> Iterator[Callable[[int, int], None]]:
    """Show progress while a file of values is made; yields a function of the positions done, and of all.

    Without a terminal there is no bar, but a line whenever the number done is a multiple of `every`.
    file: its kind, such as a book. extent: what of the game it covers.
    """
    from nupp.cli.terminal import progress

    with telling_of_compiling(f"{game.spec} for its {file}"), progress() as bar:
        task = bar.add_task(f"{game.spec}, {extent}", total=None)

        def report(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)
            if bar.disable and done % every == 0:
                click.echo(f"{done:,} of {total:,} positions", err=True)

        yield report


def report_file(path: Path, positions: int, extent: str = "") -> None:
    """Print which file was written, how many positions it has, and its size."""
    click.echo(f"{path}: {positions:,} positions{extent}, {path.stat().st_size:,} bytes")
