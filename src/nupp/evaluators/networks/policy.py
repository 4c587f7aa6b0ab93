"""The classes of moves that a network names: one output for each of a game.

A game sorts its moves into classes (`Game.move_class`): in most games every move is a class, in others all
that lead a piece from one cell to another are one. Of all numbers that classes could have only those get an
output that came up in random games; all others have one output in common. So every game has a policy of
moderate size without any setting.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import Generator, generator, kernel
from nupp.rules import Game, start_state
from nupp.rules.basics import Moves, States

POSITIONS: Final = 20_000
"""Positions of random games of which the moves are looked at."""


@dataclass(frozen=True)
class Policy:
    """The outputs of a network for moves. classes: int64, ascending, those with their own output."""

    game: Game
    classes: NDArray[np.int64]

    def __post_init__(self) -> None:
        found, most = self.classes, self.game.move_classes
        rising = found.ndim == 1 and found.dtype == np.int64 and bool((np.diff(found) > 0).all())
        if not rising or (len(found) and not 0 <= found[0] <= found[-1] < most):
            raise ValueError(f"its classes of moves are none: expected ascending numbers below {most}")

    @property
    def outputs(self) -> int:
        """The number of outputs; the last one is for all other moves."""
        return len(self.classes) + 1

    @property
    def output_of(self) -> NDArray[np.int32]:
        """The output of each class: int32 (move_classes)."""
        found = np.full(self.game.move_classes, len(self.classes), np.int32)
        found[self.classes] = np.arange(len(self.classes))
        return found


def policy_of(game: Game) -> Policy:
    """The policy of a game, always the same."""
    seen = np.zeros(game.move_classes, np.bool_)
    moves = np.zeros(game.max_moves, np.int64)
    note_classes(game, start_state(game), np.zeros(1, game.State), moves, seen, generator(1), POSITIONS)
    return Policy(game, np.flatnonzero(seen).astype(np.int64))


@kernel
def note_classes(
    game: Game,
    start: States,
    stack: States,
    moves: Moves,
    seen: NDArray[np.bool_],
    rng: Generator,
    positions: int,
) -> None:
    """Mark the classes of all legal moves in `positions` positions of random games."""
    stack[0] = start[0]
    for _ in range(positions):
        n = game.legal_moves(stack[0], moves)
        for i in range(n):
            seen[game.move_class(moves[i])] = True
        if n == 0:
            stack[0] = start[0]
        else:
            game.play(stack[0], game.random_move(stack[0], moves, rng))
