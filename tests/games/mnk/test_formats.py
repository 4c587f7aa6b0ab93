"""PSQ, the format of Gomocup: files, who begins, and how games end."""

from __future__ import annotations

import pytest

import nupp
from formats.examples import file
from nupp.formats import (
    TIME_FORFEIT,
    RecordError,
    format_named,
    read_games,
    record_of,
    write_games,
)
from nupp.formats.reading import RESIGNATION
from nupp.spec import SpecError


def test_a_file_of_gomocup() -> None:
    (found,) = file("gomoku.psq")
    assert found.fault is None
    assert found.record.game == "mnk:width=20,height=20"
    assert found.record.moves[:3] == ("k10", "l11", "k11")
    assert (found.record.outcome, found.players) == ("first", ("ANNA.zip", "BERT.zip"))
    assert found.record.seconds[0] == 0.12
    exact = nupp.game("mnk:width=20,height=20,exact=true")
    assert file("gomoku.psq", exact.spec)[0].record.game == exact.spec


def test_a_psq_without_the_size_of_the_board_is_reported() -> None:
    shown = r"^line 1, column 1: 'Piskvorky 15y15, 0:0, 0'.*board"
    with pytest.raises(RecordError, match=shown):
        next(read_games("Piskvorky 15y15, 0:0, 0\n8,8\none\ntwo\n0\n"))


def test_the_second_player_of_a_psq_may_begin() -> None:
    (found,) = read_games("Piskvorky 15x15, 1:1, 1\n8,8\none\ntwo\n0\n")
    assert (found.players, found.record.moves) == (("two", "one"), ("h8",))


@pytest.mark.parametrize(("moves", "outcome"), [("8,8\n", "first"), ("8,8\n9,9\n", "second")])
def test_who_does_not_move_in_time_has_lost_in_a_psq(moves: str, outcome: str) -> None:
    """Its number for that is read and written; others, and that of a game that is over, say nothing."""
    text = f"Piskvorky 15x15, 0:0, 0\n{moves}one\ntwo\n"
    (found,) = read_games(f"{text}15\n")
    assert (found.record.outcome, found.record.termination) == (outcome, TIME_FORFEIT)
    (again,) = read_games("".join(write_games([found.record], format_named("psq"))))
    assert again.record == found.record
    for rest in ("0\n", "-1\n0,Freestyle 15\n", "-2\n15\n", ""):
        (found,) = read_games(text + rest)
        assert (found.record.outcome, found.record.termination) == (None, None)
    row = "".join(f"{x},1\n{x},2\n" for x in range(1, 5)) + "5,1\n"
    (found,) = read_games(f"Piskvorky 15x15, 0:0, 0\n{row}one\ntwo\n15\n")
    assert (found.record.outcome, found.record.termination) == ("first", None)
    (found,) = read_games(f"Piskvorky 15x15, 0:0, 0\n{moves}8,8\none\ntwo\n15\n")
    assert found.fault is not None
    assert (found.record.outcome, found.record.termination) == (None, None)


def test_a_psq_says_nothing_of_a_resignation() -> None:
    """Nor of a loss on time by the side that was not to move, which its number cannot tell."""
    position = nupp.game("mnk").start_position().play("h8")
    for termination, outcome in ((RESIGNATION, "first"), (TIME_FORFEIT, "second")):
        record = record_of(position, ("one", "two"), termination=termination, outcome=outcome)
        text = "".join(write_games([record], format_named("psq")))
        assert text.endswith("two\n-1\n")
        assert next(read_games(text)).record.outcome is None


def test_a_board_of_gomocup_that_is_too_large_is_reported_by_line_and_column() -> None:
    with pytest.raises(SpecError, match=r"line 1, column 11: .*99"):
        next(read_games("Piskvorky 99x99, 0:0, 0\n1,1,0\na\nb\n"))
