"""Games for Gymnasium (Towers et al., Gymnasium, 2024): one agent against a player of nupp.

Importing this module registers the environment: `gymnasium.make("nupp/Board-v0", game=SPEC)`.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from nupp.adapters.observing import Observation, encoding_of, needed
from nupp.players import Budget
from nupp.rules import Game, Position, actions_of
from nupp.rules import game as game_of
from nupp.vector.opponents import RANDOM, Opponent, opponent_of
from nupp.vector.solo import Solo
from nupp.vector.stepping import LONGEST, Options, seat_of

if TYPE_CHECKING:
    import gymnasium
    from gymnasium import spaces
else:
    gymnasium = needed("gymnasium", "gymnasium")
    spaces = gymnasium.spaces

from nupp.vector.env import observation_space

ID: Final = "nupp/Board-v0"
"""The name of the environment."""


class BoardEnv(gymnasium.Env[Observation, np.int64]):  # type: ignore[misc,unused-ignore]
    """A game against an opponent.

    Actions are the numbers of moves (see `Actions`). The reward is 1 for a win, -1 for a loss, and 0 for
    a draw and before the end. An action that is not legal loses the game; `illegal` in the info says so. The
    info also has the mask of legal actions, as the observation does. `position` is the one on the board, and
    `side` the agent's.

    game: a spec or a game; ValueError for one that does not say what stands on its cells. opponent: as
    `nupp.vector.make` takes them, such as the spec of a player, which `nodes` limit for each move; with
    seconds instead, games depend on the machine. side: the agent's, 0 or 1, or None for one drawn anew for
    every game. render_mode: `ansi`, in which `render` returns the board as text, or None. observation: see
    `nupp.vector.encoding`.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        opponent: Any = RANDOM,
        nodes: int | None = 10_000,
        seconds: float | None = None,
        side: int | None = 0,
        render_mode: str | None = None,
        observation: str = "planes",
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode={render_mode!r}: expected 'ansi' or None")
        self.game = game_of(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self._opponent = opponent_of(opponent, self.game, Budget(seconds=seconds, nodes=nodes))
        by_chance = self._opponent == RANDOM
        options = Options(int(by_chance), 0, 0, 0, LONGEST, seat_of(side))
        self._solo = Solo(self.game, encoding_of(self.game, observation), options)
        self.observation_space: Any = observation_space(self.game, self._solo.batch.encoding)
        self.action_space = spaces.Discrete(actions_of(self.game).count)
        self._over = True

    @property
    def side(self) -> int:
        """The agent's side: 0 or 1."""
        return int(self._solo.batch.games.seats[0])

    @property
    def position(self) -> Position:
        """The position on the board, with the moves that led to it."""
        return self._solo.position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game; a seed decides all that is drawn by lot, in the opponent, too."""
        super().reset(seed=seed)
        if seed is not None or self._over:
            self._solo.batch.seed(self._solo.batch.all, [int(self.np_random.integers(2**62))])
            if isinstance(self._opponent, Opponent):
                self._opponent.seed(int(self.np_random.integers(2**62)))
        self._solo.begin()
        self._over = False
        self._let_opponent_move()
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the move of a number, and the answers of the opponent to it.

        gymnasium.error.ResetNeeded before the first game and after the end of one, TypeError for an action
        that is no whole number.
        """
        if self._over:
            raise gymnasium.error.ResetNeeded("no game is in progress: expected reset() before step()")
        solo, number = self._solo, operator.index(action)
        if number not in solo.legal:
            self._over = True
            return self._observation(), -1.0, True, False, self._info() | {"illegal": True}
        solo.play(number)
        self._let_opponent_move()
        self._over = solo.is_over
        reward = float(-solo.outcome if self.side else solo.outcome)
        return self._observation(), reward, self._over, False, self._info()

    def _let_opponent_move(self) -> None:
        solo, opponent = self._solo, self._opponent
        while isinstance(opponent, Opponent) and solo.legal and solo.to_move != self.side:
            solo.play_code(int(opponent.choose(solo.batch, solo.batch.all)[0]))

    def _observation(self) -> Observation:
        return {"observation": self._solo.seen(), "action_mask": self._solo.mask()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._solo.mask(), "illegal": False}

    def render(self) -> str | None:  # type: ignore[override,unused-ignore]
        """The board as text, if the render mode is `ansi`."""
        return self.position.render() if self.render_mode == "ansi" else None


gymnasium.register(
    ID, entry_point=f"{__name__}:BoardEnv", vector_entry_point="nupp.vector.env:BoardVectorEnv"
)
