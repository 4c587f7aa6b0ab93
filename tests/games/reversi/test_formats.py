"""GGF, the format of Othello servers: files, times and values of moves."""

from __future__ import annotations

import pytest

import nupp
from formats.examples import file
from nupp.formats import (
    GameRecord,
    format_named,
    read_games,
    record_of,
    write_games,
)
from nupp.formats.reading import RESIGNATION


def test_a_file_of_othello() -> None:
    first, second = file("othello.ggf")
    assert first.fault is None
    assert first.record.moves[58] == "pass"
    assert (first.record.outcome, first.record.margin, first.players) == ("first", 6, ("anna", "bert"))
    assert first.record.seconds[:3] == (1.5, 2.0, 0.0)
    assert first.record.extra["values"][:3] == [None, -1.25, None]
    assert (second.record.game, second.record.moves) == ("othello:size=6", ("c2", "b2"))
    assert (second.outcome, second.termination, second.seconds) == ("second", RESIGNATION, (62.5, 0.0))


def test_values_of_moves_are_written_as_ggf() -> None:
    last = nupp.game("othello").start_position().play_all(["f5", "d6"])
    record = record_of(last, ("a", "b"), extra={"values": [1.5, None]})
    text = "".join(write_games([record], format_named("ggf")))
    assert "B[f5/1.50]W[d6]" in text
    assert next(read_games(text)).record.extra == {"values": [1.5, None]}


@pytest.mark.parametrize("values", [5, ["x", None], [1.5], None, [True, "y"]])
def test_values_that_are_none_are_left_out_of_ggf(values: object) -> None:
    record = GameRecord("othello", ("a", "b"), ("f5", "d6"), extra={"values": values})
    assert "B[f5]W[d6]" in "".join(write_games([record], format_named("ggf")))
