"""Opponents that move in place of the caller: players of nupp, networks in batches, functions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.networks import network
from nupp.kernel import Generator, generator, kernel, uniform
from nupp.players import Budget, Player
from nupp.players import player as player_of
from nupp.rules import Game, Position
from nupp.rules.basics import Moves
from nupp.vector.batch import GameBatch

Observation = Mapping[str, NDArray[Any]]

RANDOM: Final = "random"
"""The opponent that draws its moves by lot, which the kernels play."""
LARGEST_LOGIT: Final = 1e30


class Opponent(ABC):
    """Chooses moves in many games at a time."""

    @abstractmethod
    def choose(self, batch: GameBatch, which: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the codes of legal moves in the games of these numbers, none of which is over."""

    def seed(self, seed: int) -> None:
        """Begin its random numbers anew; does nothing in opponents that draw none."""
        return


class PlayerOpponent(Opponent):
    """A player of nupp, asked for one game after the other, with the moves that led there."""

    def __init__(self, player: Player, budget: Budget) -> None:
        self._player, self._budget = player, budget
        self._known: dict[int, tuple[int, Position]] = {}

    def seed(self, seed: int) -> None:
        self._player.seed(seed)

    def choose(self, batch: GameBatch, which: NDArray[np.int64]) -> NDArray[np.int64]:
        positions = (self._position(batch, i) for i in which.tolist())
        return np.array([self._player.choose(one, self._budget).code for one in positions], np.int64)

    def _position(self, batch: GameBatch, i: int) -> Position:
        """The position of a game; what is known of it from the last time is not played again."""
        begun, ply = int(batch.games.begun[i]), int(batch.games.plies[i])
        number, position = self._known.get(i, (-1, None))
        if number != begun or position is None or position.ply > ply:
            position = batch.position(i)
        for code in batch.games.played[i, position.ply : ply].tolist():
            position = position.play_code(code)
        self._known[i] = begun, position
        return position


class NetworkOpponent(Opponent):
    """A network with a policy, asked for all games at once.

    file: one that `nupp train` wrote. temperature: moves are drawn by the policy to the power of its inverse;
    0 plays the move that the policy likes best. SpecError for a file that has no network for the game,
    ValueError for one without a policy.
    """

    def __init__(self, game: Game, file: str, temperature: float = 1.0, threads: int = 1) -> None:
        if not temperature >= 0:
            raise ValueError(f"temperature={temperature}: expected 0 or more")
        self._network, self._temperature = network(file, game, threads), temperature
        if self._network.outputs == 1:
            raise ValueError(f"{file!r} has a network without a policy: expected one with a policy")
        self._rng = generator(0)

    def seed(self, seed: int) -> None:
        self._rng = generator(seed)

    def choose(self, batch: GameBatch, which: NDArray[np.int64]) -> NDArray[np.int64]:
        found = np.zeros(len(which), np.int64)
        games, logits = batch.games, self._network.evaluate(batch.games.states[which]).logits
        draw_moves(
            batch.game,
            games.codes,
            batch.shown.counts,
            which,
            logits,
            self._network.output_of,
            self._temperature,
            self._rng,
            found,
        )
        return found


class FunctionOpponent(Opponent):
    """A function of the caller's: from the observations of some games to the numbers of its actions."""

    def __init__(self, function: Callable[[dict[str, NDArray[Any]]], Any]) -> None:
        self._function = function

    def choose(self, batch: GameBatch, which: NDArray[np.int64]) -> NDArray[np.int64]:
        shown = batch.shown
        seen = shown.seen[which].reshape(len(which), *batch.encoding.shape)
        actions = np.asarray(self._function({"observation": seen, "action_mask": shown.mask[which]}))
        if actions.shape != which.shape:
            raise ValueError(f"the opponent's actions of shape {actions.shape}: expected {which.shape}")
        codes = np.zeros(len(which), np.int64)
        for place, (i, action) in enumerate(zip(which.tolist(), actions.tolist(), strict=True)):
            (found,) = np.nonzero(shown.numbers[i, : shown.counts[i]] == action)
            if len(found) != 1:
                raise ValueError(f"the opponent's action {action} is not legal in environment {i}")
            codes[place] = batch.games.codes[i, found[0]]
        return codes


def opponent_of(opponent: Any, game: Game, budget: Budget) -> Opponent | str | None:
    """The opponent that a caller names, see `BoardVectorEnv`; RANDOM for one that the kernels play.

    ValueError for what names none.
    """
    if opponent is None or isinstance(opponent, Opponent) or opponent == RANDOM:
        return cast("Opponent | str | None", opponent)
    if isinstance(opponent, Player):
        return PlayerOpponent(opponent, budget)
    if isinstance(opponent, Path) or (isinstance(opponent, str) and opponent.endswith(".nupp")):
        return NetworkOpponent(game, str(opponent))
    if isinstance(opponent, str):
        return PlayerOpponent(player_of(opponent, game), budget)
    if callable(opponent):
        return FunctionOpponent(opponent)
    raise ValueError(f"opponent={opponent!r}: expected a player, a network, a function or None")


@kernel
def draw_moves(
    game: Game,
    codes: NDArray[np.int64],
    counts: NDArray[np.int32],
    which: Moves,
    logits: NDArray[np.float32],
    output_of: NDArray[np.int32],
    temperature: float,
    rng: Generator,
    found: Moves,
) -> None:
    """Draw a move for each game by its logits over the temperature, by the Gumbel trick; 0: the largest."""
    for place in range(len(which)):
        i, best = which[place], -LARGEST_LOGIT
        for j in range(counts[i]):
            value = np.float64(logits[place, output_of[game.move_class(codes[i, j])]])
            if temperature > 0:
                value = value / temperature - np.log(-np.log(uniform(rng) + 1e-300) + 1e-300)
            if value > best:
                best = value
                found[place] = codes[i, j]
