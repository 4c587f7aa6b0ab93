"""`nupp tables`: build endgame tables, check them, and say what they hold."""

from __future__ import annotations

from pathlib import Path

import click

from nupp.cli.listing import print_json
from nupp.cli.options import (
    ExampleGroup,
    at_a_time_option,
    debug_option,
    game_argument,
    json_option,
    load_option,
    seed_option,
    values_option,
)
from nupp.cli.thinking import telling_of_compiling
from nupp.cli.values import counting_positions, report_file
from nupp.rules import Game
from nupp.search.endgames import (
    Builder,
    EndgameTable,
    check_table,
    place_of,
    read_table,
    table_of,
    write_table,
)
from nupp.search.packed import PackedError


@click.group("tables", cls=ExampleGroup)
@load_option
@debug_option
def command() -> None:
    """Endgame tables: the exact value of every position of few pieces.

    `strong` knows what is in the table of its game.
    """


@command.command()
@game_argument
@click.option(
    "--pieces",
    type=click.IntRange(2, 8),
    default=4,
    show_default=True,
    metavar="N",
    help="The most pieces on the board.",
)
@at_a_time_option("Parts of the work at a time.")
@values_option("table")
def build(game: Game, pieces: int, threads: int, out: Path | None) -> None:
    """Build the table of GAME, material by material; after a stop the same command resumes."""
    path = out or place_of(game, pieces)
    path.parent.mkdir(parents=True, exist_ok=True)
    folder = path.with_name(path.name + ".part")
    try:
        builder = Builder(game, pieces, folder, threads)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    with counting_positions(game, "table", f"{pieces} pieces") as report:
        values = builder.run(report)
    write_table(path, game, pieces, values)
    builder.remove()
    report_file(path, len(values), f" of up to {pieces} pieces")


@command.command()
@game_argument
@click.option(
    "--positions",
    type=click.IntRange(1, 10**9),
    default=100_000,
    show_default=True,
    metavar="N",
    help="The number of random positions.",
)
@click.option(
    "--table", "path", type=click.Path(dir_okay=False, exists=True, path_type=Path), help="The table's file."
)
@seed_option(1)
def check(game: Game, positions: int, path: Path | None, seed: int) -> None:
    """Check values of the table of GAME: each has to follow from those of the positions that follow."""
    table = _table(game, path)
    with telling_of_compiling(f"{game.spec} for its table"):
        checked, wrong = check_table(table, positions, seed)
    for position in wrong:
        click.echo(f"wrong: {position}")
    click.echo(f"{table.path}: {checked - len(wrong):,} of {checked:,} values are right")
    if wrong:
        raise SystemExit(1)


@command.command()
@game_argument
@json_option
def show(game: Game, as_json: bool) -> None:
    """Say which table `strong` uses in GAME, and what it holds."""
    table = _table(game, None)
    about = {
        "game": game.spec,
        "file": str(table.path),
        "pieces": table.pieces,
        "positions": len(table.values),
        **table.tally(),
    }
    if as_json:
        print_json(about)
        return
    click.echo(f"{table.path}: {about['positions']:,} positions of up to {table.pieces} pieces,")
    click.echo(f"{about['won']:,} won by the side to move, {about['lost']:,} lost")


def _table(game: Game, path: Path | None) -> EndgameTable:
    """The table in a file, or that of a game."""
    try:
        table = table_of(game) if path is None else read_table(path, game)
    except PackedError as error:
        raise click.UsageError(str(error)) from None
    if table is None:
        raise click.UsageError(
            f"there is no endgame table for {game.spec}: expected one by `nupp tables build`"
        )
    return table
