"""`nupp players GAME`: who can play a game, and what its evaluators are."""

from __future__ import annotations

from dataclasses import dataclass

import click

from nupp.cli.listing import as_dict, print_entry, print_json, title
from nupp.cli.options import HUMAN, game_argument, json_option, new_command
from nupp.evaluators import default_evaluator, evaluators_of
from nupp.evaluators.bundles import bundle_of
from nupp.evaluators.contract import NoKnowledge
from nupp.evaluators.strength import network_of
from nupp.players import PLAYERS, players_of
from nupp.players.tuned import evaluator_of
from nupp.rules import Game

_HUMAN_SUMMARY = "A person, who types moves."


@new_command()
@game_argument
@json_option
def command(game: Game, as_json: bool) -> None:
    """List the players and evaluators of GAME, with their parameters and defaults.

    A player is named by its name, or with parameters as in alphabeta:depth=6,eval=mobility.
    """
    strong = strong_summary(game)
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
                "strong": vars(strong),
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
    click.echo()
    click.echo(strong)


@dataclass(frozen=True)
class StrongSummary:
    """The evaluator that `strong` uses in a game, the file of the game's network, and what that beat.

    It plays with the network if that beat something. bundle, search: the file of `nupp tune`, and the search
    that it names; None if the game was not tuned.
    """

    evaluator: str
    network: str | None = None
    beat: str | None = None
    bundle: str | None = None
    search: str | None = None

    def __str__(self) -> str:
        if self.bundle:
            found = f"which beat {self.beat}" if self.beat else "as tuning found nothing better"
            return f"strong plays with {self.search} ({self.bundle}), {found}."
        if self.beat:
            return f"strong plays with the network {self.network}, which beat {self.beat}."
        if self.evaluator == NoKnowledge.name:
            return "strong plays with random games (uct): no evaluator is known."
        if self.network:
            return (
                f"strong plays with {self.evaluator}, which the network {self.network} has not beaten here."
            )
        return f"strong plays with {self.evaluator}: there is no network for this game."


def strong_summary(game: Game) -> StrongSummary:
    """The evaluator and the network that `strong` plays a game with."""
    evaluator, network = evaluator_of(game), network_of(game)
    bundle = bundle_of(game)
    if bundle is not None:
        file = network.path.name if network is not None and evaluator == "learned" else None
        beat = str(bundle.verdict) if bundle.verdict.won else None
        return StrongSummary(evaluator, file, beat, bundle.path.name, bundle.player)
    return (
        StrongSummary(evaluator, network.path.name, network.beat(game))
        if network
        else StrongSummary(evaluator)
    )
