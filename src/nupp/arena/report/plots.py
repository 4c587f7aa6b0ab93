"""Plots of a run: ratings with error bars, the course of a match, lengths of games."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from nupp.arena.ratings import expected_score, standing, with_pair
from nupp.arena.report.figures import COLOURS, render
from nupp.arena.report.summary import Strength, Summary, summarise
from nupp.formats import replace_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

    from nupp.arena.match import Result

ENDINGS: Final = (".svg", ".png")
"""The files that `write_plot` writes."""

_WIDTH: Final = 5.6  # inches
_LONGEST_NAME: Final = 28

Draw = Callable[["Axes", Summary], None]
"""Draws a summary."""


def write_plot(path: Path, players: Sequence[str], results: Sequence[Result]) -> None:
    """Plot a run: the ratings of a tournament with error bars, or the score of a match as it went on.

    path: a file that ends in .svg or .png. ValueError for another one, and as in `summarise`; The file is
    written whole or not at all: OSError.
    """
    kind = path.suffix.lower()
    if kind not in ENDINGS:
        raise ValueError(f"{path.name!r} is no plot: expected a name that ends in {' or '.join(ENDINGS)}")
    summary = summarise(players, results, follow=lambda record: ())
    draw = course if summary.is_match else ratings
    replace_file(path, render(lambda axes: draw(axes, summary), kind[1:]))


def inline(draw: Draw, summary: Summary) -> str:
    """A plot as an SVG element of a page, in the colours and the font of that page."""
    text = render(
        lambda axes: draw(axes, summary),
        svg_fonttype="none",
        figure_facecolor="none",
        axes_facecolor="none",
        svg_hashsalt=draw.__name__,  # so that identifiers differ from those of the page's other plots
    ).decode()
    for name, colour in COLOURS.items():
        text = text.replace(colour, f"var(--{name})")
    text = re.sub(r'\s+xmlns(:\w+)?="[^"]*"', "", text[text.index("<svg") :]).replace("xlink:href", "href")
    meant = set(re.findall(r"#([\w-]+)", text))
    return re.sub(r' id="([^"]+)"', lambda found: found[0] if found[1] in meant else "", text)


def ratings(axes: Axes, summary: Summary) -> None:
    """The rating of each player with its 95 % interval, the best at the top."""
    known = [(one.name, one.strength) for one in summary.ranking if one.strength]
    if not known:
        _say_nothing(axes)
        return
    low, high = _range([one for _, one in known])
    _set_height(axes, 1.1 + 0.34 * len(known))
    axes.set_title(f"{summary.game}: ratings of {len(known)} players")
    for row, (_, one) in enumerate(known):
        start, end = max(low, one.low), min(high, one.high)
        axes.plot((start, end), (row, row), color=COLOURS["accent"], linewidth=2, solid_capstyle="butt")
        for at, bound, marker in ((start, one.low, "<"), (end, one.high, ">")):
            shape = marker if math.isinf(bound) else "|"
            axes.plot(at, row, shape, color=COLOURS["accent"], markersize=6, clip_on=False)
        axes.plot(one.elo, row, "o", color=COLOURS["accent"], markersize=6)
    axes.axvline(0, color=COLOURS["line"], linewidth=0.8, zorder=0)
    axes.grid(axis="x")
    axes.set(xlim=(low, high), ylim=(len(known) - 0.4, -0.6), xlabel="Elo, with the interval of 95 %")
    axes.set_yticks(range(len(known)), [_short(name) for name, _ in known])
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def _range(strengths: Sequence[Strength]) -> tuple[float, float]:
    """The ends of an axis that holds all ratings and the finite ends of their intervals."""
    values = [0.0] + [
        value for one in strengths for value in (one.elo, one.low, one.high) if math.isfinite(value)
    ]
    margin = max(10.0, 0.06 * (max(values) - min(values)))
    return min(values) - margin, max(values) + margin


def course(axes: Axes, summary: Summary) -> None:
    """The score of the better player of a match after each pair of games, with its 95 % interval."""
    games, score, low, high = [], [], [], []
    pairs = (0, 0, 0, 0, 0)
    for number, won in enumerate(_pairs(summary, summary.ranking[0].player), start=1):
        pairs = with_pair(pairs, won)
        known = standing(pairs)
        games.append(2 * number)
        score.append(100 * sum(count * points for points, count in enumerate(pairs)) / (4 * number))
        low.append(100 * expected_score(known.elo_low))
        high.append(100 * expected_score(known.elo_high))
    if not games:
        _say_nothing(axes)
        return
    _set_height(axes, 2.9)
    axes.axhline(50, color=COLOURS["muted"], linewidth=0.8)
    axes.fill_between(games, low, high, color=COLOURS["accent"], alpha=0.16, linewidth=0)
    axes.plot(games, score, color=COLOURS["accent"], marker="o" if len(games) < 2 else "", clip_on=False)
    names = [_short(one.name) for one in summary.ranking]
    axes.set_title(f"{summary.game}: {names[0]} against {names[1]}")
    axes.set(ylim=(0, 100), xlim=(2, max([4, *games])), xlabel="games", ylabel="score in %, with 95 %")
    _count(axes.xaxis)
    axes.grid(axis="y")


def _pairs(summary: Summary, player: int) -> list[float]:
    """The points of a player in each pair of which both games are over, in order."""
    points = {one.number: one.points_of(player) for one in summary.games}
    whole = [number for number in sorted(points) if number % 2 == 0 and number + 1 in points]
    return [points[number] + points[number + 1] for number in whole]


def game_lengths(axes: Axes, summary: Summary) -> None:
    """Plot a histogram of the lengths of games."""
    found = summary.lengths()
    shortest, longest = min(found), max(found)
    width = max(1, math.ceil((longest - shortest + 1) / 24))
    edges = [at - 0.5 for at in range(shortest, longest + width + 1, width)]
    _set_height(axes, 2.5)
    axes.set_title(f"{summary.game}: lengths of games")
    axes.hist(found, bins=edges, color=COLOURS["accent"], rwidth=0.9)
    axes.set(xlabel="moves", ylabel="games")
    _count(axes.xaxis)
    _count(axes.yaxis)
    axes.grid(axis="y")


def _say_nothing(axes: Axes) -> None:
    """Show on the axes that no pair of games is over, so the strength of players is not known yet."""
    _set_height(axes, 1.0)
    axes.text(0.5, 0.5, "No pair of games is over yet.", ha="center", va="center", color=COLOURS["muted"])
    axes.set_axis_off()


def _set_height(axes: Axes, inches: float) -> None:
    """Make the figure so high, and as wide as all plots of a report."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    figure.set_size_inches(_WIDTH, inches)


def _count(axis: Axis) -> None:
    """Label an axis with whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator("auto", integer=True, min_n_ticks=1))


def _short(name: str) -> str:
    """A name that fits beside a plot."""
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
