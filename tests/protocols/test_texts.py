"""What the protocols write they read as the same, in positions of random games."""

from __future__ import annotations

import random
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nupp.formats.lists import ugi_word
from nupp.games import GAMES, Position, game, register
from nupp.games.mnk import TicTacToe
from nupp.kernel import interpreted
from nupp.players.external.ugi import UgiDialogue
from nupp.protocols import Told, gomocup, hub, names_for, nboard, ugi
from nupp.protocols.base import plain


def wander(spec: str, seed: int, plies: int) -> Position:
    """A position that is reached by random moves, from the start or, for odd seeds, as if set up."""
    rng, position = random.Random(seed), game(spec).start_position()
    for ply in range(plies):
        following = position.play_code(rng.choice(position.legal_move_codes))
        if following.is_over:
            break
        position = following
        if seed % 2 and ply == plies // 2:
            position = game(spec).parse_position(str(position))
    return position


@pytest.mark.parametrize("spec", GAMES.names())
def test_positions_of_ugi(spec: str) -> None:
    with interpreted():
        for seed in range(4):
            position = wander(spec, seed, 6)
            text = ugi.format_position(position)
            read = ugi.read_position(game(spec), text.removeprefix("position "))
            assert read == position
            assert read.move_codes == position.move_codes
            if position.previous is not None:
                before = ugi.format_position(position.previous).removeprefix("position ")
                known = before, position.previous
                assert ugi.read_position(game(spec), text.removeprefix("position "), known) == position
            for code in position.legal_move_codes[:20]:
                word = ugi_word(position.format_move(code))
                assert len(word.split()) == 1
                assert ugi.read_move(position, word) == code


@pytest.mark.parametrize(("mark", "shown"), [("m_", "m_b2"), ("put on ", "put_on_b2")])
def test_moves_that_hold_underlines_or_blanks_are_one_word(mark: str, shown: str) -> None:
    """Words are taken as they are first, and then with blanks for what stands in their place."""

    class Marked(TicTacToe):
        """Tic-tac-toe with something before each move."""

        name = "marked"
        move_pattern = f"{mark}[a-c][1-3]"

        def move_text(self, state: Any, move: int) -> str:
            return mark + super().move_text(state, move)

        def parse_move(self, state: Any, text: str) -> int:
            return super().parse_move(state, text.removeprefix(mark))

    register(Marked)
    rules = game("marked")
    with interpreted():
        position = rules.start_position().play_all([f"{mark}b2", f"{mark}a1"])
        text = ugi.format_position(position).removeprefix("position ")
        assert text.split()[2] == shown
        assert ugi.read_position(rules, text) == position
        known = text.rpartition(" ")[0], position.previous
        assert ugi.read_position(rules, text, known) == position
        told = ugi.read_info(f"info depth 2 pv {text.partition(' moves ')[2]} z9")
        talk = UgiDialogue(rules, Mock(), {})
        assert talk.line_texts(rules.start_position(), told.line) == (f"{mark}b2", f"{mark}a1")
        with pytest.raises(ValueError, match="move 2: "):
            ugi.read_position(rules, f"{text.rpartition(' ')[0]} {mark.replace(' ', '_')}z9")


@pytest.mark.parametrize("size", [4, 8])
def test_games_of_nboard(size: int) -> None:
    with interpreted():
        for seed in range(6):
            position = wander(f"othello:size={size}", seed, 3 * seed)
            handed = nboard.read_game(position.game, nboard.format_game(position, (61.25, 5.5)))
            assert handed.position == position
            assert handed.left == pytest.approx((61.25, 5.5))
            handed = nboard.read_game(position.game, nboard.format_game(position, (1.5, 0.25), 0.02))
            assert handed.position == position
            assert handed.left == pytest.approx((1.5, 0.25))
            assert handed.increments == (0.02, 0.02)
            assert nboard.read_game(position.game, nboard.format_game(position)).left == (None, None)


def test_a_game_as_nboard_hands_it_over() -> None:
    """The example in the description of the protocol, with times that moves took."""
    text = (
        "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]BO[8 "
        "---------------------------O*------*O--------------------------- *]B[F5//12.5]W[F6/0.3/1]B[D3]W[C5]"
        "B[E6]W[F7]B[E7]W[F4];)"
    )
    with interpreted():
        handed = nboard.read_game(game("othello"), text)
        assert handed.position.moves == ("f5", "f6", "d3", "c5", "e6", "f7", "e7", "f4")
    assert handed.left == (887.5, 899.0)


@pytest.mark.parametrize("spec", ["mnk:width=15,height=15", "mnk:width=9,height=6,exact=true"])
def test_boards_of_gomocup(spec: str) -> None:
    with interpreted():
        for seed in range(6):
            position = wander(spec, seed, 7 + seed)
            rules = gomocup.board_of(game("mnk"), position.game.width, position.game.height, seed % 2)  # type: ignore[attr-defined]
            lines = gomocup.format_board(position)
            read = gomocup.position_of(rules, map(gomocup.read_field, lines[1:-1]))
            assert str(read) == str(position)
            assert rules.exact == bool(seed % 2)


@pytest.mark.parametrize("variant", ["international", "brazilian", "russian", "english"])
def test_positions_and_moves_of_hub(variant: str) -> None:
    with interpreted():
        for seed in range(0, 12, 2):
            position = wander(f"draughts:variant={variant}", seed, 20)
            first = position.game.start_position()
            assert hub.read_position(position.game, hub.format_position(first)) == first
            assert hub.play_all(first, hub.format_moves(position)) == position
            alone = hub.read_position(position.game, hub.format_position(position))
            assert str(alone).split()[0] == str(position).split()[0]
            for code in position.legal_move_codes:
                assert hub.read_move(position, hub.format_move(position.game, code)) == code


def test_the_examples_of_hub() -> None:
    """Positions, moves and lines of the description of the protocol."""
    rules = game("draughts:variant=international")
    line = 'pos pos=BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeeewweBeeeeeeeeeBee moves="38-15 5-41 48-26"'
    command, arguments = hub.read_line(line)
    assert command == "pos"
    with interpreted():
        start = hub.read_position(rules, arguments["pos"])
        assert str(start) == "B:WK4,K5,25,35,36:BK38,K48"
        assert hub.play_all(start, arguments["moves"]).ply == 3
    assert hub.read_line("level infinite") == ("level", {"infinite": ""})
    told = hub.read_info(
        hub.read_line('info depth=21 mean-depth=20.8 score=-0.01 nodes=31261613 time=3.906 pv="32-28 17-22"')[
            1
        ]
    )
    assert told == Told(("32-28", "17-22"), -0.01, 0, 21, 31261613, 3.906)


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
