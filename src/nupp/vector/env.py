"""The vector environment: Gymnasium's interface to a batch of games."""

# ruff: noqa: E402 - a missing package is reported before the modules that import it

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from nupp.extras import require

require("gymnasium", "nupp.vector.make")

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from nupp.players import Budget, Player
from nupp.rules import Game, Position, actions_of
from nupp.rules import game as game_of
from nupp.vector.batch import GameBatch, Snapshot
from nupp.vector.encodings import Encoding, encoding
from nupp.vector.opponents import RANDOM, Opponent, opponent_of
from nupp.vector.stepping import BOTH, FORFEIT, ILLEGAL, LONGEST, Options, Shown, seat_of

Seen = dict[str, NDArray[Any]]

LISTED: Final = ("raise", "lose")


class BoardVectorEnv(VectorEnv[Seen, NDArray[np.int64], NDArray[Any]]):
    """Many games of one kind, stepped at once by compiled rules.

    Actions are the numbers of moves (see `Actions`). An observation is a dict of `observation`, what the
    encoding says, and `action_mask`, int8, 1 for each legal action; the info has, for all environments,
    `to_move` (0 or 1), `rewards` (environments, 2) for both sides, `seat` (whose moves the caller makes, 2
    for both), `legal_actions`, of which the first `legal_count` are valid, and `illegal`. After the end of
    a game no action is legal. All arrays are those that compiled code writes: they stay as they are until
    the step after the next, unless `copy` is given.

    The reward is 1 for a win, -1 for a loss and 0 otherwise: for the caller's seat, or in self-play for the
    side that has just moved.

    game: a spec or a game. num_envs: how many games. threads: that step them, without the GIL. opponent: None
    for self-play, in which the caller moves for both sides; `random`, the spec of any player, which `nodes`
    or `seconds` limit for each move; the path of a network that `nupp train` wrote (`.nupp`), asked for all
    games at once; a function from observations to actions; or an `Opponent`. side: the caller's, 0, 1, or
    None to draw it for each game. observation: `planes`, `flat`, `patterns` or `none`; see `encodings`.
    autoreset: a mode of Gymnasium or its name, `NextStep`, `SameStep` or `Disabled`. illegal: `raise` an
    error for an action that is not legal, or let the side `lose`. openings: the random moves before each
    game, or the least and the most of them. max_plies: after which games are truncated. copy: whether each
    step returns new arrays. ValueError for what cannot be, with what was expected.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        *,
        threads: int = 1,
        opponent: str | Player | Opponent | Callable[[Seen], Any] | None = None,
        nodes: int | None = 10_000,
        seconds: float | None = None,
        side: int | None = 0,
        observation: str | Encoding = "planes",
        autoreset: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        illegal: str = "raise",
        openings: int | tuple[int, int] = 0,
        max_plies: int | None = None,
        copy: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode={render_mode!r}: expected 'ansi' or None")
        if illegal not in LISTED:
            raise ValueError(f"illegal={illegal!r}: expected 'raise' or 'lose'")
        self.game = game_of(game) if isinstance(game, str) else game
        self.num_envs, self.render_mode, self._illegal, self._copy = num_envs, render_mode, illegal, copy
        self._mode = _mode_of(autoreset)
        self.metadata = {"autoreset_mode": self._mode, "render_modes": ["ansi"], "render_fps": 1}
        self.encoding = encoding(observation, self.game) if isinstance(observation, str) else observation
        self._opponent = opponent_of(opponent, self.game, Budget(seconds=seconds, nodes=nodes))
        shortest, longest = _bounds(openings)
        options = Options(
            plays_at_random=int(self._opponent == RANDOM),
            at_once=int(self._mode == AutoresetMode.SAME_STEP),
            shortest=shortest,
            longest=longest,
            most_plies=_checked_limit(max_plies),
            seat=BOTH if self._opponent is None else seat_of(side),
        )
        self.batch = GameBatch(self.game, num_envs, self.encoding, options, threads)
        self.single_action_space = spaces.Discrete(actions_of(self.game).count)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_observation_space = observation_space(self.game, self.encoding)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._nobody = np.zeros(num_envs, np.bool_)
        self._everybody = np.ones(num_envs, np.bool_)
        self._no_mask = np.zeros(actions_of(self.game).count, np.int8)
        self._begun = False

    # ---- Gymnasium's methods -------------------------------------------------------------------------

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin new games.

        seed: of the first environment, those of the others count up from it; or one for each; what is drawn
        by lot in a game depends on its seed alone. options: `reset_mask`, bool (environments), which games
        begin anew; `positions`, position texts, one for each environment or one for all, with which games
        begin from now on, or None for the usual start.
        """
        options = dict(options or {})
        which = self._rows_to_reset(options.pop("reset_mask", None))
        if "positions" in options:
            self._start_from(options.pop("positions"))
        if options:
            raise ValueError(f"options {sorted(options)}: expected reset_mask or positions")
        self._seed(seed, which)
        shown = self.batch.begin(which)
        self._let_opponent_move()
        self._begun = True
        return self._seen(shown), self._info(shown, self._nobody)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Seen, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play a move in each game, and the answers of the opponent to it.

        An action for a game that ended in the last step is ignored. ValueError names the first environment
        whose action is not legal, and nothing is played; TypeError for actions that are no whole numbers.
        gymnasium.error.ResetNeeded before the first game and, if nothing is reset by itself, after its end.
        """
        illegal = self._choose(self._checked(actions))
        shown = self.batch.step()
        self._let_opponent_move()
        rewards, over, cut = (self._own(array) for array in (shown.rewards, shown.over, shown.cut))
        return self._seen(shown), rewards, over, cut, self._info(shown, illegal)

    def render(self) -> tuple[str, ...] | None:
        """The boards as texts, if the render mode is `ansi`."""
        if self.render_mode is None:
            return None
        return tuple(self.position(i).render() for i in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self.batch.close()

    # ---- more than Gymnasium asks for ---------------------------------------------------------------

    def position(self, env: int) -> Position:
        """The position in an environment, with the moves that led to it."""
        return self.batch.position(env)

    def save(self) -> Snapshot:
        """The games as they stand, as arrays that can be pickled; without the opponent's own memory."""
        return self.batch.save()

    def restore(self, saved: Snapshot) -> tuple[Seen, dict[str, Any]]:
        """Go back to a snapshot; ValueError for one of another game, number of games or observation."""
        shown, self._begun = self.batch.restore(saved), True
        return self._seen(shown), self._info(shown, self._nobody)

    # ---- parts -----------------------------------------------------------------------------------------

    def _rows_to_reset(self, mask: Any) -> NDArray[np.int64]:
        if mask is None:
            return self.batch.all
        if not isinstance(mask, np.ndarray) or mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise ValueError(f"reset_mask {mask!r}: expected a bool array of shape ({self.num_envs},)")
        if not mask.any() or not (self._begun or mask.all()):
            raise ValueError("reset_mask: expected at least one environment, and at first all of them")
        return np.flatnonzero(mask)

    def _start_from(self, texts: Sequence[str] | str | None) -> None:
        if texts is None:
            positions = [self.game.start_position()] * self.num_envs
        elif isinstance(texts, str):
            positions = [self.game.parse_position(texts)] * self.num_envs
        else:
            positions = [self.game.parse_position(text) for text in texts]
        if len(positions) != self.num_envs:
            raise ValueError(f"{len(positions)} positions: expected {self.num_envs}, or one")
        self.batch.start_from(self.batch.all, positions)

    def _seed(self, seed: int | Sequence[int | None] | None, which: NDArray[np.int64]) -> None:
        if seed is None and self._begun:
            return
        if seed is None or isinstance(seed, int | np.integer):
            super().reset(seed=seed if seed is None else int(seed))
            first = int(self.np_random.integers(2**62)) if seed is None else int(seed)
            seeds: list[int | None] = [first + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds: expected {self.num_envs}, one for each environment")
        known = [i for i in which.tolist() if seeds[i] is not None]
        self.batch.seed(np.array(known, np.int64), [cast(int, seeds[i]) for i in known])
        if known and isinstance(self._opponent, Opponent):
            self._opponent.seed(cast(int, seeds[known[0]]))

    def _checked(self, actions: Any) -> NDArray[np.int64]:
        found = np.asarray(actions)
        if found.dtype.kind not in "iu":
            raise TypeError(f"actions of type {found.dtype}: expected whole numbers")
        if found.shape != (self.num_envs,):
            raise ValueError(f"actions of shape {found.shape}: expected ({self.num_envs},)")
        return np.ascontiguousarray(found, np.int64)

    def _choose(self, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Choose the moves of some actions; returns in which environments they are not legal."""
        shown, batch = self.batch.shown, self.batch
        if not self._begun:
            raise gymnasium.error.ResetNeeded("no game is in progress: expected reset() before step()")
        resting = shown.counts == 0
        if self._mode == AutoresetMode.DISABLED and resting.any():
            raise gymnasium.error.ResetNeeded(
                f"the game of environment {int(resting.argmax())} is over: expected reset() with a reset_mask"
            )
        otherwise = FORFEIT if self._illegal == "lose" else ILLEGAL
        wrong = batch.find(actions, resting, otherwise)
        if wrong < 0:
            return self._nobody
        if self._illegal == "raise":
            raise ValueError(
                f"environment {wrong}: action {int(actions[wrong])} is not legal in "
                f"{str(self.position(wrong))!r}"
            )
        return np.equal(batch.games.chosen, FORFEIT)

    def _let_opponent_move(self) -> None:
        if not isinstance(self._opponent, Opponent):
            return
        games, shown = self.batch.games, self.batch.shown
        while True:
            which = np.flatnonzero((shown.counts > 0) & (shown.sides != games.seats))
            if not len(which):
                return
            games.chosen[which] = self._opponent.choose(self.batch, which)
            self.batch.go_on(which)

    def _own(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _seen(self, shown: Shown) -> Seen:
        found = {"action_mask": self._own(shown.mask)}
        if self.encoding.size:
            seen = shown.seen.reshape(self.num_envs, *self.encoding.shape)
            found = {"observation": self._own(seen), **found}
        return found

    def _info(self, shown: Shown, illegal: NDArray[np.bool_]) -> dict[str, Any]:
        info: dict[str, Any] = {
            "to_move": self._own(shown.sides),
            "rewards": self._own(shown.results),
            "seat": self.batch.games.seats.copy(),
            "legal_actions": self._own(shown.numbers),
            "legal_count": self._own(shown.counts),
            "illegal": illegal,
        }
        info |= {f"_{key}": self._everybody for key in info}
        if self._mode == AutoresetMode.SAME_STEP:
            self._add_final(info, shown)
        return info

    def _add_final(self, info: dict[str, Any], shown: Shown) -> None:
        """Add what was last seen of games that ended, as Gymnasium has it."""
        ended = shown.over | shown.cut
        if not ended.any():
            return
        final = np.full(self.num_envs, None, object)
        seen = self._own(shown.final).reshape(self.num_envs, *self.encoding.shape)
        for i in np.flatnonzero(ended).tolist():
            final[i] = {"action_mask": self._no_mask}
            if self.encoding.size:
                final[i] = {"observation": seen[i], **final[i]}
        info |= {"final_obs": final, "_final_obs": ended}
        info["final_info"] = {"rewards": info["rewards"], "_rewards": ended}
        info["_final_info"] = ended


def observation_space(game: Game, encoding: Encoding) -> spaces.Dict:
    """The space of what is seen of one game."""
    found: dict[str, Any] = {}
    if encoding.size:
        found["observation"] = spaces.Box(0, encoding.high, encoding.shape, encoding.dtype)
    found["action_mask"] = spaces.Box(0, 1, (actions_of(game).count,), np.int8)
    return spaces.Dict(found)


def _mode_of(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        names = ", ".join(one.value for one in AutoresetMode)
        raise ValueError(f"autoreset={mode!r}: expected {names}") from None


def _bounds(openings: int | tuple[int, int]) -> tuple[int, int]:
    shortest, longest = (openings, openings) if isinstance(openings, int) else openings
    if not 0 <= shortest <= longest:
        raise ValueError(f"openings={openings!r}: expected a number of moves, or the least and the most")
    return shortest, longest


def _checked_limit(plies: int | None) -> int:
    if plies is not None and plies < 1:
        raise ValueError(f"max_plies={plies}: expected at least 1")
    return LONGEST if plies is None else plies
