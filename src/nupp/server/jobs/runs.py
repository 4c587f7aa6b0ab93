"""Tournaments, experiments and their reports, each done by a process of its own.

Such a process stands behind all others, ends with the server, and keeps what it has done in files as it goes,
so that it can be killed at any time and resumed. Its argument is a line of JSON with its orders. It writes
lines of JSON itself:

    {"line": TEXT}        something has been done
    {"failed": TEXT}      it cannot go on; the last line

Its standard input is open as long as the server lives.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import threading
import time
from asyncio.subprocess import Process
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TextIO

import nupp
from nupp.arena import Match, MatchError, Tournament, TournamentResult, play_tournament
from nupp.arena.report import write_page
from nupp.formats import GameRecord, numbered_records
from nupp.formats.record import start_of
from nupp.garbage import collect_seldom
from nupp.rules import Position
from nupp.rules.registry import load_plugins
from nupp.server.engines.processes import start_process
from nupp.server.engines.worker import NICE, limit_memory
from nupp.spec import SpecError

LONGEST_LINE: Final = 2**20
"""Bytes of the longest line that such a process writes."""

LIVE: Final = "live "
"""The beginning of a line with the game that is being played, as JSON."""
SHOWN: Final = 0.5
"""The least seconds between two such lines."""

Orders = Mapping[str, Any]
Send = Callable[[str], object]


class RunError(Exception):
    """A run that failed; the message says why, in one line."""


# ---- in the server -------------------------------------------------------------------------------


async def run(kind: str, memory: int, send: Send, **orders: Any) -> None:
    """Let a process carry out orders, and wait for its end; when that is cancelled, the process is killed.

    kind: a name of `_KINDS`. memory: MB that it may take beyond what the program needs. send: called in the
    event loop with each line of the process. orders: arguments of what is to be done, as JSON. RunError, also
    if there can be no process, or its lines cannot be read.
    """
    try:
        process = await start_process("nupp.server.jobs.runs", LONGEST_LINE, memory, kind=kind, orders=orders)
    except OSError as error:
        raise RunError(f"its process cannot be started: {error.strerror or error}") from None
    try:
        await _listen(process, send)
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _listen(process: Process, send: Send) -> None:
    """Pass on the lines of a process until it ends; RunError unless it ends well."""
    assert process.stdout is not None
    try:
        async for line in process.stdout:
            message = json.loads(line)
            if "failed" in message:
                raise RunError(message["failed"])
            send(message["line"])
    except ValueError:
        raise RunError("its process wrote a line that is no message") from None
    code = await process.wait()
    if code:
        how = f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        raise RunError(f"its process ended: {how}")


# ---- tournaments ---------------------------------------------------------------------------------


def tournament_of(
    game: str,
    players: list[str],
    gauntlet: bool,
    games: int,
    budget: Mapping[str, Any],
    openings: int,
    seed: int,
) -> Tournament:
    """The tournament of such orders; ValueError if there can be none."""
    pattern = Match(game, players[0], players[1], games, seed, openings=openings, **budget)
    return Tournament(tuple(players), pattern, gauntlet)


def games_in(file: Path) -> dict[int, GameRecord]:
    """The games that the file of a tournament holds by now, by their numbers."""
    if not file.exists():
        return {}
    with file.open(encoding="utf-8") as lines:
        return dict(numbered_records(lines))


def game_in(file: Path, number: int) -> GameRecord | None:
    """One game of the file of a tournament; None if it has not ended. Nothing after it is read."""
    if not file.exists():
        return None
    with file.open(encoding="utf-8") as lines:
        return next((record for own, record in numbered_records(lines) if own == number), None)


def _play(send: Send, file: str, **orders: Any) -> None:
    """Play a tournament, or what is left of it; a line for each game that ends, and some positions."""
    shown = 0.0

    def report(number: int, record: GameRecord) -> None:
        send(f"game {number}: {record.outcome}")

    def watch(number: int, position: Position) -> None:
        nonlocal shown
        if time.monotonic() >= shown + SHOWN:
            shown = time.monotonic()
            send(LIVE + json.dumps({"number": number, "start": start_of(position), "moves": position.moves}))

    play_tournament(tournament_of(**orders), 1, Path(file), resume=True, report=report, watch=watch)


def _report(send: Send, file: str, page: str, **orders: Any) -> None:
    """Write the page of a tournament as it stands."""
    event = tournament_of(**orders)
    result = TournamentResult(event, games_in(Path(file)))
    write_page(Path(page), f"{event.pattern.game}: a tournament", event.players, result.results)


# ---- experiments -------------------------------------------------------------------------------------


def _conduct(send: Send, name: str, folder: str) -> None:
    """Conduct a study with less of everything, and write its page into a folder; a line for each step."""
    from nupp.studies import Lab, publish, study

    last = ""

    def progress(words: str, done: float) -> None:
        nonlocal last
        line = f"{100 * done:.0f} % {words}"
        if line != last:
            send(line)
            last = line

    one = study(name)
    lab = Lab(Path(folder) / publish.stem(name, True), quick=True, progress=progress)
    findings = one.conduct(lab)
    send(findings.found)
    publish.publish(one, lab, findings, Path(folder))


# ---- in the process ------------------------------------------------------------------------------

_KINDS: Final[dict[str, Callable[..., None]]] = {"tournament": _play, "report": _report, "study": _conduct}


def main() -> None:
    """Be such a process, as the server has started it."""
    collect_seldom()
    arguments = json.loads(sys.argv[1])
    output = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8", buffering=1)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what players print is no line of ours
    threading.Thread(target=_leave_with_the_server, daemon=True).start()
    os.nice(NICE)
    for path in arguments["files"]:
        nupp.load_file(path)
    load_plugins()
    limit_memory(arguments["memory"])
    try:
        _KINDS[arguments["kind"]](lambda line: _report_line(output, line=line), **arguments["orders"])
    except (MatchError, SpecError, ValueError, OSError, MemoryError) as error:
        message = " ".join(str(error).split()) or type(error).__name__
        _report_line(output, failed=message)
        sys.exit(1)


def _report_line(output: TextIO, **message: str) -> None:
    try:
        print(json.dumps(message), file=output)
    except BrokenPipeError:  # the server has ended
        os._exit(1)


def _leave_with_the_server() -> None:
    while os.read(0, 4096):  # not by `sys.stdin`, whose lock would be in the way of an orderly end
        pass
    os._exit(1)


if __name__ == "__main__":
    main()
