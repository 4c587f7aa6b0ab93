"""Puzzles: what is one, how they are written, and how they are verified."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nupp.arena.puzzles import (
    GLANCE,
    GLANCES,
    Puzzle,
    PuzzleError,
    _Choice,
    lengthen,
    make_puzzles,
    parse_puzzle,
    puzzle_at,
    rate,
    seer_of,
    verify,
)
from nupp.players import Player, player
from nupp.players.alphabeta import AlphaBeta
from nupp.players.strong import Strong
from nupp.rules import Position, game

GAME = game("tictactoe")
MUST_BLOCK = ("a1", "b2", "c3", "c1")
"""O threatens a3, where X wins at the same time."""


def found() -> Puzzle:
    position = GAME.start_position().play_all(MUST_BLOCK)
    one = puzzle_at(position, player("strong", GAME))
    assert one is not None
    return one


def test_a_move_that_alone_does_not_lose_is_a_puzzle() -> None:
    one = found()
    assert (one.answer, one.margin, one.proof, one.moves) == ("a3", 1.0, "exact", MUST_BLOCK)
    assert parse_puzzle(one.to_json()) == one
    assert one.position.legal_moves


def test_the_longer_a_search_has_to_be_the_higher_is_the_rating() -> None:
    """X fills a line at once, or has to make two threats of a fork."""
    seer = player("alphabeta:depth=9", GAME)
    at_once = Puzzle("tictactoe", ("a1", "b1", "a2", "b2"), ("a3",), 0.5, "exact", 0)
    fork = Puzzle("tictactoe", ("a1", "b1", "a3", "a2"), ("b2",), 0.5, "exact", 0)
    assert rate(at_once, seer).rating < rate(fork, seer).rating


def test_further_moves_are_asked_for_as_long_as_each_is_the_one_best() -> None:
    """X blocks, then fills a line; after that nothing is left to find."""
    seer = player("strong", GAME)
    both = Puzzle("tictactoe", ("a1", "b2", "b1", "c1"), ("a3", "c2", "a2"), 1.0, "exact", 600)
    long = lengthen(both, seer)
    assert (long.asked, verify(long, seer)) == (2, "")
    assert parse_puzzle(long.to_json()) == long
    slow = replace(both, line=("a3", "c2", "b3"))
    assert lengthen(slow, seer).asked == 1
    assert verify(replace(slow, asked=2), seer) == "the best move is a2: expected b3"
    with pytest.raises(PuzzleError, match="more moves asked for"):
        parse_puzzle(replace(both, asked=3).to_json())


def test_where_moves_are_equally_good_there_is_none() -> None:
    seer = player("strong", GAME)
    assert puzzle_at(GAME.start_position(), seer) is None
    few = GAME.start_position().play_all(["b2", "a1", "c1", "a3", "a2", "c2", "b3"])
    assert puzzle_at(few, seer) is None  # too few moves to choose among


def test_where_the_best_search_samples_games_alpha_beta_compares_the_moves() -> None:
    assert isinstance(seer_of(GAME), Strong)
    assert isinstance(seer_of(game("hex:size=3")), AlphaBeta)


def test_verifying() -> None:
    one, seer = found(), player("strong", GAME)
    assert verify(one, seer) == ""
    assert verify(replace(one, line=("b1",)), seer) == "the best move is a3: expected b1"
    assert "by 0.00 only" in verify(replace(one, moves=(), line=("b2",)), seer) or "best move" in verify(
        replace(one, moves=(), line=("b2",)), seer
    )
    assert "zz" in verify(replace(one, line=("zz",)), seer)
    assert verify(replace(one, moves=("b2", "b2")), seer) != ""


@pytest.mark.parametrize("line", ["", "{}", "[1]", '{"puzzle": 2}', '{"puzzle": 1, "game": "x"}', "nonsense"])
def test_what_is_no_puzzle(line: str) -> None:
    with pytest.raises(PuzzleError, match="is no puzzle"):
        parse_puzzle(line)


def test_few_puzzles_are_seen_at_a_glance() -> None:
    """The first may be, and the next only when there are four times as many others."""
    choice, glance = _Choice(exact=False), Puzzle("tictactoe", (), ("a1",), 0.5, "exact", GLANCE - 1)
    other = replace(glance, rating=GLANCE)
    assert [choice.takes(one) for one in (glance, glance)] == [True, False]
    assert all(choice.takes(other) for _ in range(GLANCES - 1))
    assert [choice.takes(one) for one in (glance, glance)] == [True, False]


def test_only_exact_ones_are_taken_where_they_are_wanted() -> None:
    choice, deep = _Choice(exact=True), Puzzle("tictactoe", (), ("a1",), 0.5, "deep", GLANCE)
    assert [choice.takes(one) for one in (deep, replace(deep, proof="exact"))] == [False, True]


@pytest.mark.slow
def test_puzzles_are_found_in_games_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nupp.arena.puzzles.GLANCES", 1)  # tic-tac-toe has few others
    made = make_puzzles(GAME, seed=3)
    first = [next(made) for _ in range(5)]
    assert len({str(one.position) for one in first}) == 5
    other = next(make_puzzles(GAME, seed=3, known=[str(one.position) for one in first]))
    assert str(other.position) not in {str(one.position) for one in first}
    seer = player("strong", GAME)
    assert [verify(one, seer) for one in first] == [""] * 5


@pytest.mark.slow
def test_no_position_is_asked_about_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def note(position: Position, seer: Player) -> None:
        asked.append(str(position))
        if len(asked) == 60:
            raise InterruptedError

    monkeypatch.setattr("nupp.arena.puzzles.puzzle_at", note)
    with pytest.raises(InterruptedError):
        next(make_puzzles(GAME))
    assert len(set(asked)) == 60


def test_not_all_positions_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def note(position: Position, seer: Player) -> None:
        asked.append(str(position))
        if len(set(asked)) < len(asked):
            raise InterruptedError

    monkeypatch.setattr("nupp.arena.puzzles.puzzle_at", note)
    monkeypatch.setattr("nupp.arena.puzzles.REMEMBERED", 1)
    with pytest.raises(InterruptedError):
        next(make_puzzles(GAME))
