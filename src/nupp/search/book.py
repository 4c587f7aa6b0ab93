"""Opening books: who wins from the positions of the first plies, found by the solver of the game.

At the beginning of a game a solver takes too long for a move. A book says for every position before its last
ply who wins, and by which move. It has the outcomes of positions of the last ply, solved one by one, and of
those before, which follow from them; where one move is known to be best the others are not solved. Positions
with equal keys are one, such as mirror images. A book may be unfinished; positions that follow each other are
solved in a row, so that it serves as far as it reaches.

A file `NAME.book` is one of `nupp.search.packed`: the keys in order, eight bytes each, then the outcomes for
the side to move, a byte each.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Lock
from typing import Any, Final, TextIO

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.learned import stamp_of
from nupp.kernel import interpreted
from nupp.rules import Game, Position
from nupp.rules.optional import has_margin
from nupp.search.packed import Format, files_by_extent, first_sound, read_packed, user_file, write_packed
from nupp.search.solve import Solver, new_solver
from nupp.search.theory import theory_of

BOOKS: Final = Format("opening book", ".book", b"nupp book 1\n", "nupp book", "plies", range(1000))

Outcomes = dict[int, int]
"""The outcomes of positions, 1, 0 or -1 for the side to move, by their keys."""


def key_of(position: Position) -> int:
    """The key of a position, equal for positions that are worth the same to the side to move."""
    game = position.game
    if has_margin(game):  # what is to be gained does not say who wins
        return int(game.hash(position.state[0]))
    return int(theory_of(game).rest_key(position.state[0]))


class Book:
    """The outcomes of positions of a game's first plies.

    keys: of the positions, in order. outcomes: for their sides to move. plies: of the last ones. undecided:
    the number of positions one ply before the last of which no best move is known. path: the file.
    """

    def __init__(
        self, keys: NDArray[np.uint64], outcomes: NDArray[np.int8], plies: int, undecided: int, path: Path
    ) -> None:
        self.keys, self.outcomes, self.plies, self.path = keys, outcomes, plies, path
        self.undecided = undecided

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
        """The outcome of a position for its side to move, and codes of moves that are known to keep it.

        None if no move is known to be best. In a lost position every move is.
        """
        with interpreted():
            return _best_moves(position, self.outcome)


def _best_moves(
    position: Position, outcome_of: Callable[[Position], int | None]
) -> tuple[int, tuple[int, ...]] | None:
    """See `Book.best_moves`. outcome_of: a position's outcome for its side to move, as far as it is known."""
    codes, known = position.legal_move_codes, {}
    for code in codes:
        child = position.play_code(code)
        outcome = outcome_of(child)
        if outcome is not None:
            known[code] = outcome if child.to_move == position.to_move else -outcome
    best = outcome_of(position)
    if best is None and (len(known) == len(codes) or 1 in known.values()):
        best = max(known.values())
    if best is None:
        return None
    best_codes = tuple(code for code in codes if known.get(code, -1) == best)
    return (best, best_codes) if best_codes else None


# ---- making one ----------------------------------------------------------------------------------


