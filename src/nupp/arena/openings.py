"""Openings: the moves that the two games of a pair begin with."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from nupp.formats import RecordError, parse_record
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

        A line is either moves separated by blanks or a game record of one JSON object, whose moves are played
        from its start; empty lines and those that begin with # are skipped. BookError for a file that cannot
        be read, has no openings, or has one that is no legal game or over already; it tells the line.
        """
        try:
            content = path.read_bytes()
            lines = content.decode("utf-8-sig").splitlines()  # some editors begin a file with a mark
        except OSError as error:
            raise BookError(f"cannot read {str(path)!r}: {error.strerror or error}") from error
        except UnicodeDecodeError as error:
            raise BookError(f"{str(path)!r} is no text: expected one opening a line") from error
        positions = tuple(_openings_of(path, game, lines))
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


def _openings_of(path: Path, game: Game, lines: list[str]) -> Iterator[Position]:
    for number, line in enumerate(map(str.strip, lines), start=1):
        if line and not line.startswith("#"):
            try:
                position = _opening_of(game, line)
            except ValueError as error:
                raise BookError(f"{str(path)!r}, line {number}: {error}") from None
            if position.is_over:
                raise BookError(f"{str(path)!r}, line {number}: the game is over, {position.result}")
            yield position


def _opening_of(game: Game, line: str) -> Position:
    if not line.startswith("{"):
        return game.start_position().play_all(line.replace(",", " ").split())
    record = parse_record(line)
    position = record.replay()
    if position.game.spec != game.spec:
        raise RecordError(f"a game of {record.game}: expected one of {game.spec}")
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
