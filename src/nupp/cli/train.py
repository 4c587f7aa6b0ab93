"""`nupp train`: let a network of patterns learn to judge the positions of a game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from nupp.cli.listing import print_json
from nupp.cli.options import DURATION, game_argument, json_option, new_command
from nupp.cli.thinking import amount, telling_of_compiling
from nupp.games import Game
from nupp.learn.datafile import DataError
from nupp.learn.regression import read_judged, regress
from nupp.learn.training import (
    Recipe,
    Training,
    TrainingError,
    begin,
    carry_on,
    checkpoint_of,
    load_checkpoint,
    self_play,
)

_DEFAULTS = Recipe()
_SHARE = click.FloatRange(0, 1)
_FILE = click.Path(dir_okay=False, path_type=Path)


@new_command("nupp train othello --out othello.nupp --time 10m --threads 2")
@game_argument
@click.option(
    "--method",
    type=click.Choice(["td", "regression"]),
    default=_DEFAULTS.method,
    show_default=True,
    help="Learn from own games, or from positions that nupp selfplay has judged.",
)
@click.option(
    "--data",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    metavar="FILE",
    help="Positions for a regression; may be given several times.",
)
@click.option("--out", type=_FILE, required=True, metavar="FILE.nupp", help="Where the network is written.")
@click.option("--time", "seconds", type=DURATION, metavar="TIME", help="How long to train: 10m, 1h.")
@click.option("--positions", type=click.IntRange(1), metavar="N", help="From how many positions to learn.")
@click.option("--seed", type=click.IntRange(0), default=_DEFAULTS.seed, show_default=True)
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="Games at a time.")
@click.option(
    "--rate",
    type=click.FloatRange(0, 10, min_open=True),
    default=_DEFAULTS.rate,
    show_default=True,
    help="Share of an error that is corrected at most.",
)
@click.option(
    "--lambda",
    "mixture",
    type=_SHARE,
    default=_DEFAULTS.mixture,
    show_default=True,
    help="How much the result of a game counts against what was expected.",
)
@click.option(
    "--epsilon",
    "chance",
    type=_SHARE,
    default=_DEFAULTS.chance,
    show_default=True,
    help="How often a move is random.",
)
@click.option(
    "--opening",
    type=click.IntRange(0, 100),
    default=_DEFAULTS.opening,
    show_default=True,
    help="Up to so many moves at the beginning of a game are random.",
)
@click.option(
    "--breadth",
    type=click.IntRange(1, 100_000),
    default=_DEFAULTS.breadth,
    show_default=True,
    help="Of more moves than this so many are looked at, drawn at random.",
)
@click.option(
    "--batch",
    type=click.IntRange(1, 10_000_000),
    default=_DEFAULTS.batch,
    show_default=True,
    help="Positions of the games that are played between two changes of the network.",
)
@click.option("--resume", is_flag=True, help="Go on with the training of FILE, or begin it.")
@json_option
def command(
    game: Game,
    out: Path,
    seconds: float | None,
    positions: int | None,
    threads: int,
    data: tuple[Path, ...],
    resume: bool,
    as_json: bool,
    **recipe: float | str,
) -> None:
    """Train a network of patterns for `eval=FILE` of players, by self-play, TD(lambda), or by regression.

    Takes --time or --positions, or both: then what comes first. Beside FILE a checkpoint is kept,
    FILE.training, from which --resume goes on after a stop of any kind; it can be deleted when the network is
    good enough. The recipe decides what comes out, not the number of threads.
    """
    if seconds is None and positions is None:
        raise click.UsageError("how long to train: expected --time, --positions or both")
    if (recipe["method"] == "regression") != bool(data):
        raise click.UsageError("--data and --method regression: expected both or neither")
    try:
        judged = read_judged(data, game, float(recipe["mixture"])) if data else None
        digest = judged[0].digest if judged else ""
        training = _begin(game, Recipe(**recipe, data=digest), out, resume)  # type: ignore[arg-type]
    except (TrainingError, DataError) as error:
        raise click.UsageError(str(error)) from None
    steps = regress(training, *judged) if judged else self_play(training, threads)
    try:
        with telling_of_compiling(f"{game.spec} for training"):
            _train(steps, training, out, positions, seconds)
    except TrainingError as error:
        raise click.ClickException(f"{error}; {checkpoint_of(out)} has what was learnt before") from None
    if as_json:
        print_json({"game": game.spec, "file": str(out), **vars(training.progress)})
    else:
        click.echo(f"{out}: {_summary(training)}")


def _begin(game: Game, recipe: Recipe, out: Path, resume: bool) -> Training:
    """A new training, or one that was stopped; UsageError if its files are not as expected."""
    if out.suffix != ".nupp":
        raise click.UsageError(f"{str(out)!r}: expected a name that ends in .nupp")
    if not out.parent.is_dir():
        raise click.UsageError(f"{str(out)!r} cannot be written: expected a file in a folder that exists")
    checkpoint = checkpoint_of(out)
    if resume and checkpoint.exists():
        return load_checkpoint(game, recipe, checkpoint)
    for path in (out, checkpoint):
        if path.exists():
            raise click.UsageError(f"{str(path)!r} exists: expected a new file, or --resume to go on with it")
    return begin(game, recipe)


def _train(
    steps: Iterator[Training], training: Training, out: Path, positions: int | None, seconds: float | None
) -> None:
    from nupp.cli.terminal import progress

    with progress() as bar:
        bar.disable = not sys.stderr.isatty()
        task = bar.add_task(f"train {training.game.spec}", total=100)

        def report(training: Training) -> None:
            done = training.progress
            share = max(
                done.positions / positions if positions else 0, done.seconds / seconds if seconds else 0
            )
            bar.update(task, completed=min(100, round(100 * share)), description=_summary(training))

        carry_on(steps, training, out, positions, seconds, report)


def _summary(training: Training) -> str:
    done = training.progress
    speed = amount(60 * done.positions / max(1e-9, done.seconds))
    games = f"{amount(done.games)} games, " if done.games else ""
    tested = "" if done.tested is None else f", {done.tested:.3f} on positions held out"
    return f"{games}{amount(done.positions)} positions, {speed} a minute, error {done.error:.3f}{tested}"