class BookMaker:
    """Makes the book of a game; stopped at any time, it resumes from its journal.

    plies: of the last positions, at least 1. journal: a file with a line for each that is solved, written at
    once. threads: positions that are solved at a time. megabytes: of the table of each solver. known:
    outcomes known already, as of an unfinished book, or of one of fewer plies. After `run`, `undecided` is
    that of the book; see `Book`.
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
        if plies < 1:
            raise ValueError(f"an opening book of {plies} plies: expected 1 or more")
        self.game, self.plies, self.journal = game, plies, journal
        self.threads, self.megabytes = threads, megabytes
        self.undecided = 0
        self._outcomes = dict(known or {})
        self._times_best: Counter[int] = Counter()
        self._lock = Lock()
        self._begun = dict[int, Event]()

    def run(self, report: Callable[[int, int], None], seconds: float = math.inf) -> Outcomes:
        """Find a best move of each position before the last ply, and return all outcomes that follow.

        report: gets the number of those positions that have one, and that of all. seconds: no position is
        solved that is begun after this time.
        """
        until = time.monotonic() + seconds
        levels = self._levels()
        self._read_journal()
        before = levels[-2].values()
        left = [position for position in before if self._best_moves(position) is None]
        decided = len(before) - len(left)
        report(decided, len(before))
        with self.journal.open("a") as file, ThreadPoolExecutor(self.threads) as pool:
            solvers = SimpleQueue[Solver]()
            for position in left[: self.threads]:
                solvers.put(new_solver(position, self.megabytes))
            for is_decided in pool.map(partial(self._decide, file, until, solvers), left):
                decided += is_decided
                report(decided, len(before))
        found = self._follow(levels)
        self.undecided = sum(self._best_moves(position) is None for position in before)
        return found

    def _levels(self) -> list[dict[int, Position]]:
        """The positions of each ply in which the game goes on, those close to each other in a row."""
        start = self.game.start_position()
        levels = [{key_of(start): start}]
        for _ in range(self.plies):
            children = (child for position in levels[-1].values() for child in _after(position))
            levels.append({key_of(child): child for child in children if not child.is_over})
        return levels

    def _read_journal(self) -> None:
        """Take over the outcomes found before; a last line that was cut off by a stop is taken away."""
        if self.journal.exists():
            lines = [line for line in self.journal.read_text().splitlines(keepends=True) if "\n" in line]
            self.journal.write_text("".join(lines))
            self._outcomes.update((int(key), int(outcome)) for key, outcome in map(str.split, lines))

    def _outcome(self, position: Position) -> int | None:
        return _at_end(position) if position.is_over else self._outcomes.get(key_of(position))

    def _best_moves(self, position: Position) -> tuple[int, tuple[int, ...]] | None:
        return _best_moves(position, self._outcome)

    def _decide(self, file: TextIO, until: float, solvers: SimpleQueue[Solver], position: Position) -> bool:
        """Solve what follows the moves of a position until one is known to be best; True if one is.

        Moves that were the best of most positions come first. False if time runs out, or the solver gives up.
        """
        if time.monotonic() >= until:
            return False
        solver = solvers.get()
        try:
            for code in sorted(position.legal_move_codes, key=lambda code: -self._times_best[code]):
                if self._best_moves(position) is not None or time.monotonic() >= until:
                    break
                child = position.play_code(code)
                if self._outcome(child) is None:
                    self._solve(file, solver, child)
        finally:
            solvers.put(solver)
        best = self._best_moves(position)
        if best is not None and best[0] > -1:  # else every move is
            with self._lock:
                self._times_best.update(best[1])
        return best is not None

    def _solve(self, file: TextIO, solver: Solver, position: Position) -> None:
        """Enter a position's outcome and write it to the journal; if another thread is solving it, wait."""
        key = key_of(position)
        with self._lock:
            is_begun = key in self._begun
            begun = self._begun.setdefault(key, Event())
        if is_begun:
            begun.wait()
            return
        try:
            outcome = solver.outcome(position)
            with self._lock:
                if outcome is None:
                    del self._begun[key]
                else:
                    self._outcomes[key] = outcome
                    file.write(f"{key} {outcome}\n")
                    file.flush()
        finally:
            begun.set()

    def _follow(self, levels: list[dict[int, Position]]) -> Outcomes:
        """All outcomes that are known of positions of the first plies, found from the last ones on."""
        outcomes = self._outcomes
        for level in reversed(levels):
            for key, position in level.items():
                if key not in outcomes and (best := self._best_moves(position)) is not None:
                    outcomes[key] = best[0]
        return {key: outcomes[key] for level in levels for key in level if key in outcomes}


def _after(position: Position) -> Iterator[Position]:
    return (position.play_code(code) for code in position.legal_move_codes)


def _at_end(position: Position) -> int:
    return position.outcome if position.to_move == 0 else -position.outcome


def outcomes_of(book: Book | None) -> Outcomes:
    """All outcomes of a book; none of None."""
    return {} if book is None else dict(zip(book.keys.tolist(), book.outcomes.tolist(), strict=True))


# ---- files ---------------------------------------------------------------------------------------


def place_of(game: Game) -> Path:
    """The file in the user's data folder for the book of a game."""
    return user_file(game, BOOKS)


def write_book(path: Path, game: Game, plies: int, outcomes: Outcomes, undecided: int = 0) -> None:
    """Write a book to a file, in place of the one that is there; undecided: see `Book`."""
    keys = np.array(sorted(outcomes), "<u8")
    values = np.array([outcomes[int(key)] for key in keys], np.int8)
    about: dict[str, Any] = {
        "fits": [game.spec],
        "plies": plies,
        "positions": len(keys),
        "undecided": undecided,
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
    return Book(keys, outcomes, about["plies"], about.get("undecided", 0), path)


def book_of(game: Game) -> Book | None:
    """The book of the most plies that fits a game; None if there is none.

    A warning for files that are no books, and for damaged ones of more plies.
    """
    return first_sound(files_by_extent(game, BOOKS), game, BOOKS, read_book)
