"""Faults in words: errors that are none of the compiler, and the file of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from nupp.games.mnk import rules
from nupp.rules import game
from nupp.rules.faults import compile_fault, file_of, own_frame


def test_the_file_of_a_game_is_that_of_its_class() -> None:
    assert file_of(game("tictactoe")) == Path(rules.__file__).resolve()


def test_an_error_has_a_line_of_a_file_or_none() -> None:
    with pytest.raises(KeyError) as caught:
        raise KeyError("cells")
    frame = own_frame(caught.value, {str(Path(__file__).resolve())})
    assert frame is not None
    assert frame.line == 'raise KeyError("cells")'
    assert own_frame(caught.value, set()) is None
    assert compile_fault(caught.value, set()) == ""
