"""`nupp convert`: the games of a file in another format."""

from __future__ import annotations

from collections.abc import Iterator

import click

from nupp.cli.files import games_of, write_text
from nupp.cli.listing import counted
from nupp.cli.options import GAME, new_command
from nupp.formats import (
    Format,
    Reader,
    Reading,
    ReadOptions,
    all_formats,
    format_named,
    format_of_file,
    write_readings,
)
from nupp.kernel import interpreted
from nupp.rules import Game

STDOUT = "-"


@new_command("nupp convert games.jsonl games.sgf")
@click.argument("file")
@click.argument("out")
@click.option(
    "--to",
    type=click.Choice([one.name for one in all_formats()]),
    help="The format to write; by default that of the ending of OUT.",
)
@click.option(
    "--game", type=GAME, metavar="SPEC", help="The game whose moves they are, if FILE does not name it."
)
@click.option(
    "--number",
    type=click.IntRange(0),
    metavar="N",
    help="This game alone: its number in FILE, or else how many are before it.",
)
def command(file: str, out: str, to: str | None, game: Game | None, number: int | None) -> None:
    """Write the games of FILE in another format to OUT, or to standard output if OUT is -.

    A game with a fault is written up to the fault, and what is no game at all is left out. Each fault is
    reported, and the exit code is 1. If a game does not suit the format, OUT is left unchanged.
    """
    form = _format_for(out, to)
    reading = _Readings(file, games_of(file, number), ReadOptions(game))
    with interpreted():
        text = "".join(write_readings(reading, form))
    if reading.written == 0:
        raise click.ClickException(f"{file!r}: no game can be read")
    if out == STDOUT:
        click.echo(text, nl=False)
    else:
        write_text(out, text.removesuffix("\n"))
        click.echo(f"{out}: {counted(reading.written, 'game')} as {form.name}")
    if reading.faulty:
        raise click.ClickException(f"{file!r}: {counted(reading.faulty, 'game')} with a fault")


def _format_for(out: str, name: str | None) -> Format:
    """The format of a name, or else of a file; UsageError if neither stands for one."""
    form = format_of_file(out) if name is None else format_named(name)
    if form is None:
        names = ", ".join(one.name for one in all_formats())
        raise click.UsageError(f"{out!r} has no known ending: expected --to with one of {names}")
    return form


class _Readings:
    """Reads games one after another and reports the faults.

    written: how many could be read, up to a fault at least. faulty: how many had one, or were no games.
    """

    def __init__(self, file: str, games: list[tuple[int, Reader]], options: ReadOptions) -> None:
        self.written = self.faulty = 0
        self._file, self._games, self._options = file, games, options

    def __iter__(self) -> Iterator[Reading]:
        from nupp.cli.terminal import progress

        with progress() as bar:
            for number, read in bar.track(self._games, description="reading"):
                reading = self._read(number, read)
                if reading is not None:
                    self.written += 1
                    yield reading

    def _read(self, number: int, read: Reader) -> Reading | None:
        """A game, up to its first fault, or None for what is none."""
        try:
            reading = read(self._options)
        except ValueError as error:
            self._report(number, str(error))
            return None
        if reading.fault is not None:
            self._report(number, str(reading.fault))
        return reading

    def _report(self, number: int, fault: str) -> None:
        self.faulty += 1
        click.echo(f"nupp: {self._file!r}, game {number}: {fault}", err=True)
