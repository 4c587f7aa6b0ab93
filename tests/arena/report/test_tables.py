"""The tables of a report, on the page and in the terminal."""

import io
import re
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from rich.console import Console

from arena.report.pages import PLAYERS, Page, page_of, rows_of, trouble
from nupp.arena import Result, ranking
from nupp.arena.report import report_tables
from nupp.arena.report.summary import Score
from nupp.arena.report.tables import UNKNOWN, duration, interval, likelihood, percent, points
from nupp.arena.tournament import number_of
from nupp.formats import TIME_FORFEIT


def test_standings_of_a_match_are_those_of_the_result(dots: Result, dots_page: Page) -> None:
    rows = rows_of(dots_page, "Standings")
    wins, draws, losses = dots.tally
    known = dots.standing()
    assert known is not None
    assert (wins, losses) != (losses, wins)
    assert rows["greedy"][2:7] == ["6", str(wins), str(draws), str(losses), f"{wins}"]
    assert rows["random"][2:6] == ["6", str(losses), str(draws), str(wins)]
    assert rows["greedy"][8:11] == [
        f"+{known.elo:.0f}",
        interval(known.elo_low, known.elo_high),
        percent(known.los),
    ]
    assert rows["random"][8:11] == [
        f"−{known.elo:.0f}",
        interval(-known.elo_high, -known.elo_low),
        percent(1 - known.los),
    ]


def test_standings_of_a_tournament_are_its_ranking(tournament: list[Result], tournament_page: Page) -> None:
    rows = list(rows_of(tournament_page, "Standings").values())
    pairs = [
        (i, j, result.pairs) for (i, j), result in zip(combinations(range(3), 2), tournament, strict=True)
    ]
    for rank, (row, rating) in enumerate(zip(rows, ranking(PLAYERS, pairs), strict=True), start=1):
        los = UNKNOWN if rating.los is None else percent(rating.los)
        assert row[:2] == [str(rank), rating.player]
        assert row[9:] == [interval(rating.elo_low, rating.elo_high), los]
    assert [row[2] for row in sorted(rows, key=lambda row: row[1])] == ["11", "8", "11"]


def test_scores_by_side(tournament: list[Result], tournament_page: Page) -> None:
    rows = rows_of(tournament_page, "Score by side")
    counted: Counter[tuple[str, int, str]] = Counter()
    for result in tournament:
        for record in result.records.values():
            for side, name in enumerate(record.players):
                won = {"first": 0, "second": 1}.get(record.outcome or "")
                counted[name, side, "=" if won is None else "+" if won == side else "−"] += 1
    for name in PLAYERS:
        for side, column in ((0, 1), (1, 3)):
            assert rows[name][column] == " ".join(f"{sign}{counted[name, side, sign]}" for sign in "+=−")


def test_lengths(dots: Result, dots_page: Page) -> None:
    plies = [len(record.moves) for record in dots.records.values()]
    mean = f"{sum(plies) / 6:.1f}"
    assert rows_of(dots_page, "Lengths of games")["all games"][1:] == [
        "6",
        mean,
        str(min(plies)),
        str(max(plies)),
    ]


def test_games_that_players_lost_by_themselves_are_reported(tmp_path: Path, dots: Result) -> None:
    result = trouble(dots, 0, "first failed: out of ideas")
    result = trouble(trouble(result, 1, TIME_FORFEIT), 2, TIME_FORFEIT)
    draw = replace(dots.records[3], outcome="draw", termination="move limit: 12 plies")
    result = replace(result, records=result.records | {3: draw})
    page = page_of(tmp_path, ("greedy", "random"), [result])
    rows = rows_of(page, "Ends of games")
    assert rows["by the rules"][1:] == ["2", ""]
    assert rows["failure of a player"][1:] == ["1", "greedy (1)"]
    assert rows[TIME_FORFEIT][1] == "2"
    assert set(rows[TIME_FORFEIT][2].split(", ")) == {"random (1)", "greedy (1)"}
    assert rows["move limit"][1:] == ["1", ""]
    listed = page.tables["Games"][1:]
    assert [row[-1] for row in listed[:5]] == [
        "first failed: out of ideas",
        TIME_FORFEIT,
        TIME_FORFEIT,
        "move limit: 12 plies",
        "by the rules",
    ]
    assert listed[3][3] == "½–½"


def test_all_games_are_listed(tournament: list[Result], tournament_page: Page) -> None:
    rows = tournament_page.tables["Games"]
    assert rows[0] == ["game", "x", "o", "result", "moves", "opening", "end"]
    numbered = sorted(
        (number_of(index, place, 3), place, index)
        for place, result in enumerate(tournament)
        for index in result.records
    )
    records = [(str(number), tournament[place].records[index]) for number, place, index in numbered]
    expected = [
        (number, *record.players, str(len(record.moves)), " ".join(record.moves[:2]))
        for number, record in records
    ]
    assert [(*row[:3], *row[4:6]) for row in rows[1:]] == expected


def test_the_terminal_shows_what_the_page_shows(tournament: list[Result], tournament_page: Page) -> None:
    screen = Console(file=io.StringIO(), width=120)
    for table in report_tables(PLAYERS, tournament):
        screen.print(table)
    shown = screen.file.getvalue()
    lines = [line.split() for line in shown.splitlines()]
    for title, rows in tournament_page.tables.items():
        if title != "Games":
            assert title in shown
            for row in rows:
                assert " ".join(row).split() in lines


def test_names_have_room_in_a_narrow_terminal(dots: Result) -> None:
    name = "alphabeta:depth=4,eval=weights,table=64"
    record = {n: replace(one, players=(name, "random")) for n, one in dots.records.items()}
    result = Result(replace(dots.match, first=name), record)
    screen = Console(file=io.StringIO(), width=80)
    screen.print(report_tables((name, "random"), [result])[0])
    shown = screen.file.getvalue()
    assert "LOS" in shown
    assert "alphabeta"[:8] in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_conditions(dots: Result, dots_page: Page) -> None:
    assert f"{dots.distinct} of 6 games are different." in dots_page.text
    for name, value in {
        "seed": "3",
        "limits": "at most 20 nodes a move",
        "random moves of an opening": "2",
    }.items():
        assert re.search(rf"{name}\s*{value}\b", dots_page.text)
    assert dots.records[0].version in dots_page.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (percent(0.99999), "> 99.9 %"),
        (likelihood(1.0), "> 99.9 %"),
        (likelihood(0.0), "< 0.1 %"),
        (likelihood(None), UNKNOWN),
        (percent(0.5), "50.0 %"),
        (percent(0.0), "0.0 %"),
        (interval(float("-inf"), 12.4), "−∞ to +12"),
        (points(Score(0, 1, 0)), "½"),
        (points(Score(7, 1, 2)), "7½"),
        (points(Score(0, 0, 2)), "0"),
        (duration(0.0123456), "12.3 ms"),
        (duration(4.5678), "4.57 s"),
        (duration(754.6), "12 min 35 s"),
        (duration(12000), "3 h 20 min"),
    ],
)
def test_figures_as_text(text: str, expected: str) -> None:
    assert text == expected
