"""Compiling in a process of its own: no move waits for it, and no search that is ended takes it along.

While the code of a player is compiled, its first tier chooses for it once that is there: the same search,
compiled for all games (`nupp.search.erased`). Before that, and where there is none, its stand-in chooses as
plain Python, within QUICK seconds.

The process reads, a JSON object a line of its standard input, what is wanted, and reports how far it is:

    {"game": "GAME:size=7", "player": "strong", "urgent": true}
    {"game": "GAME:size=7", "player": "strong", "share": 0.6}          and at the end "share": 1, or "error"

It ends with its standard input. Its argument names the files of games that it has to load first. What those
print goes to standard error.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from collections import deque
from dataclasses import replace
from typing import Any, Final, NamedTuple, TextIO

from nupp.garbage import collect_seldom
from nupp.kernel import interpreted
from nupp.players.base import Decision, Player, Report
from nupp.players.budget import SHORTEST, Budget
from nupp.players.catalogue import player
from nupp.players.warmup import first_tier, has_shared_code, prepare, prepare_first_tier
from nupp.rules import Position, game
from nupp.rules.registry import load_file, load_plugins, loaded_files

QUICK: Final = 0.4
"""The most seconds that a stand-in takes for a move."""
_NICE: Final = 15
"""By how much the compiler stands behind other processes: more than a search of the server does."""
_TYPICAL: Final = 60
"""The least number of functions of a search and the rules of a game."""
_MOST_AHEAD: Final = 100
"""The most requests ahead of need; requests that somebody waits for are not limited."""
_INTERVAL: Final = 0.25
"""Seconds between two reports of the process."""


def choose_meanwhile(one: Player, position: Position, budget: Budget, report: Report | None) -> Decision:
    """The choice of the first tier of a player if it is compiled, else of its stand-in as plain Python.

    A clock of the budget is not looked at: `seconds` has to be a share of it.
    """
    first = None if one.record else first_tier(one)
    if first is not None:
        first.multipv = one.multipv
        return first.choose(position, budget, report)
    limits = [seconds for seconds in (budget.seconds, budget.soft) if seconds is not None]
    quick = replace(budget, seconds=max(SHORTEST, min([QUICK, *limits])), soft=None)
    with interpreted():
        return one.stand_in().choose(position, quick, report)


class Wish(NamedTuple):
    """A game and a player, by their canonical specs, whose code is wanted.

    shared: of the first tier's search alone, for the games that come after.
    """

    game: str
    player: str
    shared: bool = False


class Compiler:
    """The process that compiles, started when it is first needed; it does one thing after another.

    If it dies, another one is started for the next wish; what was not done by then has to be wanted again.
    Programs that compile at the same time share what they find: no kernel is compiled twice. All methods may
    be called from any thread.
    """

    def __init__(self) -> None:
        self._shares: dict[Wish, float] = {}
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()

    def want(self, game: str, player: str, urgent: bool = True) -> None:
        """Have the code of a player compiled, unless that is wanted already; urgent: before what is not."""
        wish = Wish(game, player)
        with self._lock:
            if self._process is not None and self._process.poll() is not None:
                self._drop_process()
            waiting = sum(share < 1.0 for share in self._shares.values())
            if not urgent and (wish in self._shares or waiting >= _MOST_AHEAD):
                return
            self._shares.setdefault(wish, 0.0)
            self._send({"game": game, "player": player, "urgent": urgent})

    def share(self, game: str, player: str) -> float:
        """The share of a player's code that has been compiled, 0 to 1, as far as that can be said."""
        return self._shares.get(Wish(game, player), 0.0)

    def close(self) -> None:
        """End the process."""
        with self._lock:
            process = self._process
            self._drop_process()
        if process is not None and process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()
            process.kill()
            process.wait()

    def _send(self, message: dict[str, Any]) -> None:
        """Send a wish to the process, which is started if there is none; needs the lock."""
        process = self._process = self._process or self._start()
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.write(json.dumps(message) + "\n")
            process.stdin.flush()

    def _start(self) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "nupp.players.compiling", json.dumps(loaded_files())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C is for the program that started it
        )
        threading.Thread(target=self._listen, args=(process,), daemon=True).start()
        return process

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            try:
                message = json.loads(line)
            except ValueError:  # torn: the process was killed while it wrote
                continue
            with self._lock:
                if process is self._process:
                    self._note(message)
        with self._lock:
            if process is self._process:
                self._drop_process()
        process.wait()  # so that nothing is left of it

    def _note(self, message: dict[str, Any]) -> None:
        """Note what the process reports; needs the lock."""
        wish = Wish(message["game"], message["player"])
        if "share" in message:
            self._shares[wish] = message["share"]
        else:
            self._shares.pop(wish, None)  # the player that needs it meets the error there

    def _drop_process(self) -> None:
        """Forget the process and what it had not done: nobody does that now; needs the lock."""
        self._process = None
        self._shares = {wish: share for wish, share in self._shares.items() if share >= 1}


