"""Positions of saved games, to learn from.

Games without an end may have no result. A bachelor's thesis (Vilnius, about 2021) finds one so, after M.
Fugers: a search evaluates the last position; if it is not even, a stronger player takes the worse side, a
weaker one the better side, and they play on. If the better side wins, it is taken as the winner; otherwise
the game is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from nupp import formats
from nupp.learn.datafile import FACTS, Chunk, Writer, joined
from nupp.learn.selfplay import CHUNK, SearchConfig, SelfPlayWorker
from nupp.players.alphabeta import DEEPEST
from nupp.players.expectation import known_scale
from nupp.rules import Position, game
from nupp.spec import parse_spec

UNFINISHED: Final = ("recorded", "drop", "play")
"""The treatment of games without an end by the rules."""

Read = Callable[[formats.ReadOptions], formats.Reading]
"""Reads a game; see `nupp.formats.open_games`."""

_LONGEST: Final = 1000
"""Moves after which a game that is played out is left out."""
_STRONGER: Final = 4
"""The factor by which the stronger player may visit more positions."""


@dataclass(frozen=True)
class Imports(SearchConfig):
    """The choice of positions from saved games; the search evaluates them.

    unfinished: of games without an end, `recorded` takes the result in the file, `drop` leaves them out,
    `play` plays them out. least: games of fewer moves are left out. ValueError for other values.
    """

    unfinished: str = "recorded"
    least: int = 10

    def __post_init__(self) -> None:
        if self.unfinished not in UNFINISHED:
            raise ValueError(f"unfinished {self.unfinished!r}: expected one of {', '.join(UNFINISHED)}")
        if self.least < 0:
            raise ValueError(f"least {self.least}: expected 0 or more moves")

    def header(self) -> dict[str, Any]:
        """The fields of the file of positions."""
        return {"source": "import", **super().header()}

    def stronger(self) -> SearchConfig:
        """The search of the stronger player: more positions, and a ply more."""
        spec, plies = parse_spec(self.player), self.plies
        others = {name: value for name, value in spec.arguments.items() if name != "depth"}
        nodes = None if self.nodes is None else _STRONGER * self.nodes
        depth = None if plies == DEEPEST else plies + 1  # without a limit of plies
        return SearchConfig(self.game, str(replace(spec, arguments=others)), nodes, depth)


class Importer:
    """Takes the positions of one game after another; `counts` says how many games were taken and left out.

    ValueError or SpecError for a bad plan, such as to play games out by an evaluator without a scale.
    """

    def __init__(self, plan: Imports) -> None:
        self.plan, self.game = plan, game(plan.game)
        self.counts = {
            "games": 0,
            "too short": 0,
            "without a result": 0,
            "of another game": 0,
            "with a fault": 0,
        }
        self._others = set[str]()
        self._worker, self._stronger = SelfPlayWorker(plan), SelfPlayWorker(plan.stronger())
        if plan.unfinished == "play":
            known_scale(self._worker.evaluator, self.game)

    def take(self, reading: formats.Reading) -> Chunk | None:
        """The positions of a game but its end; None if the game is left out."""
        position = reading.position
        if position.game.spec != self.game.spec:
            self.counts["of another game"] += 1
        elif position.ply < self.plan.least:
            self.counts["too short"] += 1
        elif (outcome := self._outcome(reading)) is None:
            self.counts["without a result"] += 1
        else:
            self.counts["games"] += 1
            return self._chunk(position, outcome)
        return None

    def other_game(self, reading: formats.Reading) -> str:
        """The message that a record is of another game, if it is the first of that game; else empty."""
        spec = reading.position.game.spec
        if spec == self.game.spec or spec in self._others:
            return ""
        self._others.add(spec)
        return f"is one of {spec}: expected {self.game.spec}"

    def _outcome(self, reading: formats.Reading) -> int | None:
        """1 if the first side won, -1 if the second did, 0 for a draw; None if it is unknown."""
        if reading.position.is_over:
            return reading.position.outcome
        if self.plan.unfinished == "play":
            return self.play_out(reading.position)
        recorded = reading.outcome if self.plan.unfinished == "recorded" else None
        return {"first": 1, "second": -1, "draw": 0, None: None}[recorded]

    def play_out(self, position: Position) -> int | None:
        """The outcome for the first side if the better side wins from a position; None if it does not.

        A stronger player has the worse side. None, too, if no side is much better.
        """
        value, _ = self._worker.think(position.state)
        if abs(value) < known_scale(self._worker.evaluator, self.game) / 2:
            return None
        better = position.to_move if value > 0 else 1 - position.to_move
        for _ in range(_LONGEST):
            if position.is_over:
                break
            player = self._worker if position.to_move == better else self._stronger
            position = position.play_code(player.think(position.state)[1])
        wanted = 1 if better == 0 else -1
        return wanted if position.is_over and position.outcome == wanted else None

    def _chunk(self, last: Position, outcome: int) -> Chunk:
        path = list[Position]()
        position: Position | None = last
        while position is not None:
            path.append(position)
            position = position.previous
        path = [one for one in reversed(path) if not one.is_over]
        states = np.concatenate([one.state for one in path])
        facts = np.zeros(len(path), FACTS)
        margin = last.margin if last.is_over else 0
        for ply, (one, fact) in enumerate(zip(path, facts, strict=True)):
            sign = 1 if one.to_move == 0 else -1
            fact.game, fact.ply, fact.side = self.counts["games"] - 1, ply, one.to_move
            fact.result, fact.margin = sign * outcome, sign * margin
        self._worker.evaluate(states, facts)
        chunk = Chunk(states, facts)
        self._worker.settle(chunk)
        return chunk


def record_imports(
    plan: Imports,
    games: Iterable[tuple[str, Read]],
    path: Path,
    report: Callable[[str], object] = lambda words: None,
) -> tuple[int, dict[str, int]]:
    """Write the positions of saved games to a new file; returns their number, and the counts of games.

    games: the name and the reader of each. report: is called after each game with what was wrong with it, or
    with an empty text; a game is taken up to its fault, as one without an end. Without positions there is no
    file. ValueError or SpecError for a bad plan, DataError if the file cannot be written.
    """
    importer, rules = Importer(plan), formats.ReadOptions(game(plan.game))
    pending = list[Chunk]()
    with Writer(path, importer.game, plan.header()) as writer:
        for name, read in games:
            reading, words = _read(name, read, rules)
            importer.counts["with a fault"] += bool(words)
            if reading is not None:
                chunk = importer.take(reading)
                if chunk is not None:
                    pending.append(chunk)
                if other := importer.other_game(reading):
                    words = words or f"{name} {other}"
            if len(pending) == CHUNK:
                writer.write(joined(pending, importer.game))
                pending.clear()
            report(words)
        if pending:
            writer.write(joined(pending, importer.game))
        writer.finish()
    if writer.positions == 0:
        path.unlink()
    return writer.positions, importer.counts


def _read(name: str, read: Read, rules: formats.ReadOptions) -> tuple[formats.Reading | None, str]:
    """A game, None if nothing of it can be read, and what is wrong with it; empty if nothing is wrong."""
    try:
        reading = read(rules)
    except ValueError as error:
        return None, f"{name}: {error}"
    return reading, f"{name}: {reading.fault}" if reading.fault else ""
