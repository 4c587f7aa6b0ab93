"""The workshop of a tuning: its folder and journal, and the matches that its steps play."""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from nupp.arena import Match, Result, Sprt, play_match
from nupp.arena.openings import require_plies
from nupp.formats import GameRecord
from nupp.rules import Game, RulesError
from nupp.spec import SpecError
from nupp.tuning.journal import Journal
from nupp.tuning.plan import Plan

OPENINGS: Final = 4
"""Random moves that each pair of games begins with, unless games are shorter."""
MOST_PLIES: Final = 600
"""After this many moves a game of a match is a draw."""
LEAST, MOST = 8, 400
"""The games of a match, whatever the time."""


class TuningError(RuntimeError):
    """A tuning that cannot go on; the message says why in a line."""


@dataclass
class Workshop:
    """The common ground of all steps of a tuning.

    game: that is tuned. folder: for its files. say: is called with what is being done, for people to read.
    before: the spec of the search with which `strong` plays the game so far. game_seconds: the time of a game
    in the last match.
    """

    game: Game
    plan: Plan
    folder: Path
    journal: Journal
    say: Callable[[str], object]
    before: str
    game_seconds: float = 10.0

    @cached_property
    def openings(self) -> int:
        """Random moves that each pair of games begins with."""
        for plies in range(OPENINGS, 0, -1):
            with contextlib.suppress(SpecError):
                require_plies(self.game, plies)
                return plies
        return 0

    def games_within(self, seconds: float) -> int:
        """The number of games that are likely to be over after some seconds; it is even."""
        games = int(seconds * self.plan.threads / max(0.01, self.game_seconds))
        return 2 * (min(MOST, max(LEAST, games)) // 2)

    def has_begun(self, name: str, first: str, second: str) -> bool:
        """True if a match of `play` was begun before, whether or not it has ended."""
        return _label(name, first, second) in self.journal.sizes

    def play(self, name: str, first: str, second: str, games: int, test: Sprt | None = None) -> Result:
        """Play a match at equal time, or go on with it; `name` says to what it belongs.

        TuningError if a player fails or the game breaks its own rules.
        """
        label = _label(name, first, second)
        match = Match(
            self.game.spec,
            first,
            second,
            self.journal.size(label, games),
            seed=self.plan.seed,
            seconds=self.plan.move_seconds,
            openings=self.openings,
            max_plies=MOST_PLIES,
            processor=True,
        )
        played: dict[int, GameRecord] = {}

        def report(number: int, record: GameRecord) -> None:
            played[number] = record
            wins, draws, losses = Result(match, played).tally
            self.say(f"{shown(first)} against {shown(second)}: +{wins} ={draws} -{losses}")

        try:
            result = play_match(match, self.plan.threads, self.folder / f"{label}.jsonl", True, test, report)
        except RulesError as error:
            raise TuningError(f"{self.game.spec} breaks its own rules: {error}") from error
        self.game_seconds = result.seconds / max(1, len(result.records))
        if result.failures:
            number, words = next(iter(result.failures.items()))
            raise TuningError(f"game {number} of {first} against {second}: {words}")
        return result


def _label(name: str, first: str, second: str) -> str:
    return f"{name}-{hashlib.sha256(f'{first} {second}'.encode()).hexdigest()[:10]}"


def shown(spec: str) -> str:
    """The spec of a player, without the folders of its files."""
    return re.sub(r"[^=,()]*/", "", spec)


def tally_of(result: Result) -> dict[str, Any]:
    """The figures of a match for the journal and the report."""
    wins, draws, losses = result.tally
    standing = result.standing()
    return {
        "first": result.match.first,
        "second": result.match.second,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        **(standing.to_dict() if standing else {}),
    }
