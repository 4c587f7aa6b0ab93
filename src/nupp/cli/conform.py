"""`nupp conform GAME`: a check that a game keeps the contract of games."""

from __future__ import annotations

import re
from importlib.metadata import EntryPoint, PackageNotFoundError, distribution
from typing import TYPE_CHECKING

import click

import nupp
from nupp.cli.options import new_command
from nupp.extras import require
from nupp.rules import GAMES
from nupp.rules.registry import PLUGINS
from nupp.spec import SpecError, parse_spec

if TYPE_CHECKING:
    from nupp.conformance.running import Check


@new_command()
@click.argument("what", metavar="SPEC|PACKAGE")
@click.option("--verbose", "-v", is_flag=True, help="Show all that is known of each failed check.")
def command(what: str, verbose: bool) -> None:
    """Check that a game, or every game of an installed PACKAGE, passes the conformance suite.

    If a game is named without parameters, its variants are checked, too. If rules fail, or write beyond
    their bounds, checks that call them are skipped. The last line says how many checks passed; the exit code
    is 0 if all did, else 1.
    """
    require("conform", "nupp conform")
    from nupp.cli.terminal import progress
    from nupp.conformance.running import run

    specs = specs_of(what)
    click.echo(f"{', '.join(specs)}:")
    with progress() as bar:
        task = bar.add_task("checking")
        checks = run(specs, lambda done, total: bar.update(task, completed=done, total=total))
    for check in checks:
        _show_failure(check, verbose)
    failed = sum(bool(check.reason) for check in checks)
    skipped = sum(check.skipped > 0 for check in checks)
    if not checks:
        raise click.ClickException(f"{what}: no check could be run")
    if failed:
        message = f"{what}: {failed} of {len(checks)} checks failed"
        if skipped:
            message += f", {skipped} skipped: they call rules that fail or write beyond their bounds"
        raise click.ClickException(message)
    click.echo(f"all {len(checks)} checks passed")


def specs_of(what: str) -> list[str]:
    """The games that are meant: that of a spec, or those that an installed package offers.

    SpecError if the name is neither, or the package offers none; errors of loading the package are raised.
    """
    try:
        return [nupp.game(what).spec]
    except SpecError as error:
        offers = _offers(what)
        if not offers and parse_spec(what).name not in GAMES.names():
            raise SpecError(f"{error}; no package of that name that has games is installed") from None
        if not offers:
            raise
    for offer in offers:
        offer.load()
    packages = {_top(offer.module) for offer in offers}
    found = [name for name in GAMES.names() if _top(GAMES.entry(name).factory.__module__) in packages]
    if not found:
        raise SpecError(f"{what} registers no game of its own: expected one in {', '.join(sorted(packages))}")
    return found


def _top(module: str) -> str:
    """The package to which a module belongs, whichever of its modules it is."""
    return module.partition(".")[0]


def _offers(package: str) -> list[EntryPoint]:
    """The games that an installed package offers."""
    try:
        return list(distribution(parse_spec(package).name).entry_points.select(group=PLUGINS))
    except PackageNotFoundError:
        return []


def _show_failure(check: Check, verbose: bool) -> None:
    """Write a line about a check that ran; with `verbose` all about one that failed."""
    title = re.sub("^test_", "", check.name).replace("_", " ")
    if check.passed:
        click.echo(f"  ok      {title}" + (f" ({check.times})" if check.times > 1 else ""))
    elif check.reason:
        click.echo(f"  FAILED  {title}: {check.report if verbose else check.reason}")
