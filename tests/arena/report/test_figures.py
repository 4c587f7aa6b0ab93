"""Figures by Matplotlib."""

import pytest
from matplotlib.axes import Axes

from nupp.arena.report.figures import render


@pytest.mark.slow
def test_logarithmic_axes_show_plain_numbers() -> None:
    def draw(axes: Axes) -> None:
        axes.plot([1, 10_000_000], [1, 2])
        axes.set(xscale="log")

    text = render(draw, svg_fonttype="none").decode()
    assert ">1,000,000<" in text
    assert "mathdefault" not in text
