"""`nupp best GAME`: what a player would play."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import click

from nupp.cli.listing import print_json
from nupp.cli.options import budget_options, json_option, make_machine, new_command, position_options
from nupp.cli.thinking import amount, think
from nupp.players import Budget, Decision, Player
from nupp.players.base import score_text
from nupp.players.catalogue import PLAYERS, players_of
from nupp.players.searchtree import MOST_EXPORTED
from nupp.rules import Position


@new_command()
@position_options
@click.option(
    "--player", "spec", default="strong", metavar="P", show_default=True, help="The player that chooses."
)
@budget_options()
@click.option(
    "--multipv",
    type=click.IntRange(min=1),
    default=1,
    metavar="K",
    show_default=True,
    help="The number of best moves to list.",
)
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Record the search, node by node, and write it to FILE as JSON.",
)
@click.option(
    "--rows",
    type=click.IntRange(1, MOST_EXPORTED),
    default=100_000,
    metavar="N",
    show_default=True,
    help="The most rows of the record.",
)
@json_option
def command(
    position: Position,
    spec: str,
    budget: Budget,
    multipv: int,
    record: Path | None,
    rows: int,
    as_json: bool,
) -> None:
    """Show the move that a player would choose in a position of GAME, and why.

    Without a limit of time, nodes or depth the player thinks for a second, unless it has its own limit.
    Scores are from the view of the side to move.
    """
    player = make_machine(spec, position.game)
    if position.is_over:
        raise click.UsageError(f"there is no best move: the game is over, {position.result}")
    player.multipv = multipv
    if record:
        _require_records(player)
        player.record = rows
    table = _Table() if sys.stdout.isatty() and not as_json else None
    decision = think(player, position, budget, table.add if table else None)
    if record and decision.tree is not None:
        record.write_text(json.dumps(decision.tree.to_dict()) + "\n", encoding="utf-8")
    if as_json:
        print_json({"game": position.game.spec, "player": player.spec, **decision.to_dict()})
        return
    if table:
        click.echo()
    _print(position, decision, multipv)


def _require_records(player: Player) -> None:
    """UsageError for a player whose searches cannot be recorded; it names those whose can."""
    if not player.records:
        known = [
            name for name in players_of(player.game) if getattr(PLAYERS.entry(name).factory, "records", False)
        ]
        raise click.UsageError(f"{player.spec} cannot be recorded: expected one of {', '.join(known)}")


class _Table:
    """A line for each depth, printed as it is reached."""

    def __init__(self) -> None:
        click.secho(f"{'depth':>5} {'score':>10} {'nodes':>7} {'nodes/s':>7}  line", bold=True)

    def add(self, decision: Decision) -> None:
        speed = amount(decision.nodes_per_second)
        figures = f"{decision.depth:>5} {decision.score_text:>10} {amount(decision.nodes):>7} {speed:>7}"
        print(f"{figures}  {' '.join(decision.pv)}"[: shutil.get_terminal_size().columns - 1])


def _print(position: Position, decision: Decision, multipv: int) -> None:
    rows: list[tuple[str, Any]] = [
        ("move", decision.move),
        ("score", f"{decision.score_text} for {position.game.sides[position.to_move]}"),
        ("line", " ".join(decision.pv)),
        ("depth", decision.depth),
        ("nodes", decision.nodes),
        ("seconds", f"{decision.seconds:.2f}"),
        ("nodes/s", f"{decision.nodes_per_second:.0f}"),
    ]
    for name, value in rows:
        click.echo(f"{name:<8}{value}")
    if multipv > 1:
        for place, candidate in enumerate(decision.candidates[:multipv], start=1):
            text = score_text(candidate.score, candidate.score_kind, decision.unit)
            click.echo(f"{place}. {' '.join(candidate.pv) or candidate.move} {text}")
