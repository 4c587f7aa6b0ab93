"""Studies: their definition, their findings, and the laboratory in which they are conducted."""

from __future__ import annotations

import html
import itertools
import json
import math
import os
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from nupp.arena import Match, MatchError, Result, play_match
from nupp.arena.ratings import expected_score
from nupp.formats import GameRecord, replace_file
from nupp.version import __version__

if TYPE_CHECKING:
    from matplotlib.axes import Axes

T = TypeVar("T")

_NORMAL: Final = NormalDist().inv_cdf(0.975)


class Estimate(NamedTuple):
    """A figure with its 95 % interval. scale, decimals, unit: how it is written; as usual, in per cent."""

    value: float
    low: float
    high: float
    scale: float = 100
    decimals: int = 1
    unit: str = " %"

    def __str__(self) -> str:
        value, low, high = (f"{self.scale * x:.{self.decimals}f}" for x in self[:3])
        return f"{value}{self.unit} ({low} to {high})"

    def holds(self, value: float) -> bool:
        """True if a value lies within the interval."""
        return self.low <= value <= self.high


def share(result: Result, side: int | None = None) -> Estimate:
    """The share of the points that the first player of a match got, draws counting half.

    side: count only its games as the first (0) or second (1) side; else the interval is that of the pairs.
    """
    if side is None and (known := result.standing()) is not None:
        points = [result.points(number) for number in result.records]
        low, high = expected_score(known.elo_low), expected_score(known.elo_high)
        return Estimate(sum(points) / len(points), low, high)
    numbers = [number for number in result.records if side is None or number % 2 == side]
    return proportion(sum(result.points(number) for number in numbers), len(numbers))


def proportion(points: float, games: int) -> Estimate:
    """A share with the score interval (E. B. Wilson, "Probable inference", 1927); 0 to 1 of no games."""
    if games == 0:
        return Estimate(math.nan, 0.0, 1.0)
    mean, spread = points / games, _NORMAL**2 / games
    middle = (mean + spread / 2) / (1 + spread)
    half = _NORMAL / (1 + spread) * math.sqrt(mean * (1 - mean) / games + spread / (4 * games))
    low, high = min(mean, middle - half), max(mean, middle + half)  # of 0 and 1 rounding goes past the mean
    return Estimate(mean, max(0.0, low), min(1.0, high))


