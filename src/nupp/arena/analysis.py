"""Analysis of a game: what each of its moves gave away, by the evaluation of a player.

Evaluators count in different units, so everything is stated in *expected results*: 1 is a game won for
certain, 1/2 a draw, 0 a loss, and an evaluation in between is turned into one as tree search does it. What a
move loses is how much less may be expected after it than after the best one. Five, ten and fifteen points in
a hundred are the limits at which lichess.org begins to speak of an inaccuracy, a mistake and a blunder (its
`winningChanceJudgements` of 0.1, 0.2 and 0.3 on a scale from -1 to 1, 2024); those hold here too.
"""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from nupp.formats import GameRecord, printable, record_of
from nupp.kernel import interpreted
from nupp.players import Budget, Decision, Player
from nupp.players import player as player_of
from nupp.players.expectation import expected_result
from nupp.rules import Position
from nupp.spec import SpecError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FAULTS: Final = {"blunder": 0.15, "mistake": 0.10, "inaccuracy": 0.05}
"""The least loss of the expected result by which a move is called so."""

VERDICTS: Final = ("best", "good", *reversed(FAULTS))
"""The verdicts on moves: `best` if the player would play it too or it wins the game, else by its loss."""

OPENING: Final = "opening"
"""The verdict on a move of a match's opening, which no player chose and which is not analysed."""

