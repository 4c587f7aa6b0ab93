"""`nupp tournament`: several players, each against each or one against all."""

from __future__ import annotations

import click

from nupp.arena import Match, Tournament, TournamentResult, play_tournament
from nupp.cli.listing import print_json
from nupp.cli.options import game_argument, new_command
from nupp.cli.running import Run, run_options
from nupp.rules import Game


@new_command()
@game_argument
@click.argument("players", nargs=-1, required=True)
@click.option("--gauntlet", is_flag=True, help="Only the first player meets each of the others.")
@run_options
def command(game: Game, players: tuple[str, ...], gauntlet: bool, run: Run) -> None:
    """Play a tournament in GAME between PLAYERS, specs: all against all, unless --gauntlet.

    Each pair of players plays --games games, two from each opening with sides exchanged. Ratings are those
    of the Bradley-Terry model, with intervals of 95 %.
    """
    run.check_files()
    specs = tuple(run.full_spec(spec, game) for spec in players)
    if len(specs) < 2:
        raise click.UsageError(f"a tournament of {specs[0]} alone: expected two players or more")
    try:
        pattern = Match(game.spec, specs[0], specs[1], **run.terms(game))
        tournament = Tournament(specs, pattern, gauntlet)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    runner = run.runner()
    with run.playing(tournament) as report:
        result = play_tournament(tournament, run.threads or 1, run.out, run.resume, report, runner)
    if run.as_json:
        print_json(result.to_dict())
    else:
        _print(result)
    run.conclude(f"{game.spec}: a tournament", result.players, result.results)


def _print(result: TournamentResult) -> None:
    from nupp.arena.report import report_tables
    from nupp.cli.terminal import console

    pattern = result.tournament.pattern
    click.echo(f"{pattern.game}: a tournament of {len(result.players)} players, {pattern.limits}")
    screen = console()
    for table in report_tables(result.players, result.results):
        screen.print(table)
