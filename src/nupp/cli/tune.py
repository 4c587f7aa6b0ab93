"""`nupp tune`: make a strong opponent for a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from nupp.cli.listing import print_json
from nupp.cli.options import DURATION, game_argument, json_option, new_command, seed_option
from nupp.cli.thinking import telling_of_compiling
from nupp.evaluators.bundles import Bundle, bundle_of
from nupp.rules import Game
from nupp.tuning import JournalError, Plan, folder_of, tune
from nupp.tuning.workshop import TuningError


@new_command()
@game_argument
@click.option(
    "--time",
    "seconds",
    type=DURATION,
    default="1h",
    show_default=True,
    metavar="TIME",
    help="Time for all steps together; matches of a few games may exceed it. A resumed tuning may get more.",
)
@click.option(
    "--move-time",
    "move_seconds",
    type=DURATION,
    default="100ms",
    show_default=True,
    metavar="TIME",
    help="Time for a move in its matches.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=2,
    show_default=True,
    metavar="N",
    help="Games at a time.",
)
@seed_option(1)
@click.option(
    "--learn/--no-learn",
    default=True,
    show_default=True,
    help="Learn a network; otherwise the search keeps the evaluator that the game has.",
)
@click.option(
    "--only-levels",
    is_flag=True,
    help="Measure the levels anew, and set them so that all steps are about the same; the search stays.",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder for its matches and networks.  [default: one in the user's data folder]",
)
@click.option("--restart", is_flag=True, help="Forget what an earlier run has found, and begin again.")
@json_option
def command(game: Game, folder: Path | None, restart: bool, as_json: bool, **plan: Any) -> None:
    """Make `strong` and the levels as good in GAME as they get within a time.

    Learns a network, tries searches and their parameters in matches at equal time, and plays the best against
    what was there before. If it wins, `strong` plays so from then on: at the terminal, in the page and in
    engines. Levels are set so that each is as much stronger than the one before. After a stop the
    same command resumes the run where it was.

    For a game of nupp in a checkout the result goes to the game's folder, else to the user's data folder.
    """
    place, before = folder or folder_of(game, plan["only_levels"]), bundle_of(game)
    try:
        path = _shown(game, Plan(game.spec, **plan), place, restart)
    except BlockingIOError:
        raise click.UsageError(
            f"{game.spec} is being tuned by another run, or {str(place)!r} is in use: wait for its end"
        ) from None
    except JournalError as error:
        raise click.UsageError(str(error)) from None
    except TuningError as error:
        raise click.ClickException(f"{error}; what was found before is in {str(place)!r}") from error
    except OSError as error:
        raise click.ClickException(
            f"{error.strerror}: {error.filename}; what was found before is in {str(place)!r}"
        ) from error
    except KeyboardInterrupt:
        click.echo(f"what was found is in {str(place)!r}: the same command resumes", err=True)
        raise
    bundle = bundle_of(game)
    assert bundle is not None
    if as_json:
        print_json(
            {"game": game.spec, "file": str(path), "player": bundle.player, "verdict": vars(bundle.verdict)}
        )
    elif plan["only_levels"]:
        click.echo(f"{path}: {len(bundle.levels or ())} levels, each {bundle.gain} Elo above the one before")
    elif bundle == before or not bundle.verdict.won:
        click.echo(f"nothing better was found: strong plays {game.spec} with {bundle.player}, as before")
        click.echo(f"{path}: {_kept_words(bundle, bundle == before)}")
    else:
        click.echo(f"{path}: strong plays {game.spec} with {bundle.player}")
        click.echo(f"against {bundle.verdict}")


def _kept_words(bundle: Bundle, was_there: bool) -> str:
    """The contents of the bundle, where no better search was found; was_there: it was there before."""
    if was_there and bundle.verdict.won:
        return f"it once played against {bundle.verdict}"
    levels = "levels of its own" if bundle.levels else "no levels of its own, as there were too few games"
    tried = f"; what was tried had, against {bundle.verdict}" if bundle.verdict.games else ""
    return f"{levels}{tried}"


def _shown(game: Game, plan: Plan, folder: Path, restart: bool) -> Path:
    """Tune a game, with its progress on a terminal, or a line for each step elsewhere."""
    from nupp.cli.terminal import progress

    before = ""
    with telling_of_compiling(f"{game.spec} for tuning"), progress() as bar:
        task = bar.add_task(f"tune {game.spec}", total=100)

        def report(step: str, text: str, share: float) -> None:
            nonlocal before
            done, late = min(100, round(100 * share)), f" ({share:.0%} of the time)" if share > 1 else ""
            bar.update(task, completed=done, description=(f"{step}: {text}" if text else step) + late)
            if bar.disable and step != before:
                click.echo(f"{done:3} %  {step}{late}", err=True)
            before = step

        return tune(game, plan, folder, restart, report)
