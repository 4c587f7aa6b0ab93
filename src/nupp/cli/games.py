"""`nupp games`: the games there are, and those that were played."""

from __future__ import annotations

import click

import nupp
from nupp.cli.listing import as_dict, print_entry, print_examples, print_json
from nupp.cli.options import GAME, all_games, complete_game, json_option, new_command
from nupp.cli.stored import USUAL_LENGTH, database_option, list_stored
from nupp.players import PLAYERS
from nupp.rules import GAMES, Game, rules_text
from nupp.rules.folder import page_of
from nupp.rules.samples import commands_of
from nupp.spec import SpecError, parse_spec


@new_command()
@click.argument("name", required=False, shell_complete=complete_game)
@click.option("--stored", is_flag=True, help="List the games in the database, the latest first.")
@click.option("--game", type=GAME, metavar="SPEC", help="Only stored games of this game.")
@click.option("--player", metavar="P", help="Only stored games of this player.")
@click.option(
    "--outcome",
    type=click.Choice(["first", "second", "draw", "none"]),
    help="Only stored games with this outcome; none: unfinished games.",
)
@click.option(
    "--limit",
    type=click.IntRange(1, 10**9),
    metavar="N",
    help=f"The most stored games to list.  [default: {USUAL_LENGTH}; with --json all]",
)
@database_option
@json_option
def command(
    name: str | None,
    stored: bool,
    game: Game | None,
    player: str | None,
    outcome: str | None,
    limit: int | None,
    database: str | None,
    as_json: bool,
) -> None:
    """List the games with their parameters and defaults; with a NAME, show that game's rules and forms.

    A game is named by its name, or with parameters as in NAME:width=19,height=19. With --stored, list the
    games that `nupp match --store` and `nupp tournament --store` have kept, and those that were played to
    their end in the browser.
    """
    wanted = {
        "game": game.spec if game else None,
        "player": None if player is None else _stored_name(player),
        "outcome": outcome,
    }
    if stored:
        if name is not None:
            raise click.UsageError(f"{name!r} beside --stored: expected --game {name}")
        list_stored(database, as_json, limit, **wanted)
        return
    others = wanted | {"limit": limit, "database": database}
    given = [f"--{option}" for option, value in others.items() if value is not None]
    if given:
        raise click.UsageError(f"{given[0]} is for stored games: expected --stored with it")
    if name is not None and not as_json:
        _print_game(nupp.game(name))
        return
    entries = [GAMES.entry(entry) for entry in all_games() if name in (None, entry)]
    if as_json:
        print_json([as_dict(entry) for entry in entries])
        return
    for number, entry in enumerate(entries):
        if number:
            click.echo()
        print_entry(entry)


def _print_game(game: Game) -> None:
    """Print the rules of a game, its parameters, its well-known forms, and where its page is."""
    click.echo(rules_text(game).replace("**", ""))
    click.echo("\nParameters:")
    print_entry(GAMES.entry(game.name))
    print_examples(commands_of(game.name))
    if game.view.presets:
        click.echo("\nForms that people know:")
        for preset in game.view.presets:
            click.echo(f"    {nupp.game(preset.spec).spec}")
    if page := page_of(game):
        click.echo(f"\nPage of the manual: {page}")


def _stored_name(player: str) -> str:
    """A player as records name it: the canonical spec of one that nupp knows, else the name of a person."""
    try:
        return PLAYERS.canonical(parse_spec(player))
    except SpecError:
        return player
