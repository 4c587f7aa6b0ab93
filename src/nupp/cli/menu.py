"""The menu of games that `nupp` shows when it is called without a command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

import nupp
from nupp.cli.options import HUMAN, all_games, terminal_game
from nupp.cli.play import make_seat
from nupp.cli.screen import Screen
from nupp.cli.session import Session
from nupp.games import GAMES, Game
from nupp.kernel import interpreted
from nupp.players import Budget

T = TypeVar("T")

STRENGTHS: Final = (("quick", 0.2), ("steady", 1.0), ("strong", 5.0), ("patient", 20.0))
"""Names for the seconds that the machine takes for a move."""


def choose_and_play() -> None:
    """Ask what is to be played and how, and play it. Leaving the menu is no error."""
    screen = Screen()
    try:
        name = _choose(screen, "Which game?", [(GAMES.entry(name).summary, name) for name in all_games()], True)
        with interpreted():
            game = nupp.game(terminal_game(name))
            players = _choose(screen, "Who plays?", _pairings(game))
            seconds = 1.0
            if players != (HUMAN, HUMAN):
                seconds = _choose(screen, "How strong?", [(f"{word}, {time:g} s a move", time) for word, time in STRENGTHS])
            start = game.start_position()
    except EOFError:
        screen.say("Goodbye.")
        return
    seats = make_seat(players[0], game), make_seat(players[1], game)
    Session(start, seats, Budget(seconds=seconds)).run()


def _pairings(game: Game) -> list[tuple[str, tuple[str, str]]]:
    first, second = game.sides
    return [
        (f"you play {first} and begin, nupp plays {second}", (HUMAN, "strong")),
        (f"nupp plays {first} and begins, you play {second}", ("strong", HUMAN)),
        ("two people", (HUMAN, HUMAN)),
        ("nupp plays itself", ("strong", "strong")),
    ]


def _choose(screen: Screen, question: str, choices: Sequence[tuple[str, T]], named: bool = False) -> T:
    """Ask until one of the choices is named by its number (or, if `named`, by its value); Enter takes the first."""
    screen.say()
    screen.stress(question)
    for number, (text, value) in enumerate(choices, start=1):
        screen.say(f"  {number:>2}  {f'{value}: ' if named else ''}{text}")
    answers = {str(number): value for number, (_, value) in enumerate(choices, start=1)}
    answers |= {str(value): value for _, value in choices if named} | {"": choices[0][1]}
    while True:
        answer = screen.ask(f"1-{len(choices)} [1]> ").lower()
        if answer in ("q", "quit", "exit"):
            raise EOFError
        if answer in answers:
            return answers[answer]
        screen.warn(f"{answer!r} is none of these: expected a number from 1 to {len(choices)}")
