"""The common part of `nupp match` and `nupp tournament`: the options of a run, its files, and its reports."""

from __future__ import annotations

import contextlib
import functools
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from nupp.arena import Match, MatchError, Result, Sprt, Tournament, play_match
from nupp.arena.match import points_of, warning_of_repeats
from nupp.arena.match_worker import Runner, make_within
from nupp.arena.openings import Book, BookError
from nupp.arena.playing import Conditions
from nupp.arena.result_log import OtherRunError, header_of, new_run
from nupp.cli.files import require_folder
from nupp.cli.options import (
    DURATION,
    USUAL_LIMIT,
    budget_options,
    clock_option,
    json_option,
    make_machine,
    ray_option,
    seed_option,
    threads_option,
)
from nupp.cli.stored import keeping, store_options
from nupp.cli.thinking import telling_of_compiling
from nupp.extras import require
from nupp.formats import GameRecord
from nupp.players import Budget, TimeControl
from nupp.rules import Game

R = TypeVar("R")

ShowGame = Callable[..., None]
"""Called with the number of each game of a run, the game, and a few words to be shown."""

_PAGES: Final = (".html", ".htm")
_FILE = click.Path(dir_okay=False, path_type=Path)


@dataclass(frozen=True)
class Run:
    """The options of a run as they were given."""

    budget: Budget
    clock: TimeControl | None
    games: int
    seed: int
    threads: int | None
    ray: str | None
    openings: int | None
    book: Path | None
    balance: int
    proven: bool
    max_plies: int | None
    patience: float
    processor: bool
    out: Path | None
    resume: bool
    report: Path | None
    database: str | None
    as_json: bool

    def terms(self, game: Game) -> dict[str, Any]:
        """The fields of a match that do not depend on the players; UsageError if they make no sense."""
        if self.book is not None and self.balance:
            raise click.UsageError(
                "--book and --balance: expected one of them; the book's openings are taken as is"
            )
        if self.book is not None and self.openings is not None:
            raise click.UsageError(
                f"--book and --openings {self.openings}: expected one of them, as a book has its own"
            )
        try:
            book = None if self.book is None else Book.read(self.book, game)
        except BookError as error:
            raise click.UsageError(str(error)) from None
        return {
            "games": self.games,
            "seed": self.seed,
            "seconds": self.budget.seconds,
            "nodes": self.budget.nodes,
            "depth": self.budget.depth,
            "openings": Match.openings if self.openings is None else self.openings,
            "clock": None if self.clock is None else str(self.clock),
            "book": book,
            "balance": self.balance,
            "proven": self.proven,
            "max_plies": self.max_plies,
            "patience": self.patience,
            "processor": self.processor,
        }

    def full_spec(self, spec: str, game: Game) -> str:
        """A player's spec in canonical form; ClickException if the player fails or hangs while it is made."""
        limit = Conditions(self.budget, patience=self.patience).untimed
        try:
            return make_within(limit, spec, functools.partial(make_machine, spec, game)).spec
        except MatchError as error:
            raise click.ClickException(str(error)) from error

    def runner(self) -> Runner | None:
        """The runner of the games; None for threads of this process. UsageError if both are asked for."""
        if self.ray is None:
            return None
        if self.threads is not None:
            raise click.UsageError(
                f"--ray {self.ray} and --threads {self.threads}: expected one of them; a cluster plays a "
                "game on each of its processors"
            )
        from nupp.arena.cluster import on_cluster

        try:
            return on_cluster(self.ray)
        except MatchError as error:
            raise click.ClickException(str(error)) from error

    def check_files(self) -> None:
        """Raise UsageError if the files of the run cannot be written at their places.

        MissingExtraError if this installation writes no reports.
        """
        if self.resume and not self.out:
            raise click.UsageError("--resume needs --out FILE, the file to resume")
        if self.out and self.out.exists() and not self.resume:
            raise click.UsageError(
                f"{str(self.out)!r} exists: expected a new file, or --resume to continue its run"
            )
        if self.report and self.report.suffix.lower() not in _PAGES:
            raise click.UsageError(
                f"{str(self.report)!r} is no page: expected a name that ends in {' or '.join(_PAGES)}"
            )
        if self.out and self.report and self.out in (self.report, _plot_beside(self.report)):
            raise click.UsageError(f"{str(self.out)!r} cannot take both the games and the report of them")
        for path in (self.out, self.report):
            if path:
                require_folder(path)
        if self.report:
            require("report", "--report")

    @contextlib.contextmanager
    def playing(self, event: Match | Tournament) -> Iterator[ShowGame]:
        """The context of a run: the database for its games, if any, and a progress bar on a terminal.

        The value of the context is to be called with each game.
        """
        from nupp.cli.terminal import progress

        if self.resume and self.out and not self.out.exists():
            click.echo(f"nupp: {str(self.out)!r} is not there yet: the run begins anew", err=True)
        game = event.game if isinstance(event, Match) else event.pattern.game
        with (
            telling_of_compiling(f"{game} for the players"),
            keeping(self.database, functools.partial(self._header, event)) as keep,
            progress(not self.as_json) as bar,
            contextlib.redirect_stdout(sys.stderr),  # where Ray prints, and the output is for the result
        ):
            task = bar.add_task("playing", total=event.games)

            def show(number: int, record: GameRecord, words: str = "playing") -> None:
                keep(number, record)
                bar.update(task, advance=1, description=words)

            try:
                yield show
            except OtherRunError as error:
                raise click.UsageError(str(error)) from error
            except MatchError as error:
                raise click.ClickException(str(error)) from error

    def play(self, match: Match, sprt: Sprt | None = None) -> tuple[Result, int]:
        """The result of a match, and the number of games that were played, now or before."""
        runner, tally = self.runner(), Counter[float]()
        with self.playing(match) as show:

            def report(number: int, record: GameRecord) -> None:
                tally[points_of(number, record)] += 1
                show(number, record, f"+{tally[1]} ={tally[0.5]} -{tally[0]}")

            result = play_match(match, self.threads or 1, self.out, self.resume, sprt, report, runner)
        return result, tally.total()

    def _header(self, event: Match | Tournament) -> dict[str, Any]:
        """The first line of the run's file, which is there when the first game is; made up without a file."""
        if self.out is not None:
            return header_of(self.out)
        return new_run(event.header())

    def conclude(self, title: str, players: tuple[str, ...], results: tuple[Result, ...]) -> None:
        """Write the page and the plot of the run, if they are wanted, and warn of games that were repeated.

        ClickException after that if a player lost games because it failed, so that no script takes these
        games for played ones.
        """
        if self.report is not None:
            _write_report(self.report, title, players, results)
        if warning := warning_of_repeats(results):
            warnings.warn(warning, stacklevel=2)
        failed = [
            (result.records[number], words) for result in results for number, words in result.failures.items()
        ]
        if failed:
            record, words = failed[0]
            at_fault = record.players[record.outcome == "first"]
            raise click.ClickException(
                f"games that ended by a failure of a player: {len(failed)}; the first, of {at_fault}: {words}"
            )


