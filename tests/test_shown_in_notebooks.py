"""What results look like in notebooks: HTML that is whole, with the names and figures that they hold."""

from __future__ import annotations

import math
import re
from html.parser import HTMLParser

from nupp.arena import Match, Result, Tournament, TournamentResult
from nupp.formats import GameRecord
from nupp.players import Decision
from nupp.players.base import Candidate
from nupp.studies import Estimate, Findings, Table

HOSTILE = "<script>alert('&amp;')</script>"


class Shown(HTMLParser):
    """The tables of a text of HTML, as rows of cells, its captions and paragraphs; all tags are closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables = list[list[list[str]]]()
        self.captions, self.paragraphs = list[str](), list[str]()
        self._open = list[str]()
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ("table", "caption", "tr", "th", "td", "p")
        self._open.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        else:
            self._words(tag).append("")

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self._words(self._open[-1])[-1] += data

    def _words(self, tag: str) -> list[str]:
        """The texts of which the last one is in a tag of this name."""
        if tag in ("td", "th"):
            return self.tables[-1][-1]
        return self.captions if tag == "caption" else self.paragraphs


def result(match: Match, outcomes: str) -> Result:
    """A match of which the games ended like this: `1`, `2` or `=` for a draw."""
    words = {"1": "first", "2": "second", "=": "draw"}
    records = {
        number: GameRecord(match.game, match.seats(number), (), outcome=words[outcome])
        for number, outcome in enumerate(outcomes)
    }
    return Result(match, records)


def test_a_match() -> None:
    """Points are those of the first player, which has the second side in odd games."""
    found = result(Match("tictactoe", "greedy", "random", games=6), "12121=")
    shown = Shown(found._repr_html_())
    known = found.standing()
    assert known is not None
    (heads, cells) = shown.tables[0]
    row = dict(zip(heads, cells, strict=True))
    assert row == {
        "game": "tictactoe",
        "first": "greedy",
        "second": "random",
        "won": "5",
        "drawn": "1",
        "lost": "0",
        "Elo (95 %)": f"+{round(known.elo)} (+{round(known.elo_low)} to +inf)",
    }
    assert known.elo > 300
    assert math.isinf(known.elo_high)


def test_a_match_of_which_no_pair_is_played() -> None:
    """Whose Elo is not known."""
    (_, cells) = Shown(result(Match("tictactoe", "greedy", "random", games=2), "2")._repr_html_()).tables[0]
    assert cells == ["tictactoe", "greedy", "random", "0", "0", "1", ""]


def test_a_tournament() -> None:
    """Its players by their ratings, whatever the order that they were named in."""
    event = Tournament(("random", "lines", "greedy"), Match("tictactoe", "random", "lines", games=4))
    strength = {"random": 0, "lines": 1, "greedy": 2}
    records = {}
    for number in range(event.games):
        task = event.task(number)
        first, second = task.match.seats(task.index)
        better = "first" if strength[first] > strength[second] else "second"
        outcome = "draw" if task.index == 3 else better
        records[number] = GameRecord("tictactoe", (first, second), (), outcome=outcome)
    found = TournamentResult(event, records)
    heads, *rows = Shown(found._repr_html_()).tables[0]
    assert heads == ["player", "Elo", "95 %"]
    assert [row[0] for row in rows] == ["greedy", "lines", "random"]
    for row, rating in zip(rows, found.ratings, strict=True):
        assert float(row[1]) == round(rating.elo)
        low, high = map(float, row[2].split(" to "))
        assert (low, high) == (round(rating.elo_low), round(rating.elo_high))
        assert low < float(row[1]) < high
    assert float(rows[0][1]) > 100 > -100 > float(rows[2][1])
    assert all(re.fullmatch("[+-][0-9]+", row[1]) for row in rows)


def test_a_tournament_that_has_not_begun() -> None:
    event = Tournament(("random", "lines"), Match("tictactoe", "random", "lines", games=2))
    _, *rows = Shown(TournamentResult(event, {})._repr_html_()).tables[0]
    assert rows == [["random", "+0", "-inf to +inf"], ["lines", "+0", "-inf to +inf"]]


def test_a_decision() -> None:
    """Moves are no markup, whatever they are called."""
    candidates = (Candidate(HOSTILE, 35), Candidate("b2", -1, score_kind="proven"))
    shown = Shown(Decision(HOSTILE, 0, 35, "eval", (HOSTILE, "c3"), 4, 1234, 0.5, candidates)._repr_html_())
    assert shown.paragraphs == [f"{HOSTILE} (+35), depth 4, 1234 nodes: {HOSTILE} c3"]
    assert shown.tables == [[["move", "score"], [HOSTILE, "+35"], ["b2", "proven loss"]]]


TABLE = Table(
    HOSTILE,
    ("player & place", "share"),
    [("greedy", Estimate(0.5, 0.25, 0.75)), ("a < b", None), ("many", 1234567)],
    "Of 20 games & more.",
)
ROWS = [
    ["player & place", "share"],
    ["greedy", "50.0 % (25.0 to 75.0)"],
    ["a < b", "–"],
    ["many", "1,234,567"],
]


def test_a_table_of_a_study() -> None:
    shown = Shown(TABLE._repr_html_())
    assert (shown.captions, shown.tables) == ([HOSTILE], [ROWS])
    assert shown.paragraphs == ["Of 20 games & more."]


def test_the_findings_of_a_study() -> None:
    """In words first; where nothing differs nothing is said of that."""
    second = Table("Second", ("one",), [(1,)])
    shown = Shown(Findings([TABLE, second], f"Found: {HOSTILE}", "stands", "It differs.")._repr_html_())
    assert shown.tables == [ROWS, [["one"], ["1"]]]
    assert shown.captions == [HOSTILE, "Second"]
    assert shown.paragraphs == [
        f"Found: {HOSTILE}",
        "The source's conclusion stands.",
        "It differs.",
        "Of 20 games & more.",
    ]
    shown = Shown(Findings([], "Nothing.", "open")._repr_html_())
    assert shown.paragraphs == ["Nothing.", "Whether the source's conclusion stands is open."]
