"""Are moves lost or doubled when servers are killed? `python benchmarks/kills.py` kills them during play.

Several servers run on one PostgreSQL of their own. Scripted clients, two a game, play random legal moves over
WebSockets as fast as they can, each time at a server chosen by chance, as a plain proxy would. Meanwhile one
server after another is killed (SIGKILL) and started again, and now and then PostgreSQL is. In the end every
move that a server has confirmed has to be where it was played, and no other.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa
import websockets
from rooms import COMPILE, Process, Server, postgresql

from nupp.store import RoomStore, database_url

GAME = "othello"
PATIENCE = 60.0
"""Seconds in which a move has to be confirmed."""
PAUSE = 0.1
"""Seconds until a client tries to connect again."""


@dataclass
class Seen:
    """All that clients have seen: by rooms and plies, the moves sent, and when each was confirmed."""

    sent: dict[str, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))
    confirmed: dict[str, dict[int, float]] = field(default_factory=lambda: defaultdict(dict))
    done: bool = False
    connections: int = 0


class Player:
    """One side of one game after another."""

    def __init__(self, pair: Pair, side: int) -> None:
        self._pair, self._side = pair, side
        self.http = httpx.AsyncClient(timeout=PATIENCE)

    def base(self) -> str:
        """The server that a proxy would choose."""
        return self._pair.rng.choice(self._pair.servers).url

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer to a request, which is made until it is answered; 409 says that it was done before."""
        while True:
            with contextlib.suppress(httpx.TransportError):
                answer = await self.http.request(method, self.base() + path, json=body)
                if answer.status_code < 400 or answer.status_code == 409:
                    return answer.json()
                if answer.status_code != 503:
                    raise AssertionError(answer.text)
            await asyncio.sleep(PAUSE)

    async def play(self, room: str) -> None:
        """Play a game to its end, over as many connections as it takes."""
        while not self._pair.seen.done:
            with contextlib.suppress(OSError, TimeoutError, websockets.WebSocketException):
                url = f"ws{self.base().removeprefix('http')}/api/rooms/{room}/live"
                headers = {"Cookie": f"nupp={self.http.cookies['nupp']}"}
                connecting = websockets.connect(
                    url, additional_headers=headers, max_size=None, open_timeout=10
                )
                async with connecting as socket:
                    self._pair.seen.connections += 1
                    if await self._follow(socket, room):
                        return
            await asyncio.sleep(PAUSE)

    async def _follow(self, socket: Any, room: str) -> bool:
        """Play over one connection; True at the end of the game."""
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "done":
                self._pair.seen.confirmed[room].setdefault(message["id"], time.monotonic())
            if message["type"] == "error" and message["id"] is not None:
                return False  # it is asked again over another connection
            if message["type"] not in ("room", "move") or self._pair.seen.done:
                continue
            state = message["room"]["state"] if message["type"] == "room" else message["state"]
            if state == "over":
                return True
            if message["scene"]["choices"] is not None:
                await self._move(socket, room, message["scene"])
        return False

    async def _move(self, socket: Any, room: str, scene: dict[str, Any]) -> None:
        ply, moves = scene["ply"], scene["choices"]["moves"]
        move = self._pair.seen.sent[room].setdefault(ply, self._pair.rng.choice(moves))
        await socket.send(json.dumps({"id": ply, "type": "move", "ply": ply, "move": move}))


class Pair:
    """Two people who play one game after another."""

    def __init__(self, number: int, servers: list[Process], seen: Seen) -> None:
        self.rng, self.servers, self.seen = random.Random(number), servers, seen
        self._players = Player(self, 0), Player(self, 1)

    async def play(self) -> None:
        """Play until it is enough."""
        first, second = self._players
        for one in self._players:
            await one.ask("GET", "/api/me")  # each gets a cookie
        wanted = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "friend"}]}
        while not self.seen.done:
            made = await first.ask("POST", "/api/rooms", wanted)
            room = made["room"]["id"]
            seat = {"side": 1, "token": made["invitations"][1]}
            await second.ask("POST", f"/api/rooms/{room}/seats", seat)
            await asyncio.gather(first.play(room), second.play(room))


@dataclass
class Kill:
    """A kill of a server: when, and the rooms that it owned."""

    at: float
    rooms: list[str]

    def takeovers(self, seen: Seen) -> list[float]:
        """Seconds until the next move was confirmed in each of the rooms."""
        times = ([at for at in seen.confirmed[room].values() if at > self.at] for room in self.rooms)
        return [min(found) - self.at for found in times if found]


