"""Openings: the moves that the two games of a pair begin with."""

from __future__ import annotations

import hashlib
import re
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np

from nupp.formats import Reading, ReadOptions, RecordError, open_games, recognise
from nupp.formats.collection import is_header, numbered_record
from nupp.formats.movetext import read_game
from nupp.formats.record import start_of
from nupp.kernel import interpreted
from nupp.players import Budget
from nupp.players.expectation import expected_result
from nupp.players.tuned import tuned_search
from nupp.rules import Game, Position
from nupp.spec import SpecError

TRIES: Final = 100
"""The number of random openings that are searched for a balanced one."""
EVEN: Final = 0.1
"""An opening is balanced if either side may expect 0.4 to 0.6 points of it."""
_WALKS: Final = 20
"""The number of games drawn at random to see whether any lasts longer than an opening."""
_MOVE_NUMBER: Final = re.compile(r"([0-9]+)\s*(?:\.|…)")


class BookError(ValueError):
    """A file of openings that cannot be used; the message says where and why."""


@dataclass(frozen=True)
class Book:
    """Openings from a file: positions of one game, in the order of the file.

    name: of the file. digest: of its content, by which a match that goes on knows that it is the same.
    """

    name: str
    digest: str
    positions: tuple[Position, ...] = field(compare=False, repr=False)

    @classmethod
    def read(cls, path: Path, game: Game) -> Book:
        """The openings of a text file for a game.

        The file is one of games in PDN, SGF, GGF, PSQ or the like, or a text with an opening a line: moves as
        people type them, with numbers or without, or a game record of one JSON object, whose moves are played
        from its start. Of a record that states its opening only that is taken, so that the file of a match is
        a book of its openings. Empty lines and those that begin with # are skipped there. An opening that the
        file has more than once is taken once. BookError, which names the line, for a file that cannot be
        read, has no openings, or has one that is no legal game or over already.
        """
        try:
            content = path.read_bytes()
            text = content.decode("utf-8-sig")  # some editors begin a file with a mark
        except OSError as error:
            raise BookError(f"cannot read {str(path)!r}: {error.strerror or error}") from error
        except UnicodeDecodeError as error:
            raise BookError(f"{str(path)!r} is no text: expected one opening a line") from error
        distinct = {(start_of(one), one.moves): one for one in _openings_of(path, game, text)}
        positions = tuple(distinct.values())
        if not positions:
            raise BookError(f"{str(path)!r} holds no opening: expected one a line, such as moves")
        return cls(path.name, hashlib.sha256(content).hexdigest(), positions)

    @property
    def longest(self) -> int:
        """The number of moves of its longest opening."""
        return max(len(position.moves) for position in self.positions)

    def opening(self, pair: int, seed: int) -> Position:
        """The opening of a pair: all in an order drawn from the seed before any comes again."""
        round_, place = divmod(pair, len(self.positions))
        order = np.random.default_rng((seed, 2, round_)).permutation(len(self.positions))
        return self.positions[int(order[place])]

    def to_dict(self) -> dict[str, str | int]:
        """The fields of the book in the header of a file of games."""
        return {"name": self.name, "sha256": self.digest, "openings": len(self.positions)}


def _openings_of(path: Path, game: Game, text: str) -> Iterator[Position]:
    by_lines = recognise(text).name in ("json", "moves", "transcript")
    for place, opening in _by_lines(game, text) if by_lines else _by_games(game, text):
        try:
            position = opening()
        except ValueError as error:
            raise BookError(f"{str(path)!r}, {place}: {error}") from None
        if position.is_over:
            raise BookError(f"{str(path)!r}, {place}: the game is over, {position.result}")
        yield position


Placed = Iterator[tuple[str, Callable[[], Position]]]
"""Openings with their places in a file, read when they are called; a ValueError says what is wrong."""


def _by_games(game: Game, text: str) -> Placed:
    for number, read in open_games(text):
        yield f"game {number}", partial(_of_reading, game, read)


def _by_lines(game: Game, text: str) -> Placed:
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if line.startswith("{"):
            if number > 1 or not is_header(line):
                yield f"line {number}", partial(_of_record, game, line)
        elif line and not line.startswith("#"):
            yield f"line {number}", partial(_of_moves, game, line)


def _of_reading(game: Game, read: Callable[[ReadOptions], Reading]) -> Position:
    reading = read(ReadOptions(game))
    if reading.fault is not None:
        raise RecordError(str(reading.fault))
    return _of_game(game, reading.position)


def _of_record(game: Game, line: str) -> Position:
    """The position that a saved game began with, if it states that, else its last one."""
    _, record = numbered_record(line, 0)
    return _of_game(game, replace(record, moves=record.moves[: record.opening], opening=None).replay())


def _of_moves(game: Game, line: str) -> Position:
    number = _MOVE_NUMBER.match(line)
    if number and int(number[1]) != 1:
        raise RecordError(f"it begins with move {number[1]}: expected the whole opening in one line")
    reading = read_game(line, game)
    if reading.fault is not None:
        raise RecordError(reading.fault.message)
    return reading.position


def _of_game(game: Game, position: Position) -> Position:
    """A position, if it is one of a game; else RecordError."""
    if position.game.spec != game.spec:
        raise RecordError(f"a game of {position.game.spec}: expected one of {game.spec}")
    return position


def require_plies(game: Game, plies: int) -> None:
    """SpecError if openings are to have more moves than any game has of some that are drawn at random."""
    rng = np.random.default_rng(0)
    with interpreted():
        longest = 0
        for _ in range(_WALKS):
            longest = max(longest, len(random_opening(game, plies, rng).moves))
            if longest == plies:
                return
    raise SpecError(
        f"openings of {plies} random moves: expected fewer, as {_WALKS} random games of {game.spec} lasted "
        f"for {longest + 1} at most"
    )


def random_opening(game: Game, plies: int, rng: np.random.Generator) -> Position:
    """The start followed by random legal moves, never past the end of the game."""
    position = game.start_position()
    for _ in range(plies):
        following = position.play_code(int(rng.choice(position.legal_move_codes)))
        if following.is_over:
            break
        position = following
    return position


def balanced_opening(game: Game, plies: int, rng: np.random.Generator, nodes: int) -> Position:
    """The first of some random openings in which a quick search sees no side much ahead.

    nodes: how many positions the search that plays the game best visits to evaluate one. If none is balanced,
    the most even one is returned, with a warning, the same for all openings of `plies` moves.
    """
    search = tuned_search(game, table=4)
    best, least = game.start_position(), 1.0
    for _ in range(TRIES):
        position = random_opening(game, plies, rng)
        lead = abs(expected_result(search.choose(position, Budget(nodes=nodes))) - 0.5)
        if lead < least:
            best, least = position, lead
        if lead <= EVEN:
            return best
    warnings.warn(
        f"among {TRIES} random openings of {game.spec} with {plies} moves a search of {nodes} positions sees "
        "none that is even: where that is so the most even one is played",
        stacklevel=2,
    )
    return best
