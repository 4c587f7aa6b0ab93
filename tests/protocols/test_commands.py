"""Commands as hosts send them: one after another in one write, in any order, and with limits of any size."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from typing import Any
from unittest.mock import Mock, patch

import pytest

from nupp.games.draughts.hub import messages as hub
from nupp.games.draughts.hub.engine import HubEngine
from nupp.games.mnk.gomocup.engine import GomocupEngine
from nupp.players import Budget, Decision, Report
from nupp.protocols import engine_for
from nupp.protocols.thinking import Limits
from nupp.protocols.ugi import messages as ugi
from nupp.rules import Position, game
from plain import plain_rules  # noqa: F401

SPECS = {"ugi": "tictactoe", "nboard": "othello:size=4", "gomocup": "mnk:width=6,height=6", "hub": "draughts"}


def output_of(protocol: str, *lines: str) -> list[str]:
    """Return the lines that an engine prints for lines that come in one write."""
    output = io.BytesIO()
    engine = engine_for(protocol)(game(SPECS[protocol]), "random", output)
    engine.serve(io.BytesIO("".join(f"{line}\n" for line in lines).encode()))
    return output.getvalue().decode().splitlines()


def count(word: str, lines: list[str]) -> int:
    return sum(line.split()[0] == word for line in lines)


# ---- one search after another --------------------------------------------------------------------

POSITION = "pos pos=W" + 12 * "b" + 8 * "e" + 12 * "w"


@pytest.mark.parametrize(
    ("protocol", "lines", "answer"),
    [
        ("ugi", ["isready", "go infinite", "stop", "go nodes 5"], "bestmove"),
        ("ugi", ["go ponder", "stop", "position startpos moves b2", "go depth 1"], "bestmove"),
        ("hub", [POSITION, "level infinite", "go ponder", "stop", "level nodes=5", "go think"], "done"),
    ],
)
def test_go_straight_after_stop_waits_for_the_answer(protocol: str, lines: list[str], answer: str) -> None:
    output = output_of(protocol, *lines)
    assert count(answer, output) == 2
    assert "error" not in " ".join(output)


@pytest.mark.parametrize(
    ("protocol", "lines", "answer"),
    [("ugi", ["go infinite", "go nodes 5"], "bestmove"), ("hub", ["go ponder", "go think"], "done")],
)
def test_go_during_a_search_is_refused(protocol: str, lines: list[str], answer: str) -> None:
    """The search goes on, and there is one answer at its end."""
    output = output_of(protocol, *lines)
    assert count(answer, output) == 1
    assert re.search("error.*go .*stop", " ".join(output))


@pytest.mark.parametrize(
    ("protocol", "words", "line", "answer"),
    [
        ("ugi", ["isready"], "go nodes 5", ["info string error: MemoryError: no room", "bestmove 0000"]),
        ("nboard", ["ping 1"], "go", ["status thinking", "status error: MemoryError: no room"]),
        ("gomocup", ["START 6"], "BEGIN", ["ERROR MemoryError: no room"]),
        ("hub", ["pos", "level depth=1"], "go think", ['error message="MemoryError: no room"']),
    ],
)
def test_a_player_that_does_not_get_ready_is_reported_as_one_that_fails(
    protocol: str, words: list[str], line: str, answer: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    output = io.BytesIO()
    engine = engine_for(protocol)(game(SPECS[protocol]), "random", output)
    for word in words:
        engine.obey(word)
    before = len(output.getvalue())
    monkeypatch.setattr(engine.thinker, "get_ready", Mock(side_effect=MemoryError("no room")))
    engine.obey(line)
    assert output.getvalue()[before:].decode().splitlines() == answer


@pytest.mark.parametrize(
    ("protocol", "line", "answer"), [("ugi", "isready", "readyok"), ("nboard", "ping 7", "pong 7")]
)
def test_who_waits_for_a_player_that_does_not_get_ready_is_answered(
    protocol: str, line: str, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = io.BytesIO()
    engine = engine_for(protocol)(game(SPECS[protocol]), "random", output)
    monkeypatch.setattr(engine.thinker, "get_ready", Mock(side_effect=MemoryError("no room")))
    engine.obey(line)
    complaint, last = output.getvalue().decode().splitlines()
    assert "MemoryError: no room" in complaint
    assert last == answer


@pytest.mark.parametrize(
    ("protocol", "words", "line", "answer"),
    [
        ("ugi", [], "go nodes 5", "bestmove 0000"),
        ("hub", ["pos", "level depth=1"], "go think", 'error message="'),
        ("nboard", ["set depth 1"], "go", "status error: "),
        ("gomocup", ["START 6"], "BEGIN", "ERROR "),
    ],
)
def test_an_answer_that_cannot_be_written_is_reported_and_the_next_search_goes_on(
    protocol: str, words: list[str], line: str, answer: str
) -> None:
    """A move that is no move of the game; the next one is, and is heard."""
    output = io.BytesIO()
    engine = engine_for(protocol)(game(SPECS[protocol]), "random", output)
    for word in words:
        engine.obey(word)
    player = engine.thinker.get_ready()
    choose = player.choose

    def choose_nonsense(*given: Any) -> Decision:
        found = choose(*given)
        return replace(found, move=None, code=10**6, pv=("nonsense", None))

    with patch.object(player, "choose", choose_nonsense):
        engine.obey(line)
        engine.stop_and_wait()
    assert output.getvalue().decode().splitlines()[-1].startswith(answer)
    before = len(output.getvalue())
    engine.obey(line)
    engine.stop_and_wait()
    assert answer not in output.getvalue()[before:].decode()
    assert len(output.getvalue()) > before


@pytest.mark.parametrize(
    "words", ["", "start", "pos=" + hub.format_position(game("draughts").start_position())]
)
def test_a_game_of_hub_begins_at_the_start(words: str) -> None:
    engine = HubEngine(game("draughts"), "random", io.BytesIO())
    engine.obey(f'pos {words} moves="22-18"')
    assert engine.position == game("draughts").start_position().play("22-18")


@pytest.mark.parametrize(("moves", "share"), [("0", None), ("8", 8)])
def test_no_number_of_moves_in_hub_is_the_whole_game(moves: str, share: int | None) -> None:
    output = io.BytesIO()
    engine = HubEngine(game("draughts"), "random", output)
    engine.obey(f"level time=10 inc=0 moves={moves}")
    assert not output.getvalue()
    assert engine._level == Limits(left=10.0, moves=share)


# ---- UGI -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("limits", ["movetime soon", "depth 0", "nodes", "nodes 99999999999999999999999999"])
def test_who_asks_with_a_wrong_number_is_reported_and_answered(limits: str) -> None:
    complaint, answer = output_of("ugi", f"go {limits}")
    assert complaint.startswith(f"{ugi.COMPLAINT} ")
    assert re.search(rf"{limits.split()[0]}\b.*expected a", complaint)
    assert answer == "bestmove 0000"


def test_unknown_words_are_passed_over() -> None:
    """As UCI has it."""
    assert ugi.read_go("swiftly nodes 5 mate 3") == ugi.Go(nodes=5)
    assert count("bestmove", output_of("ugi", "go swiftly nodes 5")) == 1


@pytest.mark.parametrize(
    ("limits", "seconds"),
    [("p2time 1000", 1), ("p1inc 1000", 1), ("movestogo 5", 1), ("p1time 10", 0.01), ("movetime 10", 0.01)],
)
def test_a_go_with_any_limit_comes_to_an_end(limits: str, seconds: float) -> None:
    """In the usual time if none is of the side to move."""
    engine = engine_for("ugi")(game("tictactoe"), "random", io.BytesIO())
    player = engine.thinker.get_ready()
    with patch.object(player, "choose", Mock(side_effect=player.choose)) as choose:
        engine.obey(f"go {limits}")
        engine.stop_and_wait()
    budget = choose.call_args.args[1]
    assert 0 < budget.seconds <= seconds


@pytest.mark.parametrize(("words", "is_over"), [("go infinite", False), ("go", False), ("go ponder", True)])
def test_ponderhit_begins_the_time_of_ponder_alone(words: str, is_over: bool) -> None:
    engine = engine_for("ugi")(game("tictactoe"), "random", io.BytesIO())
    engine.obey(words)
    engine.obey("ponderhit")
    assert engine._search is not None
    engine._search.wait(600 if is_over else 0.1)
    assert engine.searching != is_over
    engine.stop_and_wait()


@pytest.mark.parametrize("words", ["go think", "go analyze"])
def test_ponder_hit_begins_the_time_of_ponder_alone_in_hub(words: str) -> None:
    engine = HubEngine(game("draughts"), "random", io.BytesIO())
    for line in ("pos", "level infinite", words):
        engine.obey(line)
    with patch.object(engine._search, "hit") as hit:
        engine.obey("ponder-hit")
        hit.assert_not_called()
        engine.stop_and_wait()


def test_ugi_says_nothing_twice() -> None:
    """The last report is not repeated with the move, if nothing has come to it."""
    engine, output = engine_for("ugi")(game("tictactoe"), "random", io.BytesIO()), list[str]()
    player = engine.thinker.get_ready()
    choose = player.choose

    def choose_and_report(position: Position, budget: Budget, report: Report) -> Decision:
        found = replace(choose(position, budget), depth=3)
        for nodes in (5, 7, 7):
            report(replace(found, nodes=nodes))
        return replace(found, nodes=7)

    with (
        patch("nupp.protocols.engine._PAUSE", 0),
        patch.object(player, "choose", choose_and_report),
        patch.object(engine, "say", output.append),
    ):
        engine.obey("go")
        engine.stop_and_wait()
    assert [line.partition(" nodes ")[2].split()[0] for line in output[:-1]] == ["5", "7"]
    assert output[-1].startswith("bestmove ")


def test_no_score_is_told_of_a_move_that_was_not_looked_at() -> None:
    output = output_of("ugi", "go nodes 5")
    assert output[0].startswith("info depth 0 time")
    assert "score" not in output[0]


def test_a_hint_for_several_moves_leaves_the_analysis_alone() -> None:
    engine = engine_for("nboard")(game("othello:size=4"), "random", io.BytesIO())
    engine.obey("hint 3")
    engine.stop_and_wait()
    player = engine.thinker.get_ready()
    assert player.multipv == 3
    engine.obey("analyze")
    engine.stop_and_wait()
    assert player.multipv == 1


@pytest.mark.parametrize(
    ("protocol", "line", "answer"),
    [
        ("ugi", "go\tnodes\t5", "bestmove"),
        ("ugi", "query\tgameover", "response"),
        ("nboard", "ping\t5", "pong"),
        ("gomocup", "START\t15", "OK"),
        ("hub", "level\tnodes=5\nping", "pong"),
    ],
)
def test_tabs_are_blanks(protocol: str, line: str, answer: str) -> None:
    assert [printed.split()[0] for printed in output_of(protocol, line)][-1] == answer


# ---- Gomocup -------------------------------------------------------------------------------------


def brain(*lines: str) -> tuple[GomocupEngine, list[str]]:
    """An engine after some lines, and what it has said."""
    output = io.BytesIO()
    engine = GomocupEngine(game("mnk:width=15,height=15"), "random", output)
    for line in lines:
        engine.obey(line)
        engine.stop_and_wait()
    return engine, output.getvalue().decode().splitlines()


@pytest.mark.parametrize(
    ("lines", "spec"),
    [
        (["INFO rule 1", "START 15", "INFO rule 0", "START 15"], "mnk"),
        (["START 15", "INFO rule 1", "RESTART"], "mnk:exact=true"),
        (["START 15", "INFO rule 1"], "mnk:exact=true"),
        (["START 20", "INFO rule 1", "INFO rule 0"], "mnk:height=20,width=20"),
        (["INFO rule 1", "RECTSTART 9,7", "RESTART"], "mnk:exact=true,height=7,width=9"),
    ],
)
def test_the_rule_told_last_is_played(lines: list[str], spec: str) -> None:
    engine, output = brain(*lines)
    assert engine.game == game(spec)
    assert set(output) == {"OK"}


def test_a_rule_of_the_command_line_holds_until_another_is_reported() -> None:
    engine = GomocupEngine(game("mnk:exact=true"), "random", io.BytesIO())
    engine.obey("START 15")
    assert engine.game == game("mnk:exact=true")
    engine.obey("INFO rule 0")
    assert engine.game == game("mnk")


def test_another_rule_leaves_the_stones_where_they_are() -> None:
    engine, _ = brain("START 15", "BOARD", "7,7,2", "DONE")
    before = str(engine.position)
    engine.obey("INFO rule 1")
    assert str(engine.position) == before


def test_by_a_rule_that_is_not_known_nothing_is_played_until_there_is_another() -> None:
    """A board is read to its end all the same, and answered once; a known rule brings the stones back."""
    begun = ("START 15", "BOARD", "7,7,2", "DONE")
    engine, _ = brain(*begun)
    before = str(engine.position)
    engine, output = brain(*begun, "INFO rule 4", "TURN 1,1", "BOARD", "0,0,1", "DONE")
    assert all(re.match("ERROR .*rule 4.*INFO rule", answer) for answer in output[-2:])
    assert engine.position is None
    engine.obey("INFO rule 1")
    assert engine.game == game("mnk:exact=true")
    assert str(engine.position) == before


def test_a_board_before_the_start_has_one_answer() -> None:
    _, output = brain("BOARD", "0,0,1", "nonsense", "DONE", "ABOUT")
    assert re.match("ERROR .*START", output[0])
    assert len(output) == 2


@pytest.mark.parametrize("command", ["RESTART", "START 15", "START\t15", "RECTSTART 15,15"])
def test_a_board_that_is_not_told_to_its_end_is_forgotten(command: str) -> None:
    engine, output = brain("START 15", "BOARD", "7,7,1", "nonsense", command, "BEGIN")
    assert output[:2] == ["OK", "OK"]
    assert engine.position is not None
    assert engine.position.ply == 1


def test_the_end_within_a_board_is_the_end() -> None:
    engine, _ = brain("START 15", "BOARD", "7,7,1", "END")
    assert engine.leaving


def test_a_board_has_no_more_stones_than_cells() -> None:
    _, output = brain("START 5", "BOARD", *["1,1,1"] * 1000, "DONE")
    assert output[0] == "OK"
    assert re.fullmatch("ERROR .*25 cells.*DONE", "\n".join(output[1:]))


HUGE = "9" * 26


@pytest.mark.parametrize("name", ["max_node", "max_depth", "timeout_turn", "timeout_match", "time_left"])
def test_huge_limits_limit_nothing(name: str) -> None:
    lines = ["START 6", "INFO timeout_turn 100", f"INFO {name} {HUGE}", "BEGIN", "TURN 0,0"]
    output = io.BytesIO()
    engine = GomocupEngine(game("mnk:width=6,height=6"), "greedy", output)
    for line in lines:
        engine.obey(line)
        engine.stop_and_wait()
    assert "ERROR" not in output.getvalue().decode()
    assert engine.position is not None
    assert engine.position.ply >= 2


def test_the_stone_of_a_turn_that_cannot_be_answered_is_not_on_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine, _ = brain("START 15")
    before = engine.position

    def fail(*_: object) -> None:
        raise OverflowError

    monkeypatch.setattr(engine, "budget", fail)
    engine.obey("TURN 7,7")
    assert engine.position is before
