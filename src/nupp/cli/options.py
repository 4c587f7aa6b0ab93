"""Arguments and options that several commands share."""

from __future__ import annotations

import functools
import math
import random
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from click.shell_completion import CompletionItem

import nupp
from nupp.kernel import interpreted
from nupp.players import PLAYERS, Budget, Player, TimeControl, parse_duration, parse_time_control
from nupp.players.budget import USUAL, format_duration
from nupp.rules import GAMES, Game, Position, begin
from nupp.rules.registry import unregistered
from nupp.rules.samples import sample_of
from nupp.spec import Spec, SpecError, parse_spec, text_of

F = TypeVar("F", bound=Callable[..., Any])

HUMAN = "human"


class GameType(click.ParamType):  # type: ignore[type-arg]
    """A game, by its spec."""

    name = "game"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(name) for name in all_games() if name.startswith(incomplete)]

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> Game:
        return value if isinstance(value, Game) else nupp.game(value)


class DurationType(click.ParamType):  # type: ignore[type-arg]
    """Seconds, from `1s`, `200ms`, `2m` or a plain number of seconds."""

    name = "duration"

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> float:
        try:
            return value if isinstance(value, float) else parse_duration(value)
        except ValueError as error:
            self.fail(str(error), param, context)


class ClockType(click.ParamType):  # type: ignore[type-arg]
    """A time for the game and what each move adds, `60s+0.5s`."""

    name = "clock"

    def convert(
        self, value: Any, param: click.Parameter | None, context: click.Context | None
    ) -> TimeControl:
        try:
            return value if isinstance(value, TimeControl) else parse_time_control(value)
        except ValueError as error:
            self.fail(str(error), param, context)


class RealRange(click.FloatRange):
    """A number within bounds, which `nan` is not."""

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> float:
        found: float = super().convert(value, param, context)
        if math.isnan(found):
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, context)
        return found


GAME = GameType()
DURATION = DurationType()

complete_game = GAME.shell_complete
"""Completes the names of games, for arguments that are no `GAME`."""

game_argument = click.argument("game", type=GAME)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON document and nothing else."
)


threads_option = click.option(
    "--threads", type=click.IntRange(1, 256), metavar="N", help="Games at a time.  [default: 1]"
)


def seed_option(default: int = 0) -> Callable[[F], F]:
    """`--seed`, of all that a command draws by chance."""
    return click.option(
        "--seed",
        type=click.IntRange(0, 2**63 - 1),
        default=default,
        show_default=True,
        help="Seed of all random choices.",
    )


def _load(context: click.Context, param: click.Parameter, paths: tuple[str, ...]) -> None:
    for path in paths:
        try:
            module = nupp.load_file(path)
        except SpecError:
            raise
        except Exception as error:
            reason = " ".join(str(error).split())
            raise SpecError(f"{path!r} cannot be loaded: {type(error).__name__}: {reason}") from error
        if kind := unregistered(module):
            warnings.warn(
                f"{path} registers no game: expected @nupp.register before class {kind}", stacklevel=2
            )


load_option = click.option(
    "--load",
    metavar="FILE",
    multiple=True,
    expose_value=False,
    is_eager=True,
    callback=_load,
    help="A Python file that registers your own games, evaluators or players.",
)
debug_option = click.option(
    "--debug", is_flag=True, expose_value=False, help="Show the traceback of an error."
)


class ExampleCommand(click.Command):
    """A command whose `--help` ends with an example: its epilog, or else one that a game gives."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        write_examples(formatter, "Example", self.epilog or sample_of(self.name or ""))


class ExampleGroup(click.Group):
    """A group of commands whose `--help` ends with an example, as that of `ExampleCommand`."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        write_examples(formatter, "Example", self.epilog or sample_of(self.name or ""))


def write_examples(formatter: click.HelpFormatter, title: str, *examples: str) -> None:
    """Write examples at the end of a help, each on a line."""
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text("\n  ".join([f"\b\n{title}:", *examples]))


