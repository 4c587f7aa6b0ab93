"""`nupp show GAME`: a position, drawn."""

from __future__ import annotations

import click

from nupp.cli.files import write_text
from nupp.cli.options import new_command, position_options
from nupp.cli.screen import print_board
from nupp.kernel import interpreted
from nupp.rules import Position


@new_command()
@position_options
@click.option("--svg", metavar="FILE", help="Write the drawing as SVG to a file instead; - for stdout.")
def command(position: Position, svg: str | None) -> None:
    """Show the board of a position of GAME, the side to move, the last move, and the position text."""
    with interpreted():
        if svg == "-":
            click.echo(position.svg())
        elif svg is not None:
            write_text(svg, position.svg())
        else:
            _show(position)


def _show(position: Position) -> None:
    print_board(position)
    sides = position.game.sides
    if position.is_over:
        click.echo(f"{position.result}: {position.ending.words}")
    else:
        click.echo(f"{sides[position.to_move]} to move")
    if position.last_move is not None:
        click.echo(f"last move {position.last_move}")
    click.echo(f"position {position}")
