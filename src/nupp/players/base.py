"""The interface of players, which choose moves, and their decisions."""

from __future__ import annotations

import html
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final

from nupp.players.budget import Budget
from nupp.rules import GAMES, Game, Position
from nupp.rules import game as registered
from nupp.rules.optional import has_candidates
from nupp.search.scores import KNOWN, MATE, WIN, plies_to_end

if TYPE_CHECKING:
    from nupp.players.searchtree import SearchTree

WON_AT_ONCE: Final = MATE - 1
"""The score of a move that wins the game, which is certain whatever a search remembers or leaves out."""


@dataclass(frozen=True)
class Candidate:
    """A move that was considered: its text, its score for the side to move, and visits (0 if not counted).

    score, score_kind: as in a decision for this move. pv: the principal variation that begins with it,
    where the search has one for each move.
    """

    move: str
    score: int | float
    visits: int = 0
    score_kind: str = "eval"
    pv: tuple[str, ...] = ()


@dataclass(frozen=True)
class Decision:
    """The decision of a player: the move, its score and line, and the effort.

    move, code: the move as text and as move code. score: from the side to move's view, as the evaluator
    counts, MATE - n for a win in n plies; of players that play games to their end the mean result, from -1 to
    1. score_kind: `eval`, or `win`, `loss`, `draw`, `proven` (1, 0 or -1) when the value is certain. pv: the
    principal variation, beginning with `move`. depth: plies looked ahead. nodes: positions visited, or
    simulations; with neither the move was chosen without looking. seconds: time taken. candidates: moves
    considered, best first. unit: what an evaluation is divided by where people read it. scale: the evaluation
    with which a side scores about three points out of four; None if that is unknown, or if the score is a
    mean result. compiled: None, or the share of the player's code that was compiled, if a stand-in chose for
    it meanwhile. tree: the record of the search, if it was recorded; see `Player.record`.
    """

    move: str
    code: int
    score: int | float
    score_kind: str
    pv: tuple[str, ...]
    depth: int
    nodes: int
    seconds: float
    candidates: tuple[Candidate, ...] = field(default=())
    unit: float = 1
    scale: float | None = None
    compiled: float | None = None
    tree: SearchTree | None = field(default=None, repr=False, compare=False)

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / max(self.seconds, 1e-9)

    @property
    def has_score(self) -> bool:
        """True if the score means something: it is certain, or at least one position was searched."""
        return self.score_kind != "eval" or self.depth > 0 or self.nodes > 0

    @property
    def expectation(self) -> float | None:
        """The result, 0 to 1, that the side to move may expect; None for an evaluation of unknown scale.

        What is certain, or a won game that is not proven, is 1, 1/2 or 0. On a scale from -1 to 1, where mean
        results are already, an evaluation v is v / (|v| + scale), as in `search/mcts.py`.
        """
        value = float(self.score)
        is_result = self.score_kind != "eval" or value == 0 or abs(value) >= WIN
        if not is_result and self.scale is not None:
            value /= abs(value) + self.scale
        elif not (is_result or isinstance(self.score, float)):
            return None
        return (1 + max(-1.0, min(1.0, value))) / 2

    @property
    def score_text(self) -> str:
        """The score for people; see `score_text`; `no score` if it means nothing."""
        if not self.has_score:
            return "no score"
        return score_text(self.score, self.score_kind, self.unit)

    def _repr_html_(self) -> str:
        """The candidates and the principal variation as a table, for notebooks."""
        moves = [
            (html.escape(one.move), score_text(one.score, one.score_kind, self.unit))
            for one in self.candidates
        ]
        rows = "".join(f"<tr><td>{move}</td><td>{score}</td></tr>" for move, score in moves)
        found = (
            f"{self.move} ({self.score_text}), depth {self.depth}, {self.nodes} nodes: {' '.join(self.pv)}"
        )
        return f"<p>{html.escape(found)}</p><table><tr><th>move</th><th>score</th></tr>{rows}</table>"

    def to_dict(self) -> dict[str, Any]:
        """The decision as JSON has it: plain lists and numbers."""
        return {
            "move": self.move,
            "score": self.score,
            "score_kind": self.score_kind,
            "unit": self.unit,
            "scale": self.scale,
            "pv": list(self.pv),
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "candidates": [{**vars(one), "pv": list(one.pv)} for one in self.candidates],
        }


def score_text(score: int | float, kind: str, unit: float = 1) -> str:
    """A score for people: `+35`, `win in 7`, `draw`, `proven win`; a `likely win in 7` is not proven,
    and a `known win` stands in an endgame table.

    kind: as in a decision. unit: what an evaluation is divided by; it is rounded to four decimals.
    """
    if abs(score) >= WIN:
        result = "win" if score > 0 else "loss"
        return f"{'likely ' * (kind == 'eval')}{result} in {plies_to_end(int(score))}"
    if abs(score) >= KNOWN:
        return "known win" if score > 0 else "known loss"
    if kind == "proven":
        return ("draw", "proven win", "proven loss")[int(score)]
    if kind == "draw":
        return "draw"
    return f"{round(score / unit, 4) + 0.0:+.15g}"  # the sum takes the sign from -0.0


Report = Callable[[Decision], Any]
"""Called with each better-founded decision while a player thinks, in order."""


