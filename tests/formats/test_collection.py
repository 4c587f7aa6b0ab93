"""Texts of many games, with and without numbers, whole or cut short."""

import re

import pytest

from nupp.formats import GameRecord, RecordError, numbered_records

ONE = GameRecord("tictactoe", ("a", "b"), ("b2",))
TWO = GameRecord("tictactoe", ("a", "b"), ("b2", "a1"))
HEADER = '{"match": {}, "version": "0"}\n'


def line(record: GameRecord, number: int | None = None) -> str:
    text = record.to_json()
    return f'{text if number is None else f"""{{"number": {number}, {text[1:]}"""}\n'


def test_games_without_numbers_are_counted() -> None:
    assert list(numbered_records([line(ONE), "\n", line(TWO)])) == [(0, ONE), (1, TWO)]


def test_the_file_of_a_match() -> None:
    assert list(numbered_records([HEADER, line(ONE, 7), line(TWO, 3)])) == [(7, ONE), (3, TWO)]


def test_a_last_line_that_is_being_written_is_passed_by_in_a_match() -> None:
    assert list(numbered_records([HEADER, line(ONE, 0), line(TWO, 1)[:20]])) == [(0, ONE)]
    assert list(numbered_records([line(ONE), line(TWO).rstrip()])) == [(0, ONE), (1, TWO)]


@pytest.mark.parametrize(
    ("wrong", "quoted"),
    [
        ("{}\n", "{}"),
        ("f5\n", "f5"),
        ('{"number": "x", "game": "tictactoe"}\n', "number is 'x'"),
        ("[" * 5000 + "\n", "[[[["),
    ],
)
def test_a_wrong_line_is_reported(wrong: str, quoted: str) -> None:
    with pytest.raises(RecordError, match=rf"^line 2: .*{re.escape(quoted)}"):
        list(numbered_records([line(ONE), wrong]))
