"""The way back from planes to positions, where planes hide nothing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import interpreted
from nupp.rules import Game, start_state
from nupp.rules.basics import States
from nupp.rules.states import read_state
from nupp.vector.encodings import Planes, room_for


def state_of(game: Game, planes: NDArray[np.float32]) -> States:
    """The state whose planes these are, float32 (channels, height, width), as an array of one record.

    For games in which positions can be set up by their pieces (`View.pieces_to_place`). ValueError for planes
    of another shape, or that no position has.
    """
    encoding = Planes(game)
    if planes.shape != encoding.shape:
        raise ValueError(f"planes of shape {planes.shape}: expected {encoding.shape}")
    flat = planes.reshape(len(planes), -1)
    side = int(flat[encoding.values - 1, 0])
    for turned in (side, 1 - side):  # towards which side the board is shown depends on who begins
        state = _read(game, encoding, flat, side, bool(game.kinds.turned and turned))
        if state is not None and (_seen(game, encoding, state) == planes.ravel()).all():
            return state
    raise ValueError(f"no position of {game.spec} that can be set up has these planes")


def _read(
    game: Game, encoding: Planes, flat: NDArray[np.float32], side: int, is_turned: bool
) -> States | None:
    """The state of planes if the board is shown turned or not; None if the rules do not allow it."""
    first = encoding.values + encoding.shows_cells
    numbers, spots = np.split(flat[first:], [encoding.details.count])
    placed = _placed(game, encoding, flat, side, is_turned)
    try:
        with interpreted():
            text = game.view.position_with(start_state(game)[0], placed, side)
            state = read_state(game, text)
            encoding.details.read(game, numbers[:, 0], spots, side, state[0])
    except ValueError:
        return None
    return state


def _seen(game: Game, encoding: Planes, state: States) -> NDArray[np.float32]:
    row = np.zeros(encoding.size, np.float32)
    with interpreted():
        encoding.write(game, state[0], row, room_for(game, encoding))
    return row


def _placed(
    game: Game, encoding: Planes, flat: NDArray[np.float32], side: int, is_turned: bool
) -> dict[int, str]:
    """The symbol of what stands on each cell that is not empty."""
    kinds, last = game.kinds, len(game.board) - 1
    symbols = [piece.symbol for piece in game.view.pieces_to_place()]
    letters = (len(symbols) - kinds.neutral) // 2
    found = {}
    for kind, cell in np.argwhere(flat[: kinds.values - 1, encoding.places] > 0).tolist():
        owner, number = divmod(kind, max(1, kinds.pieces))
        if kind >= 2 * kinds.pieces:
            symbol = symbols[2 * letters + kind - 2 * kinds.pieces]
        else:
            symbol = symbols[letters * (owner ^ side) + number * letters // kinds.pieces]
        found[last - cell if is_turned else cell] = symbol
    return found
