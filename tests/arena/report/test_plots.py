"""Plots of a run: the same each time, with every game in them."""

import errno
import os
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import matplotlib
import pytest
from matplotlib.figure import Figure

from arena.report.pages import PLAYERS
from nupp.arena import Result
from nupp.arena.ratings import expected_score, standing
from nupp.arena.report import write_plot
from nupp.arena.report.plots import course, game_lengths, ratings
from nupp.arena.report.summary import summarise


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
    with pytest.raises(ValueError, match=r"'plot\.pdf'.*\.svg or \.png"):
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
