"""Games in a database: the options of the commands that store games, and the lists of games."""

from __future__ import annotations

import contextlib
import functools
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from nupp.cli.listing import counted, print_json
from nupp.formats import GameRecord, printable

if TYPE_CHECKING:  # it loads SQLAlchemy
    from nupp.store import Store, StoredGame

R = TypeVar("R")

USUAL_LENGTH: Final = 100
"""The number of games that are listed by default."""

MOST_DAYS: Final = 100_000
"""The most days after which games can be deleted: the date so long ago has to be one."""

Keep = Callable[[int, GameRecord], None]
"""Called with the number of each game of a run, and the game."""


class DatabaseType(click.ParamType):  # type: ignore[type-arg]
    """A database, by its URL or the name of its file."""

    name = "url"

    def convert(self, value: str, param: click.Parameter | None, context: click.Context | None) -> str:
        from nupp.store import StoreError, database_url

        try:
            database_url(value)
        except StoreError as error:
            self.fail(str(error), param, context)
        return value


database_option = click.option(
    "--database",
    type=DatabaseType(),
    metavar="URL",
    help="The database of games: sqlite:///FILE, a file, or postgresql://HOST/NAME.  "
    "[default: one in the user's data folder, or in NUPP_DATA]",
)


def store_options(function: Callable[..., R]) -> Callable[..., R]:
    """`--store` and `--database`, passed on as the `database` that takes the games; None for none."""

    @click.option("--store", is_flag=True, help="Keep the games in the database, too.")
    @database_option
    @functools.wraps(function)
    def with_database(*, store: bool, database: str | None, **others: Any) -> R:
        if store and database is None:
            from nupp.store import default_database

            database = default_database()
        return function(database=database, **others)

    return with_database


@contextlib.contextmanager
def keeping(database: str | None, header: Callable[[], Mapping[str, Any]]) -> Iterator[Keep]:
    """Open a database for the games of a run. The context's value keeps a game in it, or does nothing without
    one.

    header: returns the first line of the run's file; called once, with the first game.
    ClickException if the database cannot be used; the games kept before are safe.
    """
    if database is None:
        yield lambda number, record: None
        return
    with store_errors_shown():
        from nupp.store import Store

        with Store(database) as store:
            cached_header = functools.cache(header)
            yield lambda number, record: store.add(cached_header(), number, record)


@contextlib.contextmanager
def store_errors_shown() -> Iterator[None]:
    """Turn a StoreError into a ClickException."""
    from nupp.store import StoreError

    try:
        yield
    except StoreError as error:
        raise click.ClickException(str(error)) from error


# ---- listing -------------------------------------------------------------------------------------


def list_stored(database: str | None, as_json: bool, limit: int | None, **wanted: Any) -> None:
    """Print the games of a database, the latest first; `wanted` are arguments of `Store.count`.

    limit: how many at most; None for all of them as JSON, and USUAL_LENGTH for people.
    """
    with store_errors_shown():
        from nupp.store import Store, default_database

        with Store(database or default_database(), read_only=True) as store:
            if as_json:
                print_json([game.to_dict() for game in store.games(**wanted, limit=limit)])
            else:
                _print(store, limit or USUAL_LENGTH, wanted)


def _print(store: Store, limit: int, wanted: Mapping[str, Any]) -> None:
    rows = list(map(_row, store.games(**wanted, limit=limit)))
    heads = ("stored", "run", "number", "game", "first", "second", "outcome", "plies", "ended by")
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for place, row in enumerate([heads, *rows]):
        line = "  ".join(f"{text:<{width}}" for text, width in zip(row, widths, strict=True)).rstrip()
        click.secho(line, bold=place == 0 and sys.stdout.isatty())
    more = store.count(**wanted) - len(rows)
    click.echo(counted(len(rows), "game") + (f", and {more} more: --limit N lists more" if more > 0 else ""))


def _row(game: StoredGame) -> tuple[str, ...]:
    record = game.record
    by = f" by {abs(record.margin)}" if record.margin is not None and abs(record.margin) > 1 else ""
    cells = (
        f"{game.stored.astimezone():%Y-%m-%d %H:%M}",
        str(game.run),
        str(game.number),
        record.game,
        *record.players,
        f"{record.outcome}{by}" if record.outcome else "",
        str(len(record.moves)),
        (record.termination or "")[:60],
    )
    return tuple(map(printable, cells))
