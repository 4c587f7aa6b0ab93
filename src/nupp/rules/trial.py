"""A random game in plain Python before the rules of a game are compiled for the first time.

A fault of the rules shows there as a Python error, with the author's file and line. The compiler's message
would be harder to read, and compiled code that writes beyond an array gives no error at all.
"""

from __future__ import annotations

import functools
import random
import time
import traceback
from pathlib import Path
from typing import Any, Final

import numpy as np

from nupp.kernel import interpreted
from nupp.kernel.objects import before_compiling
from nupp.rules.contract import Game
from nupp.rules.faults import file_of, own_frame

MOST_PLIES: Final = 300
MOST_SECONDS: Final = 1.0
_TRIED: Final = "nupp.games."
"""The prefix of the modules whose games are known to be right."""


class RulesError(Exception):
    """Rules that fail; the message names the method, the file and the line, and the moves that led there."""


def try_out(game: Game, seed: int = 1) -> None:
    """Play a random game in plain Python, of at most MOST_PLIES plies and MOST_SECONDS.

    RulesError if the rules raise an exception, or write moves beyond `max_moves`.
    """
    rng, until, played = random.Random(seed), time.monotonic() + MOST_SECONDS, list[str]()
    state, moves = np.zeros(1, game.State), np.empty(game.max_moves, np.int64)
    try:
        with interpreted():
            game.start(state[0])
            for _ in range(MOST_PLIES):
                n = int(game.legal_moves(state[0], moves))
                game.to_move(state[0])
                if n == 0:
                    game.outcome(state[0])
                if n == 0 or time.monotonic() > until:
                    return
                move = int(moves[rng.randrange(n)])
                played.append(game.move_text(state[0], move))
                game.play(state[0], move)
    except Exception as error:
        raise RulesError(explained(game, error, played)) from error


def explained(game: Game, error: Exception, played: list[str]) -> str:
    """The text of an exception in rules: method, error, place, and the moves before it."""
    frame = own_frame(error, {str(file_of(game))}) or traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(frame.filename).name}, line {frame.lineno}: {frame.line}"
    after = f" after {' '.join(played)}" if played else ""
    beyond = isinstance(error, IndexError) and "out of bounds" in str(error)
    room = f" (moves has {game.max_moves} places, max_moves)" if beyond else ""
    return f"{game.name}: {frame.name} fails{after}: {type(error).__name__}: {error}{room} ({where})"


@functools.cache
def _try_once(game: Game) -> None:
    try_out(game)


def _look(item: Any) -> None:
    if isinstance(item, Game) and not type(item).__module__.startswith(_TRIED):
        _try_once(item)


before_compiling.append(_look)
