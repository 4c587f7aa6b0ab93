"""How strong nupp plays: matches against the programs of its sources and OpenSpiel, and from level to level.

    python benchmarks/strength.py [NAME ...] [--only claims|levels] [--games N] [--seconds S] [--threads N]
        [--out DIR] [--environment DIR] [--quick] [--markdown FILE] [--json FILE]

NAME picks rows and may hold wildcards, as in `openspiel-*`; `--list` lists them all. Both sides of a match
have the same time for each move, and pairs of games begin from one random opening with sides exchanged. A
claim asks for a share of the points, draws counting half. It is tested after every pair, until the test has
decided or the games are used up. With `--out` the games are kept, and a run that was stopped is gone on with.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple, Protocol

import ladders
from measure import Row, Table, publish, seconds
from openspiel import python_with_openspiel
from openspiel_player import PYTHON
from rich.console import Console

import nupp
from nupp.arena import Match, MatchError, Result, Sprt, play_match
from nupp.arena.ratings import Pentanomial, elo, expected_score
from nupp.formats import GameRecord
from nupp.studies.programs import plain_alphabeta

# ---- what is asked -----------------------------------------------------------------------------------


class Asked(Protocol):
    """A share of the points that is asked of the first player."""

    @property
    def test(self) -> Sprt | None:
        """What ends the match before its last game."""

    def verdict(self, result: Result) -> str:
        """Whether it is `met`, `missed` or `open`, or in between."""


class ShareTest(Sprt):
    """A sequential test of two shares of the points that holds for any share, and for any share of draws.

    It takes each game for a throw of a coin, of which a draw is half. Points between 0 and 1 make its ratio
    smaller on average than a coin of the same mean would, so that it errs no more often than Wald's does. The
    normal approximation errs twice as often as it promises where hardly any games are lost.
    """

    def log_likelihood_ratio(self, pairs: Pentanomial) -> float:
        games = 2 * sum(pairs)
        points = sum(halves * count for halves, count in enumerate(pairs)) / 2
        share0, share1 = expected_score(self.elo0), expected_score(self.elo1)
        return points * math.log(share1 / share0) + (games - points) * math.log((1 - share1) / (1 - share0))


class AtLeast(NamedTuple):
    """At least a share of the points, which is tested against a larger one."""

    share: float
    better: float

    @property
    def test(self) -> Sprt:
        return ShareTest(elo(self.share), elo(self.better))

    def verdict(self, result: Result) -> str:
        """Met if the test accepts the larger share; if the one asked, what was measured decides."""
        accepted = self.test.verdict(result.pairs)
        if accepted == "elo0":
            return "just met" if share_of(result) >= self.share else "missed"
        return "open" if accepted is None else "met"

    def __str__(self) -> str:
        return f">= {self.share:.0%}"


class Within(NamedTuple):
    """A share within bounds, which all games of a match are to tell."""

    low: float
    high: float
    test: None = None

    def verdict(self, result: Result) -> str:
        """Met if the whole 95 % interval lies within the bounds, missed if none of it does."""
        found = result.standing()
        if found is None:
            return "open"
        low, high = expected_score(found.elo_low), expected_score(found.elo_high)
        if high < self.low or low > self.high:
            return "missed"
        return "met" if self.low <= low and high <= self.high else "open"

    def __str__(self) -> str:
        return f"{self.low:.0%} to {self.high:.0%}"


class Claim(NamedTuple):
    """That a player gets a share of the points against another, which `words` describe."""

    name: str
    game: str
    first: str
    second: str
    words: str
    asked: Asked


# ---- the claims --------------------------------------------------------------------------------------


OPENINGS = {"connectfour": 3}
"""The random moves that games begin with, where 4 may be enough to win by force at once."""

NINE_IN_TEN = AtLeast(0.90, 0.95)
NINETEEN_IN_TWENTY = AtLeast(0.95, 0.98)

AGAINST_SOURCES = (
    *(
        Claim(
            f"lput-{evaluator}",
            "lput",
            "strong",
            plain_alphabeta(depth="2", eval=evaluator, order_by_eval="1"),
            f"alpha-beta, depth 2, {evaluator}",
            NINE_IN_TEN,
        )
        for evaluator in ("health", "damage", "health+position")
    ),
    *(
        Claim(name, "amazons", "strong", spec, f"two-iteration search, depth 3{how}", NINETEEN_IN_TWENTY)
        for name, spec, how in (
            ("amazons", "twoiteration:depth=3,eval=directions", ""),
            # Without deepening, a search that its time cuts short has seen some of its moves only.
            ("amazons-deepening", "twoiteration:depth=3,eval=directions,iterative=true", ", deepening"),
        )
    ),
    Claim(
        "mnk",
        "mnk",
        "strong",
        plain_alphabeta(depth="4", eval="runs", candidates="1"),
        "alpha-beta, depth 4, runs",
        NINETEEN_IN_TWENTY,
    ),
)
"""The programs that the sources of the games describe."""

AGAINST_OPENSPIEL = tuple(
    Claim(
        f"openspiel-{game.partition(':')[0]}",
        game,
        "strong",
        "openspiel",
        "OpenSpiel's Monte-Carlo tree search",
        NINE_IN_TEN,
    )
    for game in ("connectfour", "othello", "mnk", "amazons", "dotsandboxes:size=5,passing=false")
)
"""The games in which a draw is no usual end."""

LEVELS = tuple(
    Claim(name, game, f"level:n={n}", f"level:n={n - 1}", f"level {n - 1}", Within(0.55, 0.90))
    for name, (game, n) in ladders.STEPS.items()
)

TABLES = {
    "claims": ("Strength", (*AGAINST_SOURCES, *AGAINST_OPENSPIEL)),
    "levels": (ladders.TITLE, LEVELS),
}


# ---- playing -----------------------------------------------------------------------------------------


class Effort(NamedTuple):
    """How many games at most, the seconds for each move, how many games at a time, and where to keep them."""

    games: int
    seconds: float
    threads: int = 1
    folder: Path | None = None


THOROUGH = Effort(games=400, seconds=0.2)
QUICK = Effort(games=20, seconds=0.05)


def decide(claim: Claim, effort: Effort, console: Console) -> Row:
    """Play the match of a claim, as far as its test asks for."""
    match = match_of(claim, effort)
    file = effort.folder / f"{claim.name}.jsonl" if effort.folder else None
    played = dict[int, GameRecord]()
    with console.status(claim.name) as status:

        def report(number: int, record: GameRecord) -> None:
            played[number] = record
            status.update(f"{claim.name}: {tally_text(Result(match, played))}")

        try:
            result = play_match(match, effort.threads, file, file is not None, claim.asked.test, report)
        except MatchError as error:
            sys.exit(f"{claim.name}: {error}")
    stop_at_failure(claim, result)
    console.print(f"{claim.name}: {tally_text(result)}, {claim.asked.verdict(result)}", highlight=False)
    return row_of(claim, result)


def match_of(claim: Claim, effort: Effort) -> Match:
    """The match of a claim, its specs as short as can be; ValueError if something in it means nothing.

    Time is processor time where both players are nupp's; other programs go by the clock.
    """
    game = nupp.game(claim.game)
    first, second = (nupp.player(spec, game).spec for spec in (claim.first, claim.second))
    games = effort.games + effort.games % 2
    return Match(
        game.spec,
        first,
        second,
        games,
        seconds=effort.seconds,
        openings=OPENINGS.get(game.name, 4),
        processor=claim not in AGAINST_OPENSPIEL,
    )


def stop_at_failure(claim: Claim, result: Result) -> None:
    """End the program if a player failed or moved illegally: such games say nothing about strength."""
    for number, record in result.records.items():
        if record.termination:
            sys.exit(f"{claim.name}, game {number}: {record.termination}")


def share_of(result: Result) -> float:
    """The first player's share of the points, draws counting half."""
    wins, draws, _ = result.tally
    return (wins + draws / 2) / len(result.records)


