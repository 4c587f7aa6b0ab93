"""`nupp play GAME`: a game in the terminal."""

from __future__ import annotations

import sys

import click
from click.core import ParameterSource

import nupp
from nupp.cli.files import load_game
from nupp.cli.menu import choose_and_play
from nupp.cli.options import (
    DURATION,
    HUMAN,
    budget_options,
    clock_option,
    complete_game,
    new_command,
    note_on_defaults,
    position_setup,
    set_up,
    terminal_game,
)
from nupp.cli.session import PAUSE, Session, make_seat
from nupp.formats import RecordError
from nupp.players import PLAYERS, Budget, TimeControl
from nupp.rules import Game, Position
from nupp.spec import SpecError, parse_spec

DEFAULT_PLAYERS = (HUMAN, "strong")
DEFAULT_SECONDS = 5.0


@new_command()
@click.argument("game", required=False, shell_complete=complete_game)
@click.option("--first", metavar="P", help="The first player: human or a player's spec.  [default: human]")
@click.option("--second", metavar="P", help="The second player.  [default: strong]")
@budget_options(time=DEFAULT_SECONDS)
@clock_option
@click.option("--ponder", is_flag=True, help="Let players think on their opponent's time, too.")
@click.option("--undo/--no-undo", default=True, help="Allow or forbid taking moves back.  [default: --undo]")
@click.option("--pause", type=DURATION, metavar="TIME", help="Pause between the moves if no person plays.")
@click.option("--game", "file", metavar="FILE", help="Resume the last game of a file.")
@position_setup
def command(
    game: str | None,
    first: str | None,
    second: str | None,
    budget: Budget,
    clock: TimeControl | None,
    ponder: bool,
    undo: bool,
    pause: float | None,
    file: str | None,
    position: str | None,
    moves: str,
) -> None:
    """Play GAME in the terminal: by default you against the strong player.

    Without GAME and options a menu asks what to play. Type a move in any usual spelling, or ? for help. With
    --clock, a player who runs out of time loses; moves can be taken back, time cannot. In some games other
    parameters than the default suit people better, and hold here; the rules (`nupp games GAME`) name them.
    """
    players: tuple[str, str] = DEFAULT_PLAYERS
    if file is not None:
        if position is not None or moves:
            raise click.UsageError("--game brings its own position: expected no --position and no --moves")
        begun, players = _go_on(file, game)
    elif game is None:
        _choose(click.get_current_context())
        return
    else:
        begun = set_up(nupp.game(terminal_game(game)), position, moves)
    first, second = first or players[0], second or players[1]
    try:
        seats = make_seat(first, begun.game, ponder), make_seat(second, begun.game, ponder)
    except SpecError as error:
        known = {HUMAN, *PLAYERS.names()}
        is_of_game = all(parse_spec(one).name in known for one in (first, second))
        raise SpecError(f"{error}{note_on_defaults(game or '') if is_of_game else ''}") from error
    wait = pause if pause is not None else PAUSE if sys.stdout.isatty() else 0.0
    Session(begun, seats, budget, undo=undo, pause=wait, control=clock).run()


def _choose(context: click.Context) -> None:
    """Let a person choose from a menu; UsageError if something was said that the menu asks for."""
    given = [
        name for name in context.params if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    ]
    if given:
        raise click.UsageError("Missing argument 'GAME'.")
    choose_and_play()


def _go_on(file: str, wanted: str | None) -> tuple[Position, tuple[str, str]]:
    """The position that the last game of a file has reached, and its players as far as they are known."""
    position, record = load_game(file)
    spec = position.game.spec
    if wanted is not None and wanted not in (spec, parse_spec(spec).name):
        raise RecordError(f"{file!r} holds a game of {spec}: expected one of {wanted}")
    first, second = (
        _known_player(player, usual, position.game)
        for player, usual in zip(record.players, DEFAULT_PLAYERS, strict=True)
    )
    return position, (first, second)


def _known_player(spec: str, usual: str, game: Game) -> str:
    try:
        return make_seat(spec, game).spec
    except SpecError:  # a person's name, or a player that is not installed here
        return usual