MARKS: Final = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""The usual annotations of faults."""

_COLOURS: Final = {"inaccuracy": "#e6a700", "mistake": "#d9730d", "blunder": "#c4302b"}
_INFINITELY_SMALL: Final = 1e-9
"""Differences of floating-point numbers that are none."""


@dataclass(frozen=True)
class MoveAnalysis:
    """The analysis of one move of a game.

    number: of the move, from 1. side: whose it is, 0 or 1. move: its text. verdict: one of VERDICTS, or
    OPENING. loss: how much less it is worth than the best move, 0 to 1; 0 for the best and for OPENING.
    before, after: the results that the side may expect with the best move, and after its own. best, line:
    what the player would play, and how it thinks the game would go on, beginning with that move. score: what
    it thought of that, as in a `Decision`, in words; None where there was only one move.
    """

    number: int
    side: int
    move: str
    verdict: str
    loss: float
    before: float
    after: float
    best: str
    line: tuple[str, ...]
    score: str | None


class Summary(NamedTuple):
    """The moves that a side chose: how many, how many of each verdict, and what they lost on average.

    mean_loss: None of no moves.
    """

    moves: int
    verdicts: dict[str, int]
    mean_loss: float | None


@dataclass(frozen=True)
class Analysis:
    """An analysed game.

    game: its spec. sides: the sides' names. players: who played, None if that is not known. outcome,
    termination: as in the record of the game. player, budget: the player that analysed, and the time that it
    was given for each position. moves: their analyses. depths: how many plies the player looked ahead in the
    position before each of them, None where it was not asked. values: the result that the first side may
    expect in each position, 0 to 1, one more than there are moves; of a finished game the last one is the
    result.
    """

    game: str
    sides: tuple[str, str]
    players: tuple[str, str] | None
    outcome: str | None
    termination: str | None
    player: str
    budget: Budget
    moves: tuple[MoveAnalysis, ...]
    depths: tuple[int | None, ...]
    values: tuple[float, ...]

    def summary(self, side: int) -> Summary:
        """The moves that a side, 0 or 1, chose."""
        own = [one for one in self.moves if one.side == side and one.verdict != OPENING]
        counts = {verdict: sum(one.verdict == verdict for one in own) for verdict in VERDICTS}
        mean = sum(one.loss for one in own) / len(own) if own else None
        return Summary(len(own), counts, mean)

    def who(self, side: int) -> str:
        """A side by its name, and its player if that is known, on one line."""
        return f"{self.sides[side]} ({printable(self.players[side])})" if self.players else self.sides[side]

    @property
    def result(self) -> str:
        """The end of the game, in words."""
        if self.outcome is None:
            return "not finished"
        words = {"first": f"{self.sides[0]} wins", "second": f"{self.sides[1]} wins", "draw": "drawn"}
        return words[self.outcome] + (f", {printable(self.termination)}" if self.termination else "")

    def to_dict(self) -> dict[str, Any]:
        """The analysis as `nupp analyse --json` prints it."""
        return {
            "game": self.game,
            "players": list(self.players) if self.players else None,
            "outcome": self.outcome,
            "termination": self.termination,
            "player": self.player,
            "seconds": self.budget.seconds,
            "nodes": self.budget.nodes,
            "depth": self.budget.depth,
            "moves": [vars(one) | {"line": list(one.line)} for one in self.moves],
            "depths": list(self.depths),
            "values": list(self.values),
            "sides": [
                {"side": side, "name": self.sides[side], **self.summary(side)._asdict()} for side in (0, 1)
            ],
        }

    def svg(self) -> str:
        """The graph of the values as an SVG document; the same for the same analysis."""
        return _graph(self)

    def _repr_html_(self) -> str:
        """The graph, and each move that is not the best in a table, for notebooks."""
        heads = ("", "side", "move", "verdict", "loss", "after", "best")
        rows = [
            (one.number, self.sides[one.side], one.move, one.verdict, *_figures(one), " ".join(one.line))
            for one in self.moves
            if one.verdict not in ("best", OPENING)
        ]
        cells = ("".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) for row in rows)
        table = "".join(f"<tr>{row}</tr>" for row in cells)
        figure = self.svg()
        return (
            f"{figure[figure.index('<svg') :]}<p>{html.escape(self.result)}</p>"
            f"<table><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr>{table}</table>"
        )


def _figures(one: MoveAnalysis) -> tuple[str, str]:
    return loss_text(one.loss), f"{one.after:.2f}"


def loss_text(loss: float) -> str:
    """A loss with two digits, rounded down, so that it says of which verdict it is."""
    return f"{math.floor(100 * (loss + _INFINITELY_SMALL)) / 100:.2f}"


Report = Callable[[int, int], object]
"""Called with the number of moves analysed so far, and the number of all moves."""


def analyse(
    game: GameRecord | Position,
    player: str | Player = "strong",
    budget: Budget | None = None,
    report: Report | None = None,
) -> Analysis:
    """Return the analysis of every move of a game: of a record, or of the moves that led to a position.

    player: the player that analyses, or its spec. budget: for each position; without one the player's own
    limits hold. Each position of the game is searched once, from the last one back, so that what is found
    late in the game helps to analyse what led there. Searches from two successive positions end after moves
    of different sides, which many evaluators value differently; so where another move was played than the
    best one, the position after the best one is searched as well, and the two are compared. A game that did
    not end by the rules is analysed up to its last position, whatever its outcome. The opening in a record is
    not analysed. `report` is called after each move. SpecError or ValueError for a player that cannot analyse
    this game, gives no values, or has a budget too small to look at the moves of a position, and for a game
    without moves; RecordError for an illegal one.
    """
    with interpreted():
        last = game if isinstance(game, Position) else game.replay()
        record = game if isinstance(game, GameRecord) else record_of(last, ("", ""))
    chosen = player_of(player, last.game) if isinstance(player, str) else player
    analysed = _analyse_moves(last, chosen, budget, record.opening or 0, report)
    return Analysis(
        game=last.game.spec,
        sides=last.game.sides,
        players=record.players if isinstance(game, GameRecord) else None,
        outcome=record.outcome,
        termination=record.termination,
        player=chosen.spec,
        budget=budget or Budget(),
        moves=tuple(one.analysis for one in analysed),
        depths=tuple(one.depth for one in analysed),
        values=(analysed[0].values[0], *(one.values[1] for one in analysed)),
    )


class AnalysedMove(NamedTuple):
    """An analysed move, the position before it, and what was found out there.

    values: the first side's expected result before and after the move, 0 to 1. depth: how many plies were
    looked ahead; None if nobody was asked.
    """

    analysis: MoveAnalysis
    position: Position
    values: tuple[float, float]
    depth: int | None


AnalysisSteps = Generator[Position | AnalysedMove, Decision | None, None]
"""Yields each position that has to be searched, and is sent the decision; in between, analysed moves."""


def analysis_steps(last: Position, opening: int = 0) -> AnalysisSteps:
    """Analyse the moves that led to a position, from the last one back, with searches done by the caller.

    This is the core of `analyse`, for callers that search elsewhere. After a position the player's decision
    in it is sent, after an analysed move nothing. opening: how many moves nobody chose. ValueError for a game
    without moves; SpecError for a decision whose score cannot be turned into a result.
    """
    positions = list(_path(last))
    if len(positions) < 2:
        raise ValueError(f"a game of {last.game.spec} without moves: expected one to analyse")
    return _Analyst(opening).steps(positions)


def _analyse_moves(
    last: Position, player: Player, budget: Budget | None, opening: int, report: Report | None
) -> list[AnalysedMove]:
    """The analysed moves of a game, in their order."""
    course, found = analysis_steps(last, opening), list[AnalysedMove]()
    decision: Decision | None = None
    while True:
        try:
            step = course.send(decision)
        except StopIteration:
            return found[::-1]
        decision = None
        if isinstance(step, AnalysedMove):
            found.append(step)
            if report:
                report(len(found), last.ply)
        else:
            decision = player.choose(step, budget)
            _require_judged(player, step, decision)


def _require_judged(player: Player, position: Position, decision: Decision) -> None:
    """SpecError for a decision whose score says nothing about the position."""
    if not decision.has_score:
        raise SpecError(
            f"player {player.spec} gives no value of a position: expected one that looks ahead, "
            "such as strong, alphabeta, uct or exact"
        )
    moves = len(position.legal_move_codes)
    if decision.score_kind == "eval" and decision.depth == 0 and decision.nodes <= moves:
        raise SpecError(
            f"player {player.spec} chose among {moves} moves without a search, within {decision.nodes} "
            "positions: expected a larger budget"
        )
    if decision.expectation is None:
        raise SpecError(
            f"player {player.spec} has no scale, so its values cannot be turned into results: expected an "
            "evaluator that has one, the value with which a side scores three points out of four"
        )


def _path(last: Position) -> Iterator[Position]:
    """The positions of a game, from its first to this one."""
    path = [last]
    while path[-1].previous is not None:
        path.append(path[-1].previous)
    return reversed(path)


class _Insight(NamedTuple):
    """The value of a position, and how it may go on.

    value: the result that the first side may expect. certain: whether that is proven. line: how the game may
    go on, as move texts. code: the move that begins it. score, depth: what the player says, and how far it
    looked ahead, if it was asked.
    """

    value: float
    certain: bool
    line: tuple[str, ...] = ()
    code: int | None = None
    score: str | None = None
    depth: int | None = None


class _Analyst:
    """Asks about the positions of a game, and makes analyses of its moves from the answers."""

    def __init__(self, opening: int) -> None:
        self._opening = opening

    def steps(self, positions: list[Position]) -> AnalysisSteps:
        """Analyse the moves between these positions, from the last one back."""
        after = yield from self._look(positions[-1])
        for number in range(len(positions) - 1, 0, -1):
            position, following = positions[number - 1 : number + 1]
            before = yield from self._look(position, following, after)
            analysis = yield from self._weigh(number, position, following, before, after)
            yield AnalysedMove(analysis, position, (before.value, after.value), before.depth)
            after = before

    def _look(
        self, position: Position, following: Position | None = None, after: _Insight | None = None
    ) -> Generator[Position | AnalysedMove, Decision | None, _Insight]:
        """The insight into a position; of one with a single move, the insight into the position after it."""
        if position.is_over:
            return _Insight((1 + position.outcome) / 2, True)
        if following is not None and after is not None and len(position.legal_move_codes) == 1:
            line = (following.last_move or "", *after.line)
            return _Insight(after.value, after.certain, line, following.last_move_code)
        decision = yield position
        assert decision is not None
        value = _seen_by(position.to_move, expected_result(decision))
        certain = decision.score_kind != "eval"
        return _Insight(value, certain, decision.pv, decision.code, decision.score_text, decision.depth)

    def _weigh(
        self, number: int, position: Position, following: Position, before: _Insight, after: _Insight
    ) -> Generator[Position | AnalysedMove, Decision | None, MoveAnalysis]:
        """Analyse the move that led from a position to the following one."""
        side = position.to_move
        worth, own = _seen_by(side, before.value), _seen_by(side, after.value)
        is_best = following.last_move_code == before.code or (following.is_over and own == 1)
        is_chosen = number > self._opening
        if is_chosen and not (is_best or before.certain):
            assert before.code is not None
            with interpreted():
                alternative = position.play_code(before.code)
            insight = yield from self._look(alternative)
            worth = _seen_by(side, insight.value)
        loss = max(0.0, worth - own) if is_chosen and not is_best else 0.0
        return MoveAnalysis(
            number=number,
            side=side,
            move=following.last_move or "",
            verdict=OPENING if not is_chosen else "best" if is_best else verdict_of(loss),
            loss=loss,
            before=worth,
            after=own,
            best=before.line[0],
            line=before.line,
            score=before.score,
        )


def verdict_of(loss: float) -> str:
    """The verdict on a move that is not the best, by its loss of the expected result."""
    return next((name for name, least in FAULTS.items() if loss >= least - _INFINITELY_SMALL), "good")


def _seen_by(side: int, value: float) -> float:
    """A result turned from the first side's view to that of a side, or back."""
    return value if side == 0 else 1 - value


