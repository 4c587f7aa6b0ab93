"""Tournaments: who meets whom, files and resuming, and what comes out."""

import json
import math
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from arena.moves import moves
from nupp.arena import Match, MatchError, Tournament, TournamentResult, match, play_tournament, tournament
from nupp.arena.tournament import number_of
from nupp.kernel import interpreted
from nupp.spec import SpecError

PLAYERS = ("greedy", "random", "minimax:depth=2")
PATTERN = Match("tictactoe", *PLAYERS[:2], games=4, seed=3, nodes=500)


def test_a_round_robin_pairs_all_and_a_gauntlet_the_first_with_each() -> None:
    everyone = Tournament(PLAYERS, PATTERN)
    assert [(match.first, match.second) for match in everyone.matches] == list(combinations(PLAYERS, 2))
    gauntlet = Tournament(PLAYERS, PATTERN, gauntlet=True)
    assert [(match.first, match.second) for match in gauntlet.matches] == [
        (PLAYERS[0], PLAYERS[1]),
        (PLAYERS[0], PLAYERS[2]),
    ]
    assert (everyone.games, gauntlet.games) == (12, 8)


def test_each_game_of_each_match_comes_once_and_rounds_come_in_turn() -> None:
    event = Tournament(PLAYERS, PATTERN)
    tasks = [event.task(number) for number in range(event.games)]
    assert Counter((task.match, task.index) for task in tasks) == {
        (match, index): 1 for match in event.matches for index in range(4)
    }
    assert [task.index // 2 for task in tasks] == [0] * 6 + [1] * 6
    assert [task.number for task in tasks] == list(range(12))


def test_matches_share_openings_and_nothing_else_that_is_random() -> None:
    event = Tournament(PLAYERS, PATTERN)
    for index in range(4):
        assert len({match.seeds(index)[0] for match in event.matches}) == 1
        assert len({match.opening(index) for match in event.matches}) == 1
    players = [seed for match in event.matches for index in range(4) for seed in match.seeds(index)[1:]]
    assert len(set(players)) == len(players) == 24


def test_the_same_games_whatever_the_threads_and_also_when_resumed(tmp_path: Path) -> None:
    event = Tournament(PLAYERS, PATTERN)
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    expected = play_tournament(event, out=whole)
    assert moves(play_tournament(event, threads=3)) == moves(expected)
    lines = whole.read_text().splitlines(keepends=True)
    assert json.loads(lines[0])["tournament"]["players"] == list(PLAYERS)
    cut.write_text("".join([lines[0], *lines[3:6]]))
    numbers: list[int] = []
    resumed = play_tournament(
        event, out=cut, resume=True, report=lambda number, record: numbers.append(number)
    )
    assert numbers == [2, 3, 4, 0, 1, *range(5, 12)]
    assert moves(resumed) == moves(expected)
    assert [{**one, "seconds": 0} for one in resumed.to_dict()["matches"]] == [
        {**one, "seconds": 0} for one in expected.to_dict()["matches"]
    ]
    assert resumed.seconds == pytest.approx(sum(one.seconds for one in resumed.results))


def test_every_game_has_a_number_of_its_own() -> None:
    event = Tournament(PLAYERS, PATTERN)
    for number in range(event.games):
        task = event.task(number)
        assert number_of(task.index, event.matches.index(task.match), len(event.matches)) == number


def test_another_tournament_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    play_tournament(Tournament(PLAYERS, PATTERN), out=path)
    before = path.read_bytes()
    for other in (Tournament(PLAYERS, PATTERN, gauntlet=True), Tournament((*PLAYERS, "reply"), PATTERN)):
        with pytest.raises(MatchError, match=r"another match.*(--gauntlet|players)"):
            play_tournament(other, out=path, resume=True)
    assert path.read_bytes() == before


def test_results_add_up() -> None:
    result = tournament("tictactoe", PLAYERS, games=10, seed=1, nodes=300)
    report = result.to_dict()
    assert report["games"] == 30 == sum(match["games"] for match in report["matches"])
    points = {rating["player"]: rating["points"] for rating in report["ratings"]}
    assert sum(points.values()) == 30
    assert report["ratings"][-1]["player"] == "random"
    assert math.isclose(sum(rating["elo"] for rating in report["ratings"]), 0, abs_tol=1e-6)
    json.dumps(report, allow_nan=False)


def test_a_tournament_of_two_says_what_a_match_says() -> None:
    event = tournament("tictactoe", PLAYERS[1::-1], games=10, seed=1, nodes=300)
    known = match("tictactoe", *PLAYERS[1::-1], games=10, seed=1, nodes=300).standing()
    best, other = event.ratings
    assert known is not None
    assert known.elo < 0
    assert (best.player, other.player) == PLAYERS[:2]
    assert best.elo - other.elo == -known.elo
    assert (2 * other.elo_low, 2 * other.elo_high) == (known.elo_low, known.elo_high)
    assert (2 * other.elo_low99, 2 * other.elo_high99) == (known.elo_low99, known.elo_high99)
    assert (best.los, other.los) == (pytest.approx(1 - known.los), None)
    assert [one.games for one in event.ratings] == [10, 10]
    assert (best.points, other.points) == (
        10 - event.results[0].tally[0] - event.results[0].tally[1] / 2,
        10 - best.points,
    )


def test_two_who_have_not_met_are_not_compared() -> None:
    event = Tournament(PLAYERS[:2], PATTERN)
    assert [(one.group, one.los, one.games) for one in TournamentResult(event, {}).ratings] == [
        (0, None, 0),
        (1, None, 0),
    ]


@pytest.mark.parametrize(
    ("players", "games", "words"),
    [
        (("greedy",), 4, "two players"),
        (("greedy", "random", "greedy"), 4, "twice"),
        (("greedy", "random"), 3, "even"),
    ],
)
def test_impossible_tournaments_are_refused(players: tuple[str, ...], games: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        tournament("tictactoe", players, games)


def test_a_bad_spec_is_reported_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="nobody"):
        tournament("tictactoe", ("greedy", "random", "nobody"), 2)


KILLED = """
import sys
from pathlib import Path
from nupp.arena import Match, Tournament, play_tournament
players = ("greedy", "random", "minimax:depth=2")
pattern = Match("tictactoe", *players[:2], games=12, seed=3, nodes=300)
result = play_tournament(Tournament(players, pattern), 2, Path(sys.argv[1]), resume=True)
print(sorted((number, record.moves) for number, record in result.records.items()))
"""


@pytest.mark.slow
def test_a_run_that_was_killed_goes_on_and_comes_to_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, killed = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    command = [sys.executable, "-c", KILLED]
    with monkeypatch.context() as patch:
        patch.setattr(sys, "argv", ["", str(whole)])
        with interpreted():
            exec(KILLED, {})
    expected, plain = capsys.readouterr().out, os.environ | {"NUMBA_DISABLE_JIT": "1"}
    for games in (3, 21):
        process = subprocess.Popen([*command, str(killed)], stdout=subprocess.DEVNULL, env=plain)
        while not killed.exists() or len(killed.read_bytes().splitlines()) <= games:
            assert process.poll() is None or killed.exists()
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert games <= len(killed.read_bytes().splitlines()) - 1
    done = subprocess.run([*command, str(killed)], capture_output=True, text=True, check=True, env=plain)
    assert done.stdout == expected


def test_positions_can_be_watched_as_they_are_played() -> None:
    event, seen = Tournament(PLAYERS, PATTERN), dict[int, list[tuple[str, ...]]]()
    result = play_tournament(
        event, watch=lambda number, position: seen.setdefault(number, []).append(position.moves)
    )
    for number, record in result.records.items():
        opening = record.opening or 0
        assert seen[number] == [record.moves[:plies] for plies in range(opening, len(record.moves) + 1)]
