"""Game records: the way to JSON and back, and lines that are no records."""

import json
import random
import re
from typing import Any

import pytest

from nupp.formats import (
    GameRecord,
    RecordError,
    parse_record,
    printable,
    read_games,
    read_records,
    record_of,
)
from nupp.kernel import interpreted
from nupp.rules import game

PLAYERS = ("a", "b")


@pytest.mark.parametrize("moves", [(), ("c3",)])
def test_records_survive_the_way_to_json_and_back(moves: tuple[str, ...]) -> None:
    with interpreted():
        position = game("tictactoe").parse_position("xx1/oo1/3 x").play_all(moves)
        record = record_of(position, PLAYERS, seconds=(0.5,) * len(moves), seed=0)
        assert record.start == "xx1/oo1/3 x"
        assert record.outcome == ("first" if moves else None)
        assert parse_record(record.to_json()) == record
        assert record.replay() == position


def test_the_start_of_the_game_is_not_written() -> None:
    with interpreted():
        record = record_of(game("othello").start_position().play("f5"), PLAYERS)
    assert (record.start, record.moves, record.margin) == (None, ("f5",), None)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", 5),
        ("players", "ab"),
        ("players", ["a"]),
        ("players", ["a", None]),
        ("moves", "ab"),
        ("moves", [1]),
        ("outcome", "banana"),
        ("margin", "2"),
        ("seconds", 5),
        ("seconds", ["1"]),
        ("seconds", [True]),
        ("waited", [1.5]),
        ("waited", True),
        ("margin", True),
        ("opening", False),
        ("wins", 3),
    ],
)
def test_a_field_that_is_wrong_is_named(field: str, value: Any) -> None:
    found = {"game": "tictactoe", "players": ["a", "b"], "moves": []} | {field: value}
    with pytest.raises(RecordError, match=field):
        parse_record(json.dumps(found))


@pytest.mark.parametrize("field", ["game", "players", "moves"])
def test_a_field_that_is_missing_is_named(field: str) -> None:
    found = {"game": "tictactoe", "players": ["a", "b"], "moves": []}
    del found[field]
    with pytest.raises(RecordError, match=f"{field}.*game, players, moves"):
        parse_record(json.dumps(found))


def test_more_times_than_moves_are_refused() -> None:
    line = GameRecord("tictactoe", PLAYERS, ("b2",), seconds=(1, 2, 3)).to_json()
    with pytest.raises(RecordError, match=r"seconds.*\b3 times.*\b1\b"):
        parse_record(line)


def test_a_time_below_0_is_refused() -> None:
    line = GameRecord("tictactoe", PLAYERS, ("b2",), seconds=(-1,)).to_json()
    with pytest.raises(RecordError, match=r"seconds.*-1.* 0"):
        parse_record(line)


@pytest.mark.parametrize("outcome", ["second", "draw"])
def test_an_outcome_that_is_not_that_of_the_moves_is_a_fault(outcome: str) -> None:
    moves = ("a1", "a2", "b1", "b2", "c1")
    (right,) = read_games(GameRecord("tictactoe", PLAYERS, moves, outcome="first").to_json())
    assert right.fault is None
    (found,) = read_games(GameRecord("tictactoe", PLAYERS, moves, outcome=outcome).to_json())
    assert found.record.moves == moves
    assert re.match(f"line 1, column 1: .*outcome.*{outcome!r}.*'first'", str(found.fault))


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
@pytest.mark.parametrize("field", ['"seconds": [{}]', '"extra": {{"values": [{}]}}'])
def test_numbers_that_are_not_finite_are_refused(number: str, field: str) -> None:
    line = f'{{"game": "tictactoe", "players": ["a", "b"], "moves": ["a1"], {field.format(number)}}}'
    with pytest.raises(RecordError, match=f"{number}.*finite number"):
        parse_record(line)
    with pytest.raises(ValueError, match="not JSON compliant"):
        GameRecord("tictactoe", PLAYERS, ("a1",), seconds=(float(number),)).to_json()


@pytest.mark.parametrize("line", ["", "hello", "5", "[1]", "null", "{}", "{", "[" * 100_000])
def test_what_is_no_record_is_quoted(line: str) -> None:
    with pytest.raises(RecordError, match=f"{re.escape(repr(line[:5]))[:-1]}.*JSON object"):
        parse_record(line)


def test_errors_name_the_line_and_keep_what_is_before_them() -> None:
    good = GameRecord("tictactoe", PLAYERS, ("b2", "a1"))
    lines = read_records([good.to_json(), "", "bad"])
    assert next(lines) == good
    with pytest.raises(RecordError, match="line 3: 'bad'"):
        next(lines)


def test_an_illegal_move_is_numbered_and_the_position_before_it_kept() -> None:
    record = GameRecord("tictactoe", PLAYERS, ("b2", "a1", "b2"))
    with interpreted(), pytest.raises(RecordError, match="move 3: 'b2'") as caught:
        record.replay()
    assert caught.value.position is not None
    assert caught.value.position.moves == ("b2", "a1")


@pytest.mark.parametrize("spec", ["tictactoe", "othello", "amazons:size=5", "draughts", "lput", "morris"])
def test_the_positions_of_a_game_are_those_on_its_way(spec: str) -> None:
    rng = random.Random(spec)
    with interpreted():
        path = [game(spec).start_position()]
        for _ in range(6):
            path.append(path[-1].play(rng.choice(path[-1].legal_moves)))
        record = record_of(path[-1], PLAYERS)
        assert list(record.positions()) == path
        assert record.replay() == path[-1]


def test_moves_in_another_spelling_are_read() -> None:
    record = GameRecord("othello", PLAYERS, (" F5", "D6"))
    with interpreted():
        assert record.replay().moves == ("f5", "d6")


@pytest.mark.parametrize("opening", [None, 0, 2])
def test_the_opening_is_what_the_record_tells_and_not_the_moves_that_took_no_time(
    opening: int | None,
) -> None:
    record = GameRecord("tictactoe", PLAYERS, ("b2", "a1"), seconds=(0.0, 0.0), opening=opening)
    assert parse_record(record.to_json()) == record
    (reading,) = read_games(record.to_json())
    assert reading.record.opening == opening


@pytest.mark.parametrize("opening", [-1, 2])
def test_an_opening_of_more_moves_than_there_are_is_refused(opening: int) -> None:
    line = GameRecord("tictactoe", PLAYERS, ("b2",), opening=opening).to_json()
    with pytest.raises(RecordError, match=f"opening.* {opening}\\b.* 0 to 1\\b"):
        parse_record(line)


def test_what_would_move_the_cursor_is_not_printed() -> None:
    assert printable("ann\x1b[2J\n\u2028é") == "ann?[2J??é"


def test_a_record_says_why_its_game_ended_and_where() -> None:
    position = game("tictactoe").start_position().play_all(["b2", "a1", "a3", "b1", "c1"])
    record = record_of(position, PLAYERS)
    assert record.end == {"reason": "three in a row", "cells": ["c1", "b2", "a3"]}
    assert parse_record(record.to_json()) == record
    assert record_of(game("tictactoe").start_position(), PLAYERS).end is None


@pytest.mark.parametrize(
    "end", [{}, {"reason": 3, "cells": []}, {"reason": "lost", "cells": [3]}, {"reason": "lost"}]
)
def test_an_end_that_says_something_else_is_refused(end: dict[str, object]) -> None:
    line = json.dumps(json.loads(GameRecord("tictactoe", PLAYERS, ("b2",)).to_json()) | {"end": end})
    with pytest.raises(RecordError, match=r"end is .*a reason in words and a list of cells"):
        parse_record(line)
