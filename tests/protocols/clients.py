"""Programs on the other side, written from the descriptions of the protocols alone.

They know nothing of `nupp.protocols`; the rules of the games, as referee, are all that they take from nupp.
"""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType

from nupp.rules import Position, game

PATIENCE = 300.0
"""Seconds after which an engine is taken to hang, on a slow machine."""


class Client:
    """An engine of nupp as a program of its own, and what is said to it and heard from it."""

    def __init__(self, spec: str, protocol: str, player: str = "alphabeta:table=1") -> None:
        words = ["engine", spec, "--protocol", protocol, "--player", player]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "nupp", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"NUMBA_DISABLE_JIT": "1"},  # it plays at once, if not well
        )
        self.seen: list[str] = []
        self.lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()

    def say(self, *lines: str) -> None:
        assert self.process.stdin
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

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
        assert self.process.stderr
        return self.process.stderr.read()

    def leave(self, word: str) -> None:
        """Tell it to end; it does so by itself, without complaints."""
        self.say(word)
        assert self.process.wait(timeout=PATIENCE) == 0
        assert "Traceback" not in self.complaints()


def play_ugi(
    client: Client, spec: str, go: str, reply: Callable[[Position], str], plies: int = 400
) -> Position:
    """Play a game as the second player against an engine that speaks UGI; the position reached."""
    position, moves = game(spec).start_position(), list[str]()
    client.say("uginewgame")
    while not position.is_over and len(moves) < plies:
        if position.to_move == 0:
            told = " ".join(["position startpos", *(["moves", *moves] if moves else [])])
            client.say(told, "query gameover", "query p1turn", "query result", go)
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
