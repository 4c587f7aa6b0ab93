"""SGF: files of several games and programs, and positions that are set up."""

from __future__ import annotations

import re

import pytest

import nupp
from formats.examples import file
from nupp.formats import (
    GameNeededError,
    RecordError,
    format_named,
    read_games,
    write_games,
)
from nupp.formats.reading import RESIGNATION


@pytest.mark.parametrize(
    ("setup", "moves"),
    [
        ("", "B[hh];W[ii]"),
        ("", "W[hh];B[ii]"),
        ("PL[W]", "W[hh];B[ii]"),
        ("AB[aa]", "W[hh];B[ii]"),
        ("AB[aa]", "B[hh];W[ii]"),
        ("AB[aa]PL[W]", "W[hh];B[ii]"),
    ],
)
def test_who_makes_the_first_move_of_an_sgf_is_to_move(setup: str, moves: str) -> None:
    (found,) = read_games(f"(;GM[4]SZ[15]{setup};{moves})")
    assert (found.fault, found.record.moves) == (None, ("h8", "i7"))


def test_files_of_amazons() -> None:
    (found,) = file("amazons.sgf")
    assert found.fault is None
    assert found.record.moves == ("g1-c5/d5", "d10-g7/g4", "c5-c7/b7", "g7-d7/d6", "j4-h2/a2")
    assert found.players == ("anna", "bert [5]")
    assert (found.outcome, found.termination) == ("second", RESIGNATION)
    assert "B[gjcfdf]" in "".join(write_games([found.record], format_named("sgf")))


def test_a_file_of_little_golem() -> None:
    (found,) = file("littlegolem.sgf")
    assert found.fault is None
    assert found.record.game == "amazons"
    assert found.record.moves == ("g1-c5/d5", "d10-g7/g4", "c5-c7/b7", "g7-d7/d6")
    assert (found.players, found.outcome, found.termination) == (("anna", "bert"), "second", RESIGNATION)


def test_sgf_of_other_programs() -> None:
    (found,) = read_games(
        "(;FF[3]Game[4]SiZe[9]PlayerBlack[x];Black[ee];White[fe];Black[aa:cc])", nupp.game("mnk")
    )
    assert found.record.game == "mnk"  # FF[3] has no number of the game that this were
    (found,) = read_games("(;GM[4]SZ[9]AB[aa:bb]AW[cc][ii]PL[W];W[ee])")
    assert found.record.start == "xx7/xx7/2o6/9/9/9/9/9/8o o"
    assert found.record.moves == ("e5",)
    (found,) = read_games("(;GM[18]SZ[6]AB[aa]AW[ff]AA[ab];B[aabbcc])")
    assert found.record.start == "W5/x5/6/6/6/5B w"
    with pytest.raises(RecordError, match=r"SZ\[big\].*number"):
        list(read_games("(;GM[4]SZ[big])"))
    with pytest.raises(ValueError, match=r"'zz'.*point"):
        list(read_games("(;GM[4]SZ[9]AB[zz])"))
    with pytest.raises(GameNeededError, match=r"GM\[1\], .*game"):
        list(read_games("(;GM[1];B[aa])"))
    with pytest.raises(GameNeededError, match=r"\bgame\b"):
        list(read_games("(;B[aa])"))


def test_an_sgf_is_set_up_before_its_first_move_only() -> None:
    """In the first nodes one property after the other; whatever comes later is a fault."""
    (found,) = read_games("(;GM[4]SZ[9]AB[aa:bb];AE[bb]AW[ii]PL[B];B[ee])")
    assert found.record.start == "xx7/x8/9/9/9/9/9/9/8o x"
    assert (found.record.moves, found.fault) == (("e5",), None)
    for setup in ("AB[aa]", "AW[aa]", "AE[ee]", "PL[B]", "FEN[9/9/9/9/9/9/9/9/9 x]"):
        (found,) = read_games(f"(;GM[4]SZ[9]PB[a];B[ee];W[fe]\n;{setup};B[ff])")
        assert (found.record.moves, found.record.start, found.players) == (("e5", "f5"), None, ("a", ""))
        assert found.fault is not None
        assert str(found.fault).startswith(f"line 2, column {setup.index('[') + 3}: move 3: {setup[:2]}")
        assert re.search("setup.* first move", str(found.fault))
