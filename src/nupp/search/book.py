"""Opening books: who wins from every position of the first plies, found by the solver of the game.

At the beginning of a game a solver takes too long for a move. A book has the outcomes of all positions of its
last ply, solved one by one, and of those before, which follow from them. Positions with equal keys are one,
such as mirror images. A book may be unfinished; positions that follow each other are solved in a row, so that
it serves as far as it reaches. A file `NAME.book` is one of `nupp.search.packed`: the keys in order, eight
bytes each, then the outcomes for the side to move, a byte each.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.learned import stamp_of
from nupp.kernel import interpreted
from nupp.rules import Game, Position
from nupp.search.packed import Format, packed_files, read_packed, user_file, write_packed
from nupp.search.solve import Solver, new_solver
from nupp.search.theory import theory_of

BOOKS: Final = Format("opening book", ".book", b"nupp book 1\n", "nupp book")

Outcomes = dict[int, int]
"""The outcomes of positions, 1, 0 or -1 for the side to move, by their keys."""


def key_of(position: Position) -> int:
    """The key of a position, equal for positions that are worth the same to the side to move."""
    game = position.game
    if type(game).margin is not Game.margin:  # what is to be gained does not say who wins
        return int(game.hash(position.state[0]))
    return int(theory_of(game).rest_key(position.state[0]))


class Book:
    """The outcomes of positions of a game's first plies.

    keys: of the positions, in order. outcomes: for their sides to move. plies: of the last ones. missing: how
    many of those are not solved. path: the file.
    """

    def __init__(
        self, keys: NDArray[np.uint64], outcomes: NDArray[np.int8], plies: int, missing: int, path: Path
    ) -> None:
        self.keys, self.outcomes, self.plies, self.path = keys, outcomes, plies, path
        self.missing = missing

    def outcome(self, position: Position) -> int | None:
        """The outcome of a position for its side to move; None if the book does not have it."""
        if position.is_over:
            return _at_end(position)
        key = np.uint64(key_of(position))
        place = int(np.searchsorted(self.keys, key))
        if place == len(self.keys) or self.keys[place] != key:
            return None
        return int(self.outcomes[place])

    def best_moves(self, position: Position) -> tuple[int, tuple[int, ...]] | None:
        """The outcome of a position for its side to move, and the codes of the moves that keep it.

        None if the book lacks a position after one of the moves, and knows none that wins.
        """
        found: dict[int, int] = {}
        with interpreted():
            for code in position.legal_move_codes:
                child = position.play_code(code)
                outcome = self.outcome(child)
                if outcome is not None:
                    found[code] = _for_mover(position, child, outcome)
        best = max(found.values(), default=0)
        if best < 1 and len(found) < len(position.legal_move_codes):
            return None
        return best, tuple(code for code, outcome in found.items() if outcome == best)


# ---- making one ----------------------------------------------------------------------------------


class BookMaker:
    """Makes the book of a game; stopped at any time, it resumes from its journal.

    plies: of the last positions. journal: a file with a line for each that is solved. threads: positions that
    are solved at a time. megabytes: of the table of each solver. known: outcomes that are not looked for, as
    of an unfinished book. After `run`, `missing` is how many of the last positions are not solved.
    """

    def __init__(
        self,
        game: Game,
        plies: int,
        journal: Path,
        threads: int = 1,
        megabytes: int = 64,
        known: Outcomes | None = None,
    ) -> None:
        self.game, self.plies, self.journal = game, plies, journal
        self.threads, self.megabytes = threads, megabytes
        self.missing = 0
        self._known = known or {}

    def run(self, report: Callable[[int, int], None], seconds: float | None = None) -> Outcomes:
        """Solve the positions of the last ply, and return all outcomes that follow.

        report: gets the number of positions solved, and that of all. seconds: none is begun after this time.
        """
        until = None if seconds is None else time.monotonic() + seconds
        last = self._positions()
        solved = self._known | self._read_journal()
        left = [position for key, position in last.items() if key not in solved]
        self.missing = len(left)
        report(len(last) - self.missing, len(last))
        with self.journal.open("a") as file, ThreadPoolExecutor(self.threads) as pool:
            solvers = [new_solver(position, self.megabytes) for position in left[: self.threads]]
            for first in range(0, len(left), self.threads):
                if until is not None and time.monotonic() >= until:
                    break
                several = left[first : first + self.threads]
                for position, outcome in zip(several, pool.map(_solve, solvers, several), strict=True):
                    solved[key_of(position)] = outcome
                    file.write(f"{key_of(position)} {outcome}\n")
                file.flush()
                self.missing -= len(several)
                report(len(last) - self.missing, len(last))
        found = {key: solved[key] for key in last if key in solved}
        _derive(self.game.start_position(), found, self.plies)
        return found

    def _positions(self) -> dict[int, Position]:
        """The positions of the last ply in which the game goes on, those close to each other in a row."""
        level = {0: self.game.start_position()}
        for _ in range(self.plies):
            children = (child for position in level.values() for child in _after(position))
            level = {key_of(child): child for child in children if not child.is_over}
        return level

    def _read_journal(self) -> Outcomes:
        """The outcomes found before; a last line that was cut off by a stop is taken away."""
        if not self.journal.exists():
            return {}
        lines = [line.split() for line in self.journal.read_text().splitlines(keepends=True) if "\n" in line]
        solved = {int(key): int(outcome) for key, outcome in lines}
        self.journal.write_text("".join(f"{key} {outcome}\n" for key, outcome in solved.items()))
        return solved


def _derive(position: Position, found: Outcomes, plies: int) -> int | None:
    """The outcome of a position for its side to move; it and those after it are entered.

    None if it does not follow from the outcomes of the positions `plies` later.
    """
    if position.is_over:
        return _at_end(position)
    key = key_of(position)
    if key not in found and plies > 0:
        outcomes = []
        for child in _after(position):
            outcome = _derive(child, found, plies - 1)
            outcomes.append(None if outcome is None else _for_mover(position, child, outcome))
        if 1 in outcomes or None not in outcomes:
            found[key] = max(outcome for outcome in outcomes if outcome is not None)
    return found.get(key)


def _after(position: Position) -> Iterator[Position]:
    return (position.play_code(code) for code in position.legal_move_codes)


def _at_end(position: Position) -> int:
    return position.outcome if position.to_move == 0 else -position.outcome


def _for_mover(position: Position, child: Position, outcome: int) -> int:
    """The outcome of a position's child, for the side to move in the position."""
    return outcome if child.to_move == position.to_move else -outcome


