"""Games for Gymnasium (Towers et al., Gymnasium, 2024): one agent against a player of nupp.

Importing this module registers the environment: `gymnasium.make("nupp/Board-v0", game=SPEC)`.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from nupp.adapters.observing import Observation, action_mask, needed, observation_space, observe
from nupp.players import Budget
from nupp.players import player as player_of
from nupp.rules import Game, actions_of
from nupp.rules import game as game_of

if TYPE_CHECKING:
    import gymnasium
    from gymnasium import spaces
else:
    gymnasium = needed("gymnasium", "gymnasium")
    spaces = gymnasium.spaces

ID: Final = "nupp/Board-v0"
"""The name of the environment."""


class BoardEnv(gymnasium.Env[Observation, np.int64]):  # type: ignore[misc,unused-ignore]
    """A game against a player of nupp.

    Actions are the numbers of moves (see `Actions`). The reward is 1 for a win, -1 for a loss, and 0 for
    a draw and before the end. An action that is not legal loses the game; `illegal` in the info says so. The
    info also has the mask of legal actions, as the observation does. `position` is the one on the board.

    game: a spec or a game; ValueError for one that does not say what stands on its cells. opponent: the spec
    of a player, which `nodes` limit for each move; with a time instead, games depend on the machine. side:
    the agent's, 0 or 1, or None for one drawn anew for every game. render_mode: `ansi`, in which `render`
    returns the board as text, or None.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        opponent: str = "random",
        nodes: int | None = 10_000,
        seconds: float | None = None,
        side: int | None = 0,
        render_mode: str | None = None,
    ) -> None:
        if side not in (0, 1, None):
            raise ValueError(f"side={side!r}: expected 0, 1 or None")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode={render_mode!r}: expected 'ansi' or None")
        self.game = game_of(game) if isinstance(game, str) else game
        self.render_mode, self._wanted_side = render_mode, side
        self._opponent = player_of(opponent, self.game)
        self._budget = Budget(seconds=seconds, nodes=nodes)
        self.observation_space: Any = observation_space(self.game)
        self.action_space = spaces.Discrete(actions_of(self.game).count)
        self.position = self.game.start_position()
        self.side = side or 0
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game; a seed decides all that is drawn by lot, in the opponent, too."""
        super().reset(seed=seed)
        self.side = int(self.np_random.integers(2)) if self._wanted_side is None else self._wanted_side
        self._opponent.seed(int(self.np_random.integers(2**63)))
        self.position, self._over = self.game.start_position(), False
        self._let_opponent_move()
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the move of a number, and the answers of the opponent to it.

        gymnasium.error.ResetNeeded before the first game and after the end of one, TypeError for an action
        that is no whole number.
        """
        if self._over:
            raise gymnasium.error.ResetNeeded("no game is in progress: expected reset() before step()")
        code = self.position.actions.get(operator.index(action))
        if code is None:
            self._over = True
            return self._observation(), -1.0, True, False, self._info() | {"illegal": True}
        self.position = self.position.play_code(code)
        self._let_opponent_move()
        self._over = self.position.is_over
        reward = float(self.position.outcome) * (-1 if self.side else 1) if self._over else 0.0
        return self._observation(), reward, self._over, False, self._info()

    def _let_opponent_move(self) -> None:
        while not self.position.is_over and self.position.to_move != self.side:
            chosen = self._opponent.choose(self.position, self._budget)
            self.position = self.position.play_code(chosen.code)

    def _observation(self) -> Observation:
        return {"observation": observe(self.position), "action_mask": action_mask(self.position)}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": action_mask(self.position), "illegal": False}

    def render(self) -> str | None:  # type: ignore[override,unused-ignore]
        """The board as text, if the render mode is `ansi`."""
        return self.position.render() if self.render_mode == "ansi" else None


gymnasium.register(
    ID, entry_point=f"{__name__}:BoardEnv", vector_entry_point="nupp.vector.env:BoardVectorEnv"
)
