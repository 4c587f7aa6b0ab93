"""Programs on the other side, written from the descriptions of the protocols alone.

They take nothing of the protocols from nupp, only the rules of the games, as referee.
"""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import IO, Self

from nupp.kernel import interpreted
from nupp.protocols import engine_for
from nupp.rules import Position, game

PATIENCE = 300.0
"""Seconds after which an engine is taken to hang, on a slow machine."""


class Client:
    """An engine of nupp, and what is said to it and heard from it through pipes.

    It runs in a thread here and as plain Python, so that it plays at once, if not well.
    """

    def __init__(self, spec: str, protocol: str, player: str = "alphabeta:table=1") -> None:
        self.seen: list[str] = []
        self.lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._complaints: list[str] = []
        self.input, self._output = self._begin(spec, protocol, player)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _begin(self, spec: str, protocol: str, player: str) -> tuple[IO[bytes], IO[bytes]]:
        """Start the engine; its input and its output."""
        (commands, into), (answers, out) = os.pipe(), os.pipe()

        def serve() -> None:
            with interpreted(), os.fdopen(commands, "rb") as stream, os.fdopen(out, "wb") as output:
                try:
                    engine_for(protocol)(game(spec), player, output).serve(stream)
                except BaseException:
                    self._complaints.append(traceback.format_exc())

        self._engine = threading.Thread(target=serve, daemon=True)
        self._engine.start()
        return os.fdopen(into, "wb"), os.fdopen(answers, "rb")

    def _read(self) -> None:
        for line in self._output:
            self.lines.put(line.decode().rstrip("\n"))
        self.lines.put(None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        with contextlib.suppress(BrokenPipeError):
            self.input.close()  # which ends it
        self._engine.join(PATIENCE)
        self._reader.join(PATIENCE)
        self._output.close()

    def say(self, *lines: str) -> None:
        self.input.write("".join(f"{line}\n" for line in lines).encode())
        self.input.flush()

    def hear(self, wanted: Callable[[str], bool]) -> str:
        """The next line that is wanted; all others are kept in `seen`."""
        end = time.monotonic() + PATIENCE
        while True:
            line = self.lines.get(timeout=max(0.1, end - time.monotonic()))
            assert line is not None, f"it has ended; it said {self.seen[-5:]} and {self.complaints()}"
            self.seen.append(line)
            if wanted(line):
                return line

    def hear_word(self, word: str) -> str:
        """The next line that begins with a word."""
        return self.hear(lambda line: line.split()[:1] == [word])

    def complaints(self) -> str:
        """The errors that it has not answered."""
        return "".join(self._complaints)

    def leave(self, word: str) -> None:
        """Tell it to end; it does so by itself, without complaints."""
        self.say(word)
        self._engine.join(PATIENCE)
        assert not self._engine.is_alive()
        assert self.complaints() == ""


class Program(Client):
    """The same as a program of its own."""

    def _begin(self, spec: str, protocol: str, player: str) -> tuple[IO[bytes], IO[bytes]]:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "nupp", "engine", spec, "--protocol", protocol, "--player", player],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        )
        assert self.process.stdin
        assert self.process.stdout
        return self.process.stdin, self.process.stdout

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream
            with contextlib.suppress(BrokenPipeError):
                stream.close()

    def complaints(self) -> str:
        assert self.process.stderr
        return self.process.stderr.read().decode()

    def leave(self, word: str) -> None:
        self.say(word)
        assert self.process.wait(timeout=PATIENCE) == 0
        assert self.complaints() == ""


def play_ugi(
    client: Client, spec: str, go: str, reply: Callable[[Position], str], plies: int = 400
) -> Position:
    """Play a game as the second player against an engine that speaks UGI; the position reached."""
    position, moves = game(spec).start_position(), list[str]()
    client.say("uginewgame")
    while not position.is_over and len(moves) < plies:
        if position.to_move == 0:
            position_line = " ".join(["position startpos", *(["moves", *moves] if moves else [])])
            client.say(position_line, "query gameover", "query p1turn", "query result", go)
            answers = [client.hear_word("response").split()[1] for _ in range(3)]
            assert answers == ["false", "true", "none"]
            move = client.hear_word("bestmove").split()[1]
        else:
            move = reply(position)
        moves.append(move)
        position = position.play(move)
    return position


EXTENT = 15


def play_gomocup(client: Client, reply: Callable[[set[tuple[int, int]]], tuple[int, int]]) -> Position:
    """Play a game of five in a row as the second player; the position reached."""
    position = game(f"mnk:width={EXTENT},height={EXTENT}").start_position()
    taken: set[tuple[int, int]] = set()
    client.say("BEGIN")
    while True:
        line = client.hear(lambda line: line[:1].isdigit())
        x, y = map(int, line.split(","))
        position, taken = position.play(cell_name(x, y)), taken | {(x, y)}
        if position.is_over:
            return position
        x, y = reply(taken)
        position, taken = position.play(cell_name(x, y)), taken | {(x, y)}
        if position.is_over:
            return position
        client.say(f"TURN {x},{y}")


def cell_name(x: int, y: int) -> str:
    """Column letters go to the right; rows are numbered from the bottom, and y from the top."""
    return f"{'abcdefghijklmnopqrstuvwxyz'[x]}{EXTENT - y}"
