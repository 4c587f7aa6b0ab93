"""Tic-tac-toe: whether the rule of winning, blocking and counting lines ever loses; every game is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from nupp.players import player
from nupp.rules import Position, game
from nupp.search.scores import WIN
from nupp.studies.plots import legend_below
from nupp.studies.sources import TRIPS_TRAPS_TRULL
from nupp.studies.study import Findings, Lab, Plot, Study, Table
from nupp.studies.verdicts import verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Chooser = Callable[[Position], Sequence[int]]
"""The codes of the moves that a program may play, each equally likely."""

GAME: Final = "tictactoe"
RULES: Final = ("as described", "as listed")
"""The rule in the source's words, and as its program has it."""
SEATS: Final = ("begins", "answers")
OPPONENTS: Final = ("random", "perfect")


class Fate(NamedTuple):
    """The outcomes of a position: games by their ends, and how probable the ends are, for the rule's side."""

    won: int
    drawn: int
    lost: int
    win: float
    draw: float
    loss: float


def conduct(lab: Lab) -> Findings:
    items = [f"{rule}, {seat}, {who}" for rule in RULES for seat in SEATS for who in OPPONENTS]
    fates = {name: Fate._make(values) for name, values in lab.values("fates", items, fate_of).items()}
    lost = lab.values("lost", [f"{rule}, {seat}" for rule in RULES for seat in SEATS], lost_game)
    return Findings(
        tables=[
            Table(
                "All games",
                ("rule", "it", "games", "won", "drawn", "lost", "such as"),
                [
                    (rule, seat, sum(ends), *ends, lost[f"{rule}, {seat}"])
                    for rule in RULES
                    for seat in SEATS
                    for ends in (games(fates, rule, seat),)
                ],
                "Every move of the opponent, and every move that the rule may choose, is played.",
            ),
            Table(
                "How likely it wins, draws and loses",
                ("rule", "it", "against", "win", "draw", "loss"),
                [
                    (*name.split(", "), *(f"{100 * likely:.1f} %" for likely in fate[3:]))
                    for name, fate in fates.items()
                ],
                "Exact. The perfect opponent plays any move that keeps its value, each equally likely.",
            ),
        ],
        found=found(fates),
        stands=verdict([games(fates, rule, SEATS[0])[2] == 0 for rule in RULES]),
        difference=difference(fates),
        plots=[Plot("ends", "Ends against a random and a perfect opponent", lambda axes: draw(axes, fates))],
    )


def games(fates: Mapping[str, Fate], rule: str, seat: str) -> tuple[int, int, int]:
    """The number of all games that a rule wins, draws and loses."""
    return fates[f"{rule}, {seat}, {OPPONENTS[0]}"][:3]


def fate_of(name: str) -> list[float]:
    """The fate of a game in which a rule begins or answers: `as described, begins, random`."""
    rule, seat, who = name.split(", ")
    opponent = value_keeping if who == OPPONENTS[1] else every
    return list(fate(game(GAME).start_position(), CHOOSERS[rule], opponent, SEATS.index(seat)))


def lost_game(name: str) -> str | None:
    """The moves of a game that a rule loses, `as described, begins`; None if it loses none."""
    rule, seat = name.split(", ")
    end = lost_end(game(GAME).start_position(), CHOOSERS[rule], SEATS.index(seat))
    return None if end is None else " ".join(end.moves)


def lost_end(position: Position, rule: Chooser, side: int) -> Position | None:
    """The end of a game from here that a rule loses."""
    if position.is_over:
        return position if position.outcome == (-1 if side == 0 else 1) else None
    codes = (rule if position.to_move == side else every)(position)
    ends = (lost_end(position.play_code(code), rule, side) for code in codes)
    return next((end for end in ends if end is not None), None)


def fate(start: Position, rule: Chooser, opponent: Chooser, side: int) -> Fate:
    """The fate of a position if a rule plays one side."""
    known: dict[Position, Fate] = {}

    def of(position: Position) -> Fate:
        if position.is_over:
            return ended(position.outcome if side == 0 else -position.outcome)
        if position not in known:
            codes = (rule if position.to_move == side else opponent)(position)
            known[position] = joined([of(position.play_code(code)) for code in codes])
        return known[position]

    return of(start)


def ended(outcome: int) -> Fate:
    """One game with this end for the rule."""
    ends = [outcome == end for end in (1, 0, -1)]
    return Fate(*map(int, ends), *map(float, ends))


def joined(fates: Sequence[Fate]) -> Fate:
    """The fate of a position of whose moves each is equally likely."""
    sums = [sum(column) for column in zip(*fates, strict=True)]
    win, draw, loss = (share / len(fates) for share in sums[3:])
    return Fate(int(sums[0]), int(sums[1]), int(sums[2]), win, draw, loss)


