"""Reports of matches and tournaments: every figure against the games, the page by itself, replays, plots."""

import errno
import io
import json
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import matplotlib
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from rich.console import Console

from nupp.arena import Match, Result, play_match, ranking
from nupp.arena.ratings import expected_score, standing
from nupp.arena.report import report_tables, write_page, write_plot
from nupp.arena.report.figures import render
from nupp.arena.report.plots import course, game_lengths, ratings
from nupp.arena.report.replay import SIZE, Album, changes, movers_of
from nupp.arena.report.summary import Score, summarise
from nupp.arena.report.tables import UNKNOWN, duration, interval, likelihood, percent, points, tables_of
from nupp.arena.tournament import number_of
from nupp.boards import svg
from nupp.formats import TIME_FORFEIT, GameRecord, RecordError
from nupp.games import Position, game
from nupp.kernel import interpreted

PLAYERS = ("greedy", "random", "lines")
HOSTILE = "</script><script>alert('1,2:3')</script> $x$ \"&amp;<img src=//x>"


def played(spec: str, first: str, second: str, games: int, **more: object) -> Result:
    with interpreted():
        return play_match(Match(spec, first, second, games, seed=3, nodes=20, **more))


@pytest.fixture(scope="module")
def tournament() -> list[Result]:
    """Three players, of whom two have played an odd number of games."""
    games = {("greedy", "random"): 7}
    return [
        played("tictactoe", *pair, games.get(pair, 4), stream=stream)
        for stream, pair in enumerate(combinations(PLAYERS, 2))
    ]


@pytest.fixture(scope="module")
def dots() -> Result:
    """A match in which turns do not alternate."""
    return played("dotsandboxes:size=2", "greedy", "random", 6)


def trouble(result: Result, number: int, termination: str) -> Result:
    """The match with a game that the first side has lost in some way."""
    record = replace(result.records[number], outcome="second", termination=termination)
    return replace(result, records=result.records | {number: record})


# ---- reading a page ----------------------------------------------------------------------------


class Page(HTMLParser):
    """What a page consists of: its tables by heading, its scripts, all tags with attributes, its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.scripts: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.source = text
        self.text = ""
        self.title = ""
        self._path: list[str] = []
        self._heading = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in ("meta", "link", "input", "wbr"):
            return
        self._path.append(tag)
        if tag == "h2":
            self._heading = ""
        elif tag == "table":
            self.tables[self._heading] = []
        elif tag == "tr":
            self.tables[self._heading].append([])
        elif tag in ("td", "th"):
            self.tables[self._heading][-1].append("")
        elif tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self._path.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        inside = self._path[-1] if self._path else ""
        if inside == "script":
            self.scripts[-1] += data
        elif inside != "style":
            self.text += data
        if inside == "h2":
            self._heading += data
        elif inside == "title":
            self.title += data
        elif {"td", "th"} & set(self._path):
            self.tables[self._heading][-1][-1] += data

    @property
    def album(self) -> dict[str, list]:
        return json.loads(self.scripts[0])


def page_of(tmp_path: Path, players, results, title: str = "A run", **more) -> Page:
    path = tmp_path / "report.html"
    write_page(path, title, players, results, **more)
    return Page(path.read_text(encoding="utf-8"))


def rows_of(page: Page, title: str) -> dict[str, list[str]]:
    """The rows of a table by the player's name, or by the first cell where there is none."""
    head, *rows = page.tables[title]
    at = head.index("player") if "player" in head else 0
    return {row[at]: row for row in rows}


@pytest.fixture(scope="module")
def dots_page(tmp_path_factory: pytest.TempPathFactory, dots: Result) -> Page:
    return page_of(tmp_path_factory.mktemp("dots"), ("greedy", "random"), [dots])


@pytest.fixture(scope="module")
def tournament_page(tmp_path_factory: pytest.TempPathFactory, tournament: list[Result]) -> Page:
    return page_of(tmp_path_factory.mktemp("tournament"), PLAYERS, tournament)


