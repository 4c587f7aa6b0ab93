"""`nupp tables`: build endgame tables, check them, and say what they hold."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from nupp.cli.clusters import cluster_at
from nupp.cli.files import alone
from nupp.cli.listing import print_json
from nupp.cli.options import (
    ExampleGroup,
    at_a_time_option,
    debug_option,
    game_argument,
    json_option,
    load_option,
    ray_option,
    seed_option,
    values_option,
)
from nupp.cli.thinking import telling_of_compiling
from nupp.cli.values import counting_positions, place_for, report_file
from nupp.rules import Game
from nupp.search.endgames import (
    MEMORY,
    OUTCOMES,
    TABLES,
    Builder,
    MaterialTable,
    Numbering,
    bytes_needed,
    check_table,
    outcomes_of,
    place_of,
    place_of_outcomes,
    read_outcomes,
    read_table,
    table_of,
    write_outcomes,
    write_table,
)
from nupp.search.packed import Format, PackedError, game_of_file
from nupp.search.solve.base import size_text


@click.group("tables", cls=ExampleGroup)
@load_option
@debug_option
def command() -> None:
    """Endgame tables: the exact value of every position of few pieces.

    `strong` uses the table of its game where it plays by alpha-beta.
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
@click.option(
    "--outcomes",
    is_flag=True,
    help="Keep who wins but not how soon: two bits a position, for tables of more pieces.",
)
@click.option(
    "--memory",
    type=click.IntRange(1, 1 << 20),
    default=MEMORY,
    show_default=True,
    metavar="MB",
    help="Memory for the positions of one material; those of more are in files, which is slower.",
)
@at_a_time_option("Parts of the work at a time.")
@ray_option("Work")
@values_option("table")
@click.pass_context
def build(
    context: click.Context,
    game: Game,
    pieces: int,
    outcomes: bool,
    memory: int,
    threads: int,
    ray: str | None,
    out: Path | None,
) -> None:
    """Build the table of GAME, material by material; after a stop the same command resumes."""
    if ray is not None and context.get_parameter_source("threads") is ParameterSource.COMMANDLINE:
        raise click.UsageError(f"--ray {ray} and --threads {threads}: expected one of them")
    path = place_for(out, (place_of_outcomes if outcomes else place_of)(game, pieces))
    folder = path.with_name(path.name + ".part")
    with alone(path, "is being built by another process: expected its end, or another --out"):
        if _is_there(path, game, pieces):
            click.echo(f"{path} is there already; remove it to build it anew")
            return
        try:
            _require_room(folder, Numbering(game, pieces), outcomes)
            cluster = None if ray is None else cluster_at(ray)
            builder = Builder(game, pieces, folder, threads, outcomes=outcomes, memory=memory, ray=cluster)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        with counting_positions(game, "table", f"{pieces} pieces") as report, _failures_of(cluster, ray):
            values = builder.run(report)
        (write_outcomes if outcomes else write_table)(path, game, pieces, values)
        builder.remove()
    report_file(path, builder.numbering.positions, f" of up to {pieces} pieces")
    if out is None and (used := _used_instead(path, game, pieces)):
        click.echo(f"strong does not use it: {used.path} has {used.pieces} pieces already", err=True)


def _is_there(path: Path, game: Game, pieces: int) -> bool:
    """True if a file is the table of a game up to a number of pieces, and is sound."""
    try:
        table = _read(path, game)
        table.require_sound()
    except (OSError, PackedError):
        return False
    return table.pieces == pieces


def _used_instead(path: Path, game: Game, pieces: int) -> MaterialTable | None:
    """The table that keeps the one in a file from being used; None if the file is used."""
    tables = _tables_of(game)
    if path in [table.path for table in tables]:
        return None
    return next((table for table in tables if table.pieces >= pieces), None)


def _require_room(folder: Path, numbering: Numbering, outcomes: bool) -> None:
    """Raise UsageError if a table, and the folder in which it is built, do not fit on the disk."""
    kept = sum(path.stat().st_size for path in folder.glob("*.bin"))  # of a build that is resumed
    needed, free = bytes_needed(numbering, outcomes) - kept, shutil.disk_usage(folder.parent).free
    if needed > free:
        raise click.UsageError(
            f"{numbering.positions:,} positions take {size_text(needed)} of disk while they are built: "
            f"{str(folder.parent)!r} has {size_text(free)} free"
        )


