"""Games for PettingZoo (Terry et al., PettingZoo: Gym for multi-agent reinforcement learning, 2021)."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, ClassVar, Final

from nupp.adapters.observing import Observation, action_mask, needed, observation_space, observe
from nupp.rules import Game, IllegalMoveError, Position, actions_of
from nupp.rules import game as game_of

if TYPE_CHECKING:
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from pettingzoo import AECEnv
else:
    AECEnv = needed("pettingzoo", "pettingzoo").AECEnv
    spaces = needed("gymnasium.spaces", "pettingzoo")
    ResetNeeded = needed("gymnasium.error", "pettingzoo").ResetNeeded

AGENTS: Final = ("player_0", "player_1")
"""The first and the second player."""


class BoardAEC(AECEnv):  # type: ignore[misc,unused-ignore]
    """A game between two agents in turn; turns need not alternate.

    Actions are the numbers of moves (see `Actions`); one that is not legal raises IllegalMoveError and
    changes nothing. At the end the winner's reward is 1 and the loser's -1; in a draw, and before the end,
    both are 0. The rules know no chance, so that a seed changes nothing. `position` is the one on the board.

    game: a spec or a game; ValueError for one that does not say what stands on its cells. render_mode:
    `ansi`, in which `render` returns the board as text, or None.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "nupp_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, game: Game | str, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode={render_mode!r}: expected 'ansi' or None")
        self.game = game_of(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._observed = observation_space(self.game)
        self._actions = {agent: spaces.Discrete(actions_of(self.game).count) for agent in AGENTS}
        self.position: Position = self.game.start_position()

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations."""
        return self._observed

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """The numbers of moves."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._show(self.game.start_position())

    def observe(self, agent: str) -> Observation:
        """The position as the side to move sees it; only that side has legal moves."""
        mask = action_mask(self.position)
        if AGENTS[self.position.to_move] != agent:
            mask[:] = 0
        return {"observation": observe(self.position), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the move of a number for the agent whose turn it is; None for an agent that is done.

        gymnasium.error.ResetNeeded before the first game and when all agents are done, TypeError for an
        action that is no whole number.
        """
        if not self.agents:
            raise ResetNeeded("no game is in progress: expected reset() before step()")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        code = self.position.actions.get(operator.index(action)) if action is not None else None
        if code is None:
            raise IllegalMoveError(f"action {action} is not legal in {str(self.position)!r}")
        self._cumulative_rewards[agent] = 0.0
        self._show(self.position.play_code(code))
        self._accumulate_rewards()

    def _show(self, position: Position) -> None:
        """Take over a position: the side to move, and the rewards if the game is over."""
        self.position = position
        self.agent_selection = AGENTS[position.to_move]
        if position.is_over:
            outcome = float(position.outcome)
            self.rewards = dict(zip(AGENTS, (outcome, -outcome), strict=True))
            self.terminations = dict.fromkeys(AGENTS, True)

    def render(self) -> str | None:
        """The board as text, if the render mode is `ansi`."""
        return self.position.render() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""
