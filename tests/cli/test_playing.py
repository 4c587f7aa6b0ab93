"""`play` and the menu, with everything typed in advance."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Call
from evaluators.positions import random_network
from nupp.cli.session import Seat, Session
from nupp.evaluators.layouts import patterns_of
from nupp.evaluators.weights import pack
from nupp.games import Position, game
from nupp.kernel import interpreted
from nupp.players import Budget, Decision, Player, Pondering, TimeControl, player
from nupp.players.simple import RandomPlayer


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def test_what_an_attack_did_is_told_in_words(call: Call) -> None:
    moves = ["f6", "j7", "wait", "defend", "b10", "defend", "d4", "defend", "b11", "l2", "d2"]
    typed = lines(*moves, "g7xf6", "xg7", "quit")
    text = call("play", "lput", "--first", "human", "--second", "human", typed=typed).stdout
    told = [line for line in text.splitlines() if "damage" in line]
    assert told == [
        "g7xf6: damage 160, fighters fallen 1, fighters left 15, struck back with 150, own fighters fallen 1",
        "xg7: damage 150, fighters fallen 2, fighters left 13, struck back with 136.5, own fighters fallen 1",
    ]


def test_a_network_of_other_rules_than_those_of_the_terminal(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "net.nupp"
    rules = game("tictactoe")
    file.write_bytes(pack(random_network(patterns_of(rules)), rules, {}))
    words = "--first", "human", "--second", f"alphabeta:depth=1,eval={file}"
    wrong = call("play", "tictactoe", *words)
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert "tictactoe is tictactoe:dead=true here unless told otherwise: tictactoe:dead=false" in wrong.stderr
    assert call("play", "tictactoe:dead=false", *words, typed=lines("b2", "quit")).exit_code == 0


def test_a_whole_game(call: Call, tmp_path: Path) -> None:
    file, drawing = tmp_path / "game.json", tmp_path / "board.svg"
    typed = lines(
        "?",
        "hello",  # no move at all
        "5",
        "b2",  # taken
        "undo",
        "undo",  # nothing left to take back
        "hint",
        "b2",
        "moves",
        "history",
        "position",
        "board",
        "save",  # where?
        f"svg {drawing}",
        f"save {file}",
        "resign",
        f"save {file}",
        "undo",
        f"load {file}",
        "quit",
    )
    result = call("play", "tictactoe", "--second", "alphabeta:table=1", "--nodes", "20", typed=typed)
    assert result.exit_code == 0
    text = result.stdout
    assert "9 legal moves:\n  a1  b1  c1  a2  b2  c2  a3  b3  c3\n" in text
    assert "'hello' is not a move of tictactoe" in text
    assert "'b2' is not legal here" in text
    assert "there is no move of yours to take back" in text
    assert "strong would play " in text
    assert "7 legal moves:" in text
    assert "save where?" in text
    assert "Game over: x resigns: o wins. You lose." in text
    assert text.endswith("Goodbye.\n")
    assert drawing.read_text().startswith("<svg")
    saved = json.loads(file.read_text())
    assert saved["game"] == "tictactoe:dead=true"
    assert saved["players"] == ["human", "alphabeta:table=1"]
    assert saved["moves"][0] == "b2"
    assert saved["outcome"] == "second"
    assert saved["termination"] == "resignation"


def test_going_on_with_a_saved_game(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    first = call(
        "play", "tictactoe", "--second", "human", typed=lines("1", "4", "2", "5", f"save {file}", "quit")
    )
    assert "To go on later: nupp " in first.stdout
    assert "play tictactoe:dead=true --first human --second human" in first.stdout
    assert '--moves "a3 a2 b3 b2"' in first.stdout
    second = call("play", "--game", str(file), typed=lines("3", f"save {file}"))
    assert "Game over: x wins." in second.stdout
    assert json.loads(file.read_text())["outcome"] == "first"


def test_a_file_that_is_no_saved_game_is_not_overwritten(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear reader\n")
    result = call("play", "tictactoe", "--second", "human", typed=lines(f"save {file}"))
    assert "holds something else than one saved game" in result.stdout
    assert file.read_text() == "Dear reader\n"


def test_winning_and_a_rematch_with_sides_swapped(call: Call) -> None:
    result = call(
        "play",
        "tictactoe",
        "--second",
        "minimax:depth=1",
        "--position",
        "xx1/oo1/3 x",
        typed=lines("3", "yes"),
    )
    assert "Game over: x wins. You win." in result.stdout
    assert "x is minimax:depth=1, o is you." in result.stdout


def test_the_end_of_the_input_is_the_end(call: Call) -> None:
    result = call("play", "othello", "--second", "human", typed=lines("f5"))
    assert result.exit_code == 0
    assert result.stdout.endswith("Goodbye.\n")


def test_two_machines(call: Call) -> None:
    result = call("play", "othello:size=4", "--first", "random", "--second", "greedy", "--nodes", "50")
    assert result.exit_code == 0
    assert "black plays " in result.stdout
    assert "move 2: white (greedy) to move; black 4, white 1" in result.stdout
    assert "Game over: " in result.stdout


def test_no_undo(call: Call) -> None:
    result = call("play", "othello", "--second", "human", "--no-undo", typed=lines("f5", "undo"))
    assert "moves cannot be taken back" in result.stdout


def test_tictactoe_ends_when_nobody_can_win_unless_told_otherwise(call: Call) -> None:
    dead = ["--second", "human", "--moves", "1 2 3 4 6 5 8 9"]
    assert "Game over: drawn." in call("play", "tictactoe", *dead).stdout
    assert "move 9: x" in call("play", "tictactoe:dead=false", *dead).stdout


class Broken(RandomPlayer):
    """Fails."""

    def choose(self, position: Position, budget: Budget | None = None, report: Any = None) -> Decision:
        raise RuntimeError("out of ideas")


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> str:
    from nupp.players import PLAYERS

    monkeypatch.setattr(PLAYERS, "_entries", dict(PLAYERS._entries))
    PLAYERS.add("broken", Broken)
    return "broken"


def test_a_machine_that_fails_hands_over_its_side(call: Call, broken: str) -> None:
    result = call("play", "tictactoe", "--second", broken, typed=lines("1", "4", "2", "5", "3"))
    assert "broken cannot move, RuntimeError: out of ideas" in result.stdout
    assert "Game over: x wins." in result.stdout


def test_machines_that_fail_among_themselves_fail_the_run(call: Call, broken: str) -> None:
    result = call("play", "tictactoe", "--first", "random", "--second", broken)
    assert result.exit_code == 1
    assert result.stderr.startswith("nupp: broken cannot move, RuntimeError: out of ideas; the moves were ")


def test_the_menu(call: Call) -> None:
    result = call("play", typed=lines("nonsense", "m", "tic", "3", "1", "4", "2", "5", "3", "n"))
    assert result.exit_code == 0
    assert "'nonsense' is none of these" in result.stdout
    assert "'m' is none of these" in result.stdout  # it may be mnk or morris
    assert "Game over: x wins." in result.stdout


def test_leaving_the_menu(call: Call) -> None:
    assert call("play", typed="").stdout.endswith("Goodbye.\n")
    assert call("play", typed=lines("1", "q")).exit_code == 0


# ---- clocks and pondering ------------------------------------------------------------------------


def test_the_times_left_are_shown_and_saved(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    result = call(
        "play", "tictactoe", "--second", "human", "--clock", "5m+2s", typed=lines("b2", "a1", f"save {file}")
    )
    assert "move 1: x (a person) to move; time left: x 5:00, o 5:00\n" in result.stdout
    assert "x 4:59> b2\n" in result.stdout
    assert "move 2: o (a person) to move; time left: x 5:01, o 5:00\n" in result.stdout
    assert json.loads(file.read_text())["clock"] == "300s+2s"
    assert "time left" not in call("play", "tictactoe", "--second", "human", typed=lines("b2")).stdout


@pytest.mark.slow
def test_machines_play_by_the_clock(call: Call) -> None:
    result = call(
        "play", "tictactoe", "--first", "alphabeta:table=1", "--second", "uct:memory=1", "--clock", "2s"
    )
    assert result.exit_code == 0
    assert "Game over: " in result.stdout
    assert "used up its time" not in result.stdout
    assert "time left: x 0:0" in result.stdout


class Typist:
    """Types what it is given, each line after a wait, in place of a person at a terminal."""

    terminal = True

    def __init__(self, *typed: tuple[float, str]) -> None:
        self.typed, self.shown = list(typed), ""

    def ask(self, prompt: str) -> str:
        self.shown += prompt
        if not self.typed:
            raise EOFError
        wait, line = self.typed.pop(0)
        time.sleep(wait)
        return line

    def say(self, text: str = "") -> None:
        self.shown += f"{text}\n"

    stress = warn = say

    def board(self, position: Position) -> None:
        pass


def play_at(control: TimeControl | None, machine: Player | None, *typed: tuple[float, str]) -> Session:
    """Play tic-tac-toe by a clock against a machine or, without one, a person; returns what became of it."""
    screen = Typist(*typed)
    start = game("tictactoe").start_position()
    seats = Seat("human", None), Seat(machine.spec if machine else "human", machine)
    session = Session(start, seats, Budget(seconds=0.05), control=control, screen=screen)  # type: ignore[arg-type]
    session.run()
    return session


def shown(session: Session) -> str:
    assert isinstance(session.screen, Typist)
    return session.screen.shown


def test_a_person_who_is_late_loses_and_cannot_take_it_back(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with interpreted():
        session = play_at(
            TimeControl(0.2, 0.1), None, (0, "b2"), (0, "a1"), (0.4, "c3"), (0, "undo"), (0, f"save {file}")
        )
    text = shown(session)
    assert "Game over: x has used up its time: o wins." in text
    assert "time cannot be taken back" in text
    assert session.position.moves == ("b2", "a1")
    saved = json.loads(file.read_text())
    assert (saved["outcome"], saved["termination"], saved["clock"]) == ("second", "time forfeit", "0.2s+0.1s")


def test_a_move_taken_back_leaves_the_times_as_they_are_and_a_new_game_begins_with_all() -> None:
    with interpreted():
        typed = ((0.2, "b2"), (0, "undo"), (0.2, "c3"), (0, "resign"), (0, "y"), (0, "b2"))
        session = play_at(TimeControl(10), None, *typed)
    text = shown(session)
    assert "Game over: o resigns: x wins." in text
    assert "x 0:09.8> " not in text  # that is what it had before the move that it took back
    assert session.clock.left(0) > 9.5
    assert text.count("time left: x 0:10, o 0:10") == 2


class Slow(RandomPlayer):
    """Takes its time."""

    spec = "random"

    def choose(self, position: Position, budget: Budget | None = None, report: Any = None) -> Decision:
        time.sleep(0.4)
        return super().choose(position, budget, report)


def test_a_machine_that_is_late_loses() -> None:
    with interpreted():
        session = play_at(TimeControl(0.3), Slow(game("tictactoe")), (0, "b2"), (0, "n"))
    assert "Game over: o has used up its time: x wins. You win." in shown(session)
    assert session.position.moves == ("b2",)


@pytest.mark.slow
def test_a_machine_ponders_while_a_person_thinks_and_stops_in_the_end() -> None:
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
            play_at(control, machine, *typed)
        assert [moves.split()[0] for moves in begun] == ["b2", "a1"]
        assert all(len(moves.split()) == 2 for moves in begun)
        assert threading.active_count() == before


def test_pondering_from_the_command_line(call: Call) -> None:
    result = call(
        "play", "tictactoe", "--second", "alphabeta:table=1", "--ponder", "--time", "50ms", typed=lines("b2")
    )
    assert result.exit_code == 0
    assert "o is alphabeta:table=1" in result.stdout
    assert "o plays a1" in result.stdout
