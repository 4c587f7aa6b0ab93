"""Games for OpenSpiel (Lanctot et al., OpenSpiel: a framework for reinforcement learning in games, 2019).

Importing this module registers every game under its name with `nupp_` before it, so that
`pyspiel.load_game("nupp_hexxagon(blocked=pass)")` is a game for all of OpenSpiel's algorithms, with nupp's
parameters. Actions are the numbers of moves (see `Actions`). OpenSpiel lets no game that is written in
Python take moves back (`undo_action`); cloning a state is cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from nupp.adapters.observing import LONGEST, encoding_of, has_planes, needed
from nupp.rules import GAMES, Game, Position, actions_of, game
from nupp.rules.registry import load_plugins
from nupp.spec import Spec, Value, text_of
from nupp.vector.solo import Solo

if TYPE_CHECKING:
    import pyspiel
else:
    pyspiel = needed("pyspiel", "openspiel")

TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
PREFIX: Final = "nupp_"
"""The prefix of the names of games in OpenSpiel."""


class BoardState(pyspiel.State):  # type: ignore[misc]
    """A game in progress, as OpenSpiel's algorithms handle it."""

    def __init__(self, owner: BoardGame) -> None:
        super().__init__(owner)
        self.solo = owner.begun.copy()

    @property
    def position(self) -> Position:
        """The position with the moves that led to it."""
        return self.solo.position

    def current_player(self) -> int:
        """The player to move, or that the game is over."""
        return self.solo.to_move if self.solo.legal else TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.solo.legal)

    def _apply_action(self, action: int) -> None:
        self.solo.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.format_move(self.solo.code(action))

    def is_terminal(self) -> bool:
        """True if the game is over."""
        return not self.solo.legal

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser; 0 for both in a draw and while the game goes on."""
        return [float(self.solo.outcome), float(-self.solo.outcome)]

    def __str__(self) -> str:
        return str(self.position)


class BoardObserver:
    """Writes the planes of positions into a tensor; the same for both players, since both see everything."""

    def __init__(self, board_game: Game) -> None:
        shape = encoding_of(board_game, "planes").shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: BoardState, player: int) -> None:
        """Write what is seen of a state."""
        self.dict["observation"][:] = state.solo.seen()

    def string_from(self, state: BoardState, player: int) -> str:
        """The position text of a state."""
        return str(state.position)


class BoardGame(pyspiel.Game):  # type: ignore[misc]
    """A game of nupp as OpenSpiel knows games, with a class for each; `board_game` is nupp's game."""

    kind: pyspiel.GameType

    def __init__(self, params: Mapping[str, Value] | None = None) -> None:
        name, params = self.kind.short_name.removeprefix(PREFIX), params or {}
        self.board_game = game(str(Spec(name, {key: text_of(value) for key, value in params.items()})))
        info = pyspiel.GameInfo(
            num_distinct_actions=actions_of(self.board_game).count,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, dict(params))
        shown = encoding_of(self.board_game, "planes" if has_planes(self.board_game) else "none")
        self.begun = Solo(self.board_game, shown)
        self.begun.begin()

    def __reduce__(self) -> tuple[Callable[[str], pyspiel.Game], tuple[str]]:
        return load_game, (str(self),)

    def new_initial_state(self, state: None = None) -> BoardState:
        """The position that the game begins with."""
        return BoardState(self)

    def make_py_observer(self, kind: Any = None, params: Mapping[str, object] | None = None) -> Any:
        """Return an observer of the planes of positions; with perfect recall, one of the moves as a text."""
        if params:
            raise ValueError(f"observations have no parameters: {dict(params)} given")
        if kind is None or (kind.public_info and not kind.perfect_recall):
            return BoardObserver(self.board_game)
        observation = needed("open_spiel.python.observation", "openspiel")
        return observation.IIGObserverForPublicInfoGame(kind, params)


def load_game(text: str) -> pyspiel.Game:
    """As `pyspiel.load_game`; unpickling a game imports this module, which registers those of nupp."""
    return pyspiel.load_game(text)


def register_games() -> list[str]:
    """Register every game that nupp knows by now and OpenSpiel does not; returns their names there."""
    load_plugins()
    known = set(pyspiel.registered_names())
    wanted = [name for name in GAMES.names() if PREFIX + name not in known]
    for name in wanted:
        kind = _type_of(name)
        pyspiel.register_game(kind, type(f"BoardGame_{name}", (BoardGame,), {"kind": kind}))
    return [PREFIX + name for name in wanted]


def _type_of(name: str) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=f"nupp {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=has_planes(game(name)),
        parameter_specification={one.name: one.default for one in GAMES.entry(name).parameters},
    )


register_games()
