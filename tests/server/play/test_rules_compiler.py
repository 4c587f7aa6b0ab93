"""Playing moves given as text: any usual spelling, the first that cannot be played, and compiled rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import nupp
from nupp.kernel import interpreted, interpreting
from nupp.rules import IllegalMoveError, NotationError, Position
from nupp.server.play.rules_compiler import RulesCompiler, UnplayableError, play_through

GAME = nupp.game("tictactoe")


@pytest.fixture
def rules_compiler() -> Iterator[RulesCompiler]:
    """One that compiles nothing."""
    made = RulesCompiler()
    made._wanted = {GAME.spec}
    yield made
    made.close()


def test_moves_may_be_spelt_in_any_usual_way(rules_compiler: RulesCompiler) -> None:
    with interpreted():
        start = GAME.start_position()
    for text in (" B2", "b2", "5"):
        position, written = rules_compiler.play(start, text)
        assert (position.moves, written) == (("b2",), "b2")
    with pytest.raises(IllegalMoveError, match="'b2'"):
        rules_compiler.play(position, "b2")
    with pytest.raises(NotationError, match="'hello'"):
        rules_compiler.play(start, "hello")


def test_the_first_move_that_cannot_be_played_is_reported(rules_compiler: RulesCompiler) -> None:
    moves = ["b2", "a1", "b2", "z9"]
    with interpreted(), pytest.raises(UnplayableError, match="move 3: 'b2'") as caught:
        play_through(GAME.start_position(), moves)
    assert (caught.value.position.moves, caught.value.good) == (("b2", "a1"), 2)
    with pytest.raises(UnplayableError, match="move 3: 'b2'") as caught:
        rules_compiler.replay(GAME, None, moves)
    assert (caught.value.position.moves, caught.value.good) == (("b2", "a1"), 2)
    with pytest.raises(NotationError, match="'nonsense'"):
        rules_compiler.replay(GAME, "nonsense", [])


def test_rules_that_have_been_compiled_are_used(
    rules_compiler: RulesCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And only for that part of a move that has been compiled."""
    position, ways = rules_compiler.replay(GAME, None, []), list[bool]()
    original = Position.play_code

    def play_code(position: Position, code: int) -> Position:
        ways.append(interpreting())
        with interpreted():
            return original(position, code)

    monkeypatch.setattr(Position, "play_code", play_code)
    rules_compiler._compiled = {GAME.spec}
    position, _ = rules_compiler.play(position, "b2")
    rules_compiler._compiled = set()
    rules_compiler.play(position, "a1")
    assert ways == [False, True]
