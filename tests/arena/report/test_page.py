"""The report of a run as a page that needs nothing else."""

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena.report.pages import PLAYERS, Page, page_of, played, rows_of, trouble
from nupp.arena import Result
from nupp.arena.report import report_tables, write_page, write_plot
from nupp.arena.report.summary import summarise
from nupp.arena.report.tables import UNKNOWN, tables_of
from nupp.formats import RecordError

HOSTILE = "</script><script>alert('1,2:3')</script> $x$ \"&amp;<img src=//x>"


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
    with pytest.raises(ValueError, match=r"'greedy' and 'random'.*'greedy', 'lines'"):
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
