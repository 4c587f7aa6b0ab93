"""What plots of studies have in common: estimates with their intervals, in columns and in rows."""

from __future__ import annotations

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from nupp.studies import Estimate
from nupp.studies.plots import draw_rows, draw_side_by_side, look, name_rows

FOUND = {1: Estimate(0.5, 0.4, 0.7), 2: Estimate(0.25, 0.2, 0.3)}


@pytest.fixture
def axes() -> Axes:
    return Figure().add_subplot()


def test_estimates_stand_above_what_they_belong_to(axes: Axes) -> None:
    draw_side_by_side(axes, FOUND, shift=0.1, digits=".1f")
    (bars,) = axes.containers
    line, _, (intervals,) = bars
    assert line.get_xydata().tolist() == [[0.1, 0.5], [1.1, 0.25]]
    assert [segment[:, 1].tolist() for segment in intervals.get_segments()] == [
        pytest.approx([0.4, 0.7]),
        pytest.approx([0.2, 0.3]),
    ]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["1.0", "2.0"]


def test_rows_are_named_from_the_top_down(axes: Axes) -> None:
    draw_rows(axes, [0, 1], list(FOUND.values()))
    name_rows(axes, ["one", "two"], "points")
    (intervals,) = axes.collections
    assert [segment[:, 0].tolist() for segment in intervals.get_segments()] == [[0.4, 0.7], [0.2, 0.3]]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["one", "two"]
    bottom, top = axes.get_ylim()
    assert bottom > 1 > 0 > top


def test_looks_differ() -> None:
    assert len({look(number) for number in range(4)}) == 4
