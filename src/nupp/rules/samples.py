"""Samples that games give of themselves: commands to try, variants worth checking, and known values.

Samples are registered under the name that a game is made under, as games are.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from nupp.rules.registry import GAMES


class KnownValue(NamedTuple):
    """The value of a game with best play. value: `win`, `draw` or `loss` of the first side. source: of it."""

    spec: str
    value: str
    source: str


_COMMANDS: Final[dict[str, tuple[str, ...]]] = {}
_VALUES: Final[dict[str, tuple[KnownValue, ...]]] = {}
_VARIANTS: Final[dict[str, tuple[str, ...]]] = {}


def register_commands(name: str, *commands: str) -> None:
    """Register commands to try with a game, such as `nupp best mygame --time 2s`.

    `nupp games NAME` lists them, and `nupp COMMAND --help` shows the first that there is of a command.
    """
    _COMMANDS[name] = commands


def commands_of(name: str) -> tuple[str, ...]:
    """The commands to try with a game."""
    return _COMMANDS.get(name, ())


def sample_of(command: str) -> str:
    """A sample of a subcommand of `nupp`, the first that a game has entered; the bare command if none has."""
    GAMES.fill()
    begin = f"nupp {command}"
    found = (one for commands in _COMMANDS.values() for one in commands if f"{one} ".startswith(f"{begin} "))
    return next(found, begin)


def register_variants(name: str, *specs: str) -> None:
    """Register variants of a game that no single change of a number, a switch or a choice leads to.

    The conformance suite checks them beside those in which one parameter is changed.
    """
    _VARIANTS[name] = specs


def variants_worth_checking(name: str) -> tuple[str, ...]:
    """The variants of a game that have been entered."""
    return _VARIANTS.get(name, ())


def register_values(name: str, *values: KnownValue) -> None:
    """Register what is known of a game, and of its other sizes and variants, with best play."""
    _VALUES[name] = values


def values_of(name: str) -> tuple[KnownValue, ...]:
    """The values of a game that have been entered."""
    return _VALUES.get(name, ())