def by_opening(
    results: Sequence[Result], figure: Callable[[Result, int], float] = Result.points
) -> list[float]:
    """The mean of a figure over the games from each opening, which those of one number share in all matches.

    figure: that of the game of a number in a match; as usual, the first player's points.
    """
    openings: dict[int, list[float]] = {}
    for result in results:
        for number in result.records:
            openings.setdefault(number // 2, []).append(figure(result, number))
    return [fmean(openings[one]) for one in sorted(openings)]


def clustered(shares: Sequence[float], comparisons: int = 1) -> Estimate:
    """The mean of shares of the points, each of games that hang together, such as those of one opening.

    Only the shares count as independent of each other (K.-Y. Liang and S. Zeger, "Longitudinal data analysis
    using generalized linear models", 1986). As with pairs of games, half a share of 0 and half a one of 1 are
    added for their spread. comparisons: all of this many intervals hold together in 95 % (C. Bonferroni,
    1936).
    """
    middle, number = fmean(shares), len(shares)
    total = number + 1
    center = (sum(shares) + 0.5) / total
    variance = (sum((one - center) ** 2 for one in shares) + (center**2 + (1 - center) ** 2) / 2) / total
    half = NormalDist().inv_cdf(1 - 0.025 / comparisons) * math.sqrt(variance / number)
    return Estimate(middle, max(0.0, middle - half), min(1.0, middle + half))


def cell_text(value: Any) -> str:
    """A value of a table as people read it."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


@dataclass(frozen=True)
class Table:
    """A table of a study: a title, the heads of its columns, rows of values, and a note below it.

    Values are shown as text, `Estimate` with its interval and None as a dash.
    """

    title: str
    heads: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The table for JSON, an estimate as an object of its value and interval."""
        rows = [[_plain(value) for value in row] for row in self.rows]
        return {"title": self.title, "heads": list(self.heads), "rows": rows, "note": self.note}

    def _repr_html_(self) -> str:
        """The table, for notebooks."""
        heads = "".join(f"<th>{html.escape(head)}</th>" for head in self.heads)
        rows = ["".join(f"<td>{html.escape(cell_text(one))}</td>" for one in row) for row in self.rows]
        body = "".join(f"<tr>{row}</tr>" for row in (heads, *rows))
        note = f"<p>{html.escape(self.note)}</p>" if self.note else ""
        return f"<table><caption>{html.escape(self.title)}</caption>{body}</table>{note}"


def _plain(value: Any) -> Any:
    if isinstance(value, Estimate):
        return {name: _plain(getattr(value, name)) for name in ("value", "low", "high")}
    return value if not isinstance(value, float) or math.isfinite(value) else None


@dataclass(frozen=True)
class Plot:
    """A figure of a study: a name for its file, a title in words, and what draws it."""

    name: str
    title: str
    draw: Callable[[Axes], None]


@dataclass(frozen=True)
class Findings:
    """The findings of a study.

    tables, plots: what the source published beside what came out here. found: that in a sentence or two which
    hold the main figures. difference: why it differs from what was published, where it does. stands: what
    becomes of the source's conclusion, one of VERDICTS.
    """

    tables: Sequence[Table]
    found: str
    stands: str
    difference: str = ""
    plots: Sequence[Plot] = ()

    def __post_init__(self) -> None:
        if self.stands not in VERDICTS:
            raise ValueError(f"stands {self.stands!r}: expected one of {', '.join(VERDICTS)}")

    def _repr_html_(self) -> str:
        """The findings, whether the source's conclusion stands, and the tables, for notebooks."""
        texts = (self.found, VERDICTS[self.stands], self.difference)
        words = "".join(f"<p>{html.escape(text)}</p>" for text in texts if text)
        return words + "".join(table._repr_html_() for table in self.tables)


VERDICTS: Final[Mapping[str, str]] = {
    "stands": "The source's conclusion stands.",
    "stands in part": "The source's conclusion stands in part.",
    "fails in part": "The source's conclusion fails in part; the rest is open.",
    "does not stand": "The source's conclusion does not stand.",
    "open": "Whether the source's conclusion stands is open.",
    "nothing claimed": "The source claims nothing that could be tested.",
}
"""The verdicts on a source's conclusion, each with a sentence."""


@dataclass(frozen=True)
class Study:
    """A published experiment, and how it is done again.

    name: as on the command line. title: in a few words. source: author, title, year and the table or page.
    claim: what the source did and found. silent: where the source says nothing, and what was chosen here.
    conduct: does it in a laboratory. parameters: what it was done with, for the quick and the full run.
    """

    name: str
    title: str
    source: str
    claim: str
    silent: str
    conduct: Callable[[Lab], Findings]
    parameters: Callable[[bool], Mapping[str, Any]] = field(default=lambda quick: {})


class Lab:
    """The laboratory of a study: it plays and measures, keeps all results, and resumes where it stopped.

    folder: for the files of one study; None keeps nothing. quick: less of all, under two minutes.
    threads: games at a time. progress: called with a few words on the work in progress, and the share that is
    done, from 0 to 1.
    parameters: of the study; values that were found with others are refused.
    """

    def __init__(
        self,
        folder: Path | None = None,
        quick: bool = False,
        threads: int = 1,
        progress: Callable[[str, float], None] = lambda words, done: None,
        parameters: Mapping[str, Any] | None = None,
    ) -> None:
        self.folder, self.quick, self.threads, self._progress = folder, quick, threads, progress
        self._header = json.loads(json.dumps({"version": __version__, "parameters": dict(parameters or {})}))
        self.results: dict[str, Result] = {}
        if folder:
            folder.mkdir(parents=True, exist_ok=True)

    def matches(self, wanted: Mapping[str, Match]) -> dict[str, Result]:
        """Play matches, by labels that name their files; those of a stopped run are resumed.

        MatchError if a player failed in a game: nothing is found from what was not played.
        """
        all_games = sum(match.games for match in wanted.values())
        before = 0
        for label, match in wanted.items():
            file = self.folder / f"{label}.jsonl" if self.folder else None

            count = itertools.count(before + 1)

            def report(
                number: int, record: GameRecord, label: str = label, count: Iterator[int] = count
            ) -> None:
                self._progress(label, next(count) / all_games)

            self._progress(label, before / all_games)
            result = play_match(match, self.threads, file, file is not None, report=report)
            if failures := result.failures:
                number, words = min(failures.items())
                again = f" (to play it again, delete {str(file)!r})" if file else ""
                raise MatchError(
                    f"match {label!r}, game {number}: {words}; expected players that do not fail{again}"
                )
            self.results[label] = result
            before += match.games
        return {label: self.results[label] for label in wanted}

    def values(self, label: str, items: Iterable[str], find: Callable[[str], T]) -> dict[str, T]:
        """Find a value, of plain JSON, for each item; those of a run that was stopped are not found again.

        `find` is called with an item's name. label: of the file. MatchError for one that is none of these, or
        holds values that were found otherwise than they are now.
        """
        names = list(items)
        file = self.folder / f"{label}.json" if self.folder else None
        known: dict[str, T] = self._kept(file) if file and file.exists() else {}
        for number, name in enumerate(names):
            self._progress(f"{label}: {name}", number / len(names))
            if name not in known:
                known[name] = find(name)
                if file:
                    replace_file(file, json.dumps(self._header | {"values": known}))
        return {name: known[name] for name in names}

    def _kept(self, file: Path) -> dict[str, Any]:
        """The values of a file."""
        try:
            kept = json.loads(file.read_text(encoding="utf-8"))
            values: dict[str, Any] = kept.pop("values")
        except (ValueError, KeyError, TypeError, AttributeError):
            raise MatchError(f"{str(file)!r} holds no values of a study: expected JSON") from None
        if kept != self._header:
            found, expected = json.dumps(kept), json.dumps(self._header)
            raise MatchError(
                f"{str(file)!r} holds values found with {found}: expected {expected}; to find them "
                "anew, delete it or take another folder"
            )
        return values

    @cached_property
    def machine(self) -> str:
        """The machine in a few words."""
        return f"{processor()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def processor() -> str:
    """The kind of processor of this machine, as far as the system reports it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