def tally_text(result: Result) -> str:
    wins, draws, losses = result.tally
    return f"+{wins} ={draws} -{losses}"


def row_of(claim: Claim, result: Result) -> Row:
    wins, draws, losses = result.tally
    found = result.standing()
    return {
        "name": claim.name,
        "game": claim.game,
        "first": claim.first,
        "second": claim.second,
        "words": claim.words,
        "games": len(result.records),
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "share": share_of(result),
        "tally": tally_text(result),
        **(found.to_dict() if found else {}),
        "interval": found and f"{found.elo:+.0f} ({found.elo_low:+.0f} to {found.elo_high:+.0f})",
        "asked": str(claim.asked),
        "verdict": claim.asked.verdict(result),
        "seconds": result.seconds,
    }


COLUMNS = {
    "name": ("Match", str),
    "words": ("Opponent", str),
    "games": ("Games", str),
    "tally": ("Won, drawn, lost", str),
    "share": ("Share", "{:.1%}".format),
    "interval": ("Elo (95 %)", str),
    "asked": ("Asked", str),
    "verdict": ("Verdict", str),
    "seconds": ("Time", seconds),
}


# ---- command line ------------------------------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how strong nupp plays.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="all rows unless given; may hold *")
    parser.add_argument("--only", choices=TABLES, action="append", help="make this table alone")
    parser.add_argument("--list", action="store_true", help="list the rows and the players, and play nothing")
    parser.add_argument("--games", type=int, metavar="N", help="play no more games for a row")
    parser.add_argument("--seconds", type=float, metavar="S", help="for each move of both sides")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="games at a time")
    parser.add_argument("--out", type=Path, metavar="DIR", help="keep the games there, and go on with them")
    parser.add_argument("--environment", type=Path, default=Path(".venv-peers"), metavar="DIR")
    parser.add_argument("--quick", action="store_true", help="fewer games with less time")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables to a file, too")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file, too")
    options = parser.parse_args()
    chosen = chosen_claims(options.names, options.only or list(TABLES))
    all_chosen = [claim for claims in chosen.values() for claim in claims]
    if options.list:
        for claim in all_chosen:
            print(f"{claim.name}: {claim.game}, {claim.first} against {claim.second}: {claim.asked}")
        return
    usual = QUICK if options.quick else THOROUGH
    effort = Effort(
        usual.games if options.games is None else options.games,
        usual.seconds if options.seconds is None else options.seconds,
        options.threads,
        options.out,
    )
    try:
        for claim in all_chosen:
            _ = match_of(claim, effort).budget
    except ValueError as error:  # before anything is played
        sys.exit(str(error))
    if any(claim.second == "openspiel" for claim in all_chosen):
        os.environ[PYTHON] = str(python_with_openspiel(options.environment).absolute())
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
    console = Console(stderr=True)
    tables = [
        Table(TABLES[kind][0], COLUMNS, [decide(claim, effort, console) for claim in claims])
        for kind, claims in chosen.items()
    ]
    publish(tables, {"seconds a move": effort.seconds}, options.markdown, options.json)


def chosen_claims(patterns: list[str], kinds: list[str]) -> dict[str, list[Claim]]:
    """The claims that some pattern names, or all, by the tables that are asked for and have any."""
    chosen = {
        kind: [
            claim
            for claim in TABLES[kind][1]
            if not patterns or any(fnmatchcase(claim.name, pattern) for pattern in patterns)
        ]
        for kind in kinds
    }
    if not any(chosen.values()):
        sys.exit(f"no row is called {' or '.join(patterns)}: --list lists them")
    return {kind: claims for kind, claims in chosen.items() if claims}


if __name__ == "__main__":
    main()
