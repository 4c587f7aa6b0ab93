"""How long a move takes from one browser to the other with many games going on: `python benchmarks/rooms.py`.

A server runs in a process of its own. Scripted clients, two a game, play random legal moves over WebSockets,
each after a pause for thought; what is measured is the time from the sending of a move until the other side
has it. Every move is checked for its place in the game, and every game is compared with what the server has.
With --minutes it goes on for that long, which shows whether memory, files or delays grow.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import itertools
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import websockets
from matplotlib.axes import Axes

from nupp.arena.report.figures import render

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.guests import Process
from store.servers import Server, find_programs

COMPILE = "import sys, nupp\nfor spec in sys.argv[1:]: nupp.game(spec).start_position()"
"""A program that compiles the rules of games, so that the server only has to load them."""
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
MARKS = (0.0, 0.1, 0.5, 1.0)
"""At which parts of all moves the server is looked at."""
LOOKS = 12
"""How often the server is looked at after the beginning of a run that lasts for minutes."""


@dataclass
class Tally:
    """What all clients have seen; they begin to think when all are there."""

    wanted: float
    awaited: int
    here: asyncio.Event = field(default_factory=asyncio.Event)
    sent: int = 0
    delays: list[float] = field(default_factory=list)
    on_the_way: dict[tuple[str, int], tuple[float, Player]] = field(default_factory=dict)
    moves: dict[str, list[str]] = field(default_factory=dict)
    disordered: int = 0
    refused: list[str] = field(default_factory=list)

    @property
    def is_done(self) -> bool:
        return self.sent >= self.wanted

    @property
    def is_finished(self) -> bool:
        return self.is_done and not self.on_the_way

    def greet(self) -> None:
        """One more client is there."""
        self.awaited -= 1
        if self.awaited == 0:
            self.here.set()


ADDRESSES = map("10.{0[0]}.{0[1]}.1".format, itertools.product(range(256), repeat=2))
"""An address for each client: a server limits what comes from one, and believes a proxy on its machine."""


class Web:
    """A client with a cookie and an address."""

    def __init__(self, base: str, bases: Sequence[str] = ()) -> None:
        """bases: of several servers, if a proxy leads what concerns a room to one of them, by its name."""
        self.base, self.cookie, self._bases = base, "", bases
        self._from = {"X-Forwarded-For": next(ADDRESSES)}

    def _place(self, room: str) -> str:
        return self._bases[zlib.crc32(room.encode()) % len(self._bases)] if self._bases else self.base

    def ask(self, path: str, body: Any = None) -> Any:
        """The answer to a request; the cookie that it brings is kept."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **self._from}
        headers |= {"Cookie": self.cookie} if self.cookie else {}
        room = path.removeprefix("/api/rooms").strip("/").partition("/")[0]
        url = (self._place(room) if room else self.base) + path
        with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as answer:
            given = answer.headers.get("Set-Cookie")
            if given:
                self.cookie = given.partition(";")[0]
            return json.load(answer)

    def socket(self, room: str) -> Any:
        """A WebSocket of a room."""
        url = f"ws{self._place(room).removeprefix('http')}/api/rooms/{room}/live"
        headers = {"Cookie": self.cookie, **self._from}
        return websockets.connect(url, additional_headers=headers, max_size=None, open_timeout=PATIENCE)


class Player:
    """One side of one game after another."""

    def __init__(self, web: Web, room: str, tally: Tally, think: float, rng: random.Random) -> None:
        self._web, self._room, self._tally, self._think, self._rng = web, room, tally, think, rng
        self._ply = self._version = 0
        self._moving: asyncio.Task[None] | None = None
        self._greeted = self._asked = False

    async def play(self) -> None:
        """Play until enough moves have been made."""
        room: str | None = self._room
        while room is not None and not self._tally.is_done:
            self._room = room
            self._ply = self._version = 0
            self._asked = False
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
                await self._enter(socket, message)
            elif message["type"] == "move":
                self._note(message, now)
                await self._go_on(socket, message["state"], message["scene"])
            if self._tally.is_finished:
                return None
        raise ConnectionError(f"{self._room} was closed: {socket.close_code} {socket.close_reason}")

    async def _enter(self, socket: Any, message: dict[str, Any]) -> None:
        """Take over a room, and when all clients are there go on; what was moved before has come, too."""
        for place in [(self._room, ply) for ply in range(len(message["room"]["moves"]))]:
            if self._tally.on_the_way.get(place, (0.0, self))[1] is not self:
                del self._tally.on_the_way[place]
        self._ply, self._version = len(message["room"]["moves"]), message["room"]["version"]
        if not self._greeted:
            self._greeted = True
            self._tally.greet()
        await self._tally.here.wait()
        await self._go_on(socket, message["room"]["state"], message["scene"])

    def _note(self, message: dict[str, Any], now: float) -> None:
        """See that a move is the next one; of the other side's, how long it took."""
        if message["ply"] != self._ply or message["version"] <= self._version:
            self._tally.disordered += 1
        self._ply, self._version = message["ply"] + 1, message["version"]
        place = self._room, message["ply"]
        began, mover = self._tally.on_the_way.get(place, (now, self))
        if mover is not self:
            self._tally.delays.append(now - began)
            del self._tally.on_the_way[place]

    async def _go_on(self, socket: Any, state: str, scene: dict[str, Any]) -> None:
        """Think about a move, or begin another game."""
        if self._tally.is_done:
            return
        if state == "over" and not self._asked:
            self._asked = True
            await socket.send(json.dumps({"id": 0, "type": "rematch"}))
        elif state != "over" and scene["choices"] is not None:
            self._moving = asyncio.create_task(self._move(socket, scene["ply"], scene["choices"]["moves"]))

    async def _move(self, socket: Any, ply: int, moves: list[str]) -> None:
        await asyncio.sleep(self._rng.uniform(0.5, 1.5) * self._think)
        if self._tally.is_done:
            return
        move = self._rng.choice(moves)
        self._tally.sent += 1
        self._tally.moves.setdefault(self._room, []).append(move)
        command = json.dumps({"id": ply, "type": "move", "ply": ply, "move": move})
        self._tally.on_the_way[self._room, ply] = time.perf_counter(), self
        await socket.send(command)