def _solve(solver: Solver, position: Position) -> int:
    outcome = solver.outcome(position)
    assert outcome is not None  # nobody stops it
    return outcome


def outcomes_of(book: Book | None) -> Outcomes:
    """All outcomes of a book; none of None."""
    return {} if book is None else dict(zip(book.keys.tolist(), book.outcomes.tolist(), strict=True))


# ---- files ---------------------------------------------------------------------------------------


def place_of(game: Game) -> Path:
    """The file in the user's data folder for the book of a game."""
    return user_file(game, BOOKS)


def write_book(path: Path, game: Game, plies: int, outcomes: Outcomes, missing: int = 0) -> None:
    """Write a book to a file, in place of the one that is there; missing: see `Book`."""
    keys = np.array(sorted(outcomes), "<u8")
    values = np.array([outcomes[int(key)] for key in keys], np.int8)
    about: dict[str, Any] = {
        "fits": [game.spec],
        "plies": plies,
        "positions": len(keys),
        "missing": missing,
    }
    write_packed(path, BOOKS, about, keys.tobytes() + values.tobytes())


def read_book(path: Path, game: Game) -> Book:
    """The book in a file, for a game that it fits; PackedError for a file that is damaged."""
    return _read(path, stamp_of(path), game)


@lru_cache(maxsize=8)
def _read(path: Path, stamp: tuple[int, int], game: Game) -> Book:
    about, content = read_packed(path, BOOKS, game)
    count = about["positions"]
    keys = np.frombuffer(content, "<u8", count).astype(np.uint64)
    outcomes = np.frombuffer(content, np.int8, count, 8 * count)
    return Book(keys, outcomes, about["plies"], about.get("missing", 0), path)


def book_of(game: Game) -> Book | None:
    """The book of the most plies that fits a game; None if there is none.

    A warning for files that are no books.
    """
    fitting = [(int(about["plies"]), path) for about, path in packed_files(game, BOOKS)]
    return read_book(max(fitting, key=itemgetter(0))[1], game) if fitting else None
