"""What UGI writes it reads as the same: positions, moves and options."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import pytest

from nupp.formats.lists import ugi_word
from nupp.games.mnk.rules import TicTacToe
from nupp.kernel import interpreted
from nupp.protocols.ugi import messages as ugi
from nupp.protocols.ugi.dialogue import UgiDialogue
from nupp.rules import GAMES, MoveNotation, game, register
from protocols.examples import wander


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

    class MarkedNotation(MoveNotation[Any]):
        def read(self, game: Any, state: Any, text: str) -> int:
            return super().read(game, state, text.removeprefix(mark))

    class Marked(TicTacToe):
        """Tic-tac-toe with something before each move."""

        name = "marked"
        notation = MarkedNotation("[a-c][1-3]", "a cell")

        def move_text(self, state: Any, move: int) -> str:
            return mark + super().move_text(state, move)

    register(Marked)
    rules = game("marked")
    with interpreted():
        position = rules.start_position().play_all([f"{mark}b2", f"{mark}a1"])
        text = ugi.format_position(position).removeprefix("position ")
        assert text.split()[2] == shown
        assert ugi.read_position(rules, text) == position
        assert position.previous is not None
        known = text.rpartition(" ")[0], position.previous
        assert ugi.read_position(rules, text, known) == position
        info = ugi.read_info(f"info depth 2 pv {text.partition(' moves ')[2]} z9")
        assert info is not None
        talk = UgiDialogue(rules, Mock(), {})
        assert talk.line_texts(rules.start_position(), info.line) == (f"{mark}b2", f"{mark}a1")
        with pytest.raises(ValueError, match=r"move 2: .*z9"):
            ugi.read_position(rules, f"{text.rpartition(' ')[0]} {mark.replace(' ', '_')}z9")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("name player value random", ("player", "random")),
        ("name Own Book value  a  value b ", ("own book", "a  value b")),
        ("name clear value", ("clear", "")),
        ("name clear", ("clear", "")),
        ("name\tplayer\tvalue\trandom", ("player", "random")),
        ("name valued", ("valued", "")),
    ],
)
def test_options(text: str, read: tuple[str, str]) -> None:
    assert ugi.read_option(text) == read


@pytest.mark.parametrize("text", ["", "name", "name value x", "player value random"])
def test_options_without_a_name(text: str) -> None:
    with pytest.raises(ValueError, match=r"NAME.*VALUE"):
        ugi.read_option(text)


def test_options_that_engines_tell_of() -> None:
    assert ugi.read_option_name("option name Own Book type check default false") == "Own Book"
    assert ugi.read_option_name("option name Clear") == "Clear"
    assert ugi.read_option_name("option name") is None
    assert ugi.read_option_name("id name nupp") is None


def test_long_lines_of_blanks_take_no_long_time() -> None:
    """Each of these would take minutes if every blank were looked at for every other one."""
    blanks = " " * 200_000
    assert ugi.read_option(f"name a{blanks}b")[1] == ""
    assert ugi.read_option_name(f"option name a{blanks}b") is not None
