"""Analyses of games that are kept for a while: a game that is opened again has the verdicts that it had."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from typing import Final

from nupp.formats.record import start_of
from nupp.players import Budget
from nupp.rules import Position
from nupp.server.models.work.jobs import MoveAnalysisEvent

MOST_MOVES_KEPT: Final = 20_000
"""Analysed moves of all games together, about 2 KB each; the game not asked for longest goes first."""


class Analyses:
    """Finished analyses, by game, player and budget."""

    def __init__(self, most: int = MOST_MOVES_KEPT) -> None:
        self._most = most
        self._moves = 0
        self._kept: OrderedDict[Hashable, tuple[MoveAnalysisEvent, ...]] = OrderedDict()

    def keep(self, last: Position, player: str, budget: Budget, moves: Sequence[MoveAnalysisEvent]) -> None:
        """Keep the analysis of the game that ends in a position, unless it is too long by itself."""
        key = _key(last, player, budget)
        self._moves -= len(self._kept.pop(key, ()))
        self._kept[key] = tuple(moves)
        self._moves += len(moves)
        while self._moves > self._most:
            self._moves -= len(self._kept.popitem(last=False)[1])

    def find(self, last: Position, player: str, budget: Budget) -> tuple[MoveAnalysisEvent, ...] | None:
        """The analysis of the game that ends in a position; None if there is none."""
        key = _key(last, player, budget)
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)


def _key(last: Position, player: str, budget: Budget) -> Hashable:
    return last.game.spec, start_of(last), tuple(last.moves), player, budget
