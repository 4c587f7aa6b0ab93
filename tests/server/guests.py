"""People of the tests: each with a cookie of their own, requests, and WebSockets of rooms."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any, Self

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from server.forking import Fork

PATIENCE = 300.0
"""Seconds to wait for what has to come, as long as a server waits until an engine is ready: engines stand
behind all other programs of a machine, which may be many.
"""

GAME = ("b2", "a1", "b1", "b3", "c3", "a3", "a2", "c2", "c1")
"""A game of tic-tac-toe that is drawn."""
QUICK = {"nodes": 20}
ENGINE = {"kind": "engine", "player": "alphabeta:table=1"}

Message = dict[str, Any]


class Line:
    """A WebSocket of a room. A context manager."""

    def __init__(self, url: str, cookie: str, origin: str | None = None, **options: Any) -> None:
        headers = {**options.pop("headers", {}), **({"Cookie": cookie} if cookie else {})}
        self._connecting = connect(
            url,
            additional_headers=headers,
            origin=origin,  # type: ignore[arg-type]
            max_size=None,
            compression=None,
            open_timeout=PATIENCE,
            close_timeout=2,
            **options,
        )
        self.heard: list[Message] = []
        self._number = 0

    def __enter__(self) -> Self:
        self.socket: ClientConnection = self._connecting.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self.socket.close()

    def send(self, type: str, **fields: Any) -> int:
        """Send a command; returns its number."""
        self._number += 1
        self.socket.send(json.dumps({"id": self._number, "type": type, **fields}))
        return self._number

    def next(self) -> Message:
        """The next message."""
        message: Message = json.loads(self.socket.recv(PATIENCE))
        self.heard.append(message)
        return message

    def until(self, *types: str, where: Callable[[Message], bool] = lambda message: True) -> Message:
        """The next message of these types for which something holds; those before it are heard as well."""
        while True:
            message = self.next()
            if message["type"] in types and where(message):
                return message

    def answer(self, number: int) -> Message:
        """The answer to a command."""
        return self.until("done", "error", where=lambda message: message["id"] == number)

    def do(self, type: str, **fields: Any) -> Message:
        """Send a command and wait for its answer."""
        return self.answer(self.send(type, **fields))

    def closed(self) -> int | None:
        """The code with which the server closes the connection, after its last messages."""
        try:
            while True:
                self.next()
        except ConnectionClosed as error:
            return None if error.rcvd is None else error.rcvd.code


class Guest:
    """Somebody with a browser."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=PATIENCE)

    @property
    def cookie(self) -> str:
        if "nupp" not in self.http.cookies:
            self.http.get("/api/rooms").raise_for_status()
        return f"nupp={self.http.cookies['nupp']}"

    def line(self, room: str, **options: Any) -> Line:
        """A WebSocket of a room."""
        return Line(f"{self.url.replace('http', 'ws', 1)}/api/rooms/{room}/live", self.cookie, **options)

    def make(self, *seats: Message, game: str = "tictactoe", **wanted: Any) -> Message:
        """A new room."""
        chosen = list(seats) or [{"kind": "me", "name": "ann"}, {"kind": "friend", "name": "bob"}]
        answer = self.http.post("/api/rooms", json={"game": game, "seats": chosen, **wanted})
        assert answer.status_code == 201, answer.text
        made: Message = answer.json()
        return made

    def take(self, room: str, side: int, token: str) -> httpx.Response:
        """Take a seat."""
        return self.http.post(f"/api/rooms/{room}/seats", json={"side": side, "token": token})

    def see(self, room: str) -> Message:
        """A room as it is."""
        answer = self.http.get(f"/api/rooms/{room}")
        assert answer.status_code == 200, answer.text
        found: Message = answer.json()
        return found


def pair(url: str, **wanted: Any) -> tuple[str, Guest, Guest]:
    """A room, and two people who play in it."""
    ann, bob = Guest(url), Guest(url)
    made = ann.make(**wanted)
    room = made["room"]["id"]
    assert bob.take(room, 1, made["invitations"][1]).status_code == 200
    return room, ann, bob


class Process:
    """`nupp serve` in a process of its own, which can be killed and started again. A context manager."""

    RUN = "import sys; from nupp.cli import main; sys.exit(main())"

    def __init__(self, database: str, log: Path, *options: str, load: Sequence[Path] = ()) -> None:
        self.database, self.log = database, log
        self._options = options
        self._loads = [word for path in load for word in ("--load", str(path))]
        self.url = ""
        self.port = 0
        self._process: subprocess.Popen[str] | Fork | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self.process.poll() is None:
            self.kill()

    @property
    def process(self) -> subprocess.Popen[str] | Fork:
        assert self._process is not None
        return self._process

    def start(self) -> None:
        """Start it, at the same port as before, and return when it can be reached."""
        words = (*self._loads, "serve", "--port", str(self.port), "--database", self.database, *self._options)
        with self.log.open("a") as log:
            self._process = self._launch(words, log)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, self.log.read_text()
        self.url = line.split()[3]
        self.port = int(self.url.rpartition(":")[2])
        threading.Thread(target=self._process.stdout.read, daemon=True).start()

    def _launch(self, words: Sequence[str], log: IO[str]) -> subprocess.Popen[str] | Fork:
        command = [sys.executable, "-c", self.RUN, *words]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)

    def processor_time(self) -> float:
        """Seconds of processor time that it has taken so far, without its children."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")  # in user mode, and in the system

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def end(self, number: int = signal.SIGTERM) -> int:
        """End it in order, by a signal; the exit code."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


class Forked(Process):
    """The same in a process that is a fork of one which has imported the server: it begins sooner."""

    def _launch(self, words: Sequence[str], log: IO[str]) -> Fork:
        return Fork(self.RUN, words, log)
