"""The games, evaluators and positions on which searches are compared with the oracles."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from nupp.evaluators import Evaluator, evaluator
from nupp.players import Budget, Decision
from nupp.players.alphabeta import AlphaBeta, AlphaBetaOptions
from nupp.players.simple import Minimax
from nupp.players.uct import UCT, UCTOptions
from nupp.rules import Game, Position, game
from nupp.search.table import new_table
from search.oracle import python_value, some_positions, values_of_moves
from search.toy_games import LOOPY, MAZE, WORTH, random_maze


@dataclass(frozen=True)
class Subject:
    """A game with an evaluator, positions of it, and the depths to which the oracle can search them."""

    game: Game
    judge: Evaluator[Any]
    positions: tuple[Position, ...]
    depths: range

    def alphabeta(self, **switches: Any) -> AlphaBeta:
        """An alpha-beta player without quiescence and tactics; `entries` is the size of its table."""
        entries = switches.pop("entries", None)
        made = AlphaBeta(
            self.game, AlphaBetaOptions(**{"table": 1, "quiescence": 0, "tactics": False, **switches})
        )
        made.evaluator = self.judge
        if entries is not None:
            made.table = new_table(entries * 24 / 1024 / 1024)
            made.switches = {**made.switches, "table": entries > 0}
        made.spec = "alphabeta"
        return made

    def uct(self, **options: Any) -> UCT:
        """A UCT player of the game, which is not in the registry if it is a toy."""
        made = UCT(self.game, UCTOptions(**{"memory": 4, **options}))
        made.evaluator, made.spec = self.judge, "uct"
        return made

    def minimax(self, **parameters: Any) -> Minimax:
        made = Minimax(self.game, **parameters)
        made.evaluator = self.judge
        return made


def _real(spec: str, judge: str, n: int, plies: range, depths: range) -> Callable[[], Subject]:
    def make() -> Subject:
        rules = game(spec)
        positions = some_positions(rules, n, random.Random(spec), plies)
        return Subject(rules, evaluator(judge, rules), tuple(positions), depths)

    return make


def _mazes(cycles: bool, n: int) -> Callable[[], Subject]:
    def make() -> Subject:
        rules, rng = LOOPY if cycles else MAZE, random.Random(7)
        mazes = tuple(random_maze(rules, rng, cycles) for _ in range(n))
        return Subject(rules, WORTH, mazes, range(1, 7))

    return make


@cache
def truth(name: str, number: int, depth: int) -> int:
    """What the oracle in Python says of a position of a subject, found once for all searches."""
    one = subject(name)
    return python_value(one.positions[number], one.judge, depth)


_SUBJECTS = {
    "mnk 4x3": _real("mnk:width=4,height=3,k=3", "lines", 60, range(6), range(1, 6)),
    "mnk 4x4": _real("mnk:width=4,height=4,k=4", "runs", 60, range(3, 12), range(1, 5)),
    "othello 4x4": _real("othello:size=4", "positional", 60, range(9), range(1, 7)),
    "reversi 4x4": _real("reversi:size=4", "positional", 60, range(9), range(1, 7)),
    "hexxagon": _real("hexxagon:quiet=8", "material", 40, range(40, 150), range(1, 3)),
    "maze": _mazes(False, 150),
    "loopy maze": _mazes(True, 150),
}

REAL = [name for name in _SUBJECTS if name not in ("mnk 4x4", "reversi 4x4", "loopy maze")]
"""Subjects whose draws do not depend on the path, one of each kind."""


@cache
def subject(name: str) -> Subject:
    return _SUBJECTS[name]()


def cases(one: Subject, n: int, seed: int) -> list[tuple[Any, int]]:
    """Random positions of a subject, each with a depth."""
    rng = random.Random(seed)
    return [(rng.choice(one.positions), rng.choice(one.depths)) for _ in range(n)]


def check_line(position: Any, one: Subject, decision: Decision, table: bool) -> None:
    """The line is legal, begins with the move, and without a table ends at what the score says."""
    assert decision.pv[0] == decision.move
    end = position.play_all(decision.pv)
    if not table and decision.score_kind == "eval":
        sign = 1 if end.to_move == position.to_move else -1
        assert sign * python_value(end, one.judge, 0) == decision.score
    if not table and decision.score_kind in ("win", "loss"):
        assert end.is_over
        assert decision.score_text == f"{decision.score_kind} in {len(decision.pv)}"


def check_values(one: Subject, chooser: Any, rng: random.Random) -> None:
    """The player finds the values that plain negamax finds, of some positions and at several depths."""
    for _ in range(8):
        position, depth = rng.choice(one.positions), rng.choice(one.depths)
        values = values_of_moves(position, one.judge, depth)
        decision = chooser.choose(position, Budget(depth=depth))
        assert decision.score == max(values.values())
        assert values[decision.code] == decision.score
