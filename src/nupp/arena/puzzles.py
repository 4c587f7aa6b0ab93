"""Puzzles: positions with one best move by a clear margin, found in games of machines and verified.

Two weak characters play; where the strong player finds one move that is far better than the second best, in a
short search, in one of many times its length, and in one ten times as long as that, there is a puzzle. It is
exact if the results of both moves are certain.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from nupp.arena.themes import themes_of
from nupp.kernel import interpreted
from nupp.players import Budget, Decision, Player
from nupp.players import player as player_of
from nupp.players.best import best_spec
from nupp.players.cast import LOWEST
from nupp.players.tuned import tuned_search
from nupp.rules import Game, Position, replay
from nupp.rules import game as game_of

MARGIN: Final = 0.25
"""The least difference in expected result, 0 to 1, between the best move and the second best."""
SHORT: Final = 4_000
DEEP: Final = 100_000
LONG: Final = 1_000_000
"""Positions that the searches may look at which find a puzzle, make its line, and verify it.

Of 735 puzzles that were not verified by the long search it refuted 136.
"""
EARLIEST: Final = 4
"""Moves that are played before the first puzzle of a game: openings are known."""
FEWEST: Final = 3
"""Legal moves that there must be to choose among."""
APART: Final = 4
"""Plies between two puzzles of a game."""
LONGEST: Final = 9
"""Moves of the best line that are kept."""
RATING_NODES: Final = tuple(2**doublings for doublings in range(4, 17))
"""Positions that the searches may look at which rate a puzzle."""
PER_DOUBLING: Final = 120
"""Points of rating for each doubling of the search that a puzzle takes.

