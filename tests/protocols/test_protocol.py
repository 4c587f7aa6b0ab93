"""What the protocols share: what is told of a search, by UGI and Hub, and which games each is for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nupp.games.draughts.hub import messages as hub
from nupp.games.reversi.nboard import messages as nboard
from nupp.protocols import Told, names_for
from nupp.protocols.protocol import plain
from nupp.protocols.ugi import messages as ugi
from nupp.rules import game

TOLD = st.builds(
    Told,
    line=st.just(("a1", "b2")),
    score=st.integers(-8999, 8999).map(lambda value: value / 100),
    depth=st.integers(0, 99),
    nodes=st.integers(0, 2**62),
    seconds=st.integers(0, 10**9).map(lambda value: value / 1000),
)


@given(TOLD)
def test_what_is_told_of_a_search(told: Told) -> None:
    read = ugi.read_info(ugi.format_info(told))
    assert read == told or told == Told()
    assert hub.read_info(hub.read_line(hub.format_info(told))[1]) == told


@given(st.integers(1, 400))
def test_certain_wins(plies: int) -> None:
    """To the ply in Hub; in UGI to the move of the winner, as a win comes by its own move."""
    for sign in (1, -1):
        told = Told(("a1",), 100.0 * sign, sign * plies)
        assert hub.read_info(hub.read_line(hub.format_info(told))[1]).plies == sign * plies
        read = ugi.read_info(ugi.format_info(told))
        assert read is not None
        assert abs(read.plies - sign * plies) <= 1


@given(st.text())
def test_nothing_that_is_told_is_too_strange(text: str) -> None:
    ugi.read_info(f"info {text}")
    nboard.read_told(f"search {text}", Told())
    nboard.read_choice(f"=== {text}")
    assert plain(text).isprintable()


def test_protocols_of_games() -> None:
    assert names_for(game("othello")) == ("ugi", "nboard")
    assert names_for(game("reversi")) == ("ugi",)
    assert names_for(game("mnk:width=20,height=20")) == ("ugi", "gomocup")
    assert names_for(game("tictactoe")) == ("ugi",)
    assert names_for(game("draughts")) == ("ugi", "hub")


def test_counts_of_engines_fit_in_64_bits() -> None:
    found = ugi.read_info(f"info depth {9 * '9'} nodes {26 * '9'} pv c3")
    assert found is not None
    assert (found.depth, found.nodes) == (999_999_999, 2**63 - 1)
    told = nboard.read_told(f"nodestats {26 * '9'} 1", Told())
    assert told is not None
    assert told.nodes < 2**63
