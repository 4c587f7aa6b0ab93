"""The explorers of a server: those of files, and counts of the public games that were played on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from nupp.arena.explorer import Explorer, MoveCount, PlayedGame, path_of
from nupp.rules import Position, begin
from nupp.store import StoredRoom

AT_ONCE: Final = 40
"""Games that are counted at a time."""


class Explorers:
    """The explorers of all games, each opened when it is first asked for."""

    def __init__(self) -> None:
        self._files: dict[str, Explorer] = {}
        self._own: dict[str, Explorer] = {}
        self._counted: set[str] = set()

    def look(self, position: Position) -> tuple[int, list[MoveCount]]:
        """The number of games that were counted, and the moves that were played in a position."""
        games, found = 0, dict[str, MoveCount]()
        for explorer in self._of(position):
            games += explorer.games
            for one in explorer.moves(position):
                old = found.get(one.move, MoveCount(one.move, 0, 0, 0))
                sums = old.first + one.first, old.draws + one.draws, old.second + one.second
                found[one.move] = MoveCount(one.move, *sums)
        return games, sorted(found.values(), key=lambda one: (-one.games, one.move))

    def _of(self, position: Position) -> list[Explorer]:
        spec, path = position.game.spec, path_of(position.game)
        if spec not in self._files and path.exists():
            self._files[spec] = Explorer(path)
        return [explorers[spec] for explorers in (self._files, self._own) if spec in explorers]

    def count(self, position: Position, rooms: Iterable[StoredRoom]) -> None:
        """Count games of the game of a position that have ended and were not counted yet, some at a time."""
        new = [room for room in rooms if room.id not in self._counted][:AT_ONCE]
        self._counted.update(room.id for room in new)
        if new:
            explorer = self._own.setdefault(position.game.spec, Explorer())
            explorer.add(_finished(position, new))

    def close(self) -> None:
        """Close all files."""
        for explorer in (*self._files.values(), *self._own.values()):
            explorer.close()


def _finished(position: Position, rooms: Iterable[StoredRoom]) -> Iterator[PlayedGame]:
    """The last positions of games with a result."""
    for room in rooms:
        if room.end is not None and room.end.outcome is not None:
            start = begin(position.game, room.start)
            last = start.play_all([one.move for one in room.moves])
            yield PlayedGame(last, room.end.outcome, room.id)
