"""The levels of the player `level:n`, each against the one below: their table, from what was measured.

    python benchmarks/ladders.py [--write]
    python benchmarks/ladders.py --keep FILE

Prints the table of `docs/strength/levels.json`; `--write` puts it into `docs/strength.md`. `--keep` first
takes over the rows of a file that was written by

    python benchmarks/strength.py --only levels --games 100 --json FILE
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from measure import put_between
from specialists import FOLDER, PAGE

KEPT: Final = FOLDER / "levels.json"
BEGIN, END = "<!-- levels: made by benchmarks/ladders.py -->", "<!-- end of levels -->"
GAMES: Final = (
    "amazons",
    "breakthrough",
    "connectfour",
    "domineering",
    "dotsandboxes:size=5,passing=false",
    "draughts",
    "draughts:variant=english",
    "draughts:variant=international",
    "fourinarow",
    "hex:size=7",
    "hexxagon",
    "labyrinth",
    "lput",
    "mnk",
    "morris",
    "othello",
)
"""A spec of each game that is not soon over."""
NUMBERS: Final = range(2, 11)
STEPS: Final = {f"level-{game}-{n}": (game, n) for game in GAMES for n in NUMBERS}
"""The game and the number of the level of each row of `strength.py`."""
TITLE: Final = "Each level against the one below"
"""The title of their table in its files."""

Tallies = dict[str, dict[str, list[int]]]
"""For a game's spec and the number of a level: the games won, drawn and lost against the level below."""


def tallies(rows: list[dict[str, Any]]) -> Tallies:
    """The tallies in rows of `strength.py`."""
    found: Tallies = {}
    for row in rows:
        game, level = STEPS[row["name"]]
        found.setdefault(game, {})[str(level)] = [row["wins"], row["draws"], row["losses"]]
    return found


def share(tally: list[int]) -> float:
    """The share of the points."""
    wins, draws, _ = tally
    return (wins + draws / 2) / sum(tally)


def lines(found: Tallies) -> Iterator[str]:
    """The lines of the table, in Markdown: per cent of the points, nothing where no games were played."""
    yield f"| Game | {' | '.join(map(str, NUMBERS))} |"
    yield f"| --- |{' ---: |' * len(NUMBERS)}"
    for game, steps in found.items():
        cells = (f"{share(steps[str(n)]):.0%}"[:-1] if str(n) in steps else "" for n in NUMBERS)
        yield f"| {game} | {' | '.join(cells)} |"


def keep(path: Path) -> None:
    """Take over the rows of a file, in place of those that are there of the same steps."""
    rows = json.loads(path.read_text(encoding="utf-8"))[TITLE]
    found: Tallies = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    for game, steps in tallies(rows).items():
        found[game] = found.get(game, {}) | steps
    KEPT.write_text(json.dumps(dict(sorted(found.items())), indent=1) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="put the table into docs/strength.md")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="take over the rows of a file first")
    options = parser.parse_args()
    if options.keep:
        keep(options.keep)
    table = "\n".join(lines(json.loads(KEPT.read_text(encoding="utf-8"))))
    print(table)
    if options.write:
        put_between(PAGE, BEGIN, END, table)


if __name__ == "__main__":
    main()
