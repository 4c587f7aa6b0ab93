"""`nupp match` and `nupp tournament`: what they print and write, and how they end."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, NoReturn

import pytest

from cli.conftest import INTERPRETED, Call, Start, interrupt, wait_for_lines

TRIO = ("tournament", "tictactoe", "greedy", "minimax:depth=2", "random")
DUEL = ("match", "tictactoe", "minimax:depth=2", "random")
FEW = ("--games", "4", "--nodes", "20")

PLAYER = """
from nupp.players import Decision, Player, register

@register("clumsy")
class Clumsy(Player):
    def choose(self, position, budget=None, report=None):
        if position.ply > 3:
            raise RuntimeError("out of ideas")
        move = position.legal_moves[0]
        return Decision(move, position.legal_move_codes[0], 0, "eval", (move,), 0, 0, 0.0)
"""


def strict(text: str) -> Any:
    """A JSON document without infinite numbers, which JSON does not know."""

    def refuse(constant: str) -> NoReturn:
        raise AssertionError(constant)

    return json.loads(text, parse_constant=refuse)


def games(path: Path) -> list[Any]:
    header, *lines = path.read_text().splitlines(keepends=True)
    assert all(line.endswith("\n") for line in lines)
    assert strict(header)["version"]
    return [strict(line) for line in lines]


@pytest.fixture
def clumsy(tmp_path: Path) -> str:
    """A file with a player that fails at its third move."""
    file = tmp_path / "clumsy.py"
    file.write_text(PLAYER)
    return str(file)


def test_a_tournament_prints_tables(call: Call) -> None:
    result = call(*TRIO, *FEW)
    assert result.exit_code == 0
    assert result.stderr == ""
    for words in ("greedy", "minimax:depth=2", "random", "Elo"):
        assert words in result.stdout


@pytest.mark.parametrize("gauntlet", [False, True])
def test_a_tournament_prints_json_that_is_json(call: Call, gauntlet: bool) -> None:
    result = call(*TRIO, *FEW, "--json", *(["--gauntlet"] if gauntlet else []))
    assert result.exit_code == 0
    found = strict(result.stdout)
    pairings = [(one["first"], one["second"]) for one in found["matches"]]
    everyone = [("greedy", "minimax:depth=2"), ("greedy", "random"), ("minimax:depth=2", "random")]
    assert pairings == (everyone[:2] if gauntlet else everyone)
    assert found["games"] == 4 * len(pairings)
    assert sorted(one["player"] for one in found["ratings"]) == sorted(TRIO[2:])


def test_a_perfect_score_has_no_upper_bound_in_json_either(call: Call) -> None:
    few = ("--games", "2", "--openings", "3")
    result = call("match", "tictactoe:dead=true", "minimax:depth=6", "random", *few, "--json")
    found = strict(result.stdout)
    assert found["wins"] == 2
    assert found["elo_high"] is None


@pytest.mark.parametrize(
    ("games", "verdict", "words"), [(400, "elo1", "accepts 200"), (2, None, "has not decided")]
)
def test_what_the_sequential_test_decided(call: Call, games: int, verdict: str | None, words: str) -> None:
    asked = (*DUEL, "--games", str(games), "--nodes", "50", "--sprt", "0,200", "--seed", "1")
    found = strict(call(*asked, "--json").stdout)["sprt"]
    assert list(found) == ["elo0", "elo1", "ratio", "low", "high", "verdict", "left_out"]
    assert (found["elo0"], found["elo1"], found["verdict"]) == (0, 200, verdict)
    assert (found["ratio"] >= found["high"]) == (verdict == "elo1")
    ratio, low, high = (f"{found[name]:+.2f}".replace("-", "−") for name in ("ratio", "low", "high"))
    bounds = f"log-likelihood ratio {ratio}, bounds {low} and {high}"
    line = next(line for line in call(*asked).stdout.splitlines() if line.startswith("SPRT"))
    assert line.startswith(f"SPRT 0 against 200 {words}")
    assert line.endswith(bounds)
    assert "sprt" not in strict(call(*DUEL, "--games", "2", "--json").stdout)


def test_games_that_a_limit_ended_are_reported(call: Call) -> None:
    asked = (*DUEL, "--games", "4", "--depth", "1", "--openings", "1", "--max-plies", "3")
    lines = call(*asked).stdout.splitlines()
    assert lines[0].endswith(", at most 1 ply a move")
    assert any(line.endswith("move limit: 4") for line in lines)
    found = strict(call(*asked, "--json").stdout)
    assert (found["cut_short"], found["limits"], found["openings"]) == (
        {"move limit": 4},
        "at most 1 ply a move",
        1,
    )


def test_a_tournament_tells_in_json_how_it_was_played(call: Call, tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text("b2 a1\n")
    asked = (*TRIO, "--games", "2", "--seed", "4", "--max-plies", "3")
    found = strict(call(*asked, "--openings", "1", "--depth", "1", "--json").stdout)
    described = {name: found[name] for name in ("seed", "openings", "limits", "cut_short")}
    assert described == {
        "seed": 4,
        "openings": 1,
        "limits": "at most 1 ply a move",
        "cut_short": {"move limit": 6},
    }
    assert [one["cut_short"] for one in found["matches"]] == [{"move limit": 2}] * 3
    found = strict(call(*asked, "--book", str(tmp_path / "book.txt"), "--clock", "9s", "--json").stdout)
    assert (found["book"]["name"], found["clock"]) == ("book.txt", "9s")
    assert "openings" not in found


def test_the_book_stands_in_place_of_random_openings(call: Call, tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text("b2 a1\n")
    found = strict(call(*DUEL, "--games", "2", "--book", str(tmp_path / "book.txt"), "--json").stdout)
    assert "openings" not in found
    assert (found["book"]["name"], found["book"]["openings"]) == ("book.txt", 1)


def test_one_game_is_one_game(call: Call) -> None:
    lines = call(*DUEL, "--games", "1", "--nodes", "50").stdout.splitlines()
    assert lines[0] == "tictactoe: minimax:depth=2 against random, at most 50 nodes a move"
    assert lines[1].startswith("1 game, their moves ")


@pytest.mark.parametrize("command", ["match", pytest.param("tournament", marks=pytest.mark.slow)])
def test_the_second_that_a_move_may_take_is_reported(call: Call, command: str, tmp_path: Path) -> None:
    page, said = tmp_path / "report.html", "1 s a move"
    words = (command, "tictactoe", "minimax:depth=1", "minimax:depth=2", "--games", "2")
    assert said in call(*words, "--report", str(page)).stdout.splitlines()[0]
    assert said in page.read_text(encoding="utf-8")
    assert "1s where nothing else limits a move" in " ".join(call(command, "--help").stdout.split())


@pytest.mark.parametrize("command", ["match", pytest.param("tournament", marks=pytest.mark.slow)])
def test_repeated_games_are_counted_and_warned_of(call: Call, command: str) -> None:
    players = ("alphabeta:depth=1,table=0", "alphabeta:depth=2,table=0")
    words = (command, "tictactoe", *players, "--games", "4", "--openings", "0")
    result = call(*words)
    assert result.exit_code == 0
    assert "2 of 4 games are different" in result.stdout
    assert result.stderr.startswith("nupp: warning: ")
    for said in (*players, " 2 of 4 "):
        assert said in result.stderr
    assert strict(call(*words, "--json").stdout)["distinct"] == 2


def test_games_that_were_played_after_the_test_decided_are_reported(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    words = (*DUEL, "--games", "30", "--seed", "1", "--nodes", "50", "--out", str(path))
    call(*words)
    tested = (*words, "--resume", "--sprt", "0,200")
    found = strict(call(*tested, "--json").stdout)
    left_out = found["sprt"]["left_out"]
    assert found["games"] + left_out == 30
    assert left_out > 0
    assert any(re.search(rf"test.* {left_out}$", line) for line in call(*tested).stdout.splitlines())
    assert len(games(path)) == 30


@pytest.mark.parametrize("words", [pytest.param(TRIO, marks=pytest.mark.slow), DUEL])
def test_a_run_may_be_gone_on_with_to_more_games(call: Call, words: tuple[str, ...], tmp_path: Path) -> None:
    """They come to what they would have been, and those of the file stay where they are."""
    path, whole = tmp_path / "run.jsonl", tmp_path / "whole.jsonl"
    more = ("--games", "6", "--nodes", "20")
    call(*words, *FEW, "--out", str(path))
    before = path.read_text()
    raised = call(*words, *more, "--out", str(path), "--resume", "--json")
    assert raised.exit_code == 0
    assert path.read_text().startswith(before)
    call(*words, *more, "--out", str(whole))
    expected = {one["number"]: one["moves"] for one in games(whole)}
    assert {one["number"]: one["moves"] for one in games(path)} == expected
    assert strict(raised.stdout)["games"] == len(expected)
    lowered = call(*words, *FEW, "--out", str(path), "--resume")
    assert lowered.exit_code == 2
    held = len(expected)
    assert re.search(rf"\b{held}\b.* {held - 1}\b", lowered.stderr)


@pytest.mark.parametrize("words", [pytest.param(TRIO, marks=pytest.mark.slow), DUEL])
def test_a_run_to_be_gone_on_with_whose_file_is_not_there_is_reported(
    call: Call, words: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "run.jsonl"
    asked = (*words, *FEW, "--out", str(path), "--resume")
    begun = call(*asked)
    assert begun.exit_code == 0
    assert begun.stderr.startswith(f"nupp: {str(path)!r}")
    assert begun.stderr.count("\n") == 1
    assert call(*asked).stderr == ""


@pytest.mark.parametrize("words", [pytest.param(TRIO, marks=pytest.mark.slow), DUEL])
def test_a_report_is_a_page_with_a_plot_beside_it(call: Call, words: tuple[str, ...], tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    result = call(*words, *FEW, "--report", str(page))
    assert result.exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert "minimax:depth=2" in text
    assert text.rstrip().endswith("</html>")
    assert "<svg" in (tmp_path / "report.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [TRIO, DUEL])
def test_games_go_to_a_file_and_a_run_is_gone_on_with(
    call: Call, words: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "run.jsonl"
    expected = strict(call(*words, *FEW, "--out", str(path), "--json").stdout)
    whole = path.read_text().splitlines(keepends=True)
    assert len(games(path)) == expected["games"]
    path.write_text("".join(whole[:3]) + whole[3][:30])
    again = call(*words, *FEW, "--out", str(path), "--json")
    assert again.exit_code == 2
    assert re.search(r"run\.jsonl' exists.*--resume", again.stderr)
    resumed = call(*words, *FEW, "--out", str(path), "--resume", "--json")
    assert resumed.exit_code == 0
    assert "nupp: warning: " in resumed.stderr
    assert "last line" in resumed.stderr
    assert strict(resumed.stdout)["games"] == expected["games"]
    found = {one["number"]: one["moves"] for one in games(path)}
    assert found == {one["number"]: one["moves"] for one in map(json.loads, whole[1:])}
    other = call(*words, *FEW, "--seed", "9", "--out", str(path), "--resume")
    assert other.exit_code == 2
    assert re.search("--seed 0.*--seed 9", other.stderr)


def test_openings_come_from_a_book(call: Call, tmp_path: Path) -> None:
    book, path = tmp_path / "book.txt", tmp_path / "run.jsonl"
    book.write_text("# the middle, and an edge\nb2 a1\na2 b3 c1\n")
    result = call(*DUEL, *FEW, "--book", str(book), "--out", str(path))
    assert result.exit_code == 0
    found = [tuple(one["moves"]) for one in games(path)]
    assert sorted(moves[:2] for moves in found) == [("a2", "b3")] * 2 + [("b2", "a1")] * 2
    book.write_text("b2 a1\n")
    changed = call(*DUEL, *FEW, "--book", str(book), "--out", str(path), "--resume")
    assert changed.exit_code == 2
    assert re.search(r"--book book\.txt.*--book book\.txt.*contents", changed.stderr)


def test_rules_of_the_match_end_games(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    rules = ("--max-plies", "6", "--adjudicate", "--balance", "20", "--patience", "90s")
    result = call("match", "tictactoe", "minimax:depth=7", "minimax:depth=9", "--games", "4", *rules,
                  "--out", str(path), "--openings", "4")  # fmt: skip
    assert result.exit_code == 0  # a game that was adjudicated is no failure
    terms = json.loads(path.read_text().splitlines()[0])["match"]
    assert (terms["balance"], terms["proven"], terms["max_plies"], terms["patience"]) == (20, True, 6, 90)
    assert {one["termination"] for one in games(path)} == {"adjudicated: both players are certain"}


@pytest.mark.parametrize("command", ["match", "tournament"])
def test_that_no_opening_is_even_is_reported_once(
    call: Call, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nupp.arena.openings.EVEN", -1.0)
    monkeypatch.setattr("nupp.arena.openings.TRIES", 2)
    asked = (command, "tictactoe", "greedy", "random", "--games", "6", "--balance", "7", "--threads", "2")
    result = call(*asked, "--seed", str(len(command)))  # openings are kept: each command draws its own
    assert result.exit_code == 0
    assert len(re.findall("2 random openings of tictactoe.* 7 ", result.stderr)) == 1


@pytest.mark.parametrize("words", [("--json",), ()])
@pytest.mark.parametrize("command", ["match", "tournament"])
def test_games_lost_by_failures_are_reported_and_the_program_fails(
    call: Call, clumsy: str, words: tuple[str, ...], command: str, tmp_path: Path
) -> None:
    page, reported = tmp_path / "report.html", command == "match" and not words
    result = call(
        "--load", clumsy, command, "mnk:width=7,height=7,k=5", "random", "clumsy", "--games", "2", *words,
        *(("--report", str(page)) if reported else ()),
    )  # fmt: skip
    assert result.exit_code == 1
    assert "clumsy" in result.stdout  # the result is shown all the same, and the report is written
    assert page.exists() == reported
    (line,) = result.stderr.splitlines()
    assert line.startswith("nupp: ")
    for said in (": 2;", " clumsy: ", "out of ideas"):
        assert said in line


BAD = [
    ((*TRIO, "--games", "3"), "games 3.*even"),
    (TRIO[:3], "greedy .*two players"),
    (TRIO[:2], "PLAYERS"),
    ((*TRIO, "greedy"), "greedy .*twice"),
    ((*TRIO, "nobody"), "player 'nobody'"),
    ((*TRIO, "human"), "'human'.*alphabeta"),
    ((*TRIO, "lines:x=1"), "'x'"),
    ((*DUEL, "--book", "{tmp}/none.txt"), "none.txt': No such file"),
    ((*DUEL, "--book", "{tmp}/bad.txt"), "bad.txt', line 2: move 1: 'z9'"),
    ((*DUEL, "--book", "{tmp}/bad.txt", "--balance", "9"), "--book.*--balance"),
    ((*DUEL, "--book", "{tmp}/bad.txt", "--openings", "2"), "--book.*--openings 2"),
    ((*DUEL, "--openings", "9"), "9 random moves.*fewer"),
    ((*TRIO, "--openings", "99"), "99 random moves.*fewer"),
    ((*DUEL, "--max-plies", "2"), "max_plies 2.*more than.* 2 "),
    ((*DUEL, "--max-plies", "0"), "0: expected a whole number from 1"),
    ((*DUEL, "--patience", "0s"), "'0s'.*duration"),
    ((*DUEL, "--balance", "9", "--openings", "0"), "balance 9.*openings 0"),
    ((*DUEL, "--balance", "-1"), "-1: expected a whole number"),
    ((*DUEL, "--report", "{tmp}/report.svg"), r"report\.svg'.*\.html"),
    ((*DUEL, "--report", "{tmp}/no/report.html"), "report.html'.*folder"),
    ((*DUEL, "--report", "{tmp}/a.html", "--out", "{tmp}/a.html"), "a.html'.*games"),
    ((*DUEL, "--report", "{tmp}/a.html", "--out", "{tmp}/a.svg"), "a.svg'.*games"),
    ((*DUEL, "--resume"), "--resume.*--out FILE"),
    ((*DUEL, "--ray", "local", "--threads", "1"), "--ray local.*--threads 1"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "said"), BAD)
def test_bad_input(call: Call, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    (tmp_path / "bad.txt").write_text("a1\nz9\n")
    result = call(*(word.format(tmp=tmp_path) for word in words))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("nupp: ")
    assert result.stderr.count("\n") == 1
    assert re.search(said, result.stderr)
    assert [path.name for path in tmp_path.iterdir()] == ["bad.txt"]


UNMADE = """
import threading
from nupp.players import Player, register


