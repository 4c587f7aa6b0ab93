"""The menu of games that `nupp play` shows when no game is named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

import nupp
from nupp.cli.options import HUMAN, all_games, set_up, terminal_game
from nupp.cli.screen import Screen
from nupp.cli.session import PAUSE, Session, make_seat
from nupp.players import Budget
from nupp.rules import GAMES, Game

T = TypeVar("T")

STRENGTHS: Final = (("quick", 0.2), ("steady", 1.0), ("strong", 5.0), ("patient", 20.0))
"""Names for the seconds that the machine takes for a move."""


def choose_and_play() -> None:
    """Ask for game and players, and play. Leaving the menu is no error."""
    screen = Screen()
    try:
        games = [(GAMES.entry(name).summary.partition(" (source")[0], name) for name in all_games()]
        game = nupp.game(terminal_game(_choose(screen, "Which game?", games, named=True)))
        first, second = _choose(screen, "Who plays?", _pairings(game))
        machine = (first, second) != (HUMAN, HUMAN)
        seconds = _choose(screen, "How strong?", _strengths()) if machine else 1.0
    except EOFError:
        screen.say("Goodbye.")
        return
    seats = make_seat(first, game), make_seat(second, game)
    Session(set_up(game, None, ""), seats, Budget(seconds=seconds), pause=PAUSE, screen=screen).run()


def _strengths() -> list[tuple[str, float]]:
    return [(f"{word}, {seconds:g} s a move", seconds) for word, seconds in STRENGTHS]


def _pairings(game: Game) -> list[tuple[str, tuple[str, str]]]:
    first, second = game.sides
    return [
        (f"you play {first} and begin, nupp plays {second}", (HUMAN, "strong")),
        (f"nupp plays {first} and begins, you play {second}", ("strong", HUMAN)),
        ("two people", (HUMAN, HUMAN)),
        ("nupp plays itself", ("strong", "strong")),
    ]


def _choose(screen: Screen, question: str, choices: Sequence[tuple[str, T]], named: bool = False) -> T:
    """Ask until a choice is named by its number or, if `named`, by how its value begins; Enter: the first."""
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
        begun = [value for _, value in choices if named and str(value).startswith(answer)]
        if len(begun) == 1:
            return begun[0]
        screen.warn(f"{answer!r} is none of these: expected a number from 1 to {len(choices)}")
