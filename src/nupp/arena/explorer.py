"""The explorer: which moves were played in a position, how often, and with what results.

Positions are found by their hashes, so games that come to one by different ways are counted together. A file
of SQLite holds the counts of one game; without a file they are kept in memory.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from nupp.arena.openings import random_opening
from nupp.folders import data_folder
from nupp.kernel import interpreted, run_until, stop_flag
from nupp.players import Budget, Player
from nupp.rules import Game, Position

PLIES: Final = 30
"""Moves of a game that are counted, from its start."""

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS moves (
    position INTEGER, move TEXT, first INTEGER, draws INTEGER, second INTEGER, PRIMARY KEY (position, move)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS games (digest BLOB PRIMARY KEY) WITHOUT ROWID;
"""
_COUNT: Final = """
INSERT INTO moves VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
    first = first + excluded.first, draws = draws + excluded.draws, second = second + excluded.second
"""


class MoveCount(NamedTuple):
    """The results of games in which a move was played: won by the first side, drawn, won by the second."""

    move: str
    first: int
    draws: int
    second: int

    @property
    def games(self) -> int:
        return self.first + self.draws + self.second


class PlayedGame(NamedTuple):
    """A game to be counted: its last position, its outcome (1, 0 or -1), and a name.

    Games of one name are counted once, and so are games without a name that have the same moves and outcome.
    """

    last: Position
    outcome: int
    name: str = ""


class Explorer:
    """The counts of one game, in a file or in memory; it may be used by several threads."""

    def __init__(self, path: Path | None = None) -> None:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._file = sqlite3.connect(path or ":memory:", check_same_thread=False)
        self._file.executescript(_TABLES)

    def close(self) -> None:
        self._file.close()

    @property
    def games(self) -> int:
        """The number of games that were counted."""
        with self._lock:
            (count,) = self._file.execute("SELECT count(*) FROM games").fetchone()
        return int(count)

    def add(self, games: Iterable[PlayedGame], plies: int = PLIES) -> int:
        """Count the moves of games, `plies` of each at most; returns how many are new."""
        counts: Counter[tuple[int, str, int]] = Counter()
        digests = set()
        for last, outcome, name in games:
            name = name or f"{' '.join(last.moves)} {outcome}"
            if (digest := _digest(last.game, name)) in digests or self.has(last.game, name):
                continue
            digests.add(digest)
            line = _line(last)[: plies + 1]
            for before, after in pairwise(line):
                counts[key_of(before), after.last_move or "", outcome] += 1
        rows = [
            (key, move, n * (outcome > 0), n * (outcome == 0), n * (outcome < 0))
            for (key, move, outcome), n in counts.items()
        ]
        with self._lock, self._file:
            self._file.executemany(_COUNT, rows)
            self._file.executemany("INSERT INTO games VALUES (?)", [(digest,) for digest in digests])
        return len(digests)

    def has(self, game: Game, name: str) -> bool:
        """True if a game of this name was counted."""
        with self._lock:
            digest = _digest(game, name)
            found = self._file.execute("SELECT 1 FROM games WHERE digest = ?", (digest,)).fetchone()
        return found is not None

    def moves(self, position: Position) -> list[MoveCount]:
        """The moves that were played in a position, the most frequent first."""
        with self._lock:
            rows = self._file.execute(
                "SELECT move, first, draws, second FROM moves WHERE position = ?", (key_of(position),)
            ).fetchall()
        return sorted((MoveCount(*row) for row in rows), key=lambda one: (-one.games, one.move))


def _digest(game: Game, name: str) -> bytes:
    return hashlib.sha256(f"{game.spec} {name}".encode()).digest()


def key_of(position: Position) -> int:
    """The hash of a position, as a signed number of 64 bits."""
    with interpreted():
        return int(np.uint64(position.game.hash(position.state[0])).astype(np.int64))


def _line(last: Position) -> list[Position]:
    """The positions of a game from its start."""
    found = [last]
    while found[-1].previous is not None:
        found.append(found[-1].previous)
    return found[::-1]


def path_of(game: Game) -> Path:
    """The file of a game's explorer in the user's data folder."""
    name = re.sub(r"[^A-Za-z0-9=_-]+", "_", game.spec)
    digest = hashlib.sha256(game.spec.encode()).hexdigest()[:8]
    return data_folder() / "explorer" / f"{name}-{digest}.db"


@dataclass(frozen=True)
class OwnGames:
    """Games that a player plays against itself, each after up to `openings` random moves.

    The same values make the same games, each whether or not those before it are played.
    """

    player: Player
    budget: Budget
    openings: int
    seed: int

    def name(self, number: int) -> str:
        """The name of a game, by its number from 0."""
        return f"{self.player.spec} {self.budget} {self.openings} {self.seed} {number}"

    def play_all(self, numbers: Sequence[int]) -> list[PlayedGame]:
        """Games one after another, in one thread: a thread for each search takes a third longer.

        Ctrl-C ends them after the game that is being played.
        """
        stop = stop_flag()
        return run_until(lambda: [self.play(number) for number in numbers if not stop[0]], stop)

    def play(self, number: int) -> PlayedGame:
        rng = np.random.default_rng((self.seed, number))
        position = random_opening(self.player.game, int(rng.integers(self.openings + 1)), rng)
        self.player.forget()
        while not position.is_over:
            position = position.play_code(self.player.choose(position, self.budget).code)
        return PlayedGame(position, position.outcome, self.name(number))
