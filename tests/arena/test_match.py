"""Matches: seeds, pairs, files, resuming, and players that fail."""

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from nupp.arena import Match, MatchError, Result, play_match
from nupp.arena.match import warning_of_repeats

MATCH = Match("tictactoe", "minimax:depth=2", "random", games=12, seed=5)


def test_seeds_of_games_are_independent() -> None:
    seeds = {seed for number in range(0, 2000, 2) for seed in MATCH.seeds(number)}
    assert len(seeds) == 3000
    assert MATCH.seeds(4)[0] == MATCH.seeds(5)[0]
    assert replace(MATCH, games=99).seeds(7) == MATCH.seeds(7)
    halves = [MATCH.seeds(number)[1] / 2**63 for number in range(2000)]
    assert 0.48 < sum(halves) / 2000 < 0.52


def test_tally_score_and_pairs_agree() -> None:
    result = play_match(MATCH)
    found = result.to_dict()
    assert found["games"] == 12 == found["wins"] + found["draws"] + found["losses"]
    assert found["score"] == (found["wins"] + found["draws"] / 2) / 12
    assert sum(found["pentanomial"]) == 6
    assert found["elo_low"] <= found["elo"]
    assert found["elo_high"] is None or found["elo"] <= found["elo_high"]
    assert found["wins"] > found["losses"]
    for record in result.records.values():
        end = record.replay()
        assert record.outcome == {1: "first", -1: "second", 0: "draw"}[end.outcome]


def test_games_that_were_repeated_are_counted_and_warned_of() -> None:
    """Without an opening two players that leave nothing to chance play two games, over and over."""
    match = Match("tictactoe", "alphabeta:depth=2", "alphabeta:depth=3", games=10, openings=0)
    same, other = play_match(match), play_match(replace(match, openings=3, seed=1))
    assert same.distinct == same.to_dict()["distinct"] == 2
    assert "only 2 of 10 games are different" in (warning_of_repeats([other, same]) or "")
    assert other.distinct == 10
    assert warning_of_repeats([other]) is None
    assert warning_of_repeats([Result(match, {})]) is None


def test_a_game_with_sides_exchanged_is_another_one() -> None:
    result = play_match(Match("tictactoe", "alphabeta:depth=2", "alphabeta:depth=2", games=2, openings=0))
    assert result.records[0].moves == result.records[1].moves
    assert result.distinct == 2


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        ({}, "1 s a move where a player has no limits of its own"),
        ({"seconds": 0.1}, "at most 0.1 s a move"),
        ({"nodes": 1000, "depth": 3}, "at most 1000 nodes a move, at most 3 plies a move"),
        ({"clock": "60s+0.5s", "nodes": 9}, "60s+0.5s a side, at most 9 nodes a move"),
    ],
)
def test_what_limits_the_players_is_reported(terms: dict[str, Any], said: str) -> None:
    assert Match("tictactoe", "random", "lines", 2, **terms).limits == said


def test_a_record_of_other_players_or_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = Match("tictactoe", "minimax: depth=2", " random", games=4, seed=1)
    play_match(match, out=path)
    assert match.names(1) == ("random", "minimax:depth=2")
    lines = path.read_text().splitlines(keepends=True)
    for old, new, words in (
        (
            '["random", "minimax:depth=2"]',
            '["random", "random"]',
            "tictactoe between random",
        ),
        ('"game": "tictactoe"', '"game": "othello"', "othello between random"),
    ):
        assert old in lines[2]
        path.write_text("".join([*lines[:2], lines[2].replace(old, new), *lines[3:]]))
        before = path.read_bytes()
        with pytest.raises(MatchError, match=rf"line 3\b.*{words}"):
            play_match(match, out=path, resume=True)
        assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"seed": 6}, r"seed is 6\b.*5"),
        ({"seed": None}, r"seed is None\b.*5"),
        ({"version": "0.0.7"}, r"0\.0\.7"),
        ({"start": "x../.../... o"}, r"'x\.\./\.\.\./\.\.\. o'.*None"),
        ({"moves": ["b2", "b2"], "seconds": []}, r"'b2 b2'.*opening '"),
    ],
)
def test_a_game_that_the_match_did_not_play_is_refused(
    fields: dict[str, Any], words: str, tmp_path: Path
) -> None:
    path = tmp_path / "match.jsonl"
    play_match(MATCH, out=path)
    lines = path.read_text().splitlines(keepends=True)
    lines[3] = json.dumps(json.loads(lines[3]) | fields) + "\n"
    path.write_text("".join(lines))
    with pytest.raises(MatchError, match=rf"match\.jsonl, line 4\b.*{words}"):
        play_match(MATCH, out=path, resume=True)
    assert path.read_text() == "".join(lines)


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ({"games": 0}, r"games 0\b.*\b1 or more"),
        ({"games": 2.5}, r"games 2.5\b.*\b1 or more"),
        ({"games": None}, r"games None\b"),
        ({"seed": -1}, r"seed -1\b.*\b0 or more"),
        ({"nodes": 0}, r"nodes 0\b.*\b1 or more"),
        ({"depth": 1.5}, r"depth 1.5\b.*\b1 or more"),
        ({"openings": -1}, r"openings -1\b.*\b0 or more"),
        ({"balance": -1}, r"balance -1\b.*\b0 or more"),
        ({"stream": -1}, r"stream -1\b.*\b0 or more"),
        ({"max_plies": 20.5}, r"max_plies 20.5\b.*\b1 or more"),
        ({"seconds": math.nan}, r"\bnan seconds.*more than 0"),
        ({"seconds": math.inf}, r"\binf seconds.*more than 0"),
        ({"seconds": 0}, r"\b0 seconds.*more than 0"),
        ({"clock": "0s"}, r"'0s'.*clock"),
        ({"clock": "60s+x"}, r"'60s\+x'.*clock"),
        ({"clock": "60s", "seconds": 0.5}, r"clock of 60s.*0\.5 s"),
    ],
)
def test_impossible_matches_are_refused(bad: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        replace(MATCH, **bad)


def test_pairs_share_their_opening_with_sides_exchanged() -> None:
    result = play_match(MATCH)
    for number in range(0, MATCH.games, 2):
        first, second = result.records[number], result.records[number + 1]
        assert first.moves[: MATCH.openings] == second.moves[: MATCH.openings]
        assert first.players == second.players[::-1] == (MATCH.first, MATCH.second)
