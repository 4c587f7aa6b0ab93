"""`nupp db`: backups of the database, and what is kept in it no longer."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from nupp.cli.listing import counted
from nupp.cli.options import ExampleGroup, RealRange, debug_option
from nupp.cli.stored import MOST_DAYS, database_option, store_errors_shown
from nupp.extras import require

if TYPE_CHECKING:  # it loads SQLAlchemy
    from nupp.store import Database

_FILE: Final = click.Path(dir_okay=False, path_type=Path)


@click.group("db", cls=ExampleGroup, epilog="nupp db backup nupp.backup")
@debug_option
def command() -> None:
    """The database of games and of the server: backups, and games that are kept no longer."""


@command.command()
@click.argument("file", type=_FILE)
@database_option
def backup(file: Path, database: str | None) -> None:
    """Write all that the database holds to FILE, while others may use it.

    The file fits a database of either kind. It has people's nicknames and the hashes of their keys, and is
    made for its owner alone.
    """
    with _opened(database, read_only=True) as opened:
        from nupp.store import back_up

        rows = back_up(opened, file)
    click.echo(f"{file}: {counted(rows, 'row')}")


@command.command()
@click.argument("file", type=_FILE)
@database_option
def restore(file: Path, database: str | None) -> None:
    """Put the backup FILE into the database, which has to be empty or not there yet."""
    if not file.is_file():
        raise click.UsageError(f"there is no file {str(file)!r}: expected one that nupp db backup wrote")
    with _opened(database) as opened:
        from nupp.store import restore as restore_from

        rows = restore_from(opened, file)
        click.echo(f"{opened.name}: {counted(rows, 'row')}")


@command.command()
@click.option(
    "--days",
    type=RealRange(0, MOST_DAYS),
    required=True,
    metavar="N",
    help="Delete games that ended more than N days ago.",
)
@database_option
def forget(days: float, database: str | None) -> None:
    """Delete finished games of the browser app; ratings stay. A server does so by --keep-days."""
    with _opened(database) as opened:
        from nupp.store import RoomStore

        rooms, count = RoomStore(opened), 0
        while found := rooms.forget_finished(days):
            count += found
    click.echo(f"{counted(count, 'game')} deleted")


@contextlib.contextmanager
def _opened(url: str | None, read_only: bool = False) -> Iterator[Database]:
    """A database, by default the user's; ClickException for what is wrong with it or with a file."""
    require("server", "nupp db")
    from nupp.store import Database, default_database

    try:
        with store_errors_shown(), Database(url or default_database(), read_only) as opened:
            yield opened
    except OSError as error:
        where = f"{error.filename!r}: " if error.filename else ""
        raise click.ClickException(f"{where}{error.strerror or error}") from error
