"""How long a move takes from one browser to the other with many games going on: `python benchmarks/rooms.py`.

A server runs in a process of its own. Scripted clients, two a game, play random legal moves over WebSockets,
each after a pause for thought; what is measured is the time from the sending of a move until the other side
has it. Every move is checked for its place in the game, and every game is compared with what the server has.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import websockets

NUPP = [sys.executable, "-m", "nupp"]
GAMES = (
    "othello",
    "hexxagon",
    "connectfour",
    "mnk",
    "morris",
    "draughts",
    "dotsandboxes",
    "lput",
    "amazons",
    "labyrinth",
    "tictactoe",
)


PATIENCE = 30.0
"""Seconds after which a move that has not come is lost."""


@dataclass
class Tally:
    """What all clients have seen."""

    wanted: int
    sent: int = 0
    delays: list[float] = field(default_factory=list)
    sent_at: dict[tuple[str, int], float] = field(default_factory=dict)
    moves: dict[str, list[str]] = field(default_factory=dict)
    disordered: int = 0
    refused: list[str] = field(default_factory=list)
    waiting: int = 0

    @property
    def is_done(self) -> bool:
        return self.sent >= self.wanted


class Web:
    """A client with a cookie."""

    def __init__(self, base: str) -> None:
        self.base, self.cookie = base, ""

    def ask(self, path: str, body: Any = None) -> Any:
        """The answer to a request; the cookie that it brings is kept."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} | ({"Cookie": self.cookie} if self.cookie else {})
        with urllib.request.urlopen(urllib.request.Request(self.base + path, data, headers)) as answer:
            given = answer.headers.get("Set-Cookie")
            if given:
                self.cookie = given.partition(";")[0]
            return json.load(answer)

    def socket(self, room: str) -> Any:
        """A WebSocket of a room."""
        url = f"ws{self.base.removeprefix('http')}/api/rooms/{room}/live"
        return websockets.connect(url, additional_headers={"Cookie": self.cookie}, max_size=None)


class Player:
    """One side of one game after another."""

    def __init__(self, web: Web, room: str, tally: Tally, think: float, rng: random.Random) -> None:
        self._web, self._room, self._tally, self._think, self._rng = web, room, tally, think, rng
        self._ply = self._version = 0
        self._moving: asyncio.Task[None] | None = None

    async def play(self) -> None:
        """Play until enough moves have been made."""
        room: str | None = self._room
        while room is not None and not self._tally.is_done:
            self._room = room
            self._ply = self._version = 0
            async with self._web.socket(room) as socket:
                room = await self._follow(socket)

    async def _follow(self, socket: Any) -> str | None:
        """Play one game; returns the room of the next one."""
        async for text in socket:
            now = time.perf_counter()
            message = json.loads(text)
            if message["type"] == "error":
                self._tally.refused.append(f"{message['code']}: {message['message']}")
            elif message["type"] == "room":
                if message["room"]["rematch"] is not None:
                    return str(message["room"]["rematch"])
                self._ply = len(message["room"]["moves"])
                if message["room"]["state"] == "over":
                    await socket.send(json.dumps({"id": 0, "type": "rematch"}))
                else:
                    self._answer(socket, message["scene"])
            elif message["type"] == "move":
                self._note(message, now)
                if message["state"] == "over":
                    if self._tally.is_done:
                        return None
                    await socket.send(json.dumps({"id": 0, "type": "rematch"}))
                self._answer(socket, message["scene"])
            if self._tally.is_done and self._tally.waiting == 0:
                return None
        return None

    def _note(self, message: dict[str, Any], now: float) -> None:
        if message["ply"] != self._ply or message["version"] <= self._version:
            self._tally.disordered += 1
        self._ply, self._version = message["ply"] + 1, message["version"]
        if message["scene"]["choices"] is not None or message["state"] == "over":
            began = self._tally.sent_at.pop((self._room, message["ply"]), None)
            if began is not None:
                self._tally.delays.append(now - began)
                self._tally.waiting -= 1

    def _answer(self, socket: Any, scene: dict[str, Any]) -> None:
        if scene["choices"] and not self._tally.is_done:
            self._moving = asyncio.create_task(self._move(socket, scene["ply"], scene["choices"]))

    async def _move(self, socket: Any, ply: int, choices: list[dict[str, Any]]) -> None:
        await asyncio.sleep(self._rng.uniform(0.5, 1.5) * self._think)
        if self._tally.is_done:
            return
        move = self._rng.choice(choices)["move"]
        self._tally.sent += 1
        self._tally.waiting += 1
        self._tally.moves.setdefault(self._room, []).append(move)
        command = json.dumps({"id": ply, "type": "move", "ply": ply, "move": move})
        self._tally.sent_at[self._room, ply] = time.perf_counter()
        await socket.send(command)


