"""A process that searches for the server: one search at a time, by messages over its standard streams.

Each line is a JSON object. It reads

    {"type": "search", "id", "game", "start", "moves", "player", "budget", "clock", "multipv", "record",
     "keep", "seed", "at_once", "seconds"}
    {"type": "stop", "id"}

and writes

    {"type": "ready"}                                  once, when it can take searches
    {"type": "state", "id", "state"}                   `preparing` while code is compiled or loaded, then
                                                       `thinking`; before that `compiling` if a stand-in does
    {"type": "thought", "id", "decision"}              at most ten times a second
    {"type": "done", "id", "decision", "tree"}          tree: the packed record, if one was wanted
    {"type": "failed", "id", "message", "code"}         code: `memory` if that was not enough, else `engine`

It ends with its standard input. What it was given as its argument limits its memory, and names the files of
games that it has to load first.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import queue
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any, Final, NamedTuple, TextIO

import nupp
from nupp.formats.record import start_of
from nupp.garbage import collect_seldom
from nupp.kernel import Deadline, interpreted, under
from nupp.players import Budget, Decision, Player, allot
from nupp.players.compiling import choose_meanwhile
from nupp.players.warmup import is_compiled, prepare, was_prepared
from nupp.rules import Game, Position, begin
from nupp.spec import parse_spec

INTERVAL: Final = 0.1
"""Seconds between two thoughts that are sent."""
KEPT: Final = 4
"""The number of players kept for the next move of their game, with all that they remember."""
NICE: Final = 10
"""By how much a worker stands behind other processes, such as the server."""

Message = dict[str, Any]


class MessageWriter:
    """Writes messages, and of thoughts only the latest, not too often."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self._thought: Message | None = None
        self._wake = threading.Event()
        threading.Thread(target=self._write_thoughts, daemon=True).start()

    def send(self, **message: Any) -> None:
        """Write a message now; a thought that has not been written is forgotten."""
        with self._lock:
            self._thought = None
            self._write(message)

    def think(self, **message: Any) -> None:
        """Write a thought soon, unless another comes in between."""
        with self._lock:
            self._thought = message
        self._wake.set()

    def _write_thoughts(self) -> None:
        while True:
            self._wake.wait()
            self._wake.clear()
            with self._lock:
                if self._thought is not None:
                    self._write(self._thought)
                    self._thought = None
            time.sleep(INTERVAL)

    def _write(self, message: Message) -> None:
        try:
            self._stream.write(json.dumps(message, default=_plain) + "\n")
            self._stream.flush()
        except BrokenPipeError:  # the server has ended
            os._exit(1)


def _plain(value: Any) -> Any:
    """A number of NumPy as one of Python."""
    return value.item()


class Worker:
    """Does one search after another, and keeps the players of recent games."""

    def __init__(self, writer: MessageWriter) -> None:
        self._writer = writer
        self._searches: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._stopped = -1
        self._current = -1
        self._deadline = Deadline()
        self._lock = threading.Lock()
        self._prepared: set[_Key] = set()
        self._awaited: set[_Key] = set()
        self._kept: OrderedDict[str, tuple[Player, Position]] = OrderedDict()
        self._is_fresh = True

    def listen(self, lines: TextIO) -> None:
        """Read messages until the end of the stream, which ends the process."""
        for line in lines:
            message = json.loads(line)
            if message["type"] == "search":
                self._searches.put(message)
            else:
                self._stop(message["id"])
        os._exit(0)

    def _stop(self, number: int) -> None:
        with self._lock:
            self._stopped = number
            if self._current == number:
                self._deadline.move(0)

    def run(self) -> None:
        """Do the searches that come, until memory has run out that earlier ones have taken."""
        while True:
            message = self._next()
            try:
                decision = self._search(message)
            except Exception as error:
                if isinstance(error, MemoryError) and not self._is_fresh:
                    self._writer.send(type="exhausted", id=message["id"])
                    return
                code = "memory" if isinstance(error, MemoryError) else "engine"
                self._writer.send(type="failed", id=message["id"], message=_reason(error), code=code)
            else:
                found, tree = _to_json(decision), decision.tree and decision.tree.packed()
                self._writer.send(type="done", id=message["id"], decision=found, tree=tree)
            self._is_fresh = False

    def _next(self) -> Message:
        """The next search; until it comes, code that another process has compiled is loaded."""
        while self._awaited:
            try:
                return self._searches.get(timeout=INTERVAL)
            except queue.Empty:
                self._load_awaited()
        return self._searches.get()

    def _load_awaited(self) -> None:
        import_module("nupp.kernel.native")
        for key in [key for key in self._awaited if was_prepared(key.game, key.player)]:
            self._awaited.discard(key)
            if is_compiled(nupp.player(key.player, key.game), key.clock):
                self._prepared.add(key)

    def _search(self, message: Message) -> Decision:
        try:
            return self._try_search(message)
        except MemoryError:
            if not self._kept:
                raise
            self._kept.clear()  # and once more with the memory that those had
            return self._try_search(message)

    def _try_search(self, message: Message) -> Decision:
        number = message["id"]
        player, seen = self._player(message)
        player.record = message["record"]
        is_ready = self._is_ready(message, player)
        with contextlib.nullcontext() if is_ready else interpreted():
            position = _position(message, player.game, seen)
        player.multipv = message["multipv"]
        if is_ready:
            player.get_ready()
            budget, choose = _budget(message, position), player.choose
        else:
            budget, choose = _quick_budget(message), functools.partial(choose_meanwhile, player)
            self._writer.send(type="state", id=number, state="compiling")
        self._begin(number, message["seconds"])
        try:
            with under(self._deadline):
                decision = choose(position, budget, self._reporter(number))
        finally:
            self._current = -1
        if message["keep"] is not None:
            self._keep(message["keep"], player, position)
        if not is_ready:
            self._awaited.add(_key(message, player))
        return decision

    def _player(self, message: Message) -> tuple[Player, Position | None]:
        """The player, as it was left after its last move if it is kept, and the position that it saw then."""
        spec, game = parse_spec(message["player"]), nupp.game(message["game"])
        kept = self._kept.pop(message["keep"], None) if message["keep"] is not None else None
        if kept and kept[0].game.spec == game.spec and kept[0].spec == message["player"]:
            return kept
        player = nupp.player(spec, game)
        _seed(player, message)
        return player, None

    def _is_ready(self, message: Message, player: Player) -> bool:
        """True once the player's code is compiled; what need not be chosen at once has it compiled now."""
        key, at_once = _key(message, player), message["at_once"]
        if key in self._prepared:
            return True
        if at_once and not was_prepared(key.game, key.player):
            return False
        self._writer.send(type="state", id=message["id"], state="preparing")
        if not at_once:
            prepare(player, key.clock)
        elif not is_compiled(player, key.clock):
            return False
        _seed(player, message)
        self._awaited.discard(key)
        self._prepared.add(key)
        return True

    def _keep(self, key: str, player: Player, position: Position) -> None:
        self._kept[key] = player, position
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def _begin(self, number: int, seconds: float) -> None:
        with self._lock:
            self._deadline = Deadline(0 if self._stopped == number else seconds)
            self._current = number
        self._writer.send(type="state", id=number, state="thinking")

    def _reporter(self, number: int) -> Callable[[Decision], None]:
        def report(decision: Decision) -> None:
            self._writer.think(type="thought", id=number, decision=_to_json(decision))

        return report


