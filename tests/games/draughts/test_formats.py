"""PDN, the format of draughts: files, positions and the rules that a file names."""

from __future__ import annotations

import pytest

import nupp
from formats.examples import file
from nupp.formats import (
    RecordError,
    read_games,
)


def test_a_file_of_draughts() -> None:
    club, endgame, russian = file("draughts.pdn")
    assert club.record.game == "draughts:variant=international"
    assert len(club.record.moves) == 14
    assert (club.players, club.outcome, club.fault) == (("Kask, A.", "Tamm, B."), "draw", None)
    assert endgame.record.start == "W:WK5,31,32,33:B1,K12,K13"
    assert endgame.record.moves == ("31-27",)
    assert endgame.outcome is None
    assert russian.record.game == "draughts:variant=russian"
    assert russian.record.moves == ("22-18", "11-15", "18x11", "8x15")
    assert [one.fault for one in (endgame, russian)] == [None, None]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("W:WK1-5,.:B31-32.", "W:WK1,K2,K3,K4,K5:B31,32"),
        ("B:W18,24,K10:B12,16,K22.", "B:WK10,18,24:B12,16,K22"),
        ("W:B1,2:W31", "W:W31:B1,2"),
        ("W:W31:B1:H0:F1", "W:W31:B1"),
        ("W:W2,31:B1,K49,50", "W:WK2,31:B1,K49,K50"),  # men on their last row
    ],
)
def test_positions_of_draughts(written: str, read: str) -> None:
    text = f'[GameType "20"]\n[SetUp "1"]\n[FEN "{written}"]\n\n*\n'
    (found,) = read_games(text)
    assert str(found.position) == read


def test_a_man_on_the_last_row_of_a_small_board_is_a_king() -> None:
    (found,) = read_games('[GameType "25"]\n[SetUp "1"]\n[FEN "W:W4,6:B27,29"]\n\n*\n')
    assert (found.fault, str(found.position)) == (None, "W:WK4,6:B27,K29")


def test_the_wanted_rules_are_taken_where_the_text_fits_them() -> None:
    text = '[GameType "26"]\n\n1. 22-18 *\n'
    assert [one.record.game for one in read_games(text)] == ["draughts"]
    wanted = nupp.game("draughts:draws=false")
    assert [one.record.game for one in read_games(text, wanted)] == ["draughts:draws=false"]
    assert [one.record.game for one in read_games(text, nupp.game("othello"))] == ["draughts"]
    with pytest.raises(RecordError, match=r"GameType '40'.*20 \(international\)"):
        list(read_games('[GameType "40"]\n\n*\n'))
