"""Positions of games that people or programs have played, for learning.

Games that were given up tell who won, or do not. One way to find out is that of a bachelor's thesis
(Vilnius, about 2021), after M. Fugers: a search judges the last position; if it is not even, a
stronger player takes the worse side and a weaker one the better, and they play on. If the better side wins
all the same, the game is taken as won by it; if the stronger player turns the game round, nobody knows, and
it is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from nupp import formats
from nupp.learn.datafile import FACTS, Chunk, Writer, joined
from nupp.learn.selfplay import CHUNK, Bench, Terms
from nupp.players.alphabeta import DEEPEST
from nupp.players.expectation import known_scale
from nupp.rules import Position, game
from nupp.spec import parse_spec

UNFINISHED: Final = ("told", "drop", "play")
"""What may become of a game that has not come to its end by the rules."""

Read = Callable[[formats.Terms], formats.Reading]
"""Reads a game; see `nupp.formats.open_games`."""

_LONGEST: Final = 1000
"""Moves after which a game that is played out is nobody's."""
_STRONGER: Final = 4
"""How many times the positions the stronger player may visit."""


@dataclass(frozen=True)
class Imports(Terms):
    """How positions of saved games are taken; the terms are those of the search that judges them.

    unfinished: `told` takes the result that a text tells, `drop` leaves such games out, `play` has players
    find out. least: games of fewer moves are left out. ValueError for what is none of these.
    """

    unfinished: str = "told"
    least: int = 10

    def __post_init__(self) -> None:
        if self.unfinished not in UNFINISHED:
            raise ValueError(f"unfinished {self.unfinished!r}: expected one of {', '.join(UNFINISHED)}")
        if self.least < 0:
            raise ValueError(f"least {self.least}: expected 0 or more moves")

    def header(self) -> dict[str, Any]:
        """What a file of the positions tells."""
        return {"source": "import", **super().header()}

    def stronger(self) -> Terms:
        """The terms of a player that is stronger than one of these: more positions, and a ply more."""
        spec, plies = parse_spec(self.player), self.plies
        others = {name: value for name, value in spec.arguments.items() if name != "depth"}
        nodes = None if self.nodes is None else _STRONGER * self.nodes
        depth = None if plies == DEEPEST else plies + 1  # without a limit of plies that of positions counts
        return Terms(self.game, str(replace(spec, arguments=others)), nodes, depth)


class Importer:
    """Takes the positions of one game after another. `counts` tells what became of them.

    ValueError or SpecError for a plan that cannot be, such as to play games out by an evaluator without a
    scale.
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
        self._judge, self._strong = Bench(plan), Bench(plan.stronger())
        if plan.unfinished == "play":
            known_scale(self._judge.evaluator, self.game)

    def take(self, reading: formats.Reading) -> Chunk | None:
        """The positions of a game that are not over; None if it is left out."""
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

    def tell_other(self, reading: formats.Reading) -> str:
        """Which other game one is of, if it is the first of that game; empty if not."""
        spec = reading.position.game.spec
        if spec == self.game.spec or spec in self._others:
            return ""
        self._others.add(spec)
        return f"is one of {spec}: expected {self.game.spec}"

    def _outcome(self, reading: formats.Reading) -> int | None:
        """1 if the first side won, -1 if the second did, 0 for a draw; None if nobody knows."""
        if reading.position.is_over:
            return reading.position.outcome
        if self.plan.unfinished == "play":
            return self.settle(reading.position)
        told = reading.outcome if self.plan.unfinished == "told" else None
        return {"first": 1, "second": -1, "draw": 0, None: None}[told]

    def settle(self, position: Position) -> int | None:
        """How a game ends from a position, as a stronger and a weaker player find out by playing on.

        The stronger one has the side that a search thinks worse off. None if no side is much better, or if
        the better one does not win.
        """
        value, _ = self._judge.think(position.state)
        if abs(value) < known_scale(self._judge.evaluator, self.game) / 2:
            return None
        better = position.to_move if value > 0 else 1 - position.to_move
        for _ in range(_LONGEST):
            if position.is_over:
                break
            player = self._judge if position.to_move == better else self._strong
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
        self._judge.judge(states, facts)
        return Chunk(states, facts)


def record_imports(
    plan: Imports,
    games: Iterable[tuple[str, Read]],
    path: Path,
    report: Callable[[str], object] = lambda words: None,
) -> tuple[int, dict[str, int]]:
    """Write the positions of saved games to a new file; returns how many, and what became of the games.

    games: what each is called and what reads it. report: is told after each game what was wrong with it, an
    empty text if nothing was; what is before a fault is a game without an end, and counted as such, too. The
    first of each other game is told as well. Where there is no position there is no file, either.
    ValueError or SpecError for a plan that cannot be, DataError if the file cannot be written.
    """
    importer, rules = Importer(plan), formats.Terms(game(plan.game))
    pending = list[Chunk]()
    with Writer(path, importer.game, plan.header()) as writer:
        for name, read in games:
            reading, words = _read(name, read, rules)
            importer.counts["with a fault"] += bool(words)
            if reading is not None:
                chunk = importer.take(reading)
                if chunk is not None:
                    pending.append(chunk)
                if other := importer.tell_other(reading):
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


def _read(name: str, read: Read, rules: formats.Terms) -> tuple[formats.Reading | None, str]:
    """A game, None if nothing of it can be read, and what is wrong with it; empty if nothing is."""
    try:
        reading = read(rules)
    except ValueError as error:
        return None, f"{name}: {error}"
    return reading, f"{name}: {reading.fault}" if reading.fault else ""
