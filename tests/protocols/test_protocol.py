"""What the protocols share: search info, by UGI and Hub, and which games each is for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nupp.games.draughts.hub import messages as hub
from nupp.games.reversi.nboard import messages as nboard
from nupp.protocols import SearchInfo, names_for
from nupp.protocols.protocol import plain
from nupp.protocols.ugi import messages as ugi
from nupp.rules import game

INFOS = st.builds(
    SearchInfo,
    line=st.just(("a1", "b2")),
    score=st.integers(-8999, 8999).map(lambda value: value / 100),
    depth=st.integers(0, 99),
    nodes=st.integers(0, 2**62),
    seconds=st.integers(0, 10**9).map(lambda value: value / 1000),
)


@given(INFOS)
def test_infos_are_read_as_written(info: SearchInfo) -> None:
    read = ugi.read_info(ugi.format_info(info))
    assert read == info or info == SearchInfo()
    assert hub.read_info(hub.read_line(hub.format_info(info))[1]) == info


@given(st.integers(1, 400))
def test_certain_wins(plies: int) -> None:
    """To the ply in Hub; in UGI to the move of the winner, as a win comes by its own move."""
    for sign in (1, -1):
        info = SearchInfo(("a1",), 100.0 * sign, sign * plies)
        assert hub.read_info(hub.read_line(hub.format_info(info))[1]).plies == sign * plies
        read = ugi.read_info(ugi.format_info(info))
        assert read is not None
        assert abs(read.plies - sign * plies) <= 1


@given(st.text())
def test_any_text_of_an_engine_is_read(text: str) -> None:
    ugi.read_info(f"info {text}")
    nboard.read_search_info(f"search {text}", SearchInfo())
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
    info = nboard.read_search_info(f"nodestats {26 * '9'} 1", SearchInfo())
    assert info is not None
    assert info.nodes < 2**63
