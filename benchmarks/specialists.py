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
from typing import Final, NamedTuple

from measure import put_between

from nupp.arena import Match, Result
from nupp.arena.ratings import expected_score, standing
from nupp.arena.result_log import header_of
from nupp.formats import parse_record

DOCS: Final = Path(__file__).parent.parent / "docs"
FOLDER: Final = DOCS / "strength"
PAGE: Final = DOCS / "strength.md"
BEGIN, END = "<!-- specialists: made by benchmarks/specialists.py -->", "<!-- end of specialists -->"


class Played(NamedTuple):
    """A match that was played, `strong` being the first player. openings: what its pairs begin with."""

    result: Result
    openings: str


def read(path: Path) -> Played:
    """The match of a file that `nupp match --out` wrote."""
    terms = header_of(path)["match"]
    book = terms.pop("book", None)
    _, *lines = path.read_text(encoding="utf-8").splitlines()
    records = {}
    for line in lines:
        found = json.loads(line)
        number = found.pop("number")
        records[number] = parse_record(json.dumps(found))
    even = ", even" if terms.get("balance") else ""
    openings = f"{book['openings']} of a file" if book else f"{terms['openings']} random moves{even}"
    return Played(Result(Match(**terms), records), openings)


def rows(matches: Sequence[Played]) -> Iterator[str]:
    """The lines of the table, in Markdown."""
    yield "| Game | Opponent | Limit | Openings | Games | Won, drawn, lost | Pairs | Share | 95 % |"
    yield "| --- | --- | --- | --- | ---: | --- | --- | ---: | --- |"
    for result, openings in matches:
        match, pairs = result.match, result.pairs
        won, drawn, lost = result.tally
        share = (won + drawn / 2) / (won + drawn + lost)
        ahead, even, behind = sum(pairs[3:]), pairs[2], sum(pairs[:2])
        found = standing(pairs)
        low, high = expected_score(found.elo_low), expected_score(found.elo_high)
        yield (
            f"| {match.game} | {match.second} | {match.seconds:g} s | {openings} | "
            f"{won + drawn + lost} | +{won} ={drawn} -{lost} | +{ahead} ={even} -{behind} | "
            f"{share:.0%} | {low:.0%} to {high:.0%} |"
        )


def keep(path: Path, name: str) -> Path:
    """Add the file of a match to those of the table, with the opponent's name in place of its command."""
    match = header_of(path)["match"]
    new = FOLDER / (
        re.sub(r"[^a-z0-9]+", "-", f"{match['game']} {name} {match['seconds']:g}".lower()) + ".jsonl"
    )
    FOLDER.mkdir(exist_ok=True)
    text = path.read_text(encoding="utf-8")
    new.write_text(text.replace(json.dumps(match["second"]), json.dumps(name)), encoding="utf-8")
    return new


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
        put_between(PAGE, BEGIN, END, table)
    print(table)


if __name__ == "__main__":
    main()
