"""Symmetries of games: images of cells, moves and states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from nupp.rules.basics import States

if TYPE_CHECKING:
    from nupp.rules.contract import Game

G = TypeVar("G", bound="Game")


class Symmetry(Generic[G]):
    """A symmetry of a game that its rules and its start keep.

    cells: the image of each cell. exchange: whether the two sides are exchanged. This class is the identity:
    a game with more symmetries derives from it and overrides `map_move` and `map_state`.
    """

    def __init__(self, game: G, cells: tuple[int, ...], exchange: bool = False) -> None:
        self.game, self.cells, self.exchange = game, cells, exchange

    def map_move(self, move: int) -> int:
        """The image of a move."""
        return move

    def map_state(self, state: States) -> States:
        """The image of a position (an array of one record), as a new state."""
        return state.copy()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.cells}, exchange={self.exchange})"
