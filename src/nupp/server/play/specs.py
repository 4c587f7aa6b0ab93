"""Specs from strangers: games and players that touch no file of this machine.

A spec can hold the name of a file wherever a parameter is a word without a list of choices. From the web such
a word has to be one of the names that are built in, or an evaluator of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import nupp
from nupp.evaluators import evaluators_of
from nupp.players import PLAYERS, players_of
from nupp.rules import GAMES, Game
from nupp.server.models.shared import ProblemError
from nupp.spec import Catalogue, Spec, SpecError, parse_spec

MOST_THREADS: Final = 2
"""Threads that a player of a client may use."""


def safe_game(spec: str) -> Game:
    """The game of a spec that a client sent; ProblemError `bad_spec` says what is wrong with it."""
    try:
        parsed = parse_spec(spec)
        if parsed.name not in GAMES.names():
            nupp.rules.registry.load_plugins()
        _require_no_files(GAMES, parsed)
        return nupp.game(spec)
    except SpecError as error:
        raise ProblemError(422, "bad_spec", str(error)) from None


def safe_player(spec: str, game: Game, threads: int = MOST_THREADS) -> str:
    """The canonical spec of a player that a client may let play; makes no player.

    ProblemError `bad_spec` for one that does not exist, does not play the game, is another program, names a
    file, or wants more than `threads` threads.
    """
    try:
        parsed = parse_spec(spec)
        _require_own(parsed.name)
        PLAYERS.entry(parsed.name, among=players_of(game))
        _require_no_files(PLAYERS, parsed, game)
        values = PLAYERS.arguments(parsed)
        if values.get("threads", 1) > threads:  # type: ignore[operator]
            raise SpecError(f"{spec!r}: expected at most {threads} threads")
        return PLAYERS.canonical(parsed)
    except SpecError as error:
        raise ProblemError(422, "bad_spec", str(error)) from None


def _require_own(name: str) -> None:
    """SpecError for a player that would start another program."""
    if name in PLAYERS.names() and getattr(PLAYERS.entry(name).factory, "foreign", False):
        raise SpecError(f"{name} would start a program on this machine, which cannot be done here")


def _require_no_files(catalogue: Catalogue[Any], spec: Spec, game: Game | None = None) -> None:
    """SpecError for a word that could be the name of a file."""
    values = catalogue.arguments(spec)
    for parameter in catalogue.entry(spec.name).parameters:
        value = values.get(parameter.name, parameter.default)
        free = parameter.kind is str and not parameter.choices and value != parameter.default
        if not free:
            continue
        if game is not None and parameter.name == "eval":
            evaluators = evaluators_of(game)
            if str(value).endswith(".nupp"):
                raise SpecError(_would_name_a_file(parameter.name, value, evaluators.names()))
            inner = parse_spec(str(value))
            _require_no_files(evaluators, inner)
            evaluators.make(inner)
        elif value not in parameter.built_in:
            raise SpecError(_would_name_a_file(parameter.name, value, sorted(parameter.built_in)))


def _would_name_a_file(name: str, value: object, named: Sequence[str]) -> str:
    expected = f"one of {', '.join(named)}" if named else "it to be left out"
    return f"{name}={value} would name a file, which cannot be used here: expected {expected}"