def resident(process: int) -> float:
    """The memory of a process in MB."""
    words = Path(f"/proc/{process}/statm").read_text().split()
    return int(words[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def begin(base: str, number: int, games: tuple[str, ...]) -> tuple[str, Web, Web]:
    """A new room, and both who play in it."""
    first, second = Web(base), Web(base)
    wanted = {"game": games[number % len(games)], "seats": [{"kind": "me"}, {"kind": "friend"}]}
    made = first.ask("/api/rooms", wanted)
    room = made["room"]["id"]
    second.ask(f"/api/rooms/{room}/seats", {"side": 1, "token": made["invitations"][1]})
    return room, first, second


async def measure(base: str, process: int, options: argparse.Namespace) -> bool:
    """Play, print what was seen, and tell whether all was well."""
    tally = Tally(options.moves)
    games = tuple(options.games.split(","))
    rooms = [begin(base, number, games) for number in range(options.rooms)]
    players = [
        Player(web, room, tally, options.think, random.Random(f"{number} {side}"))
        for number, (room, *webs) in enumerate(rooms)
        for side, web in enumerate(webs)
    ]
    tasks = [asyncio.create_task(player.play()) for player in players]
    await asyncio.sleep(options.think)
    before, began, spent = resident(process), time.perf_counter(), seconds_spent(process)
    while not tally.is_done:
        await asyncio.sleep(0.05)
    lasted, used = time.perf_counter() - began, seconds_spent(process) - spent
    end = time.perf_counter() + PATIENCE
    while tally.waiting and time.perf_counter() < end:
        await asyncio.sleep(0.05)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    after = resident(process)
    web = Web(base)
    differing = 0
    for room, moves in tally.moves.items():
        differing += web.ask(f"/api/rooms/{room}")["moves"] != moves
        time.sleep(0.02)
    parts = statistics.quantiles(tally.delays, n=1000, method="inclusive")
    p50, p95, p99 = (1000 * parts[place] for place in (499, 949, 989))
    longest = 1000 * max(tally.delays)
    print(f"{options.rooms} games, {tally.sent} moves in {lasted:.1f} s: {tally.sent / lasted:.0f} moves/s")
    print(f"move round trip: p50 {p50:.1f} ms, p95 {p95:.1f} ms, p99 {p99:.1f} ms, max {longest:.1f} ms")
    print(f"lost {len(tally.sent_at)}, out of order {tally.disordered}, refused {len(tally.refused)}")
    print(f"games that differ from what the server holds: {differing}")
    print(
        f"server: {100 * used / lasted:.0f} % of a core; memory before {before:.0f} MB, after {after:.0f} MB"
    )
    for words in sorted(set(tally.refused))[:5]:
        print(f"refused: {words}")
    return not (tally.sent_at or tally.disordered or tally.refused or differing)


def seconds_spent(process: int) -> float:
    """The processor time of a process."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Start a server, measure it, and end it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=200, help="games at a time")
    parser.add_argument("--moves", type=int, default=10_000, help="moves in all")
    parser.add_argument("--think", type=float, default=1.0, help="seconds before a move, on average")
    parser.add_argument("--games", default=",".join(GAMES), help="specs, in turn")
    parser.add_argument("--database", help="its URL; by default a new file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or f"sqlite:///{folder}/rooms.db"
        command = [*NUPP, "serve", "--port", "0", "--database", database]
        with open(f"{folder}/log", "w") as log:
            server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            assert server.stdout is not None
            base = server.stdout.readline().split()[3]
            well = asyncio.run(measure(base, server.pid, options))
        finally:
            server.terminate()
            server.wait(20)
    sys.exit(not well)


if __name__ == "__main__":
    main()