class ThrottledReport:
    """A report that passes on a decision only if `pause` seconds are over since the last one, or the start.

    A player that asks `is_due` first saves the time, on its own clock, to make decisions that are dropped.
    """

    def __init__(self, report: Report, pause: float) -> None:
        self._report, self._pause, self._reported = report, pause, time.monotonic()

    @property
    def due(self) -> bool:
        """True if a decision would be passed on now."""
        return time.monotonic() - self._reported >= self._pause

    def __call__(self, decision: Decision) -> None:
        if self.due:
            self._report(decision)
            self._reported = time.monotonic()


def is_due(report: Report) -> bool:
    """Return True if a report would pass on a decision now."""
    return not isinstance(report, ThrottledReport) or report.due


class PlayerError(RuntimeError):
    """An error, in one line, of a player that is more than a search, such as another program."""

    @property
    def words(self) -> str:
        """The message without the player's name, for a reader who knows which player it is about."""
        return str(self)


class Player(ABC):
    """Chooses moves in one game. Made from a spec by `player` (see `catalogue.py`)."""

    spec: str = ""
    """The canonical spec of this player; set by the catalogue."""
    first_seed: int | None = None
    """The seed of its spec, None if it has none; set by the catalogue."""
    multipv: int = 1
    """The number of candidates that a decision lists; players that weigh every move may list them all."""
    record: int = 0
    """The most rows of a record of its searches, which decisions hold as `tree`; 0: nothing is recorded.

    A recorded search runs on one thread and begins without memory of earlier ones.
    """
    records: bool = False
    """True if its searches can be recorded; others take no notice of `record`."""
    remembers: bool = False
    """True if thinking about a position helps it to choose moves in those that follow."""
    foreign: bool = False
    """True if it runs another program: nothing of it can be compiled, and nobody from outside may name it."""
    code: ClassVar[str] = ""
    """The name of the player whose compiled code all players of the class run, if they have no other."""
    learns: bool = False
    """True if it learns from one game for the next, so that the order of its games matters."""

    def __init__(self, game: Game) -> None:
        if not self.plays(game):
            known = [name for name in GAMES.names() if self.plays(registered(name))]
            raise ValueError(f"it does not play {game.spec}: expected {', '.join(known)}")
        self.game = game

    @classmethod
    def plays(cls, game: Game) -> bool:
        """Return True if the player can play a game; most players can play every game."""
        return True

    @abstractmethod
    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        """Choose a legal move within a budget.

        Without a budget the player's own limits hold; if it has none, it takes one second. Ctrl-C is
        obeyed at once. ValueError if the game is over or the position is of another game.
        """

    def compile(self, position: Position) -> None:
        """Compile, or load from disk, every kernel that choosing a move of the game may need.

        position: one with legal moves, whose rules are compiled. By default by choosing two moves;
        two, since it may need more for the second one, to go on with what it has learnt. Players of nupp's
        that know better override it.
        """
        for _ in range(2):
            if position.is_over:
                break
            position = position.play_code(self.choose(position, Budget(nodes=1, depth=1)).code)

    def stand_in(self) -> Player:
        """The player that chooses in its place, as plain Python, while its code is being compiled."""
        return self

    def first_tier(self) -> Player | None:
        """A player that chooses like this one, with a search that is compiled once for all games.

        The rules of its game are compiled, or loaded. None if there is no such player.
        """
        return None

    def compile_shared(self) -> bool:
        """Compile, or load, the search of the first tier without any game; False if there is none."""
        return False

    def get_ready(self) -> None:
        """Take the memory that thinking needs, so that no clock runs meanwhile; need not be called."""
        return

    def seed(self, seed: int) -> None:
        """Begin a new stream of random numbers; does nothing in players that draw none."""
        return

    def forget(self) -> None:
        """Be as it was made: begin the random numbers of its spec again, and forget all positions.

        Players that remember override it.
        """
        if self.first_seed is not None:
            self.seed(self.first_seed)

    def game_over(self, position: Position, side: int) -> None:
        """Called at the end of a game that it has played as `side`; for players that learn.

        position: the final one, with the moves that led to it.
        """
        return

    def _require_turn(self, position: Position) -> None:
        if position.game.spec != self.game.spec:
            raise ValueError(f"a player of {self.game.spec} was given a position of {position.game.spec}")
        if position.is_over:
            raise ValueError(f"there is no move to choose: the game is over, {position.result}")


def score_kind(score: int, exhausted: bool, complete: bool = True, sound: bool = True) -> str:
    """The kind of a tree search's score: a won or lost game, an exact draw, or an evaluation.

    exhausted: it saw the end of every line. complete: it was not stopped before it had seen every move of
    the root; a move not seen might be better than a loss. sound: what it found holds in any case; a search
    that leaves moves out, or takes positions from a table whatever the way to them in a game that draws by
    repetition, proves nothing.
    """
    if not sound:
        return "eval"
    if score >= WIN:
        return "win"
    if score <= -WIN and complete:
        return "loss"
    return "draw" if exhausted else "eval"


def usable_reach(game: Game, reach: int) -> int:
    """The reach within which a search of a game looks at candidates; 0 if all its moves are.

    Where the game lists all its moves as candidates, a search of them proves what it finds.
    """
    return reach if has_candidates(game) else 0


def line_texts(position: Position, line: tuple[int, ...]) -> tuple[str, ...]:
    """The texts of a line of move codes played from a position."""
    texts = []
    for move in line:
        if move not in position.legal_move_codes:  # a search may not know of a draw by repetition
            break
        texts.append(position.format_move(move))
        position = position.play_code(move)
    return tuple(texts)
