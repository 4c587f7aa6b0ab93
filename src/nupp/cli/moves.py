"""`nupp moves GAME`: the legal moves of a position."""

from __future__ import annotations

import click

from nupp.cli.options import new_command, position_options
from nupp.formats.record import OUTCOMES
from nupp.kernel import interpreted
from nupp.rules import Position


@new_command()
@position_options
def command(position: Position) -> None:
    """List the legal moves of a position of GAME, one a line.

    For a finished game, print `outcome first|second|draw margin N`.
    """
    with interpreted():
        if position.is_over:
            click.echo(f"outcome {OUTCOMES[position.outcome]} margin {position.margin}")
        for move in position.legal_moves:
            click.echo(move)