With it the puzzles of the shelf go from 600, seen at a glance, to 2160; their median is 960.
"""
GLANCE: Final = LOWEST + 2 * PER_DOUBLING
"""The rating of puzzles below which they are seen at a glance, as that a piece can be taken."""
GLANCES: Final = 4
"""At most one puzzle in this number may be of that kind: without a limit most of them are."""
REMEMBERED: Final = 100_000
"""Positions whose results are kept while puzzles are made: early ones come again and again."""
PLAYERS: Final = "level:n=3", "level:n=5"
"""The players of the games: good enough for sound positions, weak enough for chances."""

Proof = Literal["exact", "deep"]


class PuzzleError(ValueError):
    """A puzzle that cannot be read, or that is none; the message quotes it."""


@dataclass(frozen=True)
class Puzzle:
    """A position and its one best move.

    game: its spec. moves: from the start to the position. line: the best moves of both sides from there; the
    first one is the answer. margin: how much less the second best move may expect, 0 to 1. proof: `exact` if
    the results of both moves are certain, else `deep`. rating: in points of Elo, by the search that it takes.
    themes: what it is about, see `nupp.arena.themes`. asked: the number of the solver's moves on the line
    that are asked for, each the one best move by far; the moves between them are answers of the opponent.
    """

    game: str
    moves: tuple[str, ...]
    line: tuple[str, ...]
    margin: float
    proof: Proof
    rating: int
    themes: tuple[str, ...] = ()
    asked: int = 1

    @property
    def answer(self) -> str:
        return self.line[0]

    @property
    def position(self) -> Position:
        """The position; ValueError if its moves cannot be played."""
        position = game_of(self.game).start_position()
        for reached in replay(position, self.moves):
            position = reached
        return position

    def to_json(self) -> str:
        """One line of a file of puzzles."""
        return json.dumps({"puzzle": 1, **vars(self)}, ensure_ascii=False)


def parse_puzzle(line: str) -> Puzzle:
    """The puzzle of a line of a file; PuzzleError quotes what is none."""
    try:
        found: dict[str, Any] = json.loads(line)
        if found.pop("puzzle") != 1:
            raise ValueError("another version")
        lists = {key: tuple(found.get(key, ())) for key in ("moves", "line", "themes")}
        one = Puzzle(**{**found, **lists})
        if not one.line or one.proof not in ("exact", "deep"):
            raise ValueError("no line, or no proof")
        if not 1 <= one.asked <= (len(one.line) + 1) // 2:
            raise ValueError("more moves asked for than the line has")
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise PuzzleError(f"{line[:80]!r} is no puzzle: {error}") from None
    return one


# ---- finding -------------------------------------------------------------------------------------


def make_puzzles(
    game: Game, seed: int = 0, known: Iterable[str] = (), exact: bool = False
) -> Iterator[Puzzle]:
    """Yield puzzles of games that machines play, one game after another, without end.

    known: texts of positions that are not to be asked about, such as those of puzzles that there are. No
    position is asked about twice, as far as the last `REMEMBERED` are concerned.
    exact: only puzzles with an exact proof.
    """
    seen = set(known)
    known_results: dict[str, Puzzle | None] = {}
    seer, choice = seer_of(game), _Choice(exact)
    for number in range(2**31):
        first, second = (player_of(f"{spec},seed={seed + number}", game) for spec in PLAYERS)
        position, last = game.start_position(), -APART
        while not position.is_over:
            text = str(position)
            if position.ply >= EARLIEST and position.ply - last >= APART and text not in seen:
                if text not in known_results:
                    known_results[text] = puzzle_at(position, seer)
                    if len(known_results) > REMEMBERED:
                        del known_results[next(iter(known_results))]
                found = known_results[text]
                if found is not None and choice.takes(found):
                    seen.add(text)
                    last = position.ply
                    yield found
            mover = (first, second)[(position.to_move + number) % 2]
            position = position.play(mover.choose(position, Budget(nodes=1000, seconds=1.0)).move)


class _Choice:
    """Which puzzles are taken. exact: only those with an exact proof."""

    def __init__(self, exact: bool) -> None:
        self._exact = exact
        self._taken = self._glances = 0

    def takes(self, puzzle: Puzzle) -> bool:
        """True if a puzzle is taken, which then counts."""
        at_a_glance = puzzle.rating < GLANCE
        if (self._exact and puzzle.proof != "exact") or (
            at_a_glance and self._glances * GLANCES > self._taken
        ):
            return False
        self._taken += 1
        self._glances += at_a_glance
        return True


def seer_of(game: Game) -> Player:
    """The player that finds puzzles: `strong`, or alpha-beta where `strong` searches a tree of samples.

    Such a search gives only the best move a value to rely on, and none of the others once that one wins.
    """
    searches = best_spec(game).startswith("alphabeta")
    return player_of("strong", game) if searches else tuned_search(game)


def puzzle_at(position: Position, seer: Player) -> Puzzle | None:
    """The puzzle that a position is; None if it has no move that is best by far."""
    if len(position.legal_move_codes) < FEWEST:
        return None
    glance = _gap(position, seer, SHORT)
    if glance is None or glance[1] < MARGIN:
        return None
    found = _gap(position, seer, DEEP)
    if found is None or found[1] < MARGIN or found[0].move != glance[0].move:
        return None
    decision, margin, certain = found
    line = tuple(decision.pv[:LONGEST]) or (decision.move,)
    puzzle = Puzzle(
        position.game.spec,
        tuple(position.moves),
        line,
        round(margin, 3),
        "exact" if certain else "deep",
        _rating(position, seer, decision.move),
        themes_of(position, line),
    )
    return None if verify(puzzle, seer) else lengthen(puzzle, seer)


def verify(puzzle: Puzzle, seer: Player, nodes: int = LONG) -> str:
    """The reason for which a puzzle is none by a search of at most `nodes` positions; empty if it is one."""
    try:
        with interpreted():
            reached = [_after(puzzle, 2 * n) for n in range(puzzle.asked)]
            moves = [position.parse_move(puzzle.line[2 * n]) for n, position in enumerate(reached)]
    except ValueError as error:
        return str(error)
    faults = (
        _fault(position, position.format_move(move), puzzle, seer, nodes)
        for position, move in zip(reached, moves, strict=True)
    )
    return next(filter(None, faults), "")


def lengthen(puzzle: Puzzle, seer: Player) -> Puzzle:
    """The puzzle with as many of the moves of its line asked for as are each the one best move by far.

    Two searches have to agree on each, as on the answer. Where a move is forced, no more are asked for.
    """
    most = (len(puzzle.line) + 1) // 2
    for n in range(1, most):
        position, move = _after(puzzle, 2 * n), puzzle.line[2 * n]
        if any(_fault(position, move, puzzle, seer, nodes) for nodes in (DEEP, LONG)):
            return replace(puzzle, asked=n)
    return replace(puzzle, asked=most)


def _after(puzzle: Puzzle, ply: int) -> Position:
    """The position after some moves of the line."""
    position = puzzle.position
    for reached in replay(position, puzzle.line[:ply]):
        position = reached
    return position


def _fault(position: Position, move: str, puzzle: Puzzle, seer: Player, nodes: int) -> str:
    """The reason for which a move is not the one best move; empty if it is."""
    found = _gap(position, seer, nodes)
    if found is None:
        return "there is nothing to choose"
    decision, margin, certain = found
    if decision.move != move:
        return f"the best move is {decision.move}: expected {move}"
    if margin < MARGIN:
        return f"the second best move is worse by {margin:.2f} only: expected {MARGIN}"
    if puzzle.proof == "exact" and not certain:
        return "the results are not certain: expected an exact proof"
    return ""


def _gap(position: Position, seer: Player, nodes: int) -> tuple[Decision, float, bool] | None:
    """A decision, by how much its second best move is worse, and whether both results are certain."""
    seer.forget()
    seer.multipv = 2
    decision = seer.choose(position, Budget(nodes=nodes))
    if len(decision.candidates) < 2:
        return None
    best, second = (
        replace(decision, score=one.score, score_kind=one.score_kind) for one in decision.candidates[:2]
    )
    if decision.candidates[0].move != decision.move or best.expectation is None or second.expectation is None:
        return None
    certain = best.score_kind != "eval" and second.score_kind != "eval"
    return decision, best.expectation - second.expectation, certain


def rate(puzzle: Puzzle, seer: Player) -> Puzzle:
    """The puzzle with the rating that searches of growing length give it, which people's answers change."""
    return replace(puzzle, rating=_rating(puzzle.position, seer, puzzle.answer))


def _rating(position: Position, seer: Player, answer: str) -> int:
    """A rating by the longest of some searches that misses the answer, or does not see what it is worth.

    Each doubling of the length is worth `PER_DOUBLING` points.
    """
    rating = LOWEST
    for doublings, nodes in enumerate(RATING_NODES, 1):
        found = _gap(position, seer, nodes)
        if found is None or found[0].move != answer or found[1] < MARGIN / 2:
            rating = LOWEST + doublings * PER_DOUBLING
    return rating


def positions_of(puzzles: Iterable[Puzzle]) -> set[str]:
    """The texts of the positions of puzzles."""
    with interpreted():
        return {str(one.position) for one in puzzles}
