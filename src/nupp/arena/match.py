"""Matches: two players, many games, in pairs from one opening with sides exchanged."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import Any, Final

import numpy as np

from nupp.arena.openings import Book, balanced_opening, random_opening
from nupp.arena.playing import ADJUDICATED, MOVE_LIMIT, Conditions, ending_of
from nupp.arena.ratings import Pentanomial, Standing, pentanomial, standing
from nupp.arena.result_log import REPLAYED
from nupp.formats import TIME_FORFEIT, GameRecord
from nupp.formats.record import start_of
from nupp.players import PLAYERS, Budget, TimeControl, parse_time_control
from nupp.players.budget import USUAL
from nupp.rules import Position, game
from nupp.spec import parse_spec

_ALWAYS: Final = ("game", "first", "second", "games", "seed", "seconds", "nodes", "depth", "openings")
"""The fields that the header of a match's file always has; it has others only where they are not as usual."""

_WHOLE: Final = {
    "games": 1,
    "seed": 0,
    "nodes": 1,
    "depth": 1,
    "openings": 0,
    "balance": 0,
    "max_plies": 1,
    "stream": 0,
}
"""The fields that are whole numbers, with the least that each may be."""
_OPTIONAL: Final = ("nodes", "depth", "max_plies")

_PROCESSOR: Final = "s of processor time"

_ENOUGH: Final = 0.9
"""The share of different games below which there is a warning."""