class Sample(NamedTuple):
    """What servers have at a moment; memory in MB. delays: of the moves since the last sample, in seconds."""

    minutes: float
    sent: int
    delays: list[float]
    memory: float
    files: int
    threads: int

    @property
    def p95(self) -> float:
        """The 95th percentile of the delays, in milliseconds."""
        return 1000 * quantile(self.delays, 950)

    def row(self) -> str:
        """A row of a table."""
        p95 = f"{self.p95:.0f} ms" if self.delays else ""
        cells = (
            f"{self.minutes:.1f}",
            f"{self.sent:,}",
            p95,
            f"{self.memory:.0f} MB",
            self.files,
            self.threads,
        )
        return f"| {' | '.join(map(str, cells))} |"


def quantile(delays: list[float], thousandth: int) -> float:
    """A quantile of at least two delays."""
    return statistics.quantiles(delays, n=1000, method="inclusive")[thousandth - 1]


def begin(bases: list[str], number: int, games: tuple[str, ...], hashed: bool) -> tuple[str, Web, Web]:
    """A new room, and both who play in it; of several servers each asks the next, as behind a plain proxy."""
    first, second = (
        Web(bases[(2 * number + number // len(bases) + side) % len(bases)], bases if hashed else ())
        for side in (0, 1)
    )
    wanted = {"game": games[number % len(games)], "seats": [{"kind": "me"}, {"kind": "friend"}]}
    made = first.ask("/api/rooms", wanted)
    room = made["room"]["id"]
    second.ask(f"/api/rooms/{room}/seats", {"side": 1, "token": made["invitations"][1]})
    return room, first, second


@dataclass
class Watch:
    """What a server and its clients have used since a moment."""

    processes: list[int]
    began: float = field(default_factory=time.perf_counter)
    samples: list[Sample] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin."""
        self._server, self._clients = seconds_spent(self.processes), time.process_time()
        self._seen = 0

    async def follow(self, tally: Tally, minutes: float | None) -> None:
        """Look on until all moves have been made, or for some minutes, and print what is seen."""
        print("| minutes | moves | p95 since the last row | memory | open files | threads |")
        if minutes is None:
            for mark in MARKS:
                while tally.sent < mark * tally.wanted:
                    await asyncio.sleep(0.05)
                self._look(tally)
        else:
            for number in range(LOOKS + 1):
                due = self.began + 60 * minutes * number / LOOKS
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                self._look(tally)
            tally.wanted = tally.sent
        self.lasted = time.perf_counter() - self.began
        self.server = seconds_spent(self.processes) - self._server
        self.clients = time.process_time() - self._clients

    def _look(self, tally: Tally) -> None:
        folders = [Path(f"/proc/{one}") for one in self.processes]
        pages = sum(int((one / "statm").read_text().split()[1]) for one in folders)
        minutes = (time.perf_counter() - self.began) / 60
        files, threads = (sum(len(os.listdir(one / what)) for one in folders) for what in ("fd", "task"))
        memory = pages * os.sysconf("SC_PAGE_SIZE") / 2**20
        delays, self._seen = tally.delays[self._seen :], len(tally.delays)
        sample = Sample(minutes, tally.sent, delays, memory, files, threads)
        self.samples.append(sample)
        print(sample.row(), flush=True)  # a run that is broken off has shown what it saw


async def measure(bases: list[str], processes: list[int], options: argparse.Namespace) -> bool:
    """Play, print what was seen, and tell whether all was well."""
    tally = Tally(options.moves if options.minutes is None else math.inf, 2 * options.rooms)
    games = tuple(options.games.split(","))
    rooms = [begin(bases, number, games, options.hashed) for number in range(options.rooms)]
    players = [
        Player(web, room, tally, options.think, random.Random(f"{number} {side}"))
        for number, (room, *webs) in enumerate(rooms)
        for side, web in enumerate(webs)
    ]
    gc.collect()
    gc.freeze()  # what looks for garbage in all of a program stops it, and a browser has none of this
    tasks = [asyncio.create_task(player.play()) for player in players]
    await asyncio.wait_for(tally.here.wait(), PATIENCE)
    watch = Watch(processes)
    await watch.follow(tally, options.minutes)
    end = time.perf_counter() + PATIENCE
    while not tally.is_finished and time.perf_counter() < end:
        await asyncio.sleep(0.05)
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    failed = [repr(one) for one in ended if isinstance(one, Exception)]
    differing = compare(bases[0], tally.moves)
    report(tally, watch, options)
    if options.picture:
        options.picture.write_bytes(picture(watch.samples))
    print(f"lost {len(tally.on_the_way)}, out of order {tally.disordered}, refused {len(tally.refused)}")
    print(f"games that differ from what the server holds: {differing}; clients that failed: {len(failed)}")
    for words in sorted({*tally.refused, *failed})[:5]:
        print(f"trouble: {words}")
    return not (tally.on_the_way or tally.disordered or tally.refused or failed or differing)


def compare(base: str, moves: dict[str, list[str]]) -> int:
    """In how many rooms other moves were made than the clients have sent."""
    web, differing = Web(base), 0
    for room, sent in moves.items():
        differing += web.ask(f"/api/rooms/{room}")["moves"] != sent
        time.sleep(0.02)  # there is a limit
    return differing


def report(tally: Tally, watch: Watch, options: argparse.Namespace) -> None:
    """Print how fast it was, and what it took."""
    p50, p95, p99 = (1000 * quantile(tally.delays, place) for place in (500, 950, 990))
    rate, thousands = tally.sent / watch.lasted, tally.sent / 1000
    print(f"{options.rooms} games, {tally.sent} moves in {watch.lasted:.1f} s: {rate:.0f} moves/s")
    print(
        f"move round trip: p50 {p50:.1f} ms, p95 {p95:.1f} ms, p99 {p99:.1f} ms, "
        f"max {1000 * max(tally.delays):.1f} ms"
    )
    print(
        f"seconds of a core for 1,000 moves: server {watch.server / thousands:.2f}, "
        f"clients {watch.clients / thousands:.2f}"
    )


def picture(samples: Sequence[Sample]) -> bytes:
    """What the servers' memory and the delays were as time went by, as SVG."""

    def draw(axes: Axes) -> None:
        minutes = [one.minutes for one in samples]
        axes.plot(minutes, [one.memory for one in samples], label="memory, MB")
        later = samples[1:]
        axes.plot(minutes[1:], [one.p95 for one in later], label="round trip, 95th percentile, ms")
        axes.set(xlabel="minutes", xlim=(0, minutes[-1]), ylim=(0, None))
        axes.grid(axis="y")
        axes.legend()

    return render(draw, size=(6.4, 3.2))


def seconds_spent(processes: list[int]) -> float:
    """The processor time of processes."""
    words = [Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split() for one in processes]
    return sum(int(one[11]) + int(one[12]) for one in words) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Start the servers, measure them, and end them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=200, help="games at a time")
    parser.add_argument("--moves", type=int, default=10_000, help="moves in all")
    parser.add_argument("--minutes", type=float, help="how long, instead of a number of moves")
    parser.add_argument("--picture", type=Path, help="an SVG of memory and delays by time")
    parser.add_argument("--think", type=float, default=1.0, help="seconds before a move, on average")
    parser.add_argument("--games", default=",".join(GAMES), help="specs, in turn")
    parser.add_argument(
        "--database", help="its URL; by default a new file, of several servers a new PostgreSQL"
    )
    parser.add_argument("--hashed", action="store_true", help="what concerns a room goes to one server")
    parser.add_argument("--postgresql", action="store_true", help="a new PostgreSQL for one server, too")
    parser.add_argument("--servers", type=int, default=1, help="servers on one database, asked in turn")
    options = parser.parse_args()
    subprocess.run([sys.executable, "-c", COMPILE, *options.games.split(",")], check=True)
    print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = options.database or f"sqlite:///{folder}/rooms.db"
        if options.postgresql or (options.servers > 1 and not options.database):
            database = stack.enter_context(postgresql()).url
        cluster = ["--cluster"] if options.servers > 1 else []
        servers = [Process(database, folder / f"log{one}", *cluster) for one in range(options.servers)]
        for server in servers:
            stack.enter_context(server)
        bases, processes = [one.url for one in servers], [one.process.pid for one in servers]
        well = asyncio.run(measure(bases, processes, options))
    sys.exit(not well)


def postgresql() -> Server:
    """A PostgreSQL of our own; SystemExit if none is installed."""
    programs = find_programs()
    if programs is None:
        sys.exit("there is no PostgreSQL: install it, or name a database by --database")
    return Server(programs)


if __name__ == "__main__":
    main()
