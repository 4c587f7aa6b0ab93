"""`nupp players GAME`: who can play a game, and what its evaluators are."""

from __future__ import annotations

import click

from nupp.cli.listing import as_dict, print_entry, print_json, title
from nupp.cli.options import HUMAN, game_argument, json_option, new_command
from nupp.evaluators import default_evaluator, evaluators_of
from nupp.players import PLAYERS, players_of
from nupp.rules import Game

_HUMAN_SUMMARY = "A person, who types moves."


@new_command("nupp players othello")
@game_argument
@json_option
def command(game: Game, as_json: bool) -> None:
    """Who can play GAME: players and evaluators, with their parameters and defaults.

    A player is named by its name, or with parameters as in alphabeta:depth=6,eval=mobility.
    """
    players = [PLAYERS.entry(name) for name in players_of(game, foreign=True)]
    catalogue = evaluators_of(game)
    evaluators = [catalogue.entry(name) for name in catalogue.names()]
    if as_json:
        human = {"name": HUMAN, "summary": _HUMAN_SUMMARY, "parameters": []}
        print_json(
            {
                "game": game.spec,
                "players": [human, *map(as_dict, players)],
                "evaluators": [as_dict(entry) for entry in evaluators],
                "default_evaluator": default_evaluator(game),
            }
        )
        return
    title(f"Players of {game.spec}")
    click.echo(f"{click.style(HUMAN, bold=True)}  {_HUMAN_SUMMARY}")
    for player in players:
        print_entry(player)
    click.echo()
    title(f"Evaluators of {game.spec} (default: {default_evaluator(game)})")
    for entry in evaluators:
        print_entry(entry)
