"""`nupp games`: the games there are."""

from __future__ import annotations

import click

import nupp
from nupp.cli.listing import as_dict, print_entry, print_json
from nupp.cli.options import all_games, json_option, new_command
from nupp.games import GAMES
from nupp.spec import parse_spec


@new_command("nupp games hexxagon")
@click.argument("name", required=False)
@json_option
def command(name: str | None, as_json: bool) -> None:
    """The games there are, with their parameters and defaults; with a NAME, that game's rules.

    A game is named by its name, or with parameters as in mnk:width=19,height=19,k=5.
    """
    if name is not None and not as_json:
        click.echo(nupp.game(name).rules.replace("**", ""))
        click.echo("\nParameters:")
        print_entry(GAMES.entry(parse_spec(name).name))
        return
    entries = [GAMES.entry(entry) for entry in all_games() if name in (None, entry)]
    if as_json:
        print_json([as_dict(entry) for entry in entries])
        return
    for number, entry in enumerate(entries):
        if number:
            click.echo()
        print_entry(entry)
