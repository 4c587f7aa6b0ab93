"""Are moves lost or doubled when servers are killed? `python benchmarks/kills.py` kills them during play.

Several servers run on one PostgreSQL of their own. Scripted clients, two a game, play random legal moves over
WebSockets as fast as they can, each time at a server chosen by chance, as a plain proxy would. Meanwhile one
server after another is killed (SIGKILL) and started again, and now and then PostgreSQL is. In the end every
move that a server has confirmed has to be where it was played, and no other.

That is a round, with a database of its own. The results of rounds go to a file of JSON lines, which a later
run continues, until there have been as many kills as are wanted.
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
from dataclasses import asdict, dataclass, field
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


@dataclass
class Round:
    """The result of a round.

    kills, database_kills: of servers, and of PostgreSQL. lost: confirmed moves that the database does not
    have. foreign: moves in the database that were doubled, or that nobody sent. takeovers: seconds.
    """

    servers: int
    kills: int = 0
    database_kills: int = 0
    confirmed: int = 0
    games: int = 0
    connections: int = 0
    lost: int = 0
    foreign: int = 0
    takeovers: list[float] = field(default_factory=list)
    load: float = 0.0
    """Of the machine, at the end."""


async def kill_all(
    options: argparse.Namespace, servers: list[Process], database: Server, result: Round
) -> list[Kill]:
    """Kill servers in turn, and PostgreSQL now and then; nothing is killed while something starts."""
    kills = []
    for number in range(options.round):
        await asyncio.sleep(options.every)
        if options.database_every and number % options.database_every == options.database_every - 1:
            await asyncio.to_thread(database.kill)
            result.database_kills += 1
            continue
        server = servers[number % len(servers)]
        owned = await asyncio.to_thread(rooms_of, database.url, server.url)
        kills.append(Kill(time.monotonic(), owned))
        server.process.kill()
        await asyncio.to_thread(server.process.wait)
        result.kills += 1
        await asyncio.sleep(options.down)
        await asyncio.to_thread(server.start)
    await asyncio.sleep(options.every)
    return kills


async def play_and_kill(
    options: argparse.Namespace, servers: list[Process], database: Server, result: Round
) -> tuple[Seen, list[Kill]]:
    """Play and kill; what was seen."""
    seen = Seen()
    playing = [asyncio.create_task(Pair(number, servers, seen).play()) for number in range(options.rooms)]
    kills = await kill_all(options, servers, database, result)
    seen.done = True
    for task in playing:
        task.cancel()
    ended = await asyncio.gather(*playing, return_exceptions=True)
    for error in {repr(one) for one in ended if isinstance(one, Exception)}:
        print(f"trouble: {error}")
    return seen, kills


def check(seen: Seen, database: str, result: Round) -> None:
    """Compare what was confirmed with what is stored."""
    result.games, result.connections = len(seen.confirmed), seen.connections
    with RoomStore(database) as store:
        for room, plies in seen.confirmed.items():
            stored = store.load(room)
            moves = [] if stored is None else [one.move for one in stored.moves]
            sent = seen.sent[room]
            result.confirmed += len(plies)
            result.lost += sum(ply >= len(moves) or moves[ply] != sent[ply] for ply in plies)
            result.foreign += sum(move != sent.get(ply) for ply, move in enumerate(moves))


def play_round(options: argparse.Namespace, number: int) -> Round:
    """A round with this number of servers, and a database of its own."""
    result = Round(number)
    alone = ["--workers", "1"]
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = stack.enter_context(postgresql())
        servers = [
            stack.enter_context(
                Process(database.url, folder / f"log{one}", *alone, *(["--cluster"] if number > 1 else []))
            )
            for one in range(number)
        ]
        seen, kills = asyncio.run(play_and_kill(options, servers, database, result))
        check(seen, database.url, result)
        result.takeovers = [one for kill in kills for one in kill.takeovers(seen)]
    result.load = os.getloadavg()[0]
    return result


def report(rounds: list[Round]) -> None:
    """Print a table with a column for each number of servers."""
    numbers = sorted({one.servers for one in rounds})
    columns = [[one for one in rounds if one.servers == number] for number in numbers]
    rows = [("servers", [str(number) for number in numbers])]
    for words, name in (
        ("kills of servers", "kills"),
        ("kills of PostgreSQL", "database_kills"),
        ("moves confirmed", "confirmed"),
        ("games", "games"),
        ("connections", "connections"),
        ("confirmed moves lost", "lost"),
        ("moves doubled, or that nobody sent", "foreign"),
    ):
        rows.append((words, [f"{sum(getattr(one, name) for one in column):,}" for column in columns]))
    times = [sorted(time for one in column for time in one.takeovers) for column in columns]
    rows.append(("takeover, median", [f"{statistics.median(one):.1f} s" if one else "" for one in times]))
    rows.append(("takeover, longest", [f"{one[-1]:.1f} s" if one else "" for one in times]))
    rows.append(("rooms taken over", [str(len(one)) for one in times]))
    rows.append(("rooms that took longer than 3 s", [str(sum(t > 3 for t in one)) for one in times]))
    for words, cells in rows:
        print(" | ".join((f"| {words}", *cells)) + " |")
    print(f"load of the machine: {max(one.load for one in rounds):.1f} at most, {os.cpu_count()} cores")


def read(log: Path) -> list[Round]:
    """The rounds that a file has."""
    lines = log.read_text().splitlines() if log.exists() else []
    return [Round(**json.loads(line)) for line in lines]


def main() -> None:
    """Play rounds until there have been enough kills, and print their sums."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=20, help="games at a time")
    parser.add_argument("--servers", type=int, nargs="+", default=[2], help="on one database, round by round")
    parser.add_argument("--kills", type=int, default=20, help="in all, with those of earlier runs in the log")
    parser.add_argument("--round", type=int, default=20, help="kills in a round")
    parser.add_argument("--every", type=float, default=4.0, help="seconds of play before each")
    parser.add_argument("--down", type=float, default=3.0, help="seconds until a killed server starts again")
    parser.add_argument(
        "--database-every", type=int, default=5, help="one kill in N is PostgreSQL's; 0: none"
    )
    parser.add_argument("--log", type=Path, help="a file of results, which a later run continues")
    options = parser.parse_args()
    subprocess.run([sys.executable, "-c", COMPILE, GAME], check=True)
    rounds = read(options.log) if options.log else []
    while sum(one.kills + one.database_kills for one in rounds) < options.kills:
        one = play_round(options, options.servers[len(rounds) % len(options.servers)])
        rounds.append(one)
        print(json.dumps(asdict(one)), file=sys.stderr, flush=True)
        if options.log:
            with options.log.open("a") as file:
                print(json.dumps(asdict(one)), file=file)
    report(rounds)
    sys.exit(any(one.lost or one.foreign for one in rounds))


if __name__ == "__main__":
    main()
