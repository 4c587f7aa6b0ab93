"""`nupp new-game NAME`: a package with a new game to begin with."""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template

import click

from nupp.cli.options import all_games, new_command
from nupp.version import __version__


@new_command("nupp new-game mygame --out games")
@click.argument("name")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=".",
    help="The folder in which the folder of the package is made; by default the current one.",
)
def command(name: str, out: Path) -> None:
    """Write a Python package with a small game, its tests and its documentation, as a start for your game.

    The package installs and passes `nupp conform NAME` unchanged: the game is Col, in one class with
    comments.
    """
    if not re.fullmatch("[a-z][a-z0-9]*", name):
        raise click.UsageError(f"{name!r} is no name for a game: expected lower-case letters and digits")
    if name in all_games():
        raise click.UsageError(f"there is a game named {name} already: expected another name")
    folder = out / f"nupp-{name}"
    if folder.exists():
        raise click.UsageError(f"{str(folder)!r} is there already: expected another name or --out")
    words = {"name": name, "class": f"{name.capitalize()}Game", "version": __version__}
    for path, text in _filled(files("nupp.cli") / "template", Path(), words):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    click.echo(
        f"{folder}: a package with the game {name}; pip install -e '{folder}[test]' and nupp conform {name}"
    )


def _filled(folder: Traversable, at: Path, words: dict[str, str]) -> list[tuple[Path, str]]:
    """The files of a template below a folder, by their paths, with the words put in."""
    found = []
    for entry in folder.iterdir():
        path = at / Template(entry.name.removesuffix(".txt")).substitute(words)
        if entry.is_dir():
            found += _filled(entry, path, words)
        elif entry.name.endswith(".txt"):
            found.append((path, Template(entry.read_text(encoding="utf-8")).substitute(words)))
    return found
