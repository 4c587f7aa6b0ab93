"""States of games outside compiled code: arrays of one record."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

import numpy as np

from nupp.kernel import interpreted
from nupp.rules.basics import NotationError, States

if TYPE_CHECKING:
    from nupp.rules.contract import Game


def start_state(game: Game) -> States:
    """The initial position of a game as an array of one record."""
    state = np.zeros(1, game.State)
    with interpreted():
        game.start(state[0])
    return state


def read_state(game: Game, text: str) -> States:
    """The state of a position text; NotationError quotes a bad one and says what was expected."""
    state = np.zeros(1, game.State)
    try:
        with interpreted():
            game.read_position(text, state[0])
    except ValueError as error:
        raise NotationError(f"position {text!r} of {game.name}: {error}") from None
    return state


def rules_text(game: Game) -> str:
    """The rules and the notation in words: the docstring of the class that states them.

    Without what it says of the state, which is for those who read the code.
    """
    texts = [inspect.cleandoc(kind.__doc__ or "") for kind in type(game).__mro__]
    text = next((text for text in texts if "**Rules.**" in text), texts[0])
    return text.partition("**State.**")[0].rstrip()