@dataclass(frozen=True)
class Match:
    """The settings of a match; with budgets in nodes or depth, they determine every game.

    game, first, second: specs. games: how many; an odd last one has no partner. seed: of all random choices.
    seconds, nodes, depth: the budget of each move. openings: how many random moves each pair begins with.
    clock: the time of each side for a whole game, such as `60s+0.5s`, instead of `seconds`; a player who runs
    out of time loses. book: openings from a file instead of random ones. balance: how many positions a search
    visits to evaluate a random opening, of which then only even ones are taken; 0: all are. proven: whether
    games end as soon as both players are certain how. max_plies: after this many, with those of the opening,
    a game is drawn. patience: how many seconds past its time a move is waited for, and ten times as many for
    moves without a limit of time. stream: matches of one seed and different streams have the same openings
    and independent players. processor: `seconds` are processor time of one thread, as
    `nupp.kernel.by_processor_time` counts it. ValueError for what cannot be played so.
    """

    game: str
    first: str
    second: str
    games: int
    seed: int = 0
    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    openings: int = 2
    clock: str | None = None
    book: Book | None = None
    balance: int = 0
    proven: bool = False
    max_plies: int | None = None
    patience: float = 60.0
    stream: int = 0
    processor: bool = False

    def __post_init__(self) -> None:
        if self.clock is not None and self.seconds is not None:
            raise ValueError(f"a clock of {self.clock} and {self.seconds:g} s a move: expected one of them")
        if self.clock is not None:
            parse_time_control(self.clock)
        if self.processor and self.seconds is None:
            raise ValueError("processor time without seconds a move: expected how many")
        for name, least in _WHOLE.items():
            value = getattr(self, name)
            if value is None and name in _OPTIONAL:
                continue
            if not isinstance(value, int) or value < least:
                raise ValueError(f"{name} {value!r}: expected a whole number, {least} or more")
        Budget(self.seconds, self.nodes, self.depth)  # refuses what is none
        if self.book is not None and self.balance:
            raise ValueError(f"the book {self.book.name} and balance {self.balance}: expected one of them")
        if self.balance and not self.openings:
            raise ValueError(f"balance {self.balance} and openings 0: expected random moves to choose from")
        longest = self.openings if self.book is None else self.book.longest
        if self.max_plies is not None and self.max_plies <= longest:
            raise ValueError(f"max_plies {self.max_plies}: expected more than the {longest} of the openings")
        if not 0 < self.patience < np.inf:
            raise ValueError(f"patience {self.patience:g}: expected more than 0 seconds")

    @property
    def budget(self) -> Budget:
        return Budget(self.seconds, self.nodes, self.depth)

    @property
    def control(self) -> TimeControl | None:
        """The time control of each game, None if there is none."""
        return None if self.clock is None else parse_time_control(self.clock)

    @property
    def limits(self) -> str:
        """The limits of a player's moves, in words; the player's own limits may be narrower."""
        limits = [] if self.clock is None else [f"{self.clock} a side"]
        limits += [
            f"at most {limit:g} {one if limit == 1 else more} a move"
            for limit, one, more in (
                (self.seconds, *([_PROCESSOR] * 2 if self.processor else ["s", "s"])),
                (self.nodes, "node", "nodes"),
                (self.depth, "ply", "plies"),
            )
            if limit is not None
        ]
        return ", ".join(limits) or f"{USUAL.seconds:g} s a move where a player has no limits of its own"

    @property
    def is_determined(self) -> bool:
        """True if the same games are played on every machine, since no time limits the moves."""
        return self.clock is None and self.seconds is None and not self.budget.unlimited

    @cached_property
    def conditions(self) -> Conditions:
        """The conditions under which each game is played."""
        return Conditions(self.budget, self.control, self.patience, self.proven, self.max_plies)

    def seats(self, number: int) -> tuple[str, str]:
        """The specs of first and second side in a game: the first player has the first side in even ones."""
        return (self.first, self.second) if number % 2 == 0 else (self.second, self.first)

    def names(self, number: int) -> tuple[str, str]:
        """First and second side of a game as its record names them: their specs in canonical form."""
        first, second = self._names
        return (first, second) if number % 2 == 0 else (second, first)

    @cached_property
    def _names(self) -> tuple[str, str]:
        first, second = (PLAYERS.canonical(parse_spec(spec)) for spec in (self.first, self.second))
        return first, second

    @cached_property
    def _game(self) -> str:
        return game(self.game).spec

    def check(self, number: int, record: GameRecord) -> None:
        """ValueError for a record that cannot be that of game `number`: another game, seed or opening, or
        other players.

        With `balance`, where each opening takes a search, those of the first REPLAYED games are compared.
        """
        found, expected = (record.game, *record.players), (self._game, *self.names(number))
        if found != expected:
            raise ValueError(f"it is a game of {_title(*found)}: expected one of {_title(*expected)}")
        if record.seed != self.seed:
            raise ValueError(f"its seed is {record.seed}: expected {self.seed}")
        if not self.balance or number < REPLAYED:
            self._check_opening(self.opening(number), record)

    @staticmethod
    def _check_opening(opening: Position, record: GameRecord) -> None:
        start, moves = start_of(opening), opening.moves
        if record.start != start:
            raise ValueError(f"it starts from {record.start!r}: expected {start!r}")
        if record.moves[: len(moves)] != moves:
            begun = " ".join(record.moves[: len(moves)])
            raise ValueError(f"it begins with {begun!r}: expected the opening {' '.join(moves)!r}")

    def seeds(self, number: int) -> tuple[int, int, int]:
        """Independent seeds of game `number`: for its opening, the same in both games of a pair, and for
        the first and the second player.
        """
        opening = np.random.SeedSequence((self.seed, 0, number // 2)).generate_state(1, np.uint64)
        players = np.random.SeedSequence((self.seed, 1, number, *self._stream)).generate_state(2, np.uint64)
        low = np.uint64(2**63 - 1)
        return int(opening[0] & low), int(players[0] & low), int(players[1] & low)

    @property
    def _stream(self) -> tuple[int, ...]:
        return (self.stream,) if self.stream else ()

    def opening(self, number: int) -> Position:
        """The position from which a game begins, with the moves that led to it."""
        if self.book is not None:
            return self.book.opening(number // 2, self.seed)
        return _drawn_opening(self.game, self.openings, self.balance, self.seeds(number)[0])

    def setup(self) -> dict[str, Any]:
        """The conditions of the games, without the players, for the results of matches and tournaments."""
        openings = {"openings": self.openings} if self.book is None else {"book": self.book.to_dict()}
        clock = {} if self.clock is None else {"clock": self.clock}
        return {"seed": self.seed, **openings, "limits": self.limits, **clock}

    def header(self) -> dict[str, Any]:
        """The fields that decide the games, for the file of a match: what is as usual is left out."""
        changed: dict[str, Any] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name in _ALWAYS or value != field.default:
                changed[field.name] = value.to_dict() if isinstance(value, Book) else value
        return {"match": changed}


def _title(game: str, first: str, second: str) -> str:
    return f"{game} between {first} and {second}"


@lru_cache(4096)
def _drawn_opening(spec: str, plies: int, balance: int, seed: int) -> Position:
    rng = np.random.default_rng(seed)
    if balance:
        return balanced_opening(game(spec), plies, rng, balance)
    return random_opening(game(spec), plies, rng)


def points_of(number: int, record: GameRecord) -> float:
    """The first player's points in a game of a match: 1, 1/2 or 0. It has the first side in even games."""
    if record.outcome == "draw":
        return 0.5
    return float((record.outcome == "first") == (number % 2 == 0))


def seconds_of(records: Iterable[GameRecord]) -> float:
    """The seconds that the moves of some games took in all, by their records, also those that never came.

    Games that were played at the same time count each, and it does not matter in how many runs they were
    played.
    """
    return sum(record.time_used for record in records)


def warning_of_repeats(results: Iterable[Result]) -> str | None:
    """The warning about the match of which the largest share of games was played before, move for move; None
    if that share is small in each.
    """
    played = [result for result in results if result.records]
    worst = min(played, key=lambda one: one.distinct / len(one.records), default=None)
    if worst is None or worst.distinct >= _ENOUGH * len(worst.records):
        return None
    return (
        f"of {worst.match.first} against {worst.match.second} only {worst.distinct} of {len(worst.records)} "
        "games are different: a repeated game says nothing new, so that error bars are too narrow; more "
        "random moves of an opening (--openings), or more openings in the book, make games differ"
    )


@dataclass(frozen=True)
class Result:
    """The games of a match so far: records by number."""

    match: Match
    records: dict[int, GameRecord]

    @property
    def seconds(self) -> float:
        """The seconds that the moves of all games took, as `seconds_of` counts them."""
        return seconds_of(self.records.values())

    def points(self, number: int) -> float:
        """The first player's points in a game: 1, 1/2 or 0."""
        return points_of(number, self.records[number])

    @property
    def pairs(self) -> Pentanomial:
        """The pentanomial of the pairs of which both games are over."""
        whole = [number for number in self.records if number % 2 == 0 and number + 1 in self.records]
        return pentanomial([(self.points(number), self.points(number + 1)) for number in whole])

    @property
    def tally(self) -> tuple[int, int, int]:
        """Wins, draws and losses of the first player."""
        points = [self.points(number) for number in self.records]
        return points.count(1.0), points.count(0.5), points.count(0.0)

    @property
    def distinct(self) -> int:
        """The number of different games: not the same moves from the same start with the same sides."""
        return len({(number % 2, record.start, record.moves) for number, record in self.records.items()})

    @property
    def lost_on_time(self) -> tuple[int, int]:
        """The number of games that each player, first and second, lost because its time ran out."""
        late = [number for number, one in self.records.items() if one.termination == TIME_FORFEIT]
        points = [self.points(number) for number in late]
        return points.count(0.0), points.count(1.0)

    @property
    def cut_short(self) -> dict[str, int]:
        """The number of games cut short, by what ended them: neither the rules nor a fault of a player."""
        counts = Counter(map(ending_of, self.records.values()))
        return {how: counts[how] for how in (ADJUDICATED, MOVE_LIMIT) if counts[how]}

    @property
    def failures(self) -> dict[int, str]:
        """The games that a player lost because it failed, moved illegally or hung, with the words for it."""
        return {
            number: record.termination
            for number, record in sorted(self.records.items())
            if record.termination and ending_of(record) not in (TIME_FORFEIT, ADJUDICATED, MOVE_LIMIT)
        }

    def standing(self) -> Standing | None:
        """The standing after the whole pairs; None if there are none."""
        return standing(self.pairs) if sum(self.pairs) else None

    def to_dict(self) -> dict[str, Any]:
        """The result as `nupp match --json` prints it."""
        wins, draws, losses = self.tally
        found: dict[str, Any] = {
            "game": self.match.game,
            "first": self.match.first,
            "second": self.match.second,
            "games": len(self.records),
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "distinct": self.distinct,
        }
        found |= {"score": (wins + draws / 2) / len(self.records) if self.records else None}
        known = self.standing()
        found |= known.to_dict() if known else dict.fromkeys(field.name for field in fields(Standing))
        found |= {"seconds": round(self.seconds, 3)} | self.match.setup()
        found |= {"cut_short": self.cut_short, "pentanomial": list(self.pairs)}
        if self.match.clock is not None:
            found |= {"lost_on_time": list(self.lost_on_time)}
        return found

    def _repr_html_(self) -> str:
        """The result as a table, for notebooks."""
        wins, draws, losses = self.tally
        known = self.standing()
        rating = f"{known.elo:+.0f} ({known.elo_low:+.0f} to {known.elo_high:+.0f})" if known else ""
        heads = ("game", "first", "second", "won", "drawn", "lost", "Elo (95 %)")
        cells = (self.match.game, self.match.first, self.match.second, wins, draws, losses, rating)
        row = "".join(f"<td>{html.escape(str(cell))}</td>" for cell in cells)
        return f"<table><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr><tr>{row}</tr></table>"
