"""The bench: fixed positions searched to fixed depths, to see what a change does to the search.

The node counts depend on nothing but the rules, the evaluators and the search, so a refactoring that
changes none of them leaves the signature as it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from nupp.players.budget import Budget
from nupp.players.catalogue import player
from nupp.players.warmup import prepare
from nupp.rules import GAMES, game
from nupp.spec import SpecError, unknown_name

PLAYER: Final = "alphabeta"


@dataclass(frozen=True)
class Case:
    """A position to be searched: a game, the depth in plies, and the moves that lead there."""

    game: str
    depth: int
    moves: str = ""

    def __str__(self) -> str:
        return f"{self.game} after {len(self.moves.split())} moves, depth {self.depth}"


@dataclass(frozen=True)
class Measure:
    """The effort of searching a position."""

    case: Case
    move: str
    score: int | float
    nodes: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            **vars(self.case),
            "move": self.move,
            "score": self.score,
            "nodes": self.nodes,
            "seconds": self.seconds,
        }


_CASES: Final[dict[str, tuple[int | None, tuple[Case, ...]]]] = {}


def register_cases(name: str, *cases: Case, place: int | None = None) -> None:
    """Enter positions of a game: openings, middle games and endgames that take a second or so in all.

    place: where they stand among those of the games that come with nupp, which make the signature. A game
    without one is searched when it is named: `nupp bench NAME`.
    """
    _CASES[name] = place, cases


def cases_of(names: Sequence[str] = ()) -> tuple[Case, ...]:
    """The positions of some games, by default of those that make the signature.

    SpecError for a game that has none.
    """
    GAMES.fill()
    if not names:
        placed = {place: cases for place, cases in _CASES.values() if place is not None}
        return tuple(case for place in sorted(placed) for case in placed[place])
    for name in names:
        if name not in _CASES:
            raise SpecError(unknown_name("game of the bench", name, sorted(_CASES)))
    return tuple(case for name in names for case in _CASES[name][1])


def measure(case: Case) -> Measure:
    """Search a position with a new player, whose memory of other positions is empty."""
    made = game(case.game)
    chooser = player(PLAYER, made)
    prepare(chooser)
    position = made.start_position().play_all(case.moves.split())
    found = chooser.choose(position, Budget(depth=case.depth))
    return Measure(case, found.move, found.score, found.nodes, found.seconds)


def signature(measures: Sequence[Measure]) -> str:
    """Eight hexadecimal digits that depend on every node count."""
    counts = "\n".join(f"{one.case}: {one.nodes}" for one in measures)
    return hashlib.sha256(counts.encode()).hexdigest()[:8]
