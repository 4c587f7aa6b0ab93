"""An ant colony that plays Hexxagon (T. Rostański, "Programming board games", 2003).

Each piece is an ant. It weighs its moves by the pheromone that games before have left on the way from its
cell i to the target j, and by what the move gains:

    p(i, j) = tau(i, j) * gain(i, j) ** beta

    gain = (enemy pieces adjacent to j + 1 if the move is a clone) / (1 + enemy pieces at distance 2 of j)

With probability q0 an ant takes its best move, and otherwise draws one, each as likely as its share of p.
The ant whose move has the largest p makes it. A clone belongs to the adjacent piece with the most pheromone
towards its target. After a move that gained some pieces, `gained` (a cloned one included)

    tau(i, j) = (1 - alpha) * tau(i, j) + alpha * tau0 * gained / 61

and after a game that was won, or that ended with more pieces than the last one of that side, on every way
that was gone

    tau(i, j) = (1 - alpha) * tau(i, j) + alpha * M,    M = the enemy pieces taken over in the game
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.games.hexxagon.rules import PASS, Hexxagon
from nupp.kernel import Generator, Record, StopFlag, below, kernel, stop_flag, stop_requested, uniform
from nupp.kernel.bits import ZERO, lowest_bit, popcount, without_lowest
from nupp.rules import Position
from nupp.rules.basics import NO_MOVE, Moves, States

CELLS_OF_THE_SOURCE: Final = 61
"""By which the update after a move divides, whatever the board."""

_NEIGHBOURS, _AROUND = 6, 12  # cells at distances 1 and 2

Pheromone = NDArray[np.float64]
"""A float64 (2, cells, cells): for each side, from each cell to each other."""


class Colony(NamedTuple):
    """The arrays of one choice.

    root: States (1), the position. moves: int64 (max_moves), its moves. origins: int64 (max_moves), the cells
    of the ants that can make them. worth: float64 (max_moves), p of each move. visits: int64 (max_moves), how
    many ants chose it. powers: float64 (8, 13), `powers[n, d]` = (n / (1 + d)) ** beta. rng: random numbers.
    stop: the stop flag.
    """

    root: States
    moves: Moves
    origins: NDArray[np.int64]
    worth: NDArray[np.float64]
    visits: NDArray[np.int64]
    powers: NDArray[np.float64]
    rng: Generator
    stop: StopFlag


def new_colony(position: Position, beta: float, rng: Generator) -> Colony:
    """A colony before a position; no ant has chosen yet."""
    most = position.game.max_moves
    return Colony(
        root=position.state.copy(),
        moves=np.zeros(most, np.int64),
        origins=np.zeros(most, np.int64),
        worth=np.zeros(most, np.float64),
        visits=np.zeros(most, np.int64),
        powers=powers_of(beta),
        rng=rng,
        stop=stop_flag(),
    )


def powers_of(beta: float) -> NDArray[np.float64]:
    """The table of `Colony.powers`, the same on every machine."""
    enemies = np.arange(_NEIGHBOURS + 2)[:, None]  # adjacent ones, and 1 for a clone
    gains = enemies / (1 + np.arange(_AROUND + 1))
    return power(gains, beta)


def power(base: NDArray[np.float64], exponent: float) -> NDArray[np.float64]:
    """The power of numbers from 0 up, by products and square roots only.

    Those are rounded alike on every machine, which a power is not. Exponents are cut off after 32 binary
    digits.
    """
    whole, rest = divmod(exponent, 1.0)
    result = np.ones_like(base)
    for _ in range(int(whole)):
        result *= base
    root = base
    for _ in range(32):
        root, (digit, rest) = np.sqrt(root), divmod(2 * rest, 1.0)
        if digit:
            result *= root
    return result


# ---- choosing ------------------------------------------------------------------------------------------


@kernel
def origin_of(game: Hexxagon, state: Record, pheromone: Pheromone, move: int) -> int:
    """The cell of the ant that can make a move that is no pass.

    For a clone that of the adjacent own piece with the most pheromone towards the target, the lowest cell
    among equals.
    """
    origin, target = move >> 6, move & 63
    if origin != target:
        return origin
    side = int(state.turn)
    ways = game.adjacent[target] & game.pieces(state, side)
    best = lowest_bit(ways)
    while ways != ZERO:
        cell = lowest_bit(ways)
        ways = without_lowest(ways)
        if pheromone[side, cell, target] > pheromone[side, best, target]:
            best = cell
    return best


@kernel
def captured(game: Hexxagon, state: Record, move: int) -> int:
    """The number of enemy pieces a move that is no pass takes over."""
    return popcount(game.adjacent[move & 63] & game.pieces(state, 1 - int(state.turn)))


@kernel
def is_clone(move: int) -> int:
    """1 if a move that is no pass is a clone, else 0."""
    return int(move >> 6 == move & 63)


@kernel
def weigh_moves(game: Hexxagon, colony: Colony, pheromone: Pheromone) -> int:
    """Fill `moves`, `origins` and `worth` for the position; returns how many moves there are.

    A pass has no ant; its origin is NO_MOVE.
    """
    state = colony.root[0]
    n, side = game.legal_moves(state, colony.moves), int(state.turn)
    for i in range(n):
        move = colony.moves[i]
        colony.origins[i], colony.worth[i] = NO_MOVE, 1.0
        if move != PASS:
            origin, target = origin_of(game, state, pheromone, move), move & 63
            around = popcount(game.jumps[target] & game.pieces(state, 1 - side))
            colony.origins[i] = origin
            power = colony.powers[captured(game, state, move) + is_clone(move), around]
            colony.worth[i] = pheromone[side, origin, target] * power
    return n


@kernel
def send_ants(game: Hexxagon, colony: Colony, pheromone: Pheromone, ants: int, q0: float, limit: int) -> int:
    """Let `ants` ants at each cell choose, no more than `limit` in all; returns how many chose.

    Adds to `visits`. Ends early if the stop flag is raised.
    """
    n, sent = weigh_moves(game, colony, pheromone), 0
    for cell in range(game.cells):
        for _ in range(ants):
            if sent >= limit or stop_requested(colony.stop) != 0:
                return sent
            choice = best_of(colony, cell, n) if uniform(colony.rng) < q0 else draw(colony, cell, n)
            if choice < 0:
                break
            colony.visits[choice] += 1
            sent += 1
    return sent


@kernel
def best_of(colony: Colony, cell: int, n: int) -> int:
    """The number of the best of the moves from a cell, the first among equals; -1 if there is none."""
    best = -1
    for i in range(n):
        if colony.origins[i] == cell and (best < 0 or colony.worth[i] > colony.worth[best]):
            best = i
    return best


@kernel
def draw(colony: Colony, cell: int, n: int) -> int:
    """The number of one of the moves from a cell, drawn by their worth; -1 if there is none.

    If none is worth anything, each is equally likely.
    """
    total, count = 0.0, 0
    for i in range(n):
        if colony.origins[i] == cell:
            total += colony.worth[i]
            count += 1
    if count == 0:
        return -1
    left = uniform(colony.rng) * total if total > 0.0 else float(below(colony.rng, count))
    last = -1
    for i in range(n):
        if colony.origins[i] == cell:
            share = colony.worth[i] if total > 0.0 else 1.0
            if share > 0.0:
                last = i
                if left < share:
                    break
                left -= share
    return last


# ---- learning ------------------------------------------------------------------------------------------


@kernel
def follow(
    game: Hexxagon, states: States, pheromone: Pheromone, move: int, alpha: float, tau0: float
) -> tuple[int, int]:
    """Update the pheromone on the way of a move that is played in `states[0]`.

    Returns the cell where the way began, and how many enemy pieces the move takes over; NO_MOVE and 0 for a
    pass, which leaves no trace.
    """
    if move == PASS:
        return NO_MOVE, 0
    state = states[0]
    side, origin, target = int(state.turn), origin_of(game, state, pheromone, move), move & 63
    taken = captured(game, state, move)
    kept = (1.0 - alpha) * pheromone[side, origin, target]
    added = alpha * tau0 * (taken + is_clone(move)) / CELLS_OF_THE_SOURCE
    pheromone[side, origin, target] = kept + added
    return origin, taken
