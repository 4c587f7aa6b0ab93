"""The common part of several plots of studies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nupp.studies.study import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_estimates(axes: Axes, places: Sequence[float], found: Sequence[Estimate], **style: Any) -> None:
    """Estimates with their intervals, at places along the x axis."""
    below = [one.value - one.low for one in found]
    above = [one.high - one.value for one in found]
    settings: dict[str, Any] = {"fmt": "o-", "markersize": 4, "capsize": 2, "linewidth": 1.2}
    axes.errorbar(places, [one.value for one in found], (below, above), **settings | style)


def draw_side_by_side(
    axes: Axes, found: Mapping[Any, Estimate], shift: float = 0.0, digits: str = "", **style: Any
) -> None:
    """Estimates with their intervals, equally far apart, each above what it belongs to.

    shift: to the right of there, for several of one kind. digits: how what they belong to is formatted.
    """
    draw_estimates(axes, [place + shift for place in range(len(found))], list(found.values()), **style)
    axes.set_xticks(range(len(found)), [format(key, digits) for key in found])


def draw_rows(
    axes: Axes, rows: Sequence[float], found: Sequence[Estimate], color: str = "C0", **style: Any
) -> None:
    """Estimates with their intervals in rows, along the x axis.

    style: of the marks, such as their label or `marker`.
    """
    low, high = ([getattr(one, end) for one in found] for end in ("low", "high"))
    axes.hlines(rows, low, high, color=color, linewidth=2)
    axes.plot([one.value for one in found], rows, **{"marker": "o", "linestyle": "", "color": color} | style)


def name_rows(axes: Axes, names: Sequence[str], what: str) -> None:
    """Names of rows from the top down, the scale of points along the x axis, and a line where all are even.

    what: whose points they are.
    """
    axes.axvline(0.5, color="0.6", linewidth=0.8, linestyle=":")
    axes.set_yticks(range(len(names)), names)
    axes.set(xlim=(-0.03, 1.03), ylim=(len(names) - 0.5, -0.5), xlabel=what)


def draw_even(axes: Axes) -> None:
    """The scale of points along the y axis, and a line where both sides are even."""
    axes.axhline(0.5, color="0.6", linewidth=0.8, linestyle=":")
    axes.set_ylim(-0.03, 1.03)


def legend_below(axes: Axes, columns: int) -> None:
    """The legend beneath the axes, where it hides nothing."""
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=columns)


def look(number: int) -> tuple[str, str]:
    """Marks and colour of one of up to eight lines in a plot: four colours, and then the same dashed."""
    return "osD^vP*X"[number] + ("-" if number < 4 else "--"), f"C{number % 4}"
