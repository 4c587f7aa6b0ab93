"""The frame of studies: figures with intervals, a laboratory that can be stopped, and what is published."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from click.testing import Result as Run
from hypothesis import given
from hypothesis import strategies as st

import nupp.studies
from nupp.arena import Match, MatchError
from nupp.arena.ratings import expected_score
from nupp.cli.main import cli
from nupp.kernel import interpreted
from nupp.players.simple import RandomPlayer
from nupp.spec import SpecError
from nupp.studies import STUDIES, Estimate, Findings, Lab, Plot, Study, Table, share, study
from nupp.studies.publish import cell_text, overview, publish, to_dict
from nupp.studies.study import VERDICTS, clustered, proportion
from nupp.version import __version__
from studies.trial import points, result

MATCHES = {
    "one": Match("tictactoe", "random", "random", 4, seed=1, depth=1),
    "two": Match("tictactoe", "random", "lines", 6, seed=2, depth=1),
}
HOSTILE = "<script>alert('|')</script> & $x$"


# ---- figures --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "games", "low", "high"), [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0, 0.1611),
    (1, 29, 0.0061, 0.1718),
])  # fmt: skip
def test_wilson_intervals_are_the_published_ones(points: int, games: int, low: float, high: float) -> None:
    """R. Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3."""
    found = proportion(points, games)
    assert found.value == points / games
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@given(st.integers(1, 1000).flatmap(lambda games: st.tuples(st.integers(0, 2 * games), st.just(games))))
def test_a_proportion_lies_in_its_interval(given: tuple[int, int]) -> None:
    halves, games = given
    found, other = proportion(halves / 2, games), proportion(games - halves / 2, games)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert (found.low, found.high) == pytest.approx((1 - other.high, 1 - other.low))


def test_of_no_games_nothing_is_known() -> None:
    found = proportion(0, 0)
    assert math.isnan(found.value)
    assert (found.low, found.high) == (0, 1)


def test_an_estimate_is_written_with_its_interval() -> None:
    assert str(Estimate(0.5, 0.401, 0.599)) == "50.0 % (40.1 to 59.9)"
    assert str(Estimate(2.5, 2, 3, scale=1, decimals=2, unit=" s")) == "2.50 s (2.00 to 3.00)"
    assert Estimate(0.5, 0.4, 0.6).holds(0.4)
    assert not Estimate(0.5, 0.4, 0.6).holds(0.61)


def test_a_share_has_the_interval_of_the_pairs() -> None:
    played = result(*points(wins=6, draws=3, losses=1))
    found, known = share(played), played.standing()
    assert known is not None
    assert found.value == pytest.approx((12 + 3) / 20)
    assert (found.low, found.high) == (expected_score(known.elo_low), expected_score(known.elo_high))
    assert found.low < found.value < found.high


def test_shares_that_hang_together_have_a_wider_interval_than_as_many_games() -> None:
    """Ten openings of twenty games each: what happens in one game of an opening happens in all of them."""
    found, independent = clustered([0.0] * 4 + [1.0] * 6), proportion(120, 200)
    assert found.value == pytest.approx(0.6)
    assert found.low < independent.low - 0.2
    assert found.high > independent.high + 0.2


def test_shares_of_pairs_have_the_interval_of_the_pairs() -> None:
    played = result(*points(wins=6, draws=3, losses=1))
    assert tuple(clustered([1.0] * 6 + [0.5] * 3 + [0.0]))[:3] == pytest.approx(tuple(share(played))[:3])


def test_of_many_shares_the_best_is_compared_with_a_wider_interval() -> None:
    once, often = (clustered([0.4, 0.5, 0.6] * 9, comparisons) for comparisons in (1, 15))
    assert often.low < once.low < once.value < once.high < often.high
    assert clustered([0.5]).low < 0.5


def test_a_share_of_one_side_counts_its_games_alone() -> None:
    """The first player has the first side in even games."""
    played = result("first", "first", "first", "second", "draw", "first")
    assert share(played, 0) == proportion(2.5, 3)
    assert share(played, 1) == proportion(1, 3)


def test_a_share_without_whole_pairs_is_one_of_games() -> None:
    assert share(result("first")) == proportion(1, 1)
    assert share(result("first", "draw"), 0) == proportion(1, 1)


def test_only_certain_words_tell_what_becomes_of_a_conclusion() -> None:
    with pytest.raises(ValueError, match="'stand': expected one of stands, stands in part"):
        Findings([], "found", "stand")


# ---- the laboratory -------------------------------------------------------------------------------


def in_lab(lab: Lab) -> dict[str, list[str | None]]:
    """How the games of both matches end."""
    with interpreted():
        results = lab.matches(MATCHES)
    return {
        label: [found.records[number].outcome for number in range(len(found.records))]
        for label, found in results.items()
    }


def test_matches_are_kept_and_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ends = in_lab(Lab(tmp_path / "new" / "folder"))
    files = {file.name: file.read_bytes() for file in (tmp_path / "new" / "folder").iterdir()}
    assert set(files) == {"one.jsonl", "two.jsonl"}
    assert [len(outcomes) for outcomes in ends.values()] == [4, 6]

    def refuse(*_: object) -> None:
        raise AssertionError("it was played")

    monkeypatch.setattr("nupp.arena.crew.play_game", refuse)
    assert in_lab(Lab(tmp_path / "new" / "folder")) == ends
    assert {file.name: file.read_bytes() for file in (tmp_path / "new" / "folder").iterdir()} == files


@pytest.mark.parametrize("looks", [1, 4, 7, 9])
def test_a_run_that_is_stopped_is_gone_on_with(tmp_path: Path, looks: int) -> None:
    told = []

    def tell(words: str, done: float) -> None:
        told.append((words, done))
        if len(told) == looks:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        in_lab(Lab(tmp_path, tell=tell))
    kept = {file: file.read_bytes() for file in tmp_path.iterdir()}
    assert in_lab(Lab(tmp_path)) == in_lab(Lab())
    assert all(file.read_bytes().startswith(text) for file, text in kept.items())


def test_it_tells_how_far_it_is() -> None:
    told: list[tuple[str, float]] = []
    lab = Lab(tell=lambda words, done: told.append((words, done)))
    in_lab(lab)
    assert {words for words, _ in told} == {"one", "two"}
    shares = [done for _, done in told]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)
    assert set(lab.results) == {"one", "two"}


@pytest.fixture
def _broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every player's every choice fails."""

    def choose(*_: object, **__: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(RandomPlayer, "choose", choose)


@pytest.mark.usefixtures("_broken")
def test_a_player_that_fails_is_no_finding(tmp_path: Path) -> None:
    """Neither when it fails nor when the run is gone on with; later matches are not played."""
    for _ in range(2):
        lab = Lab(tmp_path)
        with pytest.raises(
            MatchError,
            match=r"match 'one', game 0: x failed: .*out of order; expected .*, delete '.*one\.jsonl'",
        ):
            in_lab(lab)
        assert not lab.results
    assert [file.name for file in tmp_path.iterdir()] == ["one.jsonl"]


def test_values_are_found_once(tmp_path: Path) -> None:
    asked: list[str] = []

    def find(name: str) -> dict[str, Any]:
        asked.append(name)
        if name == "bad":
            raise KeyboardInterrupt
        return {"length": len(name), "name": name}

    with pytest.raises(KeyboardInterrupt):
        Lab(tmp_path).values("lengths", ["a", "bcd", "bad", "never"], find)
    assert asked == ["a", "bcd", "bad"]
    found = Lab(tmp_path).values("lengths", iter(["ef", "bcd"]), find)
    assert found == {"ef": {"length": 2, "name": "ef"}, "bcd": {"length": 3, "name": "bcd"}}
    assert asked == ["a", "bcd", "bad", "ef"]
    assert list(found) == ["ef", "bcd"]
    assert Lab(tmp_path).values("others", ["a"], len) == {"a": 1}
    assert sorted(file.name for file in tmp_path.iterdir()) == ["lengths.json", "others.json"]


def test_values_of_another_version_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Lab(tmp_path).values("kept", ["a"], lambda name: 1) == {"a": 1}
    kept = (tmp_path / "kept.json").read_bytes()
    monkeypatch.setattr(sys.modules["nupp.studies.study"], "__version__", "another")
    with pytest.raises(
        MatchError, match=r"kept\.json' holds values found with .*; to find them anew, delete it"
    ):
        Lab(tmp_path).values("kept", ["b"], lambda name: 2)
    assert (tmp_path / "kept.json").read_bytes() == kept


def test_values_of_other_parameters_are_refused(tmp_path: Path) -> None:
    few, many = (Lab(tmp_path, parameters={"seconds": seconds, "boards": ("a", "b")}) for seconds in (1, 60))
    assert few.values("kept", ["a"], lambda name: 1) == {"a": 1}
    assert few.values("kept", ["a"], lambda name: 2) == {"a": 1}
    with pytest.raises(MatchError, match=r'"seconds": 1, .*: expected .*"seconds": 60, '):
        many.values("kept", ["a"], lambda name: 3)


@pytest.mark.parametrize("content", ["", "[1]", "5", '{"version": "1"}', '{"values": {"a'])
def test_a_file_that_holds_no_values_is_refused_and_kept(tmp_path: Path, content: str) -> None:
    (tmp_path / "kept.json").write_text(content)
    with pytest.raises(MatchError, match=r"kept\.json' holds no values of a study"):
        Lab(tmp_path).values("kept", ["a"], len)
    assert (tmp_path / "kept.json").read_text() == content


def test_without_a_folder_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Lab().values("lengths", ["a"], len) == {"a": 1}
    assert Lab().values("lengths", ["a"], lambda name: 7) == {"a": 7}
    in_lab(Lab())
    assert not list(tmp_path.iterdir())


def test_the_machine_is_told() -> None:
    assert re.search(r".+, \d+ cores, Python 3\.\d+", Lab().machine)


# ---- what is published ----------------------------------------------------------------------------


def made_up(title: str = "A title", stands: str = "stands in part", plots: bool = True) -> Study:
    """A study that finds a table with values of each kind."""

    def conduct(lab: Lab) -> Findings:
        with interpreted():
            lab.matches({"one": MATCHES["one"]})
        table = Table(
            "The table",
            ("case", "published", "here"),
            [
                ("first|second", 1, Estimate(0.5, 0.25, 0.75)),
                ("none", None, math.nan),
                ("many", 1234567, 0.123456),
                ("so", True, False),
            ],
            "A note.",
        )
        drawing = [Plot("line", "A line", lambda axes: axes.plot([0, 1], [0, 1]))] if plots else []
        return Findings([table], f"Found in {title}.", stands, "It differs.", drawing)

    return Study(
        "tictactoe-lines",
        title,
        "A source",
        "A claim",
        "Silent",
        conduct,
        lambda quick: {"games": 4, "quick": quick},
    )


class Words(HTMLParser):
    """The text of a page, and what its tags are."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._in_cell = False
        self.words, self.cells, self.tags = "", list[str](), list[str]()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        self._in_cell = tag == "td"
        if self._in_cell:
            self.cells.append("")

    def handle_data(self, data: str) -> None:
        self.words += data
        if self._in_cell:
            self.cells[-1] += data

    def handle_endtag(self, tag: str) -> None:
        self._in_cell = False


CELLS = [
    ["first|second", "1", "50.0 % (25.0 to 75.0)"],
    ["none", "–", "–"],
    ["many", "1,234,567", "0.123"],
    ["so", "yes", "no"],
]


def test_json_page_and_table_say_the_same(tmp_path: Path) -> None:
    one, lab = made_up(), Lab(quick=True)
    page = publish(one, lab, one.conduct(lab), tmp_path)
    endings = {".json", ".md", ".html", "-line.svg"}
    names = {f"tictactoe-lines-quick{ending}" for ending in endings}
    assert {file.name for file in tmp_path.iterdir()} == names
    assert page == tmp_path / "tictactoe-lines-quick.html"
    told = json.loads((tmp_path / "tictactoe-lines-quick.json").read_text(encoding="utf-8"))
    words = Words(page.read_text(encoding="utf-8"))
    text = (tmp_path / "tictactoe-lines-quick.md").read_text(encoding="utf-8")
    for key in ("title", "source", "claim", "silent", "found", "difference"):
        assert told[key] in words.words
        assert told[key] in text
    assert told["stands"] == "stands in part"
    assert told["parameters"] == {"games": 4, "quick": True}
    assert told["games"] == {"one": 4}
    assert "4 games" in words.words
    assert "nupp study tictactoe-lines --quick" in text
    assert "![A line](tictactoe-lines-quick-line.svg)" in text
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    assert rows[2:] == [[cell.replace("|", "\\|") for cell in row] for row in CELLS]
    assert words.cells == [cell for row in CELLS for cell in row]
    (table,) = told["tables"]
    assert table["rows"] == [
        ["first|second", 1, {"value": 0.5, "low": 0.25, "high": 0.75}],
        ["none", None, None],
        ["many", 1234567, 0.123456],
        ["so", True, False],
    ]
    ElementTree.parse(tmp_path / "tictactoe-lines-quick-line.svg")


@pytest.mark.parametrize("stands", VERDICTS)
def test_what_becomes_of_the_conclusion_is_a_sentence(tmp_path: Path, stands: str) -> None:
    one, lab = made_up(stands=stands), Lab()
    page = publish(one, lab, one.conduct(lab), tmp_path)
    assert VERDICTS[stands] in Words(page.read_text(encoding="utf-8")).words
    assert f"**{VERDICTS[stands]}**" in (tmp_path / "tictactoe-lines.md").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "tictactoe-lines.json").read_text(encoding="utf-8"))["stands"] == stands


def test_publishing_again_gives_the_same_files(tmp_path: Path) -> None:
    one, lab = made_up(), Lab()
    findings = one.conduct(lab)
    for folder in (tmp_path / "a", tmp_path / "b"):
        folder.mkdir()
        publish(one, lab, findings, folder)
    for file in (tmp_path / "a").iterdir():
        assert file.read_bytes() == (tmp_path / "b" / file.name).read_bytes()


def test_text_is_no_markup(tmp_path: Path) -> None:
    one, lab = made_up(HOSTILE), Lab()
    words = Words(publish(one, lab, one.conduct(lab), tmp_path).read_text(encoding="utf-8"))
    assert HOSTILE in words.words
    assert "script" not in words.tags


@pytest.mark.parametrize("value", [None, True, 3, 2.5, "text", Estimate(0.1, 0.0, 0.3)])
def test_every_value_has_a_text(value: Any) -> None:
    assert cell_text(value)


def test_a_dictionary_tells_all_of_a_study() -> None:
    one, lab = made_up(plots=False), Lab()
    told = to_dict(one, lab, one.conduct(lab))
    assert json.loads(json.dumps(told)) == told
    assert told["plots"] == {}
    assert told["machine"] == lab.machine
    assert told["quick"] is False


def test_the_overview_sets_studies_side_by_side(tmp_path: Path) -> None:
    with pytest.raises(MatchError, match="holds no studies: expected what nupp study --out writes"):
        overview(tmp_path)
    for title, stands in (("Title | one", "stands"), ("Title 2", "open")):
        one, lab = made_up(title, stands), Lab(quick=True)
        publish(one, lab, one.conduct(lab), tmp_path)
    (tmp_path / "other.json").write_text("no study")
    row = overview(tmp_path).splitlines()[-1]
    assert (
        row == "| [tictactoe-lines](tictactoe-lines-quick.md) (quick) | A claim | Found in Title 2. | open |"
    )


def test_the_manual_has_the_studies_as_their_files_tell_them() -> None:
    """The page that sets them side by side, and the verdicts of their pages."""
    folder = Path(__file__).parents[2] / "docs" / "studies"
    assert (folder / "README.md").read_text(encoding="utf-8").endswith(f"\n\n{overview(folder).strip()}\n")
    for file in folder.glob("*.json"):
        told = json.loads(file.read_text(encoding="utf-8"))
        assert f"**{VERDICTS[told['stands']]}**" in file.with_suffix(".md").read_text(encoding="utf-8")


@pytest.mark.parametrize("content", ["", "{", "[]", '{"study": "tictactoe-lines"}'])
def test_an_overview_of_something_else_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "tictactoe-lines.json").write_text(content)
    run = call("--overview", str(tmp_path))
    assert run.exit_code == 1
    assert re.search(r"tictactoe-lines\.json' holds no study: expected what", run.output)
    assert call("--overview", str(tmp_path / "none")).exit_code == 2
    assert "expected one of them" in call("--overview", str(tmp_path), "tictactoe-lines").output
    assert "--quick without a study: expected its name" in call("--quick").output


# ---- the command ----------------------------------------------------------------------------------


def call(*words: str) -> Run:
    with interpreted():
        return CliRunner().invoke(cli, ["study", *words])


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> Callable[[Study], None]:
    """Make `nupp study` know a made-up study under its name."""

    def known(one: Study) -> None:
        monkeypatch.setattr("nupp.cli.study.study", lambda name: one)

    return known


@pytest.mark.usefixtures("_broken")
def test_a_player_that_fails_ends_the_command(only: Callable[[Study], None]) -> None:
    only(made_up())
    run = call("tictactoe-lines")
    assert run.exit_code == 1
    last = run.output.splitlines()[-1]
    assert last.startswith("nupp: tictactoe-lines: match 'one', game 0: x failed: out of order; expected")


def test_every_study_has_a_module_of_its_name() -> None:
    for name in STUDIES:
        one = study(name)
        assert one.name == name
        assert all((one.title, one.source, one.claim, one.silent))
        for quick in (True, False):
            assert isinstance(one.parameters(quick), Mapping)
    assert len(set(STUDIES)) == len(STUDIES)


def test_an_unknown_study_is_refused_with_those_there_are() -> None:
    with pytest.raises(SpecError, match="unknown study 'x': known are lput-table-8, "):
        study("x")
    run = call("lput-tabel-9")
    assert run.exit_code != 0
    assert "unknown study 'lput-tabel-9': did you mean lput-table-9? known are lput-table-8, " in run.output


def test_without_a_name_the_studies_are_listed() -> None:
    run = call()
    assert run.exit_code == 0
    lines = run.output.splitlines()
    assert [line.split()[0] for line in lines] == list(nupp.studies.STUDIES)
    assert all(study(line.split()[0]).title in line for line in lines)


def test_a_study_is_shown_and_kept(tmp_path: Path, only: Callable[[Study], None]) -> None:
    only(made_up())
    run = call("tictactoe-lines", "--quick", "--out", str(tmp_path))
    assert run.exit_code == 0, run.output
    shown = " ".join(run.output.split())
    for words in (
        "A title",
        "A source",
        "A claim",
        "50.0 % (25.0 to 75.0)",
        "Found in A title.",
        "It differs.",
    ):
        assert words in shown
    assert "The source's conclusion stands in part. By a quick run, which says less than" in shown
    assert (tmp_path / "tictactoe-lines-quick" / "one.jsonl").exists()
    assert (tmp_path / "tictactoe-lines-quick.html").exists()
    assert "(quick)" in call("--overview", str(tmp_path)).output
    assert call("tictactoe-lines", "--out", str(tmp_path)).exit_code == 0
    assert (tmp_path / "tictactoe-lines" / "one.jsonl").exists()
    assert "(quick)" not in call("--overview", str(tmp_path)).output


def test_a_quick_run_leaves_the_full_one_as_it_is(tmp_path: Path, only: Callable[[Study], None]) -> None:
    only(made_up())
    assert call("tictactoe-lines", "--out", str(tmp_path)).exit_code == 0
    kept = {file: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()}
    assert call("tictactoe-lines", "--quick", "--out", str(tmp_path)).exit_code == 0
    assert {file: file.read_bytes() for file in kept} == kept
    assert "(quick)" not in call("--overview", str(tmp_path)).output


def test_an_open_study_says_so(only: Callable[[Study], None]) -> None:
    only(made_up(stands="open"))
    shown = call("tictactoe-lines").output.splitlines()
    assert shown[-2:] == ["Whether the source's conclusion stands is open.", f"By nupp {__version__}."]


def test_a_folder_with_games_of_another_match_is_an_error(
    tmp_path: Path, only: Callable[[Study], None]
) -> None:
    only(made_up())
    (tmp_path / "tictactoe-lines").mkdir()
    (tmp_path / "tictactoe-lines" / "one.jsonl").write_text('{"match": "another"}\n')
    run = call("tictactoe-lines", "--out", str(tmp_path))
    assert run.exit_code == 1
    assert run.output.splitlines()[-1].startswith("nupp: tictactoe-lines: ")
