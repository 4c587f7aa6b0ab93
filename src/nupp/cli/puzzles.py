"""`nupp puzzles`: positions with one best move by a clear margin, from games of machines, and verified."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import click

from nupp.arena.puzzles import (
    LONG,
    Puzzle,
    PuzzleError,
    lengthen,
    make_puzzles,
    parse_puzzle,
    positions_of,
    rate,
    seer_of,
    verify,
)
from nupp.arena.themes import themes_of
from nupp.cli.files import read_text
from nupp.cli.options import (
    ExampleGroup,
    debug_option,
    game_argument,
    load_option,
    seed_option,
)
from nupp.cli.thinking import telling_of_compiling
from nupp.formats import replace_file
from nupp.rules import Game
from nupp.rules import game as game_of


@click.group("puzzles", cls=ExampleGroup, epilog="nupp puzzles verify FILE")
@load_option
@debug_option
def command() -> None:
    """Puzzles of a game: positions with one best move by a clear margin.

    Machines that now and then slip play each other; where a short search and a deep one agree on one move
    that is far better than all others, there is a puzzle. Each line of a file holds one.
    """


@command.command()
@game_argument
@click.option(
    "--count", type=click.IntRange(1, 10**6), default=10, show_default=True, help="The number of puzzles."
)
@seed_option()
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="File to add them to, which is made if need be; without one they are printed.",
)
@click.option("--exact", is_flag=True, help="Only puzzles whose results are certain.")
def make(game: Game, count: int, seed: int, out: Path | None, exact: bool) -> None:
    """Make puzzles of GAME, other ones than those that the file holds already."""
    known = _read(out) if out is not None and out.exists() else []
    found = make_puzzles(game, seed + len(known), positions_of(known), exact)
    with telling_of_compiling(f"{game.spec} for puzzles"):
        for number, one in zip(range(1, count + 1), found, strict=False):
            if out is None:
                click.echo(one.to_json())
                continue
            with out.open("a", encoding="utf-8") as file:
                file.write(one.to_json() + "\n")
            if sys.stderr.isatty():
                click.echo(f"\r{number} of {count}", nl=number == count, err=True)
    if out is not None:
        click.echo(f"{out}: {len(known) + count} puzzles of {game.spec}")


@command.command("verify")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--nodes",
    type=click.IntRange(1, 2**40),
    default=LONG,
    metavar="N",
    show_default=True,
    help="Positions searched for a puzzle.",
)
@click.option("--drop", is_flag=True, help="Take those that are none out of FILE.")
def verify_command(file: Path, nodes: int, drop: bool) -> None:
    """Look at each puzzle of FILE by a long search, and list those that are none."""
    puzzles = _read(file)
    sound = []
    for number, one in enumerate(puzzles, 1):
        with telling_of_compiling(f"{one.game} for puzzles"):
            fault = verify(one, seer_of(game_of(one.game)), nodes)
        if fault:
            click.echo(f"puzzle {number}: {fault}")
        else:
            sound.append(one)
    click.echo(f"{file}: {len(sound)} of {len(puzzles)} puzzles are sound")
    if drop:
        replace_file(file, "".join(one.to_json() + "\n" for one in sound))
    elif len(sound) < len(puzzles):
        raise SystemExit(1)


@command.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def label(file: Path) -> None:
    """Write into FILE what each of its puzzles is about, such as `sacrifice`, and rate them anew.

    It also writes how many moves of each line are asked for: as many as are each the one best move.
    """
    labelled = []
    for one in _read(file):
        with telling_of_compiling(f"{one.game} for puzzles"):
            seer = seer_of(game_of(one.game))
            rated = lengthen(rate(one, seer), seer)
        labelled.append(replace(rated, themes=themes_of(one.position, one.line)))
    replace_file(file, "".join(one.to_json() + "\n" for one in labelled))
    counts = Counter(theme for one in labelled for theme in one.themes)
    for theme, count in counts.most_common():
        click.echo(f"{count:6} {theme}")


def _read(file: Path) -> list[Puzzle]:
    """The puzzles of a file; UsageError names the line that is none."""
    found = []
    for number, line in enumerate(read_text(str(file)).splitlines(), 1):
        try:
            found.append(parse_puzzle(line))
        except PuzzleError as error:
            raise click.UsageError(f"{str(file)!r}, line {number}: {error}") from None
    return found
