"""Opponents of ten strengths, for people: the strong player, held back."""

from __future__ import annotations

import copy
from typing import Annotated, Final, Literal, NamedTuple

import numpy as np

from nupp.evaluators import strength_of
from nupp.evaluators.bundles import bundle_of
from nupp.kernel import interpreted
from nupp.players.base import Decision, Player, Report
from nupp.players.budget import Budget
from nupp.players.simple import RandomPlayer, Seed
from nupp.players.strong import Strong
from nupp.rules import Game, Position
from nupp.rules.optional import has_candidates, has_forcing_moves
from nupp.spec import Between


class Handicap(NamedTuple):
    """The handicap of a level.

    slips: the share of moves that it plays at random. nodes: how many positions it may look at for a move;
    None for as many as the budget allows.
    """

    slips: float
    nodes: int | None


HANDICAPS: Final = (
    Handicap(0.80, 100),
    Handicap(0.62, 100),
    Handicap(0.47, 100),
    Handicap(0.34, 150),
    Handicap(0.23, 200),
    Handicap(0.14, 400),
    Handicap(0.07, 800),
    Handicap(0.02, 2_500),
    Handicap(0.00, 10_000),
    Handicap(0.00, None),
)
"""Of the levels 1 to 10. Each is meant to score 55 to 90 % against the one below; see docs/strength.md."""

STEEPER: Final = (
    Handicap(0.80, 100),
    Handicap(0.53, 100),
    Handicap(0.32, 150),
    Handicap(0.22, 250),
    Handicap(0.14, 400),
    Handicap(0.085, 700),
    Handicap(0.03, 2_000),
    Handicap(0.00, 8_500),
    Handicap(0.00, 50_000),
    Handicap(0.00, None),
)
"""The same where every slip and every ply less costs more: the way from the first to the last is longer."""


def handicaps(game: Game) -> tuple[Handicap, ...]:
    """The handicaps of the levels of a game: those of its bundle if it has measured ones."""
    bundle = bundle_of(game)
    if bundle is not None and bundle.levels is not None:
        return tuple(Handicap(*one) for one in bundle.levels)
    return STEEPER if strength_of(game).levels == "steep" else HANDICAPS


Taste = Literal["any", "captures", "quiet", "near"]
"""The moves that a level makes where it does not search: any, or rather these, each equally likely.

captures: captures and threats, see `forcing_codes`; quiet: others; near: the best few by a
glance at the next move.
"""

FEW: Final = 3
"""The number of moves between which the taste `near` chooses."""


NEARBY: Final = 2
"""The reach of the moves made by chance in a game that says which moves are worth searching."""

MOST_GLANCED: Final = 500
"""Positions that a glance at the next move may look at."""


def forcing_codes(position: Position) -> list[int]:
    """The codes of the forcing moves of a position; in a game that has none, of those with facts to show."""
    game, buffer = position.game, np.empty(position.game.max_moves, np.int64)
    with interpreted():
        if has_forcing_moves(game):
            n = int(game.forcing_moves(position.state[0], buffer))
            return list(map(int, buffer[:n]))
        shown = game.view.move_facts
        return [code for code in position.legal_move_codes if shown(position.state[0], code)]


def nearby_codes(position: Position) -> list[int]:
    """The codes of moves that are not far-fetched; none where the game does not say, or few are left."""
    if not has_candidates(position.game):
        return []
    with interpreted():
        codes = position.candidate_codes(NEARBY)
    return list(codes) if len(codes) > FEW else []


class Level(Player):
    """The strong player with few nodes and now and then a random move; 10 is not held back."""

    code = "strong"

    def __init__(
        self,
        game: Game,
        n: Annotated[int, Between(1, len(HANDICAPS)), "from beginner to strong"] = 5,
        taste: Annotated[Taste, "the moves that it rather makes without a search"] = "any",
        seed: Seed = 0,
    ) -> None:
        super().__init__(game)
        self.taste = taste
        self.handicap = handicaps(game)[n - 1]
        self._random = RandomPlayer(game)
        self._strong: Player = Strong(game)
        self.remembers = self._strong.remembers and self.handicap.nodes is None
        self.seed(seed)

    def compile(self, position: Position) -> None:
        self._strong.compile(position)

    def stand_in(self) -> Player:
        return self._with(self._strong.stand_in())

    def first_tier(self) -> Player | None:
        strong = self._strong.first_tier()
        return None if strong is None else self._with(strong)

    def compile_shared(self) -> bool:
        return self._strong.compile_shared()

    def _with(self, strong: Player) -> Level:
        """The same level, held back from another strong player."""
        other = copy.copy(self)
        other._strong = strong
        return other

    def get_ready(self) -> None:
        self._strong.get_ready()

    def seed(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._random.seed(seed)

    def forget(self) -> None:
        super().forget()
        self._strong.forget()

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)
        if self._rng.random() < self.handicap.slips:
            return self._slip(position, budget, report)
        self._strong.multipv = self.multipv
        return self._strong.choose(position, self._held_back(budget or Budget()), report)

    def _slip(self, position: Position, budget: Budget | None, report: Report | None) -> Decision:
        """A random move to the level's taste; any where there is none."""
        codes = self._tasteful(position)
        if not codes:
            return self._random.choose(position, budget, report)
        code = int(self._rng.choice(codes))
        text = position.format_move(code)
        return Decision(text, code, 0, "eval", (text,), 0, 0, 0.0)

    def _tasteful(self, position: Position) -> list[int]:
        """The legal moves that are to the level's taste, or else not far-fetched; nothing where all are."""
        if self.taste == "near":
            self._strong.multipv = FEW
            decision = self._strong.choose(position, Budget(nodes=MOST_GLANCED, depth=1))
            return [position.parse_move(one.move) for one in decision.candidates[:FEW]]
        near = nearby_codes(position)
        if self.taste == "any":
            return near
        forcing = set(forcing_codes(position))
        if self.taste == "captures":
            return [code for code in position.legal_move_codes if code in forcing] or near
        return [code for code in near or position.legal_move_codes if code not in forcing]

    def _held_back(self, budget: Budget) -> Budget:
        """The budget, with no more nodes than the level may use."""
        limits = [nodes for nodes in (budget.nodes, self.handicap.nodes) if nodes is not None]
        return Budget(budget.seconds, min(limits, default=None), budget.depth, budget.soft)