# ---- the process ---------------------------------------------------------------------------------


class _Queue:
    """The wishes that wait: the urgent ones first, otherwise in their order."""

    def __init__(self) -> None:
        self._urgent: deque[Wish] = deque()
        self._others: deque[Wish] = deque()
        self._change = threading.Condition()

    def put(self, wish: Wish, urgent: bool) -> None:
        """Let a wish wait, or go before others if it waits already."""
        with self._change:
            waiting = self._urgent if urgent else self._others
            if wish not in waiting:
                waiting.append(wish)
            self._change.notify()

    def put_next(self, wish: Wish) -> None:
        """Let a wish wait that is not urgent, before all others that are not."""
        with self._change:
            self._others.appendleft(wish)
            self._change.notify()

    def take(self) -> Wish:
        """The next wish; waits for one."""
        with self._change:
            self._change.wait_for(lambda: self._urgent or self._others)
            return (self._urgent or self._others).popleft()


def _take_stdout() -> TextIO:
    """Return the standard output for the reports; all else that is printed goes to standard error.

    The descriptor itself is changed, for code that is not Python's prints to it, too.
    """
    reports = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return reports


def _fulfil(wish: Wish, wishes: _Queue, reports: TextIO) -> None:
    """Compile what is wanted, and report how far it is; what it leaves for later is put among the wishes."""
    from nupp.kernel import native

    functions, last = 0, 0.0

    def send(**news: Any) -> None:
        print(json.dumps({"game": wish.game, "player": wish.player, **news}), file=reports, flush=True)

    def count(name: str, seconds: float) -> None:
        nonlocal functions, last
        functions += 1
        if time.monotonic() - last >= _INTERVAL:
            last = time.monotonic()
            send(share=round(functions / max(_TYPICAL, functions + 5), 2))

    try:
        one = player(wish.player, game(wish.game))
        with native.listening(count):
            is_shared = has_shared_code(one)
            if is_shared:
                prepare_first_tier(one)
            prepare(one, clock=True)
    except Exception as error:  # of the rules, or of the compiler
        send(error=" ".join(f"{type(error).__name__}: {error}".split()))
    else:
        send(share=1)
        if not is_shared:
            wishes.put_next(wish._replace(shared=True))


def main() -> None:
    """Be the process."""
    reports = _take_stdout()
    collect_seldom()
    if hasattr(os, "nice"):
        os.nice(_NICE)
    for path in json.loads(sys.argv[1]):
        load_file(path)
    load_plugins()
    wishes = _Queue()

    def listen() -> None:
        for line in sys.stdin:
            message = json.loads(line)
            wishes.put(Wish(message["game"], message["player"]), message["urgent"])
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        wish = wishes.take()
        if wish.shared:
            with contextlib.suppress(Exception):  # which the next game would meet itself
                player(wish.player, game(wish.game)).compile_shared()
        else:
            _fulfil(wish, wishes, reports)


if __name__ == "__main__":
    main()
