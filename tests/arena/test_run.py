"""Matches as they are played: in threads, by the clock, with a file that takes up each game."""

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arena.moves import moves
from nupp.arena import Match, MatchError, Result, Sprt, play_match
from nupp.arena.match_worker import GameTask
from nupp.formats import TIME_FORFEIT, GameRecord
from nupp.kernel import interpreted
from nupp.spec import SpecError

MATCH = Match("tictactoe", "minimax:depth=2", "random", games=12, seed=5)


def games_of(match: Match, **options: object) -> dict[int, tuple[str, ...]]:
    return moves(play_match(match, **options))  # type: ignore[arg-type]


def test_same_seed_same_games_whatever_the_threads() -> None:
    assert games_of(MATCH) == games_of(MATCH, threads=2)
    assert games_of(MATCH) != games_of(replace(MATCH, seed=6))


@pytest.mark.parametrize(("spec", "words"), [("failing", "out of ideas"), ("cheating", "not legal")])
@pytest.mark.usefixtures("failing_players")
def test_a_player_that_fails_loses_with_its_words_kept(spec: str, words: str) -> None:
    result = play_match(Match("mnk:width=7,height=7,k=5", spec, "random", games=4))
    assert result.tally == (0, 0, 4)
    assert all(words in (record.termination or "") for record in result.records.values())


