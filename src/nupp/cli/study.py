"""`nupp study`: published experiments, done again."""

from __future__ import annotations

from pathlib import Path

import click

from nupp.arena import MatchError
from nupp.cli.options import new_command
from nupp.cli.thinking import telling_of_compiling
from nupp.extras import require
from nupp.studies import STUDIES, Findings, Lab, Study, study
from nupp.studies.study import VERDICTS
from nupp.version import __version__

_FOLDER = click.Path(file_okay=False, path_type=Path)


@new_command(f"nupp study {STUDIES[0]} --out studies")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--quick", is_flag=True, help="Do a shorter run, in under two minutes.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="Games at a time.")
@click.option(
    "--out", type=_FOLDER, metavar="DIR", help="Keep the games, and write page, table and plots there."
)
@click.option(
    "--overview",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Compare the studies of a folder in one table.",
)
def command(
    names: tuple[str, ...], quick: bool, threads: int, out: Path | None, overview: Path | None
) -> None:
    """Reproduce published experiments, and set the results beside those published.

    Without NAME the studies are listed. With --out a stopped study is resumed; the folder
    DIR/NAME holds its games. The files and the folder of a quick run have the name NAME-quick instead.
    """
    if overview is not None:
        from nupp.studies import publish

        if names:
            raise click.UsageError(f"--overview {str(overview)!r} and {names[0]}: expected one of them")

        try:
            click.echo(publish.overview(overview), nl=False)
        except MatchError as error:
            raise click.ClickException(str(error)) from error
        return
    if not names:
        if quick or out:
            raise click.UsageError(f"{'--quick' if quick else '--out'} without a study: expected its name")
        for name in STUDIES:
            one = study(name)
            click.echo(f"{name:<{max(map(len, STUDIES))}} {one.title} ({one.source})")
        return
    if out:
        require("report", "--out")
    for one in [study(name) for name in names]:
        _conduct(one, quick, threads, out)


def _conduct(one: Study, quick: bool, threads: int, out: Path | None) -> None:
    from nupp.cli.terminal import progress
    from nupp.studies import publish

    folder = out / publish.stem(one.name, quick) if out else None
    with telling_of_compiling(f"the games of {one.name}"), progress() as bar:
        task = bar.add_task(one.name, total=100)
        lab = Lab(
            folder,
            quick,
            threads,
            lambda words, done: bar.update(task, completed=round(100 * done), description=words),
            one.parameters(quick),
        )
        try:
            findings = one.conduct(lab)
        except MatchError as error:
            raise click.ClickException(f"{one.name}: {error}") from error
    _print(one, findings, quick)
    if out:
        click.echo(f"written: {publish.publish(one, lab, findings, out)}")


def _print(one: Study, findings: Findings, quick: bool) -> None:
    from nupp.cli.terminal import console
    from nupp.studies import publish

    screen = console()
    screen.print(f"{one.title}\n{one.source}\n", style="bold")
    screen.print(f"{one.claim}\n")
    for table in findings.tables:
        screen.print(publish.rich_table(table))
    screen.print(findings.found)
    if findings.difference:
        screen.print(findings.difference)
    done = "By a quick run, which says less than a full one; " if quick else "By "
    screen.print(f"\n{VERDICTS[findings.stands]}", style="bold")
    screen.print(f"{done}nupp {__version__}.")
