"""`nupp engine GAME`: an engine for other programs, on standard input and output."""

from __future__ import annotations

import sys

import click

from nupp.cli.options import HUMAN, game_argument, new_command
from nupp.protocols import all_protocols
from nupp.rules import Game
from nupp.spec import SpecError, parse_spec


@new_command()
@game_argument
@click.option(
    "--protocol",
    type=click.Choice(list(all_protocols())),
    default="ugi",
    show_default=True,
    help="; ".join(f"{name}: for {one.words}" for name, one in all_protocols().items()) + ".",
)
@click.option(
    "--player", "spec", default="strong", metavar="P", show_default=True, help="The player that thinks."
)
def command(game: Game, protocol: str, spec: str) -> None:
    """Play GAME as an engine for another program, which writes and reads lines of a protocol.

    The engine ends on the protocol's command, or when its input ends. See docs/protocols.md for what other
    programs can do.
    """
    from nupp.protocols import engine_for

    if parse_spec(spec).name == HUMAN:
        raise SpecError(f"{spec!r} cannot think for an engine: expected another player")
    try:
        engine = engine_for(protocol)(game, spec, sys.stdout.buffer)
    except SpecError:
        raise
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    engine.serve(sys.stdin.buffer)