@cache
def _program(name: str) -> Any:
    return player(name, GAME)


@cache
def as_described(position: Position) -> list[int]:
    """Win, or else block, or else leave the opponent the fewest lines after its best answer."""
    weighed = {one.move: one.score for one in _program("lines").choose(position).candidates}
    best = max(weighed.values())
    codes = [code for code in position.legal_move_codes if weighed[position.format_move(code)] == best]
    return blocking(position, codes) if best <= -WIN else codes


@cache
def as_listed(position: Position) -> list[int]:
    """Win, or else block, or else have the most lines more than the opponent, before it answers."""
    weighed = {one.move: one.score for one in _program("greedy:eval=lines").choose(position).candidates}
    codes = list(position.legal_move_codes)
    if max(weighed.values()) < WIN:
        codes = blocking(position, codes)
        if winning_answers(position, codes[0]) < most_answers(position):
            return codes
    best = max(weighed[position.format_move(code)] for code in codes)
    return [code for code in codes if weighed[position.format_move(code)] == best]


def blocking(position: Position, codes: Iterable[int]) -> list[int]:
    """Those moves after which the fewest answers win."""
    answers = {code: winning_answers(position, code) for code in codes}
    return [code for code, number in answers.items() if number == min(answers.values())]


def most_answers(position: Position) -> int:
    """The number of answers that win after the move that blocks the fewest."""
    return max(winning_answers(position, code) for code in position.legal_move_codes)


def winning_answers(position: Position, code: int) -> int:
    """The number of answers to a move that win at once."""
    after = position.play_code(code)
    ends = (after.play_code(answer) for answer in after.legal_move_codes)
    return sum(end.is_over and end.outcome == (1 if after.to_move == 0 else -1) for end in ends)


def every(position: Position) -> Sequence[int]:
    """All moves."""
    return position.legal_move_codes


def value_keeping(position: Position) -> list[int]:
    """The moves after which the position is worth as much as before."""
    sign = 1 if position.to_move == 0 else -1
    values = {code: sign * value(position.play_code(code)) for code in position.legal_move_codes}
    return [code for code, worth in values.items() if worth == max(values.values())]


@cache
def value(position: Position) -> int:
    """The value of a position to the first player under best play."""
    if position.is_over:
        return position.outcome
    values = [value(position.play_code(code)) for code in position.legal_move_codes]
    return max(values) if position.to_move == 0 else min(values)


CHOOSERS: Final[Mapping[str, Chooser]] = dict(zip(RULES, (as_described, as_listed), strict=True))


def found(fates: Mapping[str, Fate]) -> str:
    parts = []
    for rule in RULES:
        begun, answered = (games(fates, rule, seat) for seat in SEATS)
        parts.append(
            f"The rule {rule} loses {begun[2]:,} of {sum(begun):,} games if it begins and "
            f"{answered[2]:,} of {sum(answered):,} if it answers"
        )
    shares = [100 * fates[f"{RULES[0]}, {SEATS[1]}, {who}"].loss for who in OPPONENTS]
    return (
        f"{'. '.join(parts)}. As described and answering, it loses {shares[0]:.1f} % of the games against "
        f"random moves and {shares[1]:.1f} % against perfect play."
    )


def difference(fates: Mapping[str, Fate]) -> str:
    losing = [f"{rule} when it {seat}" for rule in RULES for seat in SEATS if games(fates, rule, seat)[2]]
    two_ways = (
        "The source gives its rule in two ways: its words weigh a move by what the best answer leaves, its "
        "program by the lines at once."
    )
    if not losing:
        return f"{two_ways} Neither ever loses."
    return f"{two_ways} It loses {' and '.join(losing)}: it does not see a move that threatens twice coming."


def draw(axes: Axes, fates: Mapping[str, Fate]) -> None:
    left = [0.0] * len(fates)
    for part, (label, colour) in enumerate((("won", "C0"), ("drawn", "0.8"), ("lost", "C3"))):
        shares = [fate[3 + part] for fate in fates.values()]
        axes.barh(list(fates), shares, left=left, color=colour, label=label)
        left = [before + share for before, share in zip(left, shares, strict=True)]
    axes.set(xlim=(0, 1), xlabel="share of the games")
    axes.invert_yaxis()
    legend_below(axes, 3)


STUDY: Final = Study(
    name="tictactoe-lines",
    title="Tic-tac-toe: the rule of lines",
    source=TRIPS_TRAPS_TRULL,
    claim=(
        "A program that wins at once if it can, else blocks, and else leaves the opponent least by the lines "
        "that could still be filled, never loses when it begins."
    ),
    silent=(
        "Which of equally good squares it takes; here each in turn. What becomes of it when it answers. Its "
        "words and its program differ in how far they look; both are tried."
    ),
    conduct=conduct,
)
