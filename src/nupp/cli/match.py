"""`nupp match`: many games between two players, and what they say about their strength."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from nupp.arena import Match, MatchError, Result, Sprt, play_match
from nupp.cli.listing import print_json
from nupp.cli.options import (
    budget_options,
    clock_option,
    game_argument,
    json_option,
    make_machine,
    new_command,
)
from nupp.cli.thinking import telling_of_compiling
from nupp.formats import TIME_FORFEIT
from nupp.games import Game
from nupp.players import Budget, TimeControl


class SprtType(click.ParamType):  # type: ignore[type-arg]
    """Two rating differences, `0,10`."""

    name = "elo0,elo1"

    def convert(self, value: object, param: click.Parameter | None, context: click.Context | None) -> Sprt:
        if isinstance(value, Sprt):
            return value
        try:
            low, high = map(float, str(value).split(","))
            return Sprt(low, high)
        except ValueError as error:
            self.fail(
                f"{value!r}: expected two rating differences, the smaller first, such as 0,10 ({error})"
            )


@new_command("nupp match othello strong alphabeta:depth=4 --games 100 --time 0.1s --threads 2")
@game_argument
@click.argument("first")
@click.argument("second")
@click.option("--games", type=click.IntRange(1, 10**9), default=20, show_default=True, help="How many games.")
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Of all random choices."
)
@budget_options()
@clock_option
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="Games at a time.")
@click.option(
    "--openings",
    type=click.IntRange(0, 1000),
    default=2,
    show_default=True,
    metavar="K",
    help="Random moves that each pair of games begins with.",
)
@click.option("--sprt", type=SprtType(), help="Stop as soon as a sequential test has decided.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="A file that takes each game as it ends."
)
@click.option("--resume", is_flag=True, help="Go on with the match that the file holds.")
@json_option
def command(
    game: Game,
    first: str,
    second: str,
    games: int,
    seed: int,
    budget: Budget,
    clock: TimeControl | None,
    threads: int,
    openings: int,
    sprt: Sprt | None,
    out: Path | None,
    resume: bool,
    as_json: bool,
) -> None:
    """Play a match between two players, in pairs of games from one opening with sides exchanged.

    FIRST and SECOND are specs of players; the figures are FIRST's.
    """
    if resume and not out:
        raise click.UsageError("--resume needs --out FILE, the file to go on with")
    if out and out.exists() and not resume:
        raise click.UsageError(
            f"{str(out)!r} exists: expected a new file, or --resume to go on with its match"
        )
    if out and not out.absolute().parent.is_dir():
        raise click.UsageError(f"{str(out)!r} cannot be written: there is no folder {str(out.parent)!r}")
    specs = [make_machine(spec, game).spec for spec in (first, second)]
    match = Match(
        game.spec,
        specs[0],
        specs[1],
        games,
        seed,
        budget.seconds,
        budget.nodes,
        budget.depth,
        openings,
        str(clock) if clock else None,
    )
    with telling_of_compiling(f"{game.spec} for the players"):
        result = _play(match, threads, out, resume, sprt, show=sys.stderr.isatty() and not as_json)
    if as_json:
        print_json(result.to_dict())
    else:
        click.echo("\n".join(_summary(result, sprt)))


def _play(
    match: Match, threads: int, out: Path | None, resume: bool, sprt: Sprt | None, show: bool
) -> Result:
    from nupp.cli.terminal import progress

    with progress() as bar:
        bar.disable = not show
        task = bar.add_task("playing", total=match.games)

        def report(result: Result) -> None:
            wins, draws, losses = result.tally
            bar.update(task, completed=len(result.records), description=f"+{wins} ={draws} -{losses}")

        try:
            return play_match(match, threads, out, resume, sprt, report)
        except MatchError as error:
            raise click.ClickException(str(error)) from error


def _summary(result: Result, sprt: Sprt | None) -> list[str]:
    """The result for people."""
    wins, draws, losses = result.tally
    games = len(result.records)
    lines = [
        f"{result.match.game}: {result.match.first} against {result.match.second}",
        f"{games} games in {result.seconds:.1f} s: {wins} won, {draws} drawn, {losses} lost, "
        f"score {(wins + draws / 2) / max(1, games):.1%}",
    ]
    found = result.standing()
    if found:
        lines.append(
            f"Elo {found.elo:+.0f} (95 %: {found.elo_low:+.0f} to {found.elo_high:+.0f}), "
            f"likelihood of superiority {found.los:.1%}"
        )
    if sprt:
        low, high = sprt.bounds
        verdict = sprt.verdict(result.pairs)
        decided = f"accepts {getattr(sprt, verdict):g} Elo" if verdict else "has not decided"
        ratio = sprt.log_likelihood_ratio(result.pairs)
        lines.append(
            f"SPRT {sprt.elo0:g} against {sprt.elo1:g} {decided}: {ratio:.2f} in ({low:.2f}, {high:.2f})"
        )
    late = result.lost_on_time
    if any(late):
        lines.append(f"lost on time: {late[0]} by {result.match.first}, {late[1]} by {result.match.second}")
    words = [record.termination for record in result.records.values() if record.termination]
    failures = [text for text in words if text != TIME_FORFEIT]
    if failures:
        lines.append(f"{len(failures)} games ended by a failure of a player; the first: {failures[0]}")
    return lines