def new_command(example: str = "", **settings: Any) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a function a command whose `--help` ends with an example; it takes the global options too.

    example: left out if it needs a game, which then gives it (see `nupp.rules.samples`).
    """

    def make(function: Callable[..., Any]) -> click.Command:
        name = function.__module__.rpartition(".")[2].replace("_", "-")
        decorate = click.command(name, cls=ExampleCommand, epilog=example, **settings)
        made: click.Command = decorate(load_option(debug_option(function)))
        return made

    return make


def position_setup(function: F) -> F:
    """The options `--position` and `--moves`, passed on as text."""
    position = click.option("--position", metavar="TEXT", help="A position text to begin with.")
    moves = click.option(
        "--moves",
        metavar='"M1 M2 ..."',
        default="",
        help="Moves to play first, separated by blanks or commas.",
    )
    return position(moves(function))


def position_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """GAME and POSITION-OPTIONS; the command is called with the `position` that they name."""

    @game_argument
    @position_setup
    @functools.wraps(function)
    def with_position(*, game: Game, position: str | None, moves: str, **others: Any) -> Any:
        return function(position=set_up(game, position, moves), **others)

    return with_position


def set_up(game: Game, text: str | None, moves: str) -> Position:
    """The position of a text, or the initial one, after some moves; errors quote and number a bad one."""
    with interpreted():
        return begin(game, text).play_all(move for move in re.split(r"[\s,]+", moves) if move)


USUAL_LIMIT: Final = f"{format_duration(USUAL.seconds or 0)} where nothing else limits a move"
"""The limit without `--time` for players that are asked for moves, for its help."""


def budget_options(time: float | None = None, usual: str | None = None) -> Callable[[F], F]:
    """`--time`, `--nodes` and `--depth`, passed on as the `budget`.

    time: the default in seconds. usual: what the help says of a time that is not given, if there is none.
    """

    def decorate(function: F) -> F:
        @click.option(
            "--time",
            "seconds",
            type=DURATION,
            metavar="TIME",
            show_default=f"{time:g}s" if time else usual or False,
            help="Time for a move: 1s, 200ms, 2m.",
        )
        @click.option(
            "--nodes", type=click.IntRange(1, 2**63 - 1), metavar="N", help="Positions searched for a move."
        )
        @click.option(
            "--depth", type=click.IntRange(1, 1000), metavar="D", help="Depth of the search in plies."
        )
        @functools.wraps(function)
        def with_budget(*, seconds: float | None, nodes: int | None, depth: int | None, **others: Any) -> Any:
            if seconds is None and others.get("clock") is None:
                seconds = time
            return function(budget=Budget(seconds, nodes, depth), **others)

        return with_budget  # type: ignore[return-value]

    return decorate


def clock_option(function: F) -> F:
    """`--clock`, passed on as the `clock`, beside the options of `budget_options`, which come before it."""

    @click.option(
        "--clock",
        type=ClockType(),
        metavar="TIME+TIME",
        help="Time of a side for the game, and increment per move: 60s+0.5s, 10m.",
    )
    @functools.wraps(function)
    def with_clock(*, clock: TimeControl | None, budget: Budget, **others: Any) -> Any:
        if clock is not None and budget.seconds is not None:
            raise click.UsageError(
                f"--clock {clock} and --time {format_duration(budget.seconds)}: expected one of them"
            )
        return function(clock=clock, budget=budget, **others)

    return with_clock  # type: ignore[return-value]


def make_player(spec: str, game: Game) -> Player | None:
    """The player of a spec; None for `human`. SpecError for an unknown one names those there are."""
    parsed = parse_spec(spec)
    if parsed.name == HUMAN:
        return None
    PLAYERS.entry(parsed.name, among=[HUMAN, *PLAYERS.names()])
    return nupp.player(parsed, game)


def make_machine(spec: str, game: Game) -> Player:
    """The player of a spec; SpecError for `human` as well."""
    player = make_player(spec, game)
    if player is None:
        raise SpecError(f"{spec!r} cannot be used here: expected one of {', '.join(PLAYERS.names())}")
    return player


def all_games() -> list[str]:
    """The names of all games, those of installed packages included."""
    nupp.rules.registry.load_plugins()
    return GAMES.names()


def terminal_game(spec: str) -> str:
    """The spec of the game that the terminal plays when a person names this one.

    Numbers that the person leaves to chance are drawn.
    """
    parsed = parse_spec(spec)
    if parsed.name not in all_games():
        return spec
    given = Spec(parsed.name, {**nupp.game(parsed.name).view.usual_parameters, **parsed.arguments})
    return str(GAMES.draw(given, random.Random()))


def note_on_defaults(spec: str) -> str:
    """The note on an error in a game that the terminal plays by other rules than a person may think."""
    if spec not in GAMES.names():
        return ""
    here = nupp.game(spec).view.usual_parameters
    usual = {one.name: text_of(one.default) for one in GAMES.entry(spec).parameters if one.name in here}
    note = f"; {spec} here means {Spec(spec, here)} by default, not {Spec(spec, usual)}"
    return note if here else ""


def at_a_time_option(words: str) -> Callable[[Any], Any]:
    """`--threads` of commands that build values for long, two by default; words: the help."""
    return click.option(
        "--threads",
        type=click.IntRange(1, 256),
        default=2,
        show_default=True,
        metavar="N",
        help=words,
    )


def ray_option(verb: str) -> Callable[[Any], Any]:
    """`--ray` of commands whose work a cluster can do; verb: the word for it, such as Play."""
    return click.option(
        "--ray", metavar="ADDRESS", help=f"{verb} on a Ray cluster instead: host:port, auto, or local."
    )


def values_option(what: str) -> Callable[[Any], Any]:
    """`--out` of commands that write exact values; what: their name."""
    return click.option(
        "--out",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help=f"File for the {what}.  [default: one in the user's data folder, which `strong` uses]",
    )