# ---- figures -----------------------------------------------------------------------------------


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


def test_each_two_players_share_the_points_of_their_games(tournament: list[Result]) -> None:
    summary = summarise(PLAYERS, tournament)
    for (i, j), result in zip(combinations(range(3), 2), tournament, strict=True):
        wins, draws, losses = result.tally
        assert summary.met(i, j) == Score(wins, draws, losses)
        assert summary.met(j, i) == Score(losses, draws, wins)
    for one in summary.ranking:
        assert one.score.points == sum(summary.met(one.player, other).points for other in range(3))
    crosstable = next(table for table in tables_of(summary) if table.title == "Crosstable")
    first, second = summary.ranking[:2]
    met = summary.met(first.player, second.player)
    assert crosstable.rows[0][2:4] == ("·", f"{points(met)}/{met.games}")


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


@pytest.mark.parametrize("run", ["dots", "tournament"])
def test_time_is_that_of_the_moves_that_a_player_chose(run: str, request: pytest.FixtureRequest) -> None:
    given = request.getfixturevalue(run)
    results = given if isinstance(given, list) else [given]
    players = PLAYERS if isinstance(given, list) else ("greedy", "random")
    spent: dict[str, list[float]] = {name: [] for name in players}
    for result in results:
        for record in result.records.values():
            position = record.replay()
            while position.previous is not None:
                position, ply = position.previous, len(position.moves) - 1
                if ply >= result.match.openings:
                    spent[record.players[position.to_move]].append(record.seconds[ply])
    for one in summarise(players, results).ranking:
        assert one.moves == len(spent[one.name])
        assert one.seconds == pytest.approx(sum(spent[one.name]))
        assert one.longest == max(spent[one.name])


def test_lengths(dots: Result, dots_page: Page) -> None:
    plies = [len(record.moves) for record in dots.records.values()]
    mean = f"{sum(plies) / 6:.1f}"
    assert rows_of(dots_page, "Lengths of games")["all games"][1:] == [
        "6",
        mean,
        str(min(plies)),
        str(max(plies)),
    ]


def test_games_that_players_lost_by_themselves_are_told(tmp_path: Path, dots: Result) -> None:
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


def test_replays_are_those_of_the_games_that_are_listed(
    tournament: list[Result], tournament_page: Page
) -> None:
    lengths = [len(one["moves"]) for one in tournament_page.album["games"]]
    assert [str(length) for length in lengths] == [row[4] for row in tournament_page.tables["Games"][1:]]


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


# ---- the page ----------------------------------------------------------------------------------


def test_the_page_asks_for_nothing_else(dots_page: Page) -> None:
    text = dots_page.source
    assert set(re.findall(r"\w+://[^\s\"'<\\]*", text)) <= {"http://www.w3.org/2000/svg"}
    assert "@import" not in text
    assert all(found.startswith("#") for found in re.findall(r"url\(\s*['\"]?(.)", text))
    for _, attributes in dots_page.tags:
        assert not {"src", "srcset", "action", "onclick"} & attributes.keys()
        assert (attributes.get("href") or "#").startswith(("#", "data:"))


def test_identifiers_are_used_once(dots_page: Page) -> None:
    names = [attributes["id"] for _, attributes in dots_page.tags if "id" in attributes]
    assert len(names) == len(set(names))


