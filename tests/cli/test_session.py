"""A session at the terminal by a clock, with a person who types and machines that think and ponder."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path
from typing import Any

import pytest

from nupp.cli import session as session_module
from nupp.cli.session import Seat, Session
from nupp.kernel import interpreted
from nupp.players import Budget, Decision, Player, Pondering, TimeControl, player
from nupp.players import clock as clocks
from nupp.players.simple import RandomPlayer
from nupp.rules import Position, game


class Time:
    """A clock that goes when somebody takes time."""

    def __init__(self) -> None:
        self.now = 1000.0

    def perf_counter(self) -> float:
        return self.now


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """The time that clocks go by."""
    found = Time()
    monkeypatch.setattr(clocks, "time", found)
    return found


class Typist:
    """Types what it is given, for each line of which it takes a time, in place of a person at a terminal."""

    terminal = True

    def __init__(self, time: Time, *typed: tuple[float, str]) -> None:
        self.time, self.typed, self.shown = time, list(typed), ""

    def ask(self, prompt: str) -> str:
        self.shown += prompt
        if not self.typed:
            raise EOFError
        wait, line = self.typed.pop(0)
        self.time.now += wait
        return line

    def say(self, text: str = "") -> None:
        self.shown += f"{text}\n"

    stress = warn = say

    def board(self, position: Position) -> None:
        pass


def play_at(
    time: Time, control: TimeControl | None, machine: Player | None, *typed: tuple[float, str]
) -> Session:
    """Play tic-tac-toe by a clock against a machine or, without one, a person; returns what became of it."""
    screen = Typist(time, *typed)
    start = game("tictactoe").start_position()
    seats = Seat("human", None), Seat(machine.spec if machine else "human", machine)
    session = Session(start, seats, Budget(seconds=0.05), control=control, screen=screen)  # type: ignore[arg-type]
    session.run()
    return session


def shown(session: Session) -> str:
    assert isinstance(session.screen, Typist)
    return session.screen.shown


def test_a_person_who_is_late_loses_and_cannot_take_it_back(time: Time, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with interpreted():
        typed = ((0, "b2"), (0, "a1"), (0.4, "c3"), (0, "undo"), (0, f"save {file}"))
        session = play_at(time, TimeControl(0.2, 0.1), None, *typed)
    text = shown(session)
    assert re.search("Game over: x .*time.*o wins", text)
    assert "taken back" in text
    assert session.position.moves == ("b2", "a1")
    saved = json.loads(file.read_text())
    assert (saved["outcome"], saved["termination"], saved["clock"]) == ("second", "time forfeit", "0.2s+0.1s")


def test_a_move_taken_back_leaves_the_times_as_they_are_and_a_new_game_begins_with_all(time: Time) -> None:
    with interpreted():
        typed = ((0.2, "b2"), (0, "undo"), (0.2, "c3"), (0, "resign"), (0, "y"), (0.3, "b2"))
        session = play_at(time, TimeControl(10), None, *typed)
    text = shown(session)
    assert re.search("Game over: o resigns.*x wins", text)
    assert "x 0:09.8> " not in text  # that is what it had before the move that it took back
    assert session.clock.left(0) == pytest.approx(9.7)
    assert text.count("time left: x 0:10, o 0:10") == 2


class Slow(RandomPlayer):
    """Takes its time."""

    spec = "random"
    time: Time

    def choose(self, position: Position, budget: Budget | None = None, report: Any = None) -> Decision:
        self.time.now += 0.4
        return super().choose(position, budget, report)


def test_a_machine_that_is_late_loses(time: Time) -> None:
    machine = Slow(game("tictactoe"))
    machine.time = time
    with interpreted():
        session = play_at(time, TimeControl(0.3), machine, (0, "b2"), (0, "n"))
    assert re.search("Game over: o .*time.*x wins.*You win", shown(session))
    assert session.position.moves == ("b2",)


def test_a_person_never_waits_for_the_compiler(
    time: Time, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A quick search stands in until the code is there, whatever the clock."""
    answers = iter([False, True])
    monkeypatch.setattr(session_module, "is_ready", lambda machine: next(answers))
    monkeypatch.setattr(session_module, "compile_ahead", lambda machine: None)
    monkeypatch.setattr(session_module, "get_ready", lambda machine: None)
    with interpreted():
        machine = player("minimax:depth=1", game("tictactoe"))
        session = play_at(time, TimeControl(60), machine, (0, "b2"), (0, "a2"), (0, "resign"), (0, "n"))
    (notice,) = capsys.readouterr().err.splitlines()
    assert notice.startswith("compiling minimax:depth=1 for tictactoe: 0%")
    assert len(session.position.moves) == 4


@pytest.mark.slow
def test_a_machine_ponders_while_a_person_thinks_and_stops_in_the_end(time: Time) -> None:
    rules = game("tictactoe")
    machine = Pondering(player("uct:memory=1", rules))
    begun: list[str] = []
    ponder = machine.ponder

    def noted(position: Position, budget: Budget | None = None) -> bool:
        begun.append(" ".join(position.moves))
        return ponder(position, budget)

    machine.ponder = noted  # type: ignore[method-assign]
    before = threading.active_count()
    typed = ((0, "b2"), (0.1, "undo"), (0, "a1"), (0.1, "resign"), (0, "undo"), (0, "hello"))
    for control in (None, TimeControl(4, 0.1)):
        begun.clear()
        with interpreted():
            play_at(time, control, machine, *typed)
        assert [moves.split()[0] for moves in begun] == ["b2", "a1"]
        assert all(len(moves.split()) == 2 for moves in begun)
        assert threading.active_count() == before
