"""Whatever is sent to an engine, it answers, and goes on."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nupp.conformance.amounts import amount
from nupp.kernel import interpreted
from nupp.protocols import all_protocols, engine_for
from nupp.protocols.engine import LONGEST_LINE
from nupp.rules import game
from protocols.clients import Client

SPECS = {"ugi": "tictactoe", "nboard": "othello:size=4", "gomocup": "mnk:width=6,height=5", "hub": "draughts"}
SIGNS = {
    "ugi": ("isready", "readyok"),
    "nboard": ("ping 77", "pong 77"),
    "gomocup": ("ABOUT", 'name="nupp"'),
    "hub": ("ping", "pong"),
}
WORDS = {
    "ugi": "ugi isready uginewgame position startpos fen moves go movetime nodes depth p1time p2time p1inc "
    "infinite ponder stop ponderhit query gameover p1turn result setoption name value player threads memory "
    "a1 b2 x1o/3/3 x",
    "nboard": "nboard set depth game move go hint ping learn analyze contempt A1 B1 PA TI[1:0] W[B1];) ] [ "
    "(;GM[Othello]BO[4 ----] B[A2//3]",
    "gomocup": "START RECTSTART BEGIN TURN BOARD DONE INFO RESTART TAKEBACK PLAY SUGGEST timeout_turn rule 5 "
    "6 1,1 2,2,1 3,3,2 6,5 -1 max_memory time_left",
    "hub": "hub init pos pos= moves= level depth= move-time= time= inc= infinite go think ponder analyze "
    'stop ping set-param name= value= variant " "" = 32-28 new-game ponder-hit',
}
SMALL = st.sampled_from(["0", "1", "2", "-1", "0.01", "99999999999999999999", "1e9", "nan"])


def lines(protocol: str) -> st.SearchStrategy[bytes]:
    """Lines made of the words of a protocol, and of anything at all."""
    word = st.sampled_from(WORDS[protocol].split()) | SMALL
    spoken = st.lists(word, max_size=8).map(lambda words: " ".join(words).encode())
    return st.lists(spoken | st.binary(max_size=40), max_size=12).map(lambda parts: b"\n".join(parts) + b"\n")


@pytest.mark.slow
@pytest.mark.parametrize("protocol", all_protocols())
def test_malformed_input_is_answered(protocol: str) -> None:
    """No exception comes through, no search is left behind, and the engine is ready at the end."""
    ask, answer = SIGNS[protocol]

    @settings(max_examples=amount(20, 300), suppress_health_check=[HealthCheck.too_slow])
    @given(lines(protocol))
    def check(sent: bytes) -> None:
        output = io.BytesIO()
        with interpreted():
            engine = engine_for(protocol)(game(SPECS[protocol]), "random", output)
            engine.serve(io.BytesIO(sent + b"\nDONE\nstop\nSTOP\n" + ask.encode() + b"\n"))
        answers = output.getvalue().decode().splitlines()
        if not any(word in sent.lower().split() for word in (b"quit", b"end")):
            assert any(line.startswith(answer) for line in answers), answers
        assert not any("Traceback" in line or not line.isprintable() for line in answers)
        assert not engine.searching

    check()


@pytest.mark.slow
@pytest.mark.parametrize("protocol", all_protocols())
def test_long_lines_and_odd_bytes_by_pipe(protocol: str) -> None:
    ask, answer = SIGNS[protocol]
    with Client(SPECS[protocol], protocol, "random") as client:
        odd = b"\n\x00\xff\xfe\r\n\n \t \n"
        client.input.write(b"x" * (3 * LONGEST_LINE) + odd + b"position " * 2000 + b"\n")
        client.say(ask)
        client.hear(lambda line: line.startswith(answer))
        assert any(f"{LONGEST_LINE}" in line for line in client.seen)
        client.leave({"gomocup": "END"}.get(protocol, "quit"))


@pytest.mark.parametrize(
    ("protocol", "line", "words"),
    [
        ("ugi", "go movetime soon", "movetime 'soon'.*milliseconds"),
        ("ugi", "go depth 0", "depth '0'.*whole number.* 1"),
        ("ugi", "position xxx", "'xxx'.*startpos or fen"),
        ("ugi", "setoption name threads value many", "random .*threads"),
        ("ugi", "setoption name player value nobody", "player 'nobody'"),
        ("ugi", "query mood", "query 'mood'.*gameover, p1turn, result"),
        ("nboard", "set game (;BO[4 ---- *];)", r"BO\[4 ---- \*\].*size"),
        ("nboard", "set game hello", "'hello'.*GGF"),
        ("nboard", "set depth deep", "depth 'deep'.*whole number"),
        ("nboard", "move Z9", "'z9'"),
        ("gomocup", "TURN 1,1", "ERROR .*START"),
        ("gomocup", "START 99", "99 x 99.* 5 to 32"),
        ("hub", "pos pos=WX", "'WX'.*W or B.* 32 "),
        ("hub", "go backwards", "backwards.*think, ponder or analyze"),
        ("hub", 'level time="', "name=value"),
    ],
)
def test_what_is_wrong_is_reported(protocol: str, line: str, words: str) -> None:
    output = io.BytesIO()
    with interpreted():
        engine_for(protocol)(game(SPECS[protocol]), "random", output).serve(io.BytesIO(line.encode() + b"\n"))
    assert re.search(words, output.getvalue().decode())