def test_hostile_words_are_only_words(tmp_path: Path, dots: Result) -> None:
    records = {
        number: replace(record, players=tuple({"greedy": HOSTILE}.get(one, one) for one in record.players))
        for number, record in dots.records.items()
    }
    result = trouble(Result(replace(dots.match, first=HOSTILE), records), 0, f"first failed: {HOSTILE}")
    plain = page_of(tmp_path, ("greedy", "random"), [trouble(dots, 0, "first failed: x")])
    page = page_of(tmp_path, (HOSTILE, "random"), [result], title=f"<h1>{HOSTILE}")
    assert "wbr" in [tag for tag, _ in page.tags]
    assert [tag for tag, _ in page.tags if tag != "wbr"] == [tag for tag, _ in plain.tags if tag != "wbr"]
    assert page.title == f"<h1>{HOSTILE}"
    assert HOSTILE in rows_of(page, "Standings")
    assert page.tables["Games"][1][-1] == f"first failed: {HOSTILE}"
    assert page.album == plain.album


def test_a_run_without_games_is_reported(tmp_path: Path, tournament: list[Result]) -> None:
    empty = [replace(result, records={}) for result in tournament]
    for players, results in ((PLAYERS, empty), (("greedy", "random"), empty[:1])):
        page = page_of(tmp_path, players, results)
        assert "No game has ended yet." in page.text
        assert "Games" not in page.tables
        assert all(row[2] == "0" and row[8] == UNKNOWN for row in rows_of(page, "Standings").values())
        assert page.album["games"] == []
        assert report_tables(players, results)
        write_plot(tmp_path / "plot.svg", players, results)
        assert "No pair of games" in (tmp_path / "plot.svg").read_text()


def test_one_game_without_its_partner_says_nothing_of_strength(tmp_path: Path, dots: Result) -> None:
    single = replace(dots, records={0: dots.records[0]})
    page = page_of(tmp_path, ("greedy", "random"), [single])
    assert [row[8:] for row in page.tables["Standings"][1:]] == [[UNKNOWN] * 3] * 2
    assert len(page.tables["Games"]) == 2


def test_players_who_have_not_met_are_in_groups() -> None:
    results = [played("tictactoe", *pair, 2) for pair in (("greedy", "random"), ("lines", "reply"))]
    table = tables_of(summarise((*PLAYERS, "reply"), results))[0]
    assert table.columns[-1] == "group"
    assert sorted(row[-1] for row in table.rows) == ["1", "1", "2", "2"]


def test_a_player_may_meet_itself(tmp_path: Path) -> None:
    result = played("tictactoe", "random", "random", 4)
    wins, draws, losses = result.tally
    rows = page_of(tmp_path, ("random", "random"), [result]).tables["Standings"][1:]
    assert sorted([row[3:6] for row in rows]) == sorted(
        [[str(wins), str(draws), str(losses)], [str(losses), str(draws), str(wins)]]
    )


def test_what_does_not_belong_together_is_refused(dots: Result, tournament: list[Result]) -> None:
    with pytest.raises(ValueError, match=r"'greedy' and 'random': expected two of 'greedy', 'lines'"):
        summarise(("greedy", "lines"), [dots])
    with pytest.raises(ValueError, match="results of 2 games"):
        summarise(PLAYERS, [dots, *tournament])
    with pytest.raises(ValueError, match="results of 0 games"):
        summarise(PLAYERS, [])


def test_an_illegal_game_leaves_the_page_as_it_was(tmp_path: Path, dots: Result) -> None:
    path = tmp_path / "report.html"
    path.write_text("before")
    moves = (*dots.records[0].moves[:3], dots.records[0].moves[2])
    bad = replace(dots, records={0: replace(dots.records[0], moves=moves)})
    with pytest.raises(RecordError, match="move 4"):
        write_page(path, "A run", ("greedy", "random"), [bad])
    assert path.read_text() == "before"


