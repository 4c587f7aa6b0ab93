"""Games for PettingZoo (Terry et al., PettingZoo: Gym for multi-agent reinforcement learning, 2021)."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

import numpy as np

from nupp.adapters.observing import Observation, encoding_of, needed
from nupp.rules import Game, Position, actions_of
from nupp.rules import game as game_of
from nupp.vector.solo import Solo

if TYPE_CHECKING:
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from pettingzoo import AECEnv, ParallelEnv
else:
    AECEnv = needed("pettingzoo", "pettingzoo").AECEnv
    ParallelEnv = needed("pettingzoo", "pettingzoo").ParallelEnv
    spaces = needed("gymnasium.spaces", "pettingzoo")
    ResetNeeded = needed("gymnasium.error", "pettingzoo").ResetNeeded

AGENTS: Final = ("player_0", "player_1")
"""The first and the second player."""


class _Board:
    """The parts that both kinds of environments share: a game, its spaces and what its agents see."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "nupp_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, game: Game | str, render_mode: str | None = None, observation: str = "planes") -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode={render_mode!r}: expected 'ansi' or None")
        self.game = game_of(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.encoding = encoding_of(self.game, observation)
        count = actions_of(self.game).count
        self._observed = spaces.Dict(
            {
                "observation": spaces.Box(0, self.encoding.high, self.encoding.shape, self.encoding.dtype),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self._actions = {agent: spaces.Discrete(count) for agent in AGENTS}
        self._no_mask = np.zeros(count, np.int8)
        self._solo = Solo(self.game, self.encoding)
        self._solo.begin()

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations."""
        return self._observed

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """The numbers of moves."""
        return self._actions[agent]

    @property
    def position(self) -> Position:
        """The position on the board, with the moves that led to it."""
        return self._solo.position

    def observe(self, agent: str) -> Observation:
        """The position as the side to move sees it; only that side has legal moves."""
        moves = AGENTS[self._solo.to_move] == agent
        return {
            "observation": self._solo.seen(),
            "action_mask": self._solo.mask() if moves else self._no_mask.copy(),
        }

    def _rewards(self) -> dict[str, float]:
        """1 for the winner and -1 for the loser; 0 in a draw and while the game goes on."""
        outcome = float(self._solo.outcome)
        return {AGENTS[0]: outcome, AGENTS[1]: -outcome}

    def _play(self, action: Any) -> None:
        """Play a move; TypeError for an action that is no whole number, IllegalMoveError for another."""
        self._solo.play(operator.index(action) if action is not None else action)

    def render(self) -> str | None:
        """The board as text, if the render mode is `ansi`."""
        return self.position.render() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""


class BoardAEC(_Board, AECEnv):  # type: ignore[misc,unused-ignore]
    """A game between two agents in turn; turns need not alternate.

    Actions are the numbers of moves (see `Actions`); one that is not legal raises IllegalMoveError and
    changes nothing. At the end the winner's reward is 1 and the loser's -1; in a draw, and before the end,
    both are 0. The rules know no chance, so that a seed changes nothing. `position` is the one on the board.

    game: a spec or a game; ValueError for one that does not say what stands on its cells. render_mode:
    `ansi`, in which `render` returns the board as text, or None. observation: see `nupp.vector.encoding`.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._solo.begin()
        self._show()

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
        self._play(action)
        self._cumulative_rewards[agent] = 0.0
        self._show()
        self._accumulate_rewards()

    def _show(self) -> None:
        """Take over the position: the side to move, and the rewards if the game is over."""
        self.agent_selection = AGENTS[self._solo.to_move]
        if self._solo.is_over:
            self.rewards = self._rewards()
            self.terminations = dict.fromkeys(AGENTS, True)


class BoardParallel(_Board, ParallelEnv):  # type: ignore[misc,unused-ignore]
    """A game between two agents that are asked at the same time; the action of the one to move counts.

    The other's mask has no legal action, and what it gives, any number or nothing, is ignored. Rewards,
    errors and arguments are those of `BoardAEC`.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a new game."""
        self.agents = list(AGENTS)
        self._solo.begin()
        return self._seen(), {agent: {} for agent in AGENTS}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Play the move of the agent whose turn it is.

        gymnasium.error.ResetNeeded outside a game, IllegalMoveError and TypeError as for `BoardAEC`.
        """
        if not self.agents:
            raise ResetNeeded("no game is in progress: expected reset() before step()")
        self._play(actions.get(AGENTS[self._solo.to_move]))
        over = self._solo.is_over
        if over:
            self.agents = []
        nothing: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        ended, cut = dict.fromkeys(AGENTS, over), dict.fromkeys(AGENTS, False)
        return self._seen(), self._rewards(), ended, cut, nothing

    def _seen(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in AGENTS}
