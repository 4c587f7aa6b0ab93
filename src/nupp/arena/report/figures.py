"""Figures by Matplotlib that look alike, share no state with the program, and are the same every time."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from nupp.extras import require

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS: Final = {"ink": "#1f252b", "muted": "#5f6973", "line": "#d5dae0", "accent": "#0b6cae"}
"""The colours of plots; in a page they are its variables of these names, and follow its light and dark."""
SECOND: Final = "#c2571a"
"""The colour of what is set beside the accent, such as a source's figures; all eyes can distinguish the two.
"""

_SIZE: Final = (6.4, 4.8)
_STYLE: Final[dict[str, Any]] = {
    "font.size": 9.5,
    "svg.hashsalt": "nupp",
    "text.color": COLOURS["ink"],
    "text.parse_math": False,
    "axes.edgecolor": COLOURS["line"],
    "axes.labelcolor": COLOURS["muted"],
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 10.5,
    "axes.axisbelow": True,
    "axes.prop_cycle": f"cycler('color', ['{COLOURS['accent']}', '{SECOND}', '#4b8b3b', '#8a5fa8'])",
    "grid.color": COLOURS["line"],
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "xtick.color": COLOURS["line"],
    "xtick.labelcolor": COLOURS["muted"],
    "ytick.color": COLOURS["line"],
    "ytick.labelcolor": COLOURS["ink"],
}


def render(
    draw: Callable[[Axes], None], kind: str = "svg", size: tuple[float, float] = _SIZE, **style: Any
) -> bytes:
    """The picture that `draw` makes on the axes that it is given, as the content of a file.

    kind: svg or png. size: width and height in inches; what draws may change the height. style: further
    settings of Matplotlib, with `_` for the points of their names.
    """
    require("report", "a plot", "matplotlib")
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        settings: Any = _STYLE | {name.replace("_", ".", 1): value for name, value in style.items()}
        matplotlib.rcParams.update(settings)
        figure = Figure(layout="constrained", figsize=size)
        draw(figure.add_subplot())
        _write_out_powers(figure)
        found = io.BytesIO()
        # Nothing about when and with what: the same results always give the same file.
        fields = ("Creator", "Date", "Format", "Type") if kind == "svg" else ("Software",)
        figure.savefig(found, format=kind, dpi=200, metadata=dict.fromkeys(fields))
    return found.getvalue()


def _write_out_powers(figure: Figure) -> None:
    """Let logarithmic axes show plain numbers: formulas are not read, as players may be called like one."""
    from matplotlib.ticker import FuncFormatter, NullFormatter

    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            if axis.get_scale() == "log":
                axis.set_major_formatter(FuncFormatter(lambda value, place: f"{value:,.12g}"))
                axis.set_minor_formatter(NullFormatter())
