"""The tables of a report, as plain text cells that the terminal and the page both show."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from nupp.arena.match import warning_of_repeats
from nupp.arena.report.summary import PlayerSummary, Score, Summary, summarise

if TYPE_CHECKING:
    from rich.console import RenderableType

    from nupp.arena.match import Result

UNKNOWN: Final = "–"
"""The content of a cell for which there is no figure."""

_LEAST_NAME: Final = 8
"""Characters of a name that stand in one line, however narrow the terminal is."""

_NEARLY_NONE: Final = 1e-9

_RESULTS: Final = {"first": "1–0", "draw": "½–½", "second": "0–1"}


@dataclass(frozen=True)
class Table:
    """A table of a report.

    columns: their headings, with `left` the names of those that are not figures. note: how it is to be read.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: tuple[str, ...] = ("player",)
    note: str = ""


def report_tables(players: Sequence[str], results: Sequence[Result]) -> list[RenderableType]:
    """The report of a run for the terminal, as tables for a Rich console; errors as in `summarise`.

    players: their specs. results: one for each pairing. A match is a run of one pairing.
    """
    from rich.padding import Padding

    return [Padding(_rendered(table), (0, 0, 1, 0)) for table in tables_of(summarise(players, results))]


def _rendered(table: Table) -> RenderableType:
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    shown = RichTable(
        title=Text(table.title, style="bold"),
        title_justify="left",
        caption=Text(table.note, style="dim") if table.note else None,
        caption_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    for name in table.columns:
        left = name in table.left
        least = _LEAST_NAME if left else None
        justify: Literal["left", "right"] = "left" if left else "right"
        shown.add_column(Text(name), justify=justify, overflow="fold", no_wrap=not left, min_width=least)
    for row in table.rows:
        shown.add_row(*map(Text, row))
    return shown


def tables_of(summary: Summary) -> list[Table]:
    """All tables of a report but the list of games; those that would say nothing are left out."""
    tables = [standings(summary), *([] if summary.is_match else [crosstable(summary)])]
    if summary.games:
        tables += [by_side(summary), lengths(summary), time_use(summary), endings(summary)]
    return tables


def standings(summary: Summary) -> Table:
    """Rank, games, points, rating and likelihood of superiority of each player."""
    grouped = len({one.strength.group for one in summary.ranking if one.strength}) > 1
    heads = ("", "player", "games", "+", "=", "−", "points", "share", "Elo", "95 %", "LOS")
    rows = []
    for rank, one in enumerate(summary.ranking, start=1):
        score, known = one.score, one.strength
        figures = (
            (signed(known.elo), interval(known.low, known.high), likelihood(known.los))
            if known
            else (UNKNOWN,) * 3
        )
        group = (str(known.group + 1) if known else UNKNOWN,) if grouped else ()
        counts = (str(score.games), str(score.wins), str(score.draws), str(score.losses))
        rows.append((str(rank), one.name, *counts, points(score), percent(score.share), *figures, *group))
    note = "Elo: the difference from the other player" if summary.is_match else "Elo: with the mean 0"
    note += ", from whole pairs of games, and its interval of 95 %. LOS: the likelihood of superiority over "
    note += "the other." if summary.is_match else "the next."
    if grouped:
        note += " Players of different groups have not met, nor has anyone met both: their Elo says nothing."
    note += f" {repeats(summary)}" if len(summary.games) > 1 else ""
    return Table("Standings", (*heads, *(["group"] if grouped else [])), tuple(rows), note=note)


def repeats(summary: Summary) -> str:
    """The number of different games, and what that means if they are few."""
    sentence = f"{summary.distinct} of {len(summary.games)} games are different."
    warning = warning_of_repeats(summary.results)
    return f"{sentence} Beware: {warning}." if warning else sentence


def crosstable(summary: Summary) -> Table:
    """The points of each player against each other, in the order of the ranking."""
    numbers = tuple(str(rank) for rank in range(1, len(summary.ranking) + 1))
    rows = tuple(
        (
            number,
            one.name,
            *("·" if one is other else _against(summary, one, other) for other in summary.ranking),
        )
        for number, one in zip(numbers, summary.ranking, strict=True)
    )
    return Table("Crosstable", ("", "player", *numbers), rows, note="Points against the player of that rank.")


def _against(summary: Summary, one: PlayerSummary, other: PlayerSummary) -> str:
    score = summary.met(one.player, other.player)
    return f"{points(score)}/{score.games}" if score.games else UNKNOWN


def by_side(summary: Summary) -> Table:
    """The score of each player with each side, and with both."""
    first, second = summary.sides
    heads = ("player", f"as {first}", "share", f"as {second}", "share")
    rows = [(one.name, *_counted(one.sides[0]), *_counted(one.sides[1])) for one in summary.ranking]
    whole = Score.of([one.points for one in summary.games])
    turned = Score(whole.losses, whole.draws, whole.wins)
    return Table("Score by side", heads, (*rows, ("all", *_counted(whole), *_counted(turned))))


def _counted(score: Score) -> tuple[str, str]:
    if not score.games:
        return UNKNOWN, UNKNOWN
    return f"+{score.wins} ={score.draws} −{score.losses}", percent(score.share)


def lengths(summary: Summary) -> Table:
    """The number of moves the games took, by who won."""
    first, second = summary.sides
    kinds = {"all games": None, f"{first} won": "first", f"{second} won": "second", "drawn": "draw"}
    rows = []
    for title, outcome in kinds.items():
        found = summary.lengths(outcome)
        if found:
            mean = f"{sum(found) / len(found):.1f}"
            rows.append((title, str(len(found)), mean, str(min(found)), str(max(found))))
    heads = ("result", "games", "mean", "shortest", "longest")
    note = "In moves of both sides, those of the opening included."
    return Table("Lengths of games", heads, tuple(rows), left=("result",), note=note)


def time_use(summary: Summary) -> Table:
    """The time that each player took for its moves."""
    rows = tuple(
        (
            one.name,
            str(one.moves),
            duration(one.seconds / one.moves) if one.moves else UNKNOWN,
            duration(one.longest) if one.moves else UNKNOWN,
            duration(one.seconds),
        )
        for one in summary.ranking
    )
    heads = ("player", "moves", "mean", "longest", "total")
    return Table("Time for moves", heads, rows, note="Moves of the opening are not counted.")


def endings(summary: Summary) -> Table:
    """The ends of the games, and the losers of those that a player did not play to the end."""
    names = {one.player: one.name for one in summary.ranking}
    rows = tuple(
        (
            kind,
            str(who.total()),
            ", ".join(f"{name} ({who[player]})" for player, name in names.items() if who[player]),
        )
        for kind, who in summary.endings().items()
    )
    return Table("Ends of games", ("end", "games", "lost by"), rows, left=("end", "lost by"))


def games_of(summary: Summary) -> Table:
    """Every game: its number in the file of the run, players, opening, result, length and how it ended."""
    names = {one.player: one.name for one in summary.ranking}
    rows = tuple(
        (
            str(one.number),
            *(names[player] for player in one.seats),
            _RESULTS[one.record.outcome or "draw"],
            str(one.plies),
            " ".join(one.record.moves[: one.record.opening or 0]) or UNKNOWN,
            one.record.termination or one.ending,
        )
        for one in summary.games
    )
    heads = ("game", *summary.sides, "result", "moves", "opening", "end")
    return Table("Games", heads, rows, left=(*summary.sides, "opening", "end"))


# ---- figures as text ---------------------------------------------------------------------------


def points(score: Score) -> str:
    """Points as chess has them: 7, 7½, ½."""
    whole, half = divmod(score.wins * 2 + score.draws, 2)
    return f"{whole or ''}½" if half else str(whole)


def percent(share: float | None) -> str:
    """A share as a percentage; one that is not quite none or all is not rounded to that."""
    if share is None:
        return UNKNOWN
    if 0 < share < 0.0005 or 0.9995 < share < 1:
        return "< 0.1 %" if share < 0.5 else "> 99.9 %"
    return f"{share:.1%}".replace("%", " %")


def likelihood(chance: float | None) -> str:
    """A likelihood of superiority as a percentage; it is never quite none or all, but for rounding."""
    return percent(None if chance is None else min(max(chance, _NEARLY_NONE), 1 - _NEARLY_NONE))


def interval(low: float, high: float) -> str:
    """The ends of an interval in Elo: `+12 to +95`."""
    return f"{signed(low)} to {signed(high)}"


def signed(value: float, decimals: int = 0) -> str:
    """A number with its sign, such as a difference in Elo: `+12`, `−7`, `+∞`."""
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    return f"{round(value, decimals) + 0:+.{decimals}f}".replace("-", "−")


def duration(seconds: float) -> str:
    """A time for people, of three digits: `12.3 ms`, `45.6 s`, `12 min 3 s`, `3 h 20 min`."""
    if seconds < 60:
        value, unit = (seconds, "s") if seconds >= 1 else (1000 * seconds, "ms")
        return f"{float(f'{value:.3g}'):.15g} {unit}"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min"