def _write_report(path: Path, title: str, players: tuple[str, ...], results: tuple[Result, ...]) -> None:
    from nupp.arena.report import write_page, write_plot

    try:
        write_page(path, title, players, results)
        write_plot(_plot_beside(path), players, results)
    except OSError as error:
        name = error.filename or str(path)
        raise click.ClickException(f"cannot write {name!r}: {error.strerror or error}") from error


def _plot_beside(page: Path) -> Path:
    return page.with_suffix(".svg")


_OPTIONS = (
    click.option(
        "--games",
        type=click.IntRange(1, 10**9),
        default=20,
        show_default=True,
        help="Games of each pair of players; with --resume it may be more than before.",
    ),
    seed_option(),
    budget_options(usual=USUAL_LIMIT),
    clock_option,
    threads_option,
    ray_option("Play"),
    click.option(
        "--openings",
        type=click.IntRange(0, 1000),
        metavar="K",
        help=f"Random moves that each pair of games begins with.  [default: {Match.openings}]",
    ),
    click.option(
        "--book",
        type=_FILE,
        metavar="FILE",
        help="Openings from a file instead, one a line, or games in any format that nupp reads.",
    ),
    click.option(
        "--balance",
        type=click.IntRange(0, 2**63 - 1),
        default=0,
        metavar="NODES",
        help="Keep only random openings that are even by a search of this many positions.",
    ),
    click.option(
        "--adjudicate",
        "proven",
        is_flag=True,
        help="End games as soon as both players are certain of the result.",
    ),
    click.option(
        "--max-plies",
        type=click.IntRange(1, 10**9),
        metavar="N",
        help="Adjudicate games as draws after this many moves.",
    ),
    click.option(
        "--patience",
        type=DURATION,
        default="60s",
        show_default=True,
        metavar="TIME",
        help="Wait this long for a player that is past its time; ten times as long if it has no time limit.",
    ),
    click.option(
        "--processor-time",
        "processor",
        is_flag=True,
        help="Count processor time of a move, not time on the clock: fair where the machine is busy.",
    ),
    click.option("--out", type=_FILE, metavar="FILE", help="Append each game to this file as it ends."),
    click.option("--resume", is_flag=True, help="Resume the run of the file."),
    click.option(
        "--report",
        type=_FILE,
        metavar="FILE.html",
        help="Write a report of the run, and a plot beside it (.svg).",
    ),
    store_options,
    json_option,
)


def run_options(function: Callable[..., R]) -> Callable[..., R]:
    """The options of a run, passed on together as `run`."""

    @functools.wraps(function)
    def with_run(**given: Any) -> R:
        own = {name: given.pop(name) for name in Run.__dataclass_fields__}
        return function(run=Run(**own), **given)

    for option in reversed(_OPTIONS):
        with_run = option(with_run)
    return with_run
