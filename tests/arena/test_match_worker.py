"""Players that learn over the games of a match."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from arena.moves import moves
from nupp.arena import Match, play_match
from nupp.arena.match_worker import GameTask, MatchWorker

PLIES = "hexxagon:quiet=6"


def match(file: Path, **details: object) -> Match:
    return Match(PLIES, f"ants:alpha=0.5,save={file}", "ants:q0=0", games=4, seed=3, **details)  # type: ignore[arg-type]


@pytest.mark.slow
def test_what_is_learnt_depends_on_the_seed_alone(tmp_path: Path) -> None:
    """Whatever the threads: the games of a player that learns are played one after another."""
    files = [tmp_path / f"{number}.json" for number in range(3)]
    results = [
        play_match(match(file), threads=threads) for file, threads in zip(files, (1, 4, 1), strict=True)
    ]
    assert moves(results[0]) == moves(results[1]) == moves(results[2])
    assert files[0].read_bytes() == files[1].read_bytes() == files[2].read_bytes()
    assert b'"games": 4' in files[0].read_bytes()


@pytest.mark.slow
def test_it_learns_from_one_game_for_the_next(tmp_path: Path) -> None:
    """The same games, one by one, are played otherwise by players who have seen no other."""
    one = match(tmp_path / "ants.json")
    learnt = moves(play_match(one))
    fresh = {
        number: MatchWorker().play(GameTask(number, one, number), one.opening(number), Event()).moves
        for number in range(one.games)
    }
    assert fresh[0] == learnt[0]
    assert fresh != learnt


@pytest.mark.slow
def test_a_match_that_is_gone_on_with_teaches_its_games_again(tmp_path: Path) -> None:
    whole, cut, file = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl", tmp_path / "ants.json"
    expected = play_match(match(file), out=whole)
    learnt = file.read_bytes()
    lines = whole.read_text().splitlines(keepends=True)
    cut.write_text("".join(lines[:3]))
    resumed = play_match(match(file), out=cut, resume=True)
    assert moves(resumed) == moves(expected)
    assert file.read_bytes() == learnt


@pytest.mark.slow
def test_ants_beat_random_moves() -> None:
    result = play_match(Match("hexxagon", "ants", "random", games=20, seed=2), threads=3)
    assert result.tally[0] >= 18