def test_results_stream_to_the_file_and_resume(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    expected = play_match(MATCH, out=whole)
    lines = whole.read_text().splitlines(keepends=True)
    assert len(lines) == 13
    cut.write_text("".join(lines[:5]) + lines[5][:20])
    numbers: list[int] = []
    with pytest.warns(UserWarning, match="cut short"):
        resumed = play_match(
            MATCH, out=cut, resume=True, report=lambda number, record: numbers.append(number)
        )
    assert numbers == list(range(12))
    assert resumed.tally == expected.tally
    assert moves(resumed) == moves(expected)
    again = play_match(MATCH, out=whole, resume=True)  # nothing is left to be played
    assert again.seconds == expected.seconds == sum(sum(one.seconds) for one in expected.records.values()) > 0
    assert sorted(json.loads(line)["number"] for line in cut.read_text().splitlines()[1:]) == list(range(12))


def test_many_games_are_as_much_work_each_as_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is counted or copied anew for each game: the points of each are asked for as often."""
    one = play_match(replace(MATCH, games=1)).records[0]
    drawn = replace(one, outcome="draw")

    asked: list[int] = []
    points = Result.points

    def counted(result: Result, number: int) -> float:
        asked.append(number)
        return points(result, number)

    def work(games: int) -> float:
        """How often points are asked for, for each game."""

        def made_up(tasks: Iterable[GameTask], taught: object) -> Iterator[tuple[int, GameRecord]]:
            yield from ((task.number, drawn) for task in tasks)

        asked.clear()
        assert len(play_match(replace(MATCH, games=games), sprt=Sprt(-5, 5), runner=made_up).records) == games
        return len(asked) / games

    monkeypatch.setattr(Result, "points", counted)
    assert 0 < work(10) == work(1000) <= 1


def test_resuming_another_match_is_refused_and_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    play_match(MATCH, out=path)
    before = path.read_bytes()
    with pytest.raises(MatchError, match="another match"):
        play_match(replace(MATCH, seed=99), out=path, resume=True)
    assert path.read_bytes() == before


def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    for text in (b"hello", b"hello\nyou", b"\xff\n", b'{"match": {}}\n{"number": 0'):
        path.write_bytes(text)
        with pytest.raises(MatchError, match="another match"):
            play_match(MATCH, out=path, resume=True)
        assert path.read_bytes() == text


@pytest.mark.parametrize(
    "line", ["[1]", "5", '{"number": 3}', '{"number": 99, "game": 1}', "\udcff", '{"number": [0]}']
)
def test_a_bad_line_is_quoted_and_nothing_is_lost(tmp_path: Path, line: str) -> None:
    path = tmp_path / "match.jsonl"
    play_match(replace(MATCH, games=2), out=path)
    with path.open("a", errors="surrogateescape") as file:
        file.write(line + "\ncut sho")
    before = path.read_bytes()
    with pytest.raises(MatchError, match="line 4"):
        play_match(replace(MATCH, games=2), out=path, resume=True)
    assert path.read_bytes() == before


@pytest.mark.parametrize("kept", [0, 7, -1])
def test_a_file_cut_short_in_its_first_line_begins_anew(tmp_path: Path, kept: int) -> None:
    path, match = tmp_path / "match.jsonl", replace(MATCH, games=2)
    play_match(match, out=path)
    header = path.read_text().splitlines()[0] + "\n"
    path.write_text(header[:kept])
    play_match(match, out=path, resume=True)
    found, expected = json.loads(path.read_text().splitlines()[0]), json.loads(header)
    assert found.pop("run") != expected.pop("run")
    assert found == expected
    assert len(path.read_text().splitlines()) == 3


@pytest.mark.usefixtures("failing_players")
def test_a_game_lost_before_its_first_move_is_kept(tmp_path: Path) -> None:
    path, match = tmp_path / "match.jsonl", Match("tictactoe", "cheating", "random", games=2, openings=0)
    first = play_match(match, out=path)
    assert first.records[0].moves == ()
    assert play_match(match, out=path, resume=True).records == first.records


LOPSIDED = Match("hexxagon", "greedy", "random", games=400, seed=1)


def test_sprt_ends_a_lopsided_match_early() -> None:
    result = play_match(LOPSIDED, sprt=Sprt(0, 100))
    assert len(result.records) < 100
    assert Sprt(0, 100).verdict(result.pairs) == "elo1"


def test_sprt_decides_the_same_whatever_the_threads_and_also_when_resumed(tmp_path: Path) -> None:
    """Which games ended first says something about how they ended, and so may have no part in it."""
    path, test = tmp_path / "match.jsonl", Sprt(0, 100)
    expected = play_match(LOPSIDED, sprt=test)
    found = play_match(LOPSIDED, threads=5, sprt=test, out=path)
    assert found.tally == expected.tally
    assert found.records.keys() == expected.records.keys()
    written = path.read_bytes()
    assert play_match(LOPSIDED, sprt=test, out=path, resume=True).tally == expected.tally
    assert path.read_bytes() == written  # nothing more was played


@pytest.mark.usefixtures("failing_players")
def test_what_nobody_waits_for_is_given_up() -> None:
    """After an interrupt the other games end at their next move, not after twenty seconds."""

    def interrupt(number: int, record: GameRecord) -> None:
        raise KeyboardInterrupt

    match = Match("mnk", "sleeping", "random", games=2, openings=0)
    began = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        play_match(match, threads=2, report=interrupt)
    assert time.perf_counter() - began < 10


@pytest.mark.usefixtures("failing_players")
def test_threads_interpret_kernels_if_the_caller_does() -> None:
    with interpreted():
        assert play_match(replace(MATCH, first="seeing", games=1)).records[0].termination is None


@pytest.mark.slow
@pytest.mark.usefixtures("failing_players")
def test_who_is_late_loses_and_the_record_says_so(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = Match("tictactoe", "late", "random", games=2, openings=0, clock="0.5s")
    result = play_match(match, out=path)
    assert result.tally == (0, 0, 2)
    assert result.lost_on_time == (2, 0)
    for number, record in result.records.items():
        assert (record.termination, record.clock) == (TIME_FORFEIT, "0.5s")
        assert record.outcome == ("second" if number == 0 else "first")
        assert len(record.moves) == len(record.seconds) == 4 + number  # its third move came too late
        assert not record.replay().is_over
        assert sum(record.seconds[number::2]) > 0.4
        assert sum(record.seconds[number::2]) + (record.waited or 0) > 0.5
    found = result.to_dict()
    assert (found["clock"], found["lost_on_time"]) == ("0.5s", [2, 0])
    assert json.loads(path.read_text().splitlines()[0])["match"]["clock"] == "0.5s"
    assert play_match(match, out=path, resume=True).records == result.records


@pytest.mark.slow
@pytest.mark.usefixtures("failing_players")
def test_what_a_move_adds_lets_a_slow_player_live() -> None:
    match = Match("tictactoe:dead=false", "late", "random", games=2, openings=0, clock="0.5s+0.5s")
    result = play_match(match)
    assert [record.termination for record in result.records.values()] == [None, None]


@pytest.mark.usefixtures("failing_players")
@pytest.mark.slow
def test_players_who_spend_their_budgets_keep_to_the_clock() -> None:
    """Which suffices for the whole game only because every move gets no more than its share."""
    match = Match("connectfour", "spending", "spending", games=1, clock="3s+0.02s")
    result = play_match(match)
    assert result.lost_on_time == (0, 0)
    for record in result.records.values():
        assert record.termination is None
        for side in (0, 1):
            mine = record.seconds[2 + side :: 2]
            assert 0.5 < sum(mine) < 3 + 0.02 * len(mine)


@pytest.mark.slow
@pytest.mark.usefixtures("failing_players")
def test_what_a_player_compiles_for_its_second_move_is_not_charged_to_it() -> None:
    match = Match("tictactoe", "compiling", "compiling", games=2, openings=0, clock="0.5s")
    assert play_match(match).lost_on_time == (0, 0)


def test_a_match_without_a_clock_is_written_as_ever(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    result = play_match(replace(MATCH, games=2), out=path)
    assert "clock" not in path.read_text()
    assert "clock" not in result.to_dict()
    with pytest.raises(MatchError, match="another match"):
        play_match(replace(MATCH, games=2, clock="5s"), out=path, resume=True)


def test_unknown_players_are_refused() -> None:
    with pytest.raises(SpecError, match="nobody"):
        play_match(replace(MATCH, first="nobody"))