def rooms_of(database: str, address: str) -> list[str]:
    """The rooms that a server owns."""
    engine = sa.create_engine(database_url(database))
    wanted = "select thing from leases join members on holder = number where address = :address"
    with engine.connect() as connection:
        things = connection.scalars(sa.text(wanted), {"address": address}).all()
    engine.dispose()
    return [thing.removeprefix("room/") for thing in things if thing.startswith("room/")]


async def kill_all(options: argparse.Namespace, servers: list[Process], database: Server) -> list[Kill]:
    """Kill servers in turn, and PostgreSQL now and then; nothing is killed while something starts."""
    kills = []
    for number in range(options.kills):
        await asyncio.sleep(options.every)
        if options.database_every and number % options.database_every == options.database_every - 1:
            await asyncio.to_thread(database.kill)
            print(f"{number + 1}: PostgreSQL", flush=True)
            continue
        server = servers[number % len(servers)]
        owned = await asyncio.to_thread(rooms_of, database.url, server.url)
        kills.append(Kill(time.monotonic(), owned))
        server.process.kill()
        await asyncio.to_thread(server.process.wait)
        print(f"{number + 1}: server {number % len(servers) + 1}, {len(owned)} rooms", flush=True)
        await asyncio.sleep(options.down)
        await asyncio.to_thread(server.start)
    await asyncio.sleep(options.every)
    return kills


async def measure(
    options: argparse.Namespace, servers: list[Process], database: Server
) -> tuple[Seen, list[Kill]]:
    """Play and kill; what was seen."""
    seen = Seen()
    playing = [asyncio.create_task(Pair(number, servers, seen).play()) for number in range(options.rooms)]
    kills = await kill_all(options, servers, database)
    seen.done = True
    for task in playing:
        task.cancel()
    ended = await asyncio.gather(*playing, return_exceptions=True)
    for error in {repr(one) for one in ended if isinstance(one, Exception)}:
        print(f"trouble: {error}")
    return seen, kills


def check(seen: Seen, database: str) -> bool:
    """Compare what was confirmed with what is stored, and print it; True if all is well."""
    confirmed = lost = other = 0
    with RoomStore(database) as store:
        for room, plies in seen.confirmed.items():
            stored = store.load(room)
            moves = [] if stored is None else [one.move for one in stored.moves]
            sent = seen.sent[room]
            confirmed += len(plies)
            lost += sum(ply >= len(moves) or moves[ply] != sent[ply] for ply in plies)
            other += sum(move != sent.get(ply) for ply, move in enumerate(moves))
    print(f"{confirmed} moves confirmed in {len(seen.confirmed)} games, {seen.connections} connections")
    print(f"lost {lost}, doubled or not sent {other}")
    return not (lost or other)


def report(kills: list[Kill], seen: Seen) -> None:
    """Print how long it took until games went on."""
    times = sorted(one for kill in kills for one in kill.takeovers(seen))
    if times:
        print(
            f"takeover of {len(times)} rooms: median {statistics.median(times):.2f} s, "
            f"longest {times[-1]:.2f} s, {sum(one > 3 for one in times)} beyond 3 s"
        )


def main() -> None:
    """Start the servers, kill them while people play, and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=20, help="games at a time")
    parser.add_argument("--servers", type=int, default=2, help="servers on one database")
    parser.add_argument("--kills", type=int, default=20, help="in all")
    parser.add_argument("--every", type=float, default=4.0, help="seconds of play before each")
    parser.add_argument("--down", type=float, default=3.0, help="seconds until a killed server starts again")
    parser.add_argument(
        "--database-every", type=int, default=5, help="one kill in N is PostgreSQL's; 0: none"
    )
    options = parser.parse_args()
    subprocess.run([sys.executable, "-c", COMPILE, GAME], check=True)
    print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = stack.enter_context(postgresql())
        servers = [
            stack.enter_context(Process(database.url, folder / f"log{number}", "--cluster", "--workers", "1"))
            for number in range(options.servers)
        ]
        seen, kills = asyncio.run(measure(options, servers, database))
        well = check(seen, database.url)
        report(kills, seen)
    sys.exit(not well)


if __name__ == "__main__":
    main()
