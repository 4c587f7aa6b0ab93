"""`nupp benchmark-suite`: the games as a suite for learners, with their sizes and baselines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import click

from nupp.arena.suite import Entry, measure, specs_of_suite
from nupp.cli.listing import print_json
from nupp.cli.options import all_games, json_option, new_command
from nupp.cli.thinking import telling_of_compiling

HEADINGS = ("game", "actions", "planes", "branching", "plies", "first wins", "draws", "value", "source")


@new_command("nupp benchmark-suite --player greedy")
@click.argument("specs", nargs=-1, metavar="[SPEC]...")
@click.option("--games", type=click.IntRange(2, 10**6), default=200, show_default=True, help="Random games.")
@click.option(
    "--player", "players", multiple=True, metavar="P", help="Measure it against random moves; repeatable."
)
@click.option("--nodes", type=click.IntRange(1), default=1000, show_default=True, help="Of a player's move.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@json_option
def command(
    specs: tuple[str, ...], games: int, players: tuple[str, ...], nodes: int, seed: int, as_json: bool
) -> None:
    """List the sizes of all games for learners, their known values, and what players reach.

    For each game, and its sizes and variants of known value: how many actions there are, the shape of an
    observation, the mean number of legal moves and of plies in random games, and the shares of these that
    the first side wins and that are drawn. Points of players are against random moves. A seed decides all
    figures. With SPECs, these games alone.
    """
    all_games()
    with telling_of_compiling("the games of the suite"):
        entries = (measure(spec, games, players, nodes, seed) for spec in specs or specs_of_suite())
        if as_json:
            print_json([one.to_dict() for one in entries])
            return
        for row in table(entries, players):
            click.echo(f"| {' | '.join(row)} |")


def table(entries: Iterable[Entry], players: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table in Markdown, its head and a rule first, as entries come."""
    yield (*HEADINGS, *players)
    yield ("---",) * (len(HEADINGS) + len(players))
    yield from map(_cells, entries)


def _cells(one: Entry) -> tuple[str, ...]:
    return (
        one.spec,
        f"{one.actions:,}",
        " x ".join(map(str, one.planes)) if one.planes else "-",
        f"{one.branching:.1f}",
        f"{one.plies:.1f}",
        f"{100 * one.first:.0f} %",
        f"{100 * one.draws:.0f} %",
        one.known.value if one.known else "-",
        one.known.source if one.known else "-",
        *(f"{points:.2f}" for points in one.baselines.values()),
    )
