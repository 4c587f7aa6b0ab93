"""Openings: the moves that the two games of a pair begin with."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from nupp.formats import Reading, RecordError, Terms, open_games, parse_record, recognise
from nupp.games import Game, Position
from nupp.players import Budget
from nupp.players.expectation import expected_result, scale_of
from nupp.players.tuned import tuned_search

TRIES: Final = 100
"""How many random openings are searched for a balanced one."""
EVEN: Final = 0.1
"""An opening is balanced if either side may expect 0.4 to 0.6 points of it."""


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

        The file is one of games in PDN, SGF, GGF, PSQ or the like, or a text of which a line is either moves
        separated by blanks or a game record of one JSON object, whose moves are played from its start; there
        empty lines and those that begin with # are skipped. BookError for a file that cannot be read, has no
        openings, or has one that is no legal game or over already; it tells the line.
        """
        try:
            content = path.read_bytes()
            text = content.decode("utf-8-sig")  # some editors begin a file with a mark
        except OSError as error:
            raise BookError(f"cannot read {str(path)!r}: {error.strerror or error}") from error
        except UnicodeDecodeError as error:
            raise BookError(f"{str(path)!r} is no text: expected one opening a line") from error
        positions = tuple(_openings_of(path, game, text))
        if not positions:
            raise BookError(f"{str(path)!r} holds no opening: expected one a line, such as moves")
        return cls(path.name, hashlib.sha256(content).hexdigest(), positions)

    @property
    def longest(self) -> int:
        """How many moves its longest opening has."""
        return max(len(position.moves) for position in self.positions)

    def opening(self, pair: int, seed: int) -> Position:
        """The opening of a pair: all in an order drawn from the seed before any comes again."""
        round_, place = divmod(pair, len(self.positions))
        order = np.random.default_rng((seed, 2, round_)).permutation(len(self.positions))
        return self.positions[int(order[place])]

    def to_dict(self) -> dict[str, str | int]:
        """What the header of a file of games tells."""
        return {"name": self.name, "sha256": self.digest, "openings": len(self.positions)}


def _openings_of(path: Path, game: Game, text: str) -> Iterator[Position]:
    if recognise(text).name in ("json", "moves", "transcript"):
        numbered = enumerate(map(str.strip, text.splitlines()), start=1)
        openings = (
            (f"line {number}", functools.partial(_opening_of, game, line))
            for number, line in numbered
            if line and not line.startswith("#")
        )
    else:
        openings = (
            (f"game {number}", functools.partial(_opening_read, game, read))
            for number, read in open_games(text)
        )
    for place, opening in openings:
        try:
            position = opening()
        except ValueError as error:
            raise BookError(f"{str(path)!r}, {place}: {error}") from None
        if position.is_over:
            raise BookError(f"{str(path)!r}, {place}: the game is over, {position.result}")
        yield position


def _opening_read(game: Game, read: Callable[[Terms], Reading]) -> Position:
    reading = read(Terms(game))
    if reading.fault is not None:
        raise RecordError(str(reading.fault))
    return _of_game(game, reading.position)


def _opening_of(game: Game, line: str) -> Position:
    if not line.startswith("{"):
        return game.start_position().play_all(line.replace(",", " ").split())
    return _of_game(game, parse_record(line).replay())


def _of_game(game: Game, position: Position) -> Position:
    """A position, if it is one of a game; else RecordError."""
    if position.game.spec != game.spec:
        raise RecordError(f"a game of {position.game.spec}: expected one of {game.spec}")
    return position


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
    """The first of some random openings in which a quick search sees no side much ahead, or the most even.

    nodes: how many positions the search that plays the game best visits to judge one.
    """
    judge = tuned_search(game, table=4)
    best, least = game.start_position(), 1.0
    for _ in range(TRIES):
        position = random_opening(game, plies, rng)
        lead = abs(expected_result(judge.choose(position, Budget(nodes=nodes)), scale_of(judge)) - 0.5)
        if lead < least:
            best, least = position, lead
        if lead <= EVEN:
            break
    return best
