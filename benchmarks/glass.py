"""How soon a recorded search opens in the page, and how smoothly it scrolls: `python benchmarks/glass.py`.

A server runs in a process of its own, and Chromium opens *Inside a search*. Each search is recorded twice;
the first time its code may be compiled. Printed are the positions and the rows of the record, the seconds of
the search itself, the seconds from the click to the open tree, and the frames a second while all rows are
open and the tree is scrolled through: the median, and what one frame in twenty falls below. Chromium shows at
most 60.
"""

from __future__ import annotations

import re
import shutil
import statistics
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import sync_playwright
from rooms import Process

NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
SEARCHES: Final = (
    ("Othello, alpha-beta", "othello", {"Depth in plies": "12"}),
    ("Hexxagon, UCT", "hexxagon", {"Algorithm": "uct", "Simulations": "20000"}),
)
"""What the table says, the game, and what is set in the form of the search."""
RECORD: Final = re.compile(r"/api/recordings/[^/]+$")
"""The address of the shape of a record."""
PATIENCE: Final = 120_000
"""Milliseconds that a search may take with its compilation."""
SCROLL: Final = """(tree) => new Promise((resolve) => {
    const times = [];
    const step = (now) => {
        times.push(now);
        tree.scrollTop += 90;
        if (times.length < 180) requestAnimationFrame(step);
        else resolve(times);
    };
    requestAnimationFrame(step);
})"""
"""Scroll a tree by three rows a frame; the times of the frames in milliseconds."""


def opened(page: Any, game: str, form: dict[str, str]) -> tuple[float, dict[str, Any]]:
    """The seconds from a click to the tree of a search, and the shape of its record."""
    page.goto("/#/")
    page.goto(f"/#/glass?game={game}")
    region = page.get_by_role("region", name="Search", exact=True)
    for label, value in form.items():
        if label == "Algorithm":
            region.get_by_role("combobox", name=label).select_option(value)
        else:
            region.get_by_label(label).fill(value)
            region.get_by_label(label).blur()
    with page.expect_response(lambda one: RECORD.search(one.url) and one.ok, timeout=PATIENCE) as answer:
        began = time.perf_counter()
        region.get_by_role("button", name="Search and record").click()
        page.get_by_role("treeitem").first.wait_for(timeout=PATIENCE)
        seconds = time.perf_counter() - began
    return seconds, answer.value.json()


def measured(page: Any, game: str, form: dict[str, str]) -> str:
    """The rest of a line of the table."""
    opened(page, game, form)  # its code may have to be compiled
    seconds, found = opened(page, game, form)
    page.get_by_role("button", name="Open all").click()
    times = page.get_by_role("tree").evaluate(SCROLL)
    frames = sorted(1000 / (later - before) for before, later in pairwise(times) if later > before)
    return (
        f"{found['visited']:10,} {len(found['sizes']):10,} {found['seconds']:8.2f} {seconds:8.2f}"
        f" {statistics.median(frames):8.0f} {frames[len(frames) // 20]:8.0f}"
    )


def main() -> None:
    print(f"{'':24}{'positions':>10} {'rows':>10} {'search':>8} {'open':>8} {'frames':>8} {'slowest':>8}")
    browser = next(filter(None, map(shutil.which, NAMES)))
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        folder = Path(name)
        with Process(f"sqlite:///{folder / 'nupp.db'}", folder / "log") as server:
            chromium = driver.chromium.launch(executable_path=browser, args=["--no-sandbox"])
            page = chromium.new_context(base_url=server.url).new_page()
            for words, game, form in SEARCHES:
                print(f"{words:24}{measured(page, game, form)}", flush=True)
            chromium.close()


if __name__ == "__main__":
    main()
