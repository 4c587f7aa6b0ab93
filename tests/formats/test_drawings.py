"""Drawings in notes: written, read again, and what is no drawing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nupp
from nupp.formats.drawings import COLOURS, Drawing, joined, parted

BOARDS = {spec: nupp.game(spec).board for spec in ("amazons", "draughts", "dotsandboxes:size=3", "morris")}


def test_they_are_written_as_chess_programs_do() -> None:
    board = BOARDS["amazons"]
    names = board.numbers
    drawings = (Drawing((names["a1"], names["j10"]), "green"), Drawing((names["b2"],), "red"))
    note = joined("Why not?", drawings, board)
    assert note == "[%csl Rb2] [%cal Ga1j10] Why not?"
    assert parted(note, board) == ("Why not?", (drawings[1], drawings[0]))
    assert joined("", drawings[:1], BOARDS["amazons"]) == "[%cal Ga1j10]"
    numbers = BOARDS["draughts"].numbers
    assert joined("", [Drawing((numbers["1"], numbers["23"]), "blue")], BOARDS["draughts"]) == "[%cal B1-23]"


@given(st.data())
def test_each_comes_back(data: st.DataObject) -> None:
    board = BOARDS[data.draw(st.sampled_from(sorted(BOARDS)))]
    cells = st.lists(st.integers(0, len(board) - 1), min_size=1, max_size=2).map(tuple)
    one = st.builds(Drawing, cells, st.sampled_from(sorted(COLOURS.values())))
    drawings = data.draw(st.lists(one, unique=True, max_size=5))
    words, found = parted(joined("words", drawings, board), board)
    assert words == "words"
    assert set(found) == set(drawings)


@pytest.mark.parametrize("text", ["[%cal Gz9]", "[%cal Pa1]", "[%csl ]", "[%csl G]", "[%cal Ga1b2c3]"])
def test_what_is_no_drawing_is_left_out(text: str) -> None:
    assert parted(f"before {text} after", BOARDS["amazons"]) == ("before after", ())


def test_a_note_without_drawings_stays_as_it_is() -> None:
    assert parted(" [a] [%clk 5] ", BOARDS["amazons"])[0] == "[a] [%clk 5]"
