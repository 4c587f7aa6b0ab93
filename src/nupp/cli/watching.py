"""`nupp train --watch`: games of the network that is being trained, on a page of this machine."""

from __future__ import annotations

import collections
import contextlib
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from http.client import HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, Final
from urllib.request import HTTPCookieProcessor, Request, build_opener

import click

from nupp.learn.training import Training
from nupp.players import Budget, Player, player
from nupp.rules import Position
from nupp.rules.registry import loaded_files

PACE: Final = 1.0
"""Seconds between two moves at least."""
EVERY: Final = 10.0
"""Seconds between two networks that are shown at least, since writing one takes time from the training."""
THINKING: Final = Budget(nodes=200)
"""For a move: little, so that the training hardly notices."""
RUN_BESIDE: Final = ("alphazero", "cnn")
"""The methods whose networks are run beside a search; those of the others are compiled with it."""
REST: Final = 5.0
"""Seconds for which a game that is over stays on the page before the next one begins."""
ANSWER: Final = 30.0
"""Seconds within which the server has to answer."""

Write = Callable[[Training[Any]], None]


class Page:
    """A server on this machine, and a client of it that plays both sides of its games.

    folder: for its database. It ends with its standard input, and so with this process however that ends.
    ClickException if it does not start.
    """

    def __init__(self, folder: Path) -> None:
        loads = [word for file in loaded_files() for word in ("--load", file)]
        serve = ["serve", "--port", "0", "--workers", "1", "--database", str(folder / "nupp.db")]
        self._server = subprocess.Popen(
            [sys.executable, "-c", _SERVE, *loads, *serve],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,  # Ctrl-C is for the training
        )
        assert self._server.stdout is not None
        words = self._server.stdout.readline().split()
        self.address = next((word for word in words if word.startswith("http")), "")
        if not self.address:
            self.close()
            raise click.ClickException("--watch: the server did not start; `nupp serve` says why")
        self._cookies = CookieJar()
        self._client = build_opener(HTTPCookieProcessor(self._cookies))

    def ask(self, path: str, body: dict[str, Any]) -> Any:
        """The answer of the server; OSError if there is none."""
        request = Request(
            self.address + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with self._client.open(request, timeout=ANSWER) as answer:
            return json.load(answer)

    def new_room(self, game: str, name: str) -> str:
        """A room for games in which this process plays both sides."""
        seats = [{"kind": "me", "name": name}, {"kind": "friend", "name": name}]
        made = self.ask("/api/rooms", {"game": game, "seats": seats, "public": True})
        room = str(made["room"]["id"])
        self.ask(f"/api/rooms/{room}/seats", {"side": 1, "token": made["invitations"][1]})
        return room

    @contextlib.contextmanager
    def present_in(self, room: str) -> Iterator[None]:
        """Be there in a room: its players are not shown as away."""
        from websockets.sync.client import connect  # with the extra `server`
        from websockets.typing import Origin

        cookies = "; ".join(f"{one.name}={one.value}" for one in self._cookies)
        address = self.address.replace("http", "ws", 1) + f"/api/rooms/{room}/live"
        with connect(address, additional_headers={"Cookie": cookies}, origin=Origin(self.address)) as line:
            listening = threading.Thread(target=lambda: collections.deque(line, 0), daemon=True)
            listening.start()
            yield

    def close(self) -> None:
        """End the server."""
        assert self._server.stdin is not None
        self._server.stdin.close()
        try:
            self._server.wait(ANSWER)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()


_SERVE: Final = """
import os, signal, sys, threading

def end_with_the_training():
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)

threading.Thread(target=end_with_the_training, daemon=True).start()
import nupp.cli
nupp.cli.main()
"""


class Games:
    """Games of the latest network, one after another, played in a thread."""

    def __init__(self, training: Training[Any], page: Page, folder: Path) -> None:
        self._training, self._page, self._folder = training, page, folder
        self._ended, self._latest, self._written = threading.Event(), 0, -EVERY
        self._thread = threading.Thread(target=self._run, daemon=True)

    def show(self, training: Training[Any]) -> None:
        """Let games be played by the network as it is now, from the next one on."""
        if time.monotonic() - self._written < EVERY:
            return
        self._written = time.monotonic()
        file = self._folder / f"{training.progress.steps}.nupp"
        file.write_bytes(training.network_file())
        self._latest = training.progress.steps
        if not self._thread.is_alive() and not self._ended.is_set():
            self._thread.start()

    def end(self) -> None:
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(ANSWER)

    def _run(self) -> None:
        game, unit = self._training.game, self._training.unit
        try:
            while not self._ended.is_set():
                steps = self._latest
                room = self._page.new_room(game.spec, f"{unit} {steps}")
                click.echo(f"{unit} {steps} plays at {self._page.address}/#/room/{room}", err=True)
                with self._page.present_in(room):
                    self._play(room, self._player(steps), game.start_position())
                    self._ended.wait(REST)
        except (OSError, HTTPException) as error:
            if not self._ended.is_set():
                click.echo(f"nupp: the page for --watch has gone ({error}); the training goes on", err=True)

    def _player(self, steps: int) -> Player:
        kind = "puct:net" if self._training.recipe.method in RUN_BESIDE else "alphabeta:eval"
        return player(f"{kind}=({self._folder / f'{steps}.nupp'})", self._training.game)

    def _play(self, room: str, chooser: Player, position: Position) -> None:
        while not position.is_over and not self._ended.is_set():
            began = time.monotonic()
            move = chooser.choose(position, THINKING).move
            self._ended.wait(max(0.0, PACE - (time.monotonic() - began)))
            self._page.ask(f"/api/rooms/{room}/moves", {"ply": position.ply, "move": move})
            position = position.play(move)


@contextlib.contextmanager
def watched(training: Training[Any]) -> Iterator[Write]:
    """A function that shows a training's network as it is now, on a page of this machine."""
    with tempfile.TemporaryDirectory() as name:
        page = Page(Path(name))
        games = Games(training, page, Path(name))
        try:
            yield games.show
        finally:
            games.end()
            page.close()