class _Key(NamedTuple):
    """The key of compiled code: the specs of a game and a player, whether there is a clock, and a record."""

    game: str
    player: str
    clock: bool
    record: bool


def _key(message: Message, player: Player) -> _Key:
    return _Key(player.game.spec, player.spec, message["clock"] is not None, player.record > 0)


def _seed(player: Player, message: Message) -> None:
    """Begin the random numbers of a player with the seed of the search, unless its spec has one."""
    if message["seed"] is not None and "seed" not in parse_spec(message["player"]).arguments:
        player.seed(message["seed"])


def _position(message: Message, game: Game, seen: Position | None) -> Position:
    """The position to think about, which mostly follows the last one that was thought about."""
    start, moves = message["start"], message["moves"]
    if seen is not None and list(seen.moves) == moves[: seen.ply] and start_of(seen) == start:
        return seen.play_all(moves[seen.ply :])
    return begin(game, start).play_all(moves)


def _quick_budget(message: Message) -> Budget:
    """The budget of a stand-in: of a clock a small share, without asking how long the game may last."""
    budget = Budget(**message["budget"])
    if message["clock"] is None:
        return budget
    return replace(budget, seconds=message["clock"][0] / 100, soft=None)


def _budget(message: Message, position: Position) -> Budget:
    """The budget of the search, or with a clock a share of the time that is left."""
    budget = Budget(**message["budget"])
    if message["clock"] is None:
        return budget
    left, increment = message["clock"]
    return allot(position, left, increment, replace(budget, seconds=None))


def _to_json(decision: Decision) -> Message:
    return {**decision.to_dict(), "code": int(decision.code)}


def _reason(error: BaseException) -> str:
    """The message of an error, in one line."""
    if isinstance(error, MemoryError):
        return "not enough memory: expected a player with smaller tables"
    return " ".join(str(error).split())[:300] or type(error).__name__


def limit_memory(megabytes: int) -> None:
    """Let the process take so much memory beyond what it has now, where the system can limit it."""
    try:
        import resource

        with open("/proc/self/statm", encoding="ascii") as file:
            taken = int(file.read().split()[0]) * resource.getpagesize()
    except (ImportError, OSError):
        return
    limit = taken + megabytes * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def main() -> None:
    """Be a worker, as the server has started it."""
    collect_seldom()
    orders = json.loads(sys.argv[1])
    output = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what players print is no message
    os.nice(NICE)
    for path in orders["files"]:
        nupp.load_file(path)
    nupp.rules.registry.load_plugins()
    with interpreted():
        nupp.game(nupp.GAMES.names()[0]).start_position()
    limit_memory(orders["memory"])
    writer = MessageWriter(output)
    worker = Worker(writer)
    threading.Thread(target=worker.listen, args=(sys.stdin,), daemon=True).start()
    writer.send(type="ready")
    worker.run()


if __name__ == "__main__":
    main()