@register("unmade")
class Unmade(Player):
    def __init__(self, game):
        threading.Event().wait(60)

    def choose(self, position, budget=None, report=None):
        raise NotImplementedError
"""


@pytest.mark.parametrize("command", ["match", "tournament"])
def test_a_player_that_hangs_as_it_is_made_is_reported(call: Call, command: str, tmp_path: Path) -> None:
    file = tmp_path / "unmade.py"
    file.write_text(UNMADE)
    result = call("--load", str(file), command, "tictactoe", "random", "unmade", "--patience", "20ms")
    assert result.exit_code == 1
    assert re.fullmatch(r"nupp: [^\n]*\bunmade\b[^\n]*0\.2 s\n", result.stderr)


def test_a_cluster_that_is_not_there_is_reported_in_a_line(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    result = call(*DUEL, "--ray", "127.0.0.1:6379")
    assert result.exit_code == 1
    assert re.fullmatch(r'nupp: [^\n]*Ray[^\n]*nupp\[scale\]"\n', result.stderr)


def test_a_file_that_cannot_be_written_is_reported_in_a_line(call: Call, tmp_path: Path) -> None:
    result = call(*DUEL, *FEW, "--out", str(tmp_path), "--resume")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("command", ["tournament", "match"])
def test_after_ctrl_c_the_file_is_in_order_and_the_run_goes_on(
    start: Start, command: str, tmp_path: Path
) -> None:
    path = tmp_path / "run.jsonl"
    words = (command, "tictactoe", "greedy", "random", "--games", "100000", "--threads", "2")
    numbers: list[int] = []
    for _ in range(2):
        running = start(*words, "--out", str(path), "--resume", **INTERPRETED)
        wait_for_lines(running, path, len(numbers) + 6)
        assert "Traceback" not in interrupt(running)  # which may take off the line that is being written
        found = [one["number"] for one in games(path)]
        assert found[: len(numbers)] == numbers
        assert len(set(found)) == len(found) >= len(numbers) + 4
        numbers = found
