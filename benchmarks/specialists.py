"""`strong` against programs that play one game alone: the table of their matches, from the games' files.

    python benchmarks/specialists.py [--write]
    python benchmarks/specialists.py --keep FILE NAME

Prints the table of all files in `docs/strength`; `--write` puts it into `docs/strength.md`. `--keep` adds
the file of a match that was played by

    nupp match GAME strong "external:cmd=PROGRAM,protocol=PROTOCOL" --time 0.3 --processor-time --out FILE

under a name with the program's version, in place of the command that started it.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from nupp.arena.match import points_of
from nupp.arena.ratings import Pentanomial, Standing, expected_score, pentanomial, standing
from nupp.formats import GameRecord, parse_record

DOCS: Final = Path(__file__).parent.parent / "docs"
FOLDER: Final = DOCS / "strength"
PAGE: Final = DOCS / "strength.md"
BEGIN, END = "<!-- specialists: made by benchmarks/specialists.py -->", "<!-- end of specialists -->"


class Played(NamedTuple):
    """A match that was played. match: its settings. games: by number; the first player is `strong`."""

    match: dict[str, Any]
    games: dict[int, GameRecord]

    @property
    def opponent(self) -> str:
        return str(self.match["second"])

    @property
    def tally(self) -> tuple[int, int, int]:
        """Games won, drawn and lost by `strong`."""
        points = [points_of(number, record) for number, record in self.games.items()]
        return points.count(1.0), points.count(0.5), points.count(0.0)

    @property
    def pairs(self) -> Pentanomial:
        """Its pairs of games by their points; a game without its partner does not count."""
        whole = [number for number in self.games if number % 2 == 0 and number + 1 in self.games]
        return pentanomial(
            [tuple(points_of(number, self.games[number]) for number in (one, one + 1)) for one in whole]
        )

    @property
    def standing(self) -> Standing:
        """What its pairs of games say."""
        return standing(self.pairs)

    @property
    def openings(self) -> str:
        """What the pairs begin with."""
        book = self.match.get("book")
        if book:
            return f"{book['openings']} of a file"
        return f"{self.match['openings']} random moves"


def read(path: Path) -> Played:
    """The match of a file that `nupp match --out` wrote."""
    header, *lines = path.read_text(encoding="utf-8").splitlines()
    games = {}
    for line in lines:
        found = json.loads(line)
        number = found.pop("number")
        games[number] = parse_record(json.dumps(found))
    return Played(json.loads(header)["match"], games)


def rows(matches: Sequence[Played]) -> Iterator[str]:
    """The lines of the table, in Markdown."""
    yield "| Game | Opponent | Limit | Openings | Games | Won, drawn, lost | Pairs | Share | 95 % |"
    yield "| --- | --- | --- | --- | ---: | --- | --- | ---: | --- |"
    for one in matches:
        won, drawn, lost = one.tally
        share = (won + drawn / 2) / (won + drawn + lost)
        ahead, even, behind = sum(one.pairs[3:]), one.pairs[2], sum(one.pairs[:2])
        low, high = (expected_score(elo) for elo in (one.standing.elo_low, one.standing.elo_high))
        yield (
            f"| {one.match['game']} | {one.opponent} | {one.match['seconds']:g} s | {one.openings} | "
            f"{won + drawn + lost} | +{won} ={drawn} -{lost} | +{ahead} ={even} -{behind} | "
            f"{share:.0%} | {low:.0%} to {high:.0%} |"
        )


def keep(path: Path, name: str) -> Path:
    """Add the file of a match to those of the table, with the opponent's name in place of its command."""
    header, *lines = path.read_text(encoding="utf-8").splitlines()
    match = json.loads(header)["match"]
    command = json.dumps(match["second"])
    new = FOLDER / (
        re.sub(r"[^a-z0-9]+", "-", f"{match['game']} {name} {match['seconds']:g}".lower()) + ".jsonl"
    )
    FOLDER.mkdir(exist_ok=True)
    text = "\n".join([header, *lines, ""]).replace(command, json.dumps(name))
    new.write_text(text, encoding="utf-8")
    return new


def write(table: str) -> None:
    """Put the table into the page, between its marks."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        raise SystemExit(f"{PAGE} has no lines {BEGIN!r} and {END!r}: expected both")
    PAGE.write_text(f"{before}{BEGIN}\n\n{table}\n\n{END}{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="The table of matches against programs of one game.")
    parser.add_argument("--write", action="store_true", help="put the table into docs/strength.md")
    parser.add_argument("--keep", nargs=2, metavar=("FILE", "NAME"), help="add the match of a file")
    options = parser.parse_args()
    if options.keep:
        print(keep(Path(options.keep[0]), options.keep[1]))
        return
    table = "\n".join(rows([read(path) for path in sorted(FOLDER.glob("*.jsonl"))]))
    if options.write:
        write(table)
    print(table)


if __name__ == "__main__":
    main()
