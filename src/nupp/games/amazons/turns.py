"""The turns of the Amazons: a move, and then an arrow."""

from __future__ import annotations

from collections.abc import Sequence

from nupp.games.amazons.rules import Amazons, arrowless
from nupp.kernel import Record
from nupp.rules.contract import Game
from nupp.rules.registry import game as game_of
from nupp.rules.turns import Turns, register_turns


@register_turns(Amazons)
class AmazonsTurns(Turns[Amazons]):
    """A move of an amazon, and then her arrow."""

    @property
    def staged(self) -> Game:
        game = self.game
        return game if game.staged else game_of(f"{game.name}:size={game.size},staged=true")

    @property
    def abridged(self) -> Game:
        return arrowless(self.game.size)

    def phase(self, state: Record) -> int:
        return int(self.game.is_shooting(state))

    def join(self, moves: Sequence[int]) -> int:
        step, arrow = moves
        return step & ~127 | arrow
