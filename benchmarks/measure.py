"""What the benchmarks share: timing, the description of the machine, and tables."""

from __future__ import annotations

import json
import os
import platform
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as RichTable

Value = str | int | float | None
Row = dict[str, Value]


def timed(work: Callable[[], Any]) -> float:
    """The seconds that a call takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def seconds_a_call(work: Callable[[], Any], at_least: float = 0.2) -> float:
    """The seconds that a call takes, from as many calls as fill some time."""
    took, calls = timed(work), 1
    while took < at_least:
        took, calls = took + timed(work), calls + 1
    return took / calls


def median_of(work: Callable[[], float], repetitions: int) -> float:
    """The median of what several calls return."""
    return statistics.median(work() for _ in range(repetitions))


def n_lasting(seconds: float, took: Callable[[int], float]) -> int:
    """The n with which work takes about `seconds`; `took` does it with an n and returns the time."""
    took(1)  # compiles
    n = 1
    while (last := took(n)) < seconds / 4:
        n *= 2 if last > seconds / 50 else 8
    return max(1, round(n * seconds / last))


def machine() -> dict[str, Value]:
    """The machine and the versions that figures depend on."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        **{package: version(package) for package in ("nupp", "numba", "llvmlite", "numpy")},
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


# ---- figures as text -----------------------------------------------------------------------------


def short(value: float) -> str:
    """Three figures and a unit: 425 k, 1.75 G."""
    power = next((power for power in range(3) if value < 999.5 * 1000**power), 3)
    return f"{value / 1000**power:.3g}{('', ' k', ' M', ' G')[power]}"


def seconds(value: float) -> str:
    return f"{value:.2f} s"


def megabytes(value: float) -> str:
    return f"{value / 2**20:.0f} MB"


def times(value: float) -> str:
    """A ratio: 3.25x, 119x."""
    return f"{value:.3g}x" if value < 100 else f"{value:.0f}x"


def at_least(value: float) -> str:
    return f">= {value:g}x"


@dataclass
class Table:
    """Rows of figures: `columns` maps a key of the rows to its heading and how its values are written."""

    title: str
    columns: Mapping[str, tuple[str, Callable[[Any], str]]]
    rows: list[Row] = field(default_factory=list)

    def cells(self) -> list[list[str]]:
        """The rows as text; a dash where nothing was measured."""
        return [
            ["-" if row.get(key) is None else write(row[key]) for key, (_, write) in self.columns.items()]
            for row in self.rows
        ]

    def headings(self) -> list[str]:
        return [heading for heading, _ in self.columns.values()]

    def rich(self) -> RichTable:
        table = RichTable(title=self.title, title_justify="left")
        for number, heading in enumerate(self.headings()):
            table.add_column(heading, justify="right" if number else "left")
        for row in self.cells():
            table.add_row(*row)
        return table

    def markdown(self) -> str:
        headings = self.headings()
        rule = ["---", *["---:"] * (len(headings) - 1)]
        lines = [f"| {' | '.join(row)} |" for row in (headings, rule, *self.cells())]
        return "\n".join([f"**{self.title}**", "", *lines, ""])


def put_between(page: Path, begin: str, end: str, text: str) -> None:
    """Replace what stands between two lines of a page; the program ends where they are missing."""
    before, _, rest = page.read_text(encoding="utf-8").partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        raise SystemExit(f"{page} has no lines {begin!r} and {end!r}: expected both")
    page.write_text(f"{before}{begin}\n\n{text}\n\n{end}{after}", encoding="utf-8")


def publish(
    tables: Sequence[Table], extra: Mapping[str, Value], markdown: Path | None, json_file: Path | None
) -> None:
    """Show tables on the terminal, and write them to the files that were asked for."""
    about = {**machine(), **extra}
    console = Console()
    if not console.is_terminal:
        console.width = 120
    console.print(", ".join(f"{key} {value}" for key, value in about.items()), highlight=False)
    for table in tables:
        console.print(table.rich())
    if markdown:
        markdown.write_text("\n".join(table.markdown() for table in tables), encoding="utf-8")
    if json_file:
        figures = {"machine": about, **{table.title: table.rows for table in tables}}
        json_file.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
