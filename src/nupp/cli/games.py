"""`nupp games`: the games there are."""

from __future__ import annotations

import click

from nupp.cli.listing import as_dict, print_entry, print_json
from nupp.cli.options import all_games, json_option, new_command
from nupp.games import GAMES


@new_command("nupp games")
@json_option
def command(as_json: bool) -> None:
    """The games there are, with their parameters and defaults.

    A game is named by its name, or with parameters as in mnk:width=19,height=19,k=5.
    """
    entries = [GAMES.entry(name) for name in all_games()]
    if as_json:
        print_json([as_dict(entry) for entry in entries])
        return
    for number, entry in enumerate(entries):
        if number:
            click.echo()
        print_entry(entry)