def test_heavy_libraries_are_loaded_only_when_needed() -> None:
    check = (
        "import sys, nupp.arena.report; "
        "print([name for name in ('matplotlib', 'jinja2', 'markupsafe') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# ---- replays -----------------------------------------------------------------------------------


def pictures(album: dict[str, list], number: int) -> list[str]:
    """The pictures of a game, read from an album as its description says; written without `Album`."""

    def after(picture: list[int], steps: list[int]) -> list[int]:
        rest, steps = list(picture), list(steps)
        found: list[int] = []
        while steps:
            stay, gone, come, *steps = steps
            found += rest[:stay] + steps[:come]
            rest, steps = rest[stay + gone :], steps[come:]
        return found + rest

    picture: list[int] = []
    for one in album["games"][:number]:
        picture = after(picture, one["plies"][0])
    found = []
    for steps in album["games"][number]["plies"]:
        picture = after(picture, steps)
        found.append("".join(album["tags"][tag] for element in picture for tag in album["elements"][element]))
    return found


def chain(position: Position) -> list[Position]:
    found = [position]
    while found[-1].previous is not None:
        found.append(found[-1].previous)
    return found[::-1]


def as_svg(position: Position) -> str:
    """The picture of a position, without what is only told and not shown."""
    text = svg(position.drawing, SIZE).replace("\n", "").removesuffix("</svg>")
    return re.sub("<title>.*?</title><desc>.*?</desc>", "", text)


@pytest.mark.parametrize(
    ("spec", "plies"), [("tictactoe", 9), ("hexxagon", 20), ("lput", 20), ("morris", 24)]
)
def test_every_ply_is_shown_as_the_board_draws_it(spec: str, plies: int) -> None:
    result, album = played(spec, "random", "random", 2, max_plies=plies), Album(2)
    with interpreted():
        movers = {number: album.add(record) for number, record in result.records.items()}
        told = album.to_dict()
        for number, record in result.records.items():
            positions = chain(record.replay())
            assert pictures(told, number) == [as_svg(position) for position in positions]
            assert movers[number] == [position.to_move for position in positions[:-1]]


def test_the_page_holds_the_replay_of_each_game(dots: Result, dots_page: Page) -> None:
    assert dots_page.album["sides"] == ["first", "second"]
    for number, record in dots.records.items():
        positions = chain(record.replay())
        assert pictures(dots_page.album, number) == [as_svg(position) for position in positions]
        told = dots_page.album["games"][number]
        assert told["moves"] == list(record.moves)
        assert told["movers"] == [position.to_move for position in positions[:-1]]


def test_pictures_of_a_game_with_a_start_of_its_own() -> None:
    start = game("tictactoe").start_position().play_all(["a1", "b2"])
    final = game("tictactoe").parse_position(str(start)).play("c3")
    album = Album(1)
    record = GameRecord("tictactoe", ("a", "b"), ("C3",), str(start))
    assert album.add(record) == [0] == movers_of(record)
    assert pictures(album.to_dict(), 0) == [as_svg(position) for position in chain(final)]


def test_what_recurs_is_kept_once(dots: Result) -> None:
    album = Album(3)
    album.add(dots.records[0])
    tags, elements = len(album.tags), len(album.elements)
    assert tags == len(set(album.tags))
    album.add(dots.records[0])
    assert (len(album.tags), len(album.elements)) == (tags, elements)
    assert album.games[1]["plies"][0] == []
    assert album.games[1]["plies"][1:] == album.games[0]["plies"][1:]
    assert max(map(len, album.games[1]["plies"])) < elements / 2


def test_only_so_many_games_are_replayed(tmp_path: Path, tournament: list[Result]) -> None:
    page = page_of(tmp_path, PLAYERS, tournament, replays=5)
    assert len(page.album["games"]) == 5
    assert len(page.tables["Games"]) == 1 + 15
    links = [attributes["href"] for tag, attributes in page.tags if tag == "a"]
    assert links == [f"#game-{number}" for number in range(5)]
    assert "The first 5 games can be replayed." in page.text


@given(st.lists(st.integers(0, 12), max_size=12), st.lists(st.integers(0, 12), max_size=12))
def test_changes_lead_from_one_sequence_to_the_other(before: list[int], after: list[int]) -> None:
    steps, rest, found = changes(before, after), list(before), []
    while steps:
        stay, gone, come, *steps = steps
        found += rest[:stay] + steps[:come]
        rest, steps = rest[stay + gone :], steps[come:]
    assert found + rest == after
    assert changes(before, before) == []


# ---- plots -------------------------------------------------------------------------------------


def test_plots_are_the_same_each_time_and_leave_matplotlib_alone(tmp_path: Path, dots: Result) -> None:
    settings = dict(matplotlib.rcParams)
    players = ("greedy", "random")
    found = []
    for name in ("one.svg", "two.svg", "one.png", "two.PNG"):
        write_plot(tmp_path / name, players, [dots])
        found.append((tmp_path / name).read_bytes())
    assert found[0] == found[1]
    assert found[2] == found[3]
    assert found[2].startswith(b"\x89PNG")
    assert ElementTree.fromstring(found[0]).tag == "{http://www.w3.org/2000/svg}svg"
    assert b"date" not in found[0].lower()
    assert dict(matplotlib.rcParams) == settings
    with pytest.raises(ValueError, match=r"'plot.pdf' is no plot: expected a name that ends in .svg or .png"):
        write_plot(tmp_path / "plot.pdf", players, [dots])


def test_the_plot_of_ratings(tournament: list[Result]) -> None:
    summary = summarise(PLAYERS, tournament)
    axes = Figure().add_subplot()
    ratings(axes, summary)
    known = [one.strength for one in summary.ranking if one.strength]
    lines = [tuple(map(float, line.get_xdata())) for line in axes.lines]
    assert [ends for ends in lines if len(ends) == 2][:3] == [(one.low, one.high) for one in known]
    assert {(one.elo,) for one in known} <= set(lines)
    assert [label.get_text() for label in axes.get_yticklabels()] == [one.name for one in summary.ranking]
    left, right = axes.get_xlim()
    assert all(left < one.low and one.high < right for one in known)


def test_the_course_of_a_match(dots: Result) -> None:
    axes = Figure().add_subplot()
    course(axes, summarise(("greedy", "random"), [dots]))
    line = axes.lines[-1]
    assert list(line.get_xdata()) == [2, 4, 6]
    for games, score in zip(line.get_xdata(), line.get_ydata(), strict=True):
        assert score == pytest.approx(100 * sum(dots.points(number) for number in range(games)) / games)
    known = standing(dots.pairs)
    band = axes.collections[0].get_paths()[0].vertices
    heights = [y for x, y in band if x == 6]
    assert min(heights) == pytest.approx(100 * expected_score(known.elo_low))
    assert max(heights) == pytest.approx(100 * expected_score(known.elo_high))


def test_the_histogram_holds_every_game(tournament: list[Result]) -> None:
    summary = summarise(PLAYERS, tournament)
    axes = Figure().add_subplot()
    game_lengths(axes, summary)
    counted = Counter(summary.lengths())
    heights = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in axes.patches}
    assert {plies: heights[plies] for plies in counted} == counted
    assert sum(heights.values()) == 15


def test_games_of_one_length_have_a_whole_number_beneath(dots: Result) -> None:
    axes = Figure().add_subplot()
    game_lengths(axes, summarise(("greedy", "random"), [replace(dots, records={0: dots.records[0]})]))
    low, high = axes.get_xlim()
    assert [tick for tick in axes.get_xticks() if low < tick < high] == [len(dots.records[0].moves)]


def test_a_plot_that_cannot_be_written_leaves_what_was_there(
    tmp_path: Path, dots: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "plot.png"
    write_plot(path, ("greedy", "random"), [dots])
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        write_plot(path, ("greedy", "random"), [dots])
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_logarithmic_axes_show_plain_numbers() -> None:
    def draw(axes: Axes) -> None:
        axes.plot([1, 10_000_000], [1, 2])
        axes.set(xscale="log")

    text = render(draw, svg_fonttype="none").decode()
    assert ">1,000,000<" in text
    assert "mathdefault" not in text