# ---- the graph -----------------------------------------------------------------------------------


def _graph(analysis: Analysis) -> str:
    """Draw the expected result over the moves, with the faults marked."""
    from nupp.arena.report.figures import render

    return render(lambda axes: _draw(axes, analysis), size=(9, 3.2), svg_fonttype="none").decode()


def _draw(axes: Axes, analysis: Analysis) -> None:
    from matplotlib.ticker import MaxNLocator

    plies = range(len(analysis.values))
    axes.fill_between(plies, analysis.values, color="#8a939e", alpha=0.25, linewidth=0)
    axes.plot(plies, analysis.values, color="#4a5460", linewidth=1.5)
    axes.axhline(0.5, color="#8a939e", linewidth=0.8)
    for verdict, colour in _COLOURS.items():
        faults = [one.number for one in analysis.moves if one.verdict == verdict]
        if not faults:
            continue
        heights = [analysis.values[number] for number in faults]
        label = f"{verdict} {MARKS[verdict]}"
        axes.scatter(
            faults, heights, s=36, color=colour, edgecolors="white", label=label, zorder=3, gid=verdict
        )
    axes.set(
        xlim=(0, len(analysis.moves)),
        ylim=(-0.02, 1.02),
        xlabel="move",
        ylabel=f"expected result of {analysis.sides[0]}",
    )
    axes.set_title(f"{analysis.game}: {analysis.who(0)} against {analysis.who(1)}")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if axes.get_legend_handles_labels()[1]:
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1))
