"""`nupp explorer`: counts of the moves that were played in each position of a game."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

import click

from nupp.arena.explorer import PLIES, Explorer, OwnGames, PlayedGame, path_of
from nupp.cli.files import read_text
from nupp.cli.listing import print_json
from nupp.cli.options import (
    ExampleGroup,
    debug_option,
    game_argument,
    json_option,
    load_option,
    make_machine,
    position_options,
    seed_option,
)
from nupp.formats import ReadOptions, open_games
from nupp.players import Budget
from nupp.rules import Game, Position

_AT_ONCE: Final = 100
"""Games that are kept in one go, and the most that an interrupted command loses."""
_OUTCOMES: Final = {"first": 1, "draw": 0, "second": -1}


@click.group("explorer", cls=ExampleGroup, epilog="nupp explorer show GAME")
@load_option
@debug_option
def command() -> None:
    """Count the moves of many games, to look up how a position was played and with what results.

    The counts of a game are in the user's data folder; the browser app shows them on its analysis board.
    """


@command.command()
@game_argument
@click.option(
    "--games", type=click.IntRange(1, 10**7), default=20_000, show_default=True, help="Games to play."
)
@click.option(
    "--player",
    "spec",
    default="alphabeta:depth=2,table=1",
    metavar="P",
    show_default=True,
    help="Plays both sides.",
)
@click.option("--nodes", type=click.IntRange(1, 2**40), metavar="N", help="Positions searched for a move.")
@click.option(
    "--openings",
    type=click.IntRange(0, 100),
    default=6,
    show_default=True,
    help="The most random moves that begin a game.",
)
@seed_option()
def make(game: Game, games: int, spec: str, nodes: int | None, openings: int, seed: int) -> None:
    """Let a player play games of GAME against itself, and count their moves.

    Games that were counted are not played again: a command that was interrupted continues where it was.
    """
    own = OwnGames(make_machine(spec, game), Budget(nodes=nodes), openings, seed)
    explorer = Explorer(path_of(game))
    missing = [number for number in range(games) if not explorer.has(game, own.name(number))]
    parts = [missing[first : first + _AT_ONCE] for first in range(0, len(missing), _AT_ONCE)]
    quiet = not sys.stderr.isatty()
    with click.progressbar(parts, label=game.spec, file=sys.stderr, hidden=quiet) as shown:
        _report(game, explorer, map(own.play_all, shown))


@command.command()
@game_argument
@click.argument(
    "files", type=click.Path(exists=True, dir_okay=False, path_type=Path), nargs=-1, required=True
)
def add(game: Game, files: tuple[Path, ...]) -> None:
    """Count the moves of the games of GAME in FILES, in any format that nupp reads."""
    games = (found for path in files for found in _games_of(game, path))
    _report(game, Explorer(path_of(game)), iter(lambda: list(islice(games, _AT_ONCE)), []))


@command.command()
@position_options
@json_option
def show(position: Position, as_json: bool) -> None:
    """List the moves that were played in a position of GAME, with their results."""
    explorer = Explorer(path_of(position.game))
    found = explorer.moves(position)
    if as_json:
        print_json({"games": explorer.games, "moves": [one._asdict() for one in found]})
        return
    if not found:
        click.echo("no game that was counted has a move in this position: `nupp explorer make` counts some")
        return
    first, second = position.game.sides
    click.echo(f"{'move':<10}{'games':>8} {first:>8} {'drawn':>7} {second:>8}")
    for one in found:
        shares = (one.first / one.games, one.draws / one.games, one.second / one.games)
        click.echo(f"{one.move:<10}{one.games:>8} " + "{:>8.1%} {:>7.1%} {:>8.1%}".format(*shares))


def _report(game: Game, explorer: Explorer, parts: Iterable[list[PlayedGame]]) -> None:
    """Count games, part after part, and say how many there are and how many are new."""
    new = sum(explorer.add(part, PLIES) for part in parts)
    click.echo(f"{game.spec}: {explorer.games} games counted, {new} of them now")


def _games_of(game: Game, path: Path) -> Iterator[PlayedGame]:
    """The games of a file that are of this game and have a result."""
    for _, read in open_games(read_text(str(path))):
        reading = read(ReadOptions(game))
        if reading.fault is None and reading.position.game.spec == game.spec:
            last = reading.position
            outcome = last.outcome if last.is_over else _OUTCOMES.get(reading.outcome or "")
            if outcome is not None:
                yield PlayedGame(last, outcome)