@contextmanager
def _failures_of(cluster: Any, address: str | None) -> Iterator[None]:
    """Report what goes wrong on a cluster in a line; None: there is no cluster."""
    if cluster is None:
        yield
        return
    from nupp.arena.cluster import cause_of

    try:
        yield
    except cluster.exceptions.RayError as error:
        raise click.ClickException(
            f"the cluster at {address} failed: {cause_of(error)}; the same command resumes"
        ) from error


positions_option = click.option(
    "--positions",
    type=click.IntRange(1, 10**9),
    default=100_000,
    show_default=True,
    metavar="N",
    help="The number of random positions.",
)
_FILE: Final = click.Path(dir_okay=False, exists=True, path_type=Path)


@command.command()
@game_argument
@positions_option
@click.option("--table", "path", type=_FILE, help="The table's file, in place of those in use.")
@seed_option(1)
def check(game: Game, positions: int, path: Path | None, seed: int) -> None:
    """Check values of the tables of GAME: each has to follow from those of the positions that follow."""
    with _faults_in_a_line():
        tables = _tables(game) if path is None else [_read(path, game)]
        _check(tables, positions, seed)


@command.command()
@click.argument("file", type=_FILE)
@positions_option
@seed_option(1)
def verify(file: Path, positions: int, seed: int) -> None:
    """Check values of the table in FILE, for the game that it says it is for."""
    with _faults_in_a_line():
        _check([_read(file, game_of_file(file, _format_of(file)))], positions, seed)


def _check(tables: list[MaterialTable], positions: int, seed: int) -> None:
    """Print how many values of each table are right, and the positions of wrong ones: exit code 1."""
    faults = 0
    for table in tables:
        table.require_sound()
        with telling_of_compiling(f"{table.game.spec} for its table"):
            checked, wrong = check_table(table, positions, seed)
        none = _no_positions(positions - checked)
        for position in wrong:
            click.echo(f"wrong: {position}")
        click.echo(f"{table.path}: {checked - len(wrong):,} of {checked:,} values are right{none}")
        faults += len(wrong)
    if faults:
        raise SystemExit(1)


def _no_positions(numbers: int) -> str:
    """Say how many of the numbers drawn stand for no position, or were drawn before."""
    return f"; {numbers:,} of the numbers drawn are no positions, or came twice" if numbers else ""


@command.command()
@game_argument
@json_option
def show(game: Game, as_json: bool) -> None:
    """Say which tables `strong` uses in GAME where it plays by alpha-beta, and what they hold."""
    first, *others = (_about(table) for table in _tables(game))
    if as_json:
        print_json({**first, "others": others})
        return
    for about in (first, *others):
        click.echo(f"{about['file']}: {about['positions']:,} positions of up to {about['pieces']} pieces,")
        click.echo(f"{about['won']:,} won by the side to move, {about['lost']:,} lost")


def _about(table: MaterialTable) -> dict[str, Any]:
    return {
        "game": table.game.spec,
        "file": str(table.path),
        "pieces": table.pieces,
        "positions": table.numbering.positions,
        **table.tally(),
    }


def _tables(game: Game) -> list[MaterialTable]:
    """The tables that `strong` uses in a game, that with distances first; UsageError if there is none."""
    found = _tables_of(game)
    if not found:
        raise click.UsageError(
            f"there is no endgame table for {game.spec}: expected one by `nupp tables build`"
        )
    return found


def _tables_of(game: Game) -> list[MaterialTable]:
    """The tables that `strong` uses in a game, if any, that with distances first."""
    both: tuple[MaterialTable | None, ...] = (table_of(game), outcomes_of(game))
    return [table for table in both if table is not None]


def _format_of(path: Path) -> Format:
    """The format that the name of a file stands for."""
    return OUTCOMES if path.suffix == OUTCOMES.ending else TABLES


def _read(path: Path, game: Game) -> MaterialTable:
    return (read_outcomes if _format_of(path) is OUTCOMES else read_table)(path, game)


@contextmanager
def _faults_in_a_line() -> Iterator[None]:
    """Report a file that is damaged, or for another game, as a UsageError."""
    try:
        yield
    except PackedError as error:
        raise click.UsageError(str(error)) from None
