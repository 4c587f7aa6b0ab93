"""`nupp install-network`: a match that a network has to win, and its place in the game."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import click

from nupp.arena import Match
from nupp.cli.listing import print_json
from nupp.cli.options import DURATION, game_argument, json_option, new_command, seed_option, threads_option
from nupp.cli.running import Run
from nupp.evaluators.contract import NoKnowledge
from nupp.evaluators.learned import digest_of
from nupp.evaluators.strength import network_of
from nupp.evaluators.weights import unpack
from nupp.learn.installing import install
from nupp.players import Budget
from nupp.players.tuned import evaluator_of, tuned_spec
from nupp.rules import Game
from nupp.spec import parse_spec
from nupp.tuning.bundle import verdict_of

UCT: Final = "uct"
"""The evaluator of `strong` where none is known."""


@new_command()
@game_argument
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--games",
    type=click.IntRange(2, 10**6),
    default=200,
    show_default=True,
    help="The number of games to play.",
)
@click.option(
    "--time",
    "seconds",
    type=DURATION,
    default="100ms",
    show_default=True,
    metavar="TIME",
    help="Time for a move.",
)
@click.option(
    "--openings",
    type=click.IntRange(0, 1000),
    default=4,
    show_default=True,
    metavar="K",
    help="Random moves that each pair of games begins with.",
)
@seed_option(1)
@threads_option
@click.option(
    "--anyway", is_flag=True, help="Install it as learned even if it does not win; strong will not use it."
)
@click.option("--resume", is_flag=True, help="Continue the match that an earlier run began.")
@json_option
def command(game: Game, file: Path, anyway: bool, **options: Any) -> None:
    """Install FILE, a network of nupp train, in GAME if it wins a match.

    The opponent is what `strong` plays GAME with. Both search with equal time, in pairs of games from one
    opening. The network wins if the 95 % interval of the Elo difference is above 0; `strong` then plays with
    it.

    A network of a game of nupp goes to the game's folder in a checkout, else to the user's data folder, with
    the figures of the match beside it. The games lie beside FILE. The exit code is 1 if it is not installed.
    """
    content = file.read_bytes()
    try:
        unpack(content, game)
    except ValueError as error:
        raise click.UsageError(f"{str(file)!r} cannot be installed: {error}") from None
    run = _run(out=file.with_name(f"{file.stem}-{digest_of(content)[:8]}.jsonl"), **options)
    run.check_files()
    rival = evaluator_of(game)
    opponent = UCT if rival == NoKnowledge.name else tuned_spec(game, rival)
    first, second = (run.full_spec(spec, game) for spec in (tuned_spec(game, str(file)), opponent))
    match = Match(game.spec, first, second, **run.terms(game))
    result, _ = run.play(match)
    run.conclude(f"{game.spec}: a network's match", (first, second), (result,))
    verdict = verdict_of(result, _name_of(rival, game))
    path = None
    if verdict.won or anyway:
        try:
            path = install(content, game, verdict)
        except ValueError as error:
            raise click.ClickException(f"{str(file)!r} does not win, and {error}") from None
        except OSError as error:
            raise click.ClickException(f"cannot write {error.filename!r}: {error.strerror}") from error
    if run.as_json:
        print_json({**result.to_dict(), **asdict(verdict), "installed": None if path is None else str(path)})
    else:
        won = "it wins" if verdict.won else "it does not win"
        end = f"installed as {path}" if path else "not installed"
        click.echo(
            f"{file}: +{verdict.wins} ={verdict.draws} -{verdict.losses} against {verdict}; {won}: {end}"
        )
    if path is None:
        raise click.exceptions.Exit(1)


def _run(**options: Any) -> Run:
    """The options of the match as those of a run."""
    return Run(
        budget=Budget(options.pop("seconds")),
        clock=None,
        ray=None,
        book=None,
        balance=0,
        proven=False,
        max_plies=None,
        patience=60.0,
        processor=True,
        report=None,
        database=None,
        **options,
    )


def _name_of(rival: str, game: Game) -> str:
    """The name of the opponent for people: an evaluator, or what plays without one."""
    network = network_of(game)
    if network is not None and rival == "learned":
        return f"{network.path.name} before it"
    return parse_spec(UCT).name if rival == NoKnowledge.name else rival
