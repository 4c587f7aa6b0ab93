"""`nupp book`: make the opening book of a game, and say what it holds."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import click

from nupp.cli.listing import print_json
from nupp.cli.options import (
    DURATION,
    ExampleGroup,
    at_a_time_option,
    debug_option,
    game_argument,
    json_option,
    load_option,
    values_option,
)
from nupp.cli.values import counting_positions, place_for, report_file
from nupp.rules import Game
from nupp.search.book import BookMaker, book_of, outcomes_of, place_of, write_book


@click.group("book", cls=ExampleGroup)
@load_option
@debug_option
def command() -> None:
    """Opening books: who wins from the positions of the first plies, and by which moves.

    `strong` and `exact` give away nothing that the book of their game knows.
    """


@command.command()
@game_argument
@click.option(
    "--plies", type=click.IntRange(1, 20), required=True, metavar="N", help="The plies of the last positions."
)
@at_a_time_option("Positions solved at a time.")
@click.option(
    "--memory",
    type=click.IntRange(4, 65536),
    default=256,
    show_default=True,
    metavar="MB",
    help="Memory of each solver.",
)
@click.option(
    "--time",
    "seconds",
    type=DURATION,
    metavar="TIME",
    help="Time for it; then there is a book of what has been found, and the same command resumes.",
)
@values_option("book")
def make(game: Game, plies: int, threads: int, memory: int, seconds: float | None, out: Path | None) -> None:
    """Make the opening book of GAME; after a stop the same command resumes.

    It says who wins in each position before ply N, and by which move. Positions of ply N are solved for it;
    where one move is known to be best the others are not, nor is what the book of the game has already.
    """
    path = place_for(out, place_of(game))
    journal = path.with_name(f"{path.name}.{plies}.part")
    known = outcomes_of(book_of(game))
    with counting_positions(game, "book", f"{plies} plies", every=1000) as report:
        maker = BookMaker(game, plies, journal, threads, memory, known)
        outcomes = maker.run(report, math.inf if seconds is None else seconds)
    write_book(path, game, plies, outcomes, maker.undecided)
    if maker.undecided == 0:
        journal.unlink()
    report_file(path, len(outcomes), _unfinished(maker.undecided, plies))


def _unfinished(undecided: int, plies: int) -> str:
    if undecided == 0:
        return ""
    return f", unfinished: for {undecided:,} positions of ply {plies - 1} no best move is known yet"


@command.command()
@game_argument
@json_option
def show(game: Game, as_json: bool) -> None:
    """Say what the book of GAME holds, and who wins from the start."""
    book = book_of(game)
    if book is None:
        raise click.UsageError(f"there is no opening book for {game.spec}: expected one by `nupp book make`")
    start = book.outcome(game.start_position())
    counts = Counter(book.outcomes.tolist())
    found = {
        "game": game.spec,
        "file": str(book.path),
        "plies": book.plies,
        "positions": len(book.keys),
        "undecided": book.undecided,
        "won": counts[1],
        "drawn": counts[0],
        "lost": counts[-1],
        "start": start,
    }
    if as_json:
        print_json(found)
        return
    words = {1: "the first player wins", 0: "a draw", -1: "the second player wins", None: "not in the book"}
    unfinished = _unfinished(book.undecided, book.plies)
    click.echo(f"{book.path}: {len(book.keys):,} positions of the first {book.plies} plies{unfinished}")
    click.echo(f"for the side to move {counts[1]:,} won, {counts[0]:,} drawn, {counts[-1]:,} lost")
    click.echo(f"the start: {words[start]}")
