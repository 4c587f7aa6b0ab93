"""`nupp selfplay`: positions with results and search values, from games that a search plays or from files."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import click
from click.core import ParameterSource

from nupp.arena import MatchError
from nupp.cli.files import read_text, require_folder
from nupp.cli.listing import print_json
from nupp.cli.options import (
    RealRange,
    game_argument,
    json_option,
    new_command,
    ray_option,
    seed_option,
    threads_option,
)
from nupp.cli.thinking import telling_of_compiling
from nupp.formats import open_games
from nupp.learn.datafile import Chunk, DataError, OtherRunError
from nupp.learn.importing import UNFINISHED, Imports, record_imports
from nupp.learn.selfplay import Chunks, RemoteWorker, SelfPlay, in_turn, record_self_play
from nupp.learn.settling import LEAST_EFFORT
from nupp.rules import Game
from nupp.rules import game as game_of
from nupp.rules.registry import loaded_files
from nupp.spec import parse_spec
from nupp.version import __version__

_OF_GAMES = ("games", "seed", "openings", "epsilon", "max_plies", "threads", "resume")
_OF_FILES = ("unfinished", "least")
"""Options that say how games are played, and what is taken of saved ones."""
_DEPTH = 4
"""Plies that a search looks ahead if nothing limits it."""


@new_command()
@game_argument
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    required=True,
    help="The file of positions.",
)
@click.option(
    "--player", "spec", default="alphabeta:table=1", metavar="P", show_default=True, help="The player."
)
@click.option("--nodes", type=click.IntRange(1, 2**62), metavar="N", help="Positions searched for a move.")
@click.option(
    "--depth",
    type=click.IntRange(1, 100),
    metavar="D",
    help=f"Depth of the search in plies.  [default: {_DEPTH}]",
)
@click.option(
    "--games", type=click.IntRange(1, 2**31), default=1000, show_default=True, help="The number of games."
)
@seed_option()
@click.option(
    "--openings",
    type=click.IntRange(0, 1000),
    default=8,
    show_default=True,
    metavar="K",
    help="Random moves that each game begins with, of those that the player looks at.",
)
@click.option(
    "--epsilon",
    type=RealRange(0, 1),
    default=0.0,
    show_default=True,
    metavar="SHARE",
    help="The share of later moves that are random, too.",
)
@click.option(
    "--max-plies",
    type=click.IntRange(1, 10_000),
    default=500,
    show_default=True,
    metavar="N",
    help="Adjudicate games as draws after this many moves.",
)
@click.option(
    "--import",
    "files",
    type=click.Path(dir_okay=False),
    multiple=True,
    metavar="FILE",
    help="Take the positions of saved games instead: JSON lines, PDN, SGF, GGF, PSQ, transcripts.",
)
@click.option(
    "--unfinished",
    type=click.Choice(UNFINISHED),
    default="recorded",
    show_default=True,
    help="Treatment of saved games without an end: recorded takes the result in the file, drop leaves "
    "all of them out, play has a search play them out, a stronger player on the worse side, and leaves "
    "out those that are even or that it turns round.",
)
@click.option(
    "--least",
    type=click.IntRange(0, 10_000),
    default=10,
    show_default=True,
    metavar="N",
    help="Leave out saved games of fewer moves.",
)
@click.option(
    "--exact",
    type=int,
    default=0,
    metavar="N",
    help="Solve positions from the end of each game backwards, up to the first that takes more than N; "
    f"they get exact results and values. N: {LEAST_EFFORT} or more; 0: none.",
)
@threads_option
@ray_option("Play")
@click.option("--resume", is_flag=True, help="Resume the run of the file.")
@json_option
def command(
    game: Game,
    out: Path,
    spec: str,
    nodes: int | None,
    depth: int | None,
    games: int,
    seed: int,
    openings: int,
    epsilon: float,
    max_plies: int,
    files: tuple[str, ...],
    unfinished: str,
    least: int,
    exact: int,
    threads: int | None,
    ray: str | None,
    resume: bool,
    as_json: bool,
) -> None:
    """Gather positions of GAME for learning: what a search thinks of each, and how its game ended.

    The player is an alpha-beta player, whose games are played whole in compiled code. The same seed gives the
    same file for any number of threads, also if the run was stopped and resumed. The exit code is 1 if a
    saved game had a fault, and if there is no position.
    """
    if nodes is None and depth is None and "depth" not in parse_spec(spec).arguments:
        depth = _DEPTH
    if ray is not None and (threads is not None or files):
        raise click.UsageError(f"--ray {ray}: expected neither --threads nor --import beside it")
    _refuse(_OF_GAMES if files else _OF_FILES, "with" if files else "without")
    require_folder(out)
    if out.exists() and not resume:
        more = "" if files else ", or --resume to continue its run"
        raise click.UsageError(f"{str(out)!r} exists: expected a new file{more}")
    try:
        with telling_of_compiling(f"{game.spec} for the search"):
            if files:
                plan = Imports(game.spec, spec, nodes, depth, unfinished, least, exact=exact)
                positions, counts = _take(plan, game, files, out, as_json)
            else:
                games_plan = SelfPlay(
                    game.spec, spec, nodes, depth, games, seed, openings, epsilon, max_plies, exact=exact
                )
                chunks = None if ray is None else _on_cluster(ray, games_plan)
                positions, counts = _play(games_plan, out, threads or 1, resume, as_json, chunks)
    except OtherRunError as error:
        raise click.UsageError(str(error)) from None
    except (DataError, MatchError) as error:
        raise click.ClickException(str(error)) from error
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        print_json({"game": game.spec, "file": str(out), "positions": positions, **counts})
    else:
        file = out if out.exists() else "nothing is written"
        click.echo(
            f"{file}: {positions} positions; " + ", ".join(f"{n} {what}" for what, n in counts.items())
        )
    if positions == 0 or counts.get("with a fault"):
        raise click.exceptions.Exit(1)


def _refuse(names: tuple[str, ...], how: str) -> None:
    """UsageError if one of some options is given, which are not used with, or without, --import."""
    context = click.get_current_context()
    for name in names:
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            flag = name.replace("_", "-")
            raise click.UsageError(f"--{flag} {how} --import: expected to leave it out")


def _on_cluster(address: str, plan: SelfPlay) -> Chunks:
    """The chunks of a plan, from a chunk on, played on the cluster at an address."""
    from nupp.arena.cluster import cause_of, connected, spread_out

    ray = connected(address)

    def play(first: int) -> Iterator[Chunk]:
        made = ray.remote(num_cpus=1)(RemoteWorker)
        results = spread_out(
            ray,
            lambda: made.remote(__version__, loaded_files(), plan, plan.header()),
            lambda worker, number: worker.play.remote(number),
            range(first, plan.chunks),
        )
        try:
            with contextlib.closing(results):
                yield from in_turn(results, first, game_of(plan.game))
        except ray.exceptions.RayError as error:
            raise DataError(f"the cluster at {address} failed: {cause_of(error)}") from error

    return play


def _play(
    plan: SelfPlay, out: Path, threads: int, resume: bool, as_json: bool, chunks: Chunks | None
) -> tuple[int, dict[str, int]]:
    from nupp.cli.terminal import progress

    with progress(not as_json) as bar:
        task, kept = bar.add_task("playing", total=plan.games), 0

        def report(games: int, positions: int) -> None:
            nonlocal kept
            kept = positions
            bar.update(task, completed=games, description=f"{positions} positions")

        try:
            positions = record_self_play(plan, out, threads, resume, report, chunks)
        except KeyboardInterrupt:
            click.echo(f"{out}: {kept} positions are kept, from which --resume goes on", err=True)
            raise
    if positions < plan.games:
        words = f"games that begin with {plan.openings} random moves: fewer --openings leave more"
        click.echo(f"nupp: {positions} positions of {plan.games} {words}", err=True)
    return positions, {"games": plan.games}


def _take(
    plan: Imports, game: Game, files: tuple[str, ...], out: Path, as_json: bool
) -> tuple[int, dict[str, int]]:
    from nupp.cli.terminal import progress

    found = [
        (f"{name!r}, game {number}", read) for name in files for number, read in open_games(read_text(name))
    ]
    with progress(not as_json) as bar:
        task = bar.add_task("reading", total=len(found))

        def report(words: str) -> None:
            bar.update(task, advance=1)
            if words:
                click.echo(f"nupp: {words}", err=True)

        return record_imports(plan, found, out, report)
