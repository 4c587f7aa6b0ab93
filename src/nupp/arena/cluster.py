"""The games of a run on a Ray cluster: each machine plays as many at a time as it has processors.

Ray is not needed for anything else, and not installed with nupp unless the extra `scale` is.
"""

from __future__ import annotations

import contextlib
import os
import platform
import socket
import threading
from collections.abc import Callable, Generator, Iterable
from dataclasses import replace
from typing import Any, Final, TypeVar

from nupp.arena.match import Match
from nupp.arena.match_worker import (
    Games,
    GameTask,
    MatchWorker,
    Runner,
    player_of_match,
    prepare_match,
    require_ready,
)
from nupp.arena.playing import reason
from nupp.arena.result_log import MatchError
from nupp.extras import require
from nupp.formats import GameRecord, parse_record, record_of
from nupp.rules import load_file
from nupp.rules.registry import loaded_files
from nupp.version import __version__

T = TypeVar("T")

ANSWER: Final = 5.0
"""Seconds within which a cluster has to take a connection; Ray alone tries for minutes."""
ATTEMPTS: Final = 3
"""The number of times that a game is started whose workers die."""

_PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
_SETTINGS: Final = bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
"""The beginning of HTTP/2 (RFC 9113, 3.4): the client says so, and both sides send their settings, which may
be none: length, kind, flags and stream of a frame without content.
"""


class Worker:
    """A worker that plays games in a process somewhere on the cluster.

    version: of nupp where the run is. files: those of the user's games and players, to be loaded first.
    """

    def __init__(self, version: str, files: tuple[str, ...]) -> None:
        self._version, self._files = version, list(files)
        self._worker = MatchWorker()
        self._prepared: set[tuple[str, str]] = set()

    def play(self, task: GameTask, opening: str) -> tuple[int, str]:
        """Play a game from an opening, both as lines of JSON.

        SpecError if a file is not there, MatchError if this machine has another version of nupp, or a player
        cannot get ready on it.
        """
        if self._version != __version__:
            raise MatchError(f"{platform.node()} has nupp {__version__}: expected {self._version}")
        while self._files:
            load_file(self._files[0])
            del self._files[0]
        match = task.match
        for spec in {match.first, match.second}:
            if (match.game, spec) not in self._prepared:
                self._prepared.add((match.game, spec))
                made = player_of_match(match, spec)
                require_ready(match, spec, made)
                prepare_match(match, made)
        position = parse_record(opening).replay()
        return task.number, self._worker.play(task, position, threading.Event()).to_json()


def on_cluster(address: str) -> Runner:
    """A runner that plays games on the cluster at an address: `host:port`, `auto`, or `local` for one here.

    A program that is connected to a cluster already stays with that one. Files of the user's games and
    players that have been loaded here must be there by the same path. A game whose worker dies, alone or with
    its machine, is restarted, ATTEMPTS times in all. MissingExtraError if Ray is not installed, MatchError if
    nobody answers at the address, and while playing if the cluster fails.
    """
    ray = connected(address)

    def run(tasks: Iterable[GameTask], taught: dict[Match, dict[int, GameRecord]]) -> Games:
        made = ray.remote(num_cpus=1)(Worker)
        spread = spread_out(ray, lambda: made.remote(__version__, loaded_files()), _handed_out, tasks)
        with contextlib.closing(spread) as results:
            try:
                for _, (number, record) in results:
                    yield number, parse_record(record)
            except ray.exceptions.RayError as error:
                raise MatchError(f"the cluster at {address} failed: {cause_of(error)}") from error

    return run


def spread_out(
    ray: Any, new_worker: Callable[[], Any], hand_out: Callable[[Any, T], Any], tasks: Iterable[T]
) -> Generator[tuple[T, Any], None, None]:
    """The tasks with the results of workers on a cluster, as they end; a worker for each processor.

    hand_out: has a worker begin with a task, and returns the reference by which Ray knows what becomes of it.
    A task whose worker dies is restarted, ATTEMPTS times in all, by whichever worker is next; the worker is
    replaced as far as the cluster still has processors. An error of Ray is raised as it is. Closed, it ends
    the workers.
    """
    # Ray could replace workers, but then it prints that it does, also when they are killed.
    new, lost, workers = ((task, 1) for task in tasks), list[tuple[T, int]](), list[Any]()
    running = dict[Any, tuple[Any, T, int]]()  # by reference: who works on what, in which attempt

    def take() -> tuple[T, int] | None:
        return lost.pop() if lost else next(new, None)

    def begin(worker: Any, task: T, attempt: int) -> None:
        running[hand_out(worker, task)] = worker, task, attempt

    def fill_places() -> None:
        places = max(1, int(ray.cluster_resources().get("CPU", 1)))
        while len(workers) < places and (following := take()):
            workers.append(new_worker())
            begin(workers[-1], *following)

    def let_go(worker: Any) -> None:
        workers.remove(worker)
        ray.kill(worker)

    try:
        fill_places()
        while running:
            ended = ray.wait(list(running), num_returns=1)[0][0]
            worker, task, attempt = running.pop(ended)
            try:
                result = ray.get(ended)
            except ray.exceptions.RayActorError:
                let_go(worker)
                if attempt == ATTEMPTS:
                    raise
                lost.append((task, attempt + 1))
                fill_places()
                continue
            if following := take():
                begin(worker, *following)
            else:
                let_go(worker)  # its processor may be the only one for a replacement that waits
            yield task, result
    finally:
        for worker in workers:
            ray.kill(worker)


def _handed_out(worker: Any, task: GameTask) -> Any:
    """Let a worker play a game; returns the reference by which Ray knows the result."""
    opening = task.match.opening(task.index)
    line = record_of(opening, task.match.seats(task.index)).to_json()
    bare = replace(task, match=replace(task.match, openings=0, book=None, balance=0))  # it is known
    return worker.play.remote(bare, line)


def connected(address: str) -> Any:
    """Ray, connected to the cluster at an address; errors as for `on_cluster`."""
    require("scale", "a Ray cluster")
    import ray

    if not ray.is_initialized():
        try:
            _greet(address)
            ray.init(address, log_to_driver=False, logging_level="ERROR", include_dashboard=False)
        except (OSError, ValueError, RuntimeError) as error:
            raise MatchError(
                f"no Ray cluster answers at {address!r}: {reason(error)}; expected an address such as "
                "127.0.0.1:6379, auto, or local"
            ) from error
    return ray


def _greet(address: str) -> None:
    """Raise OSError if nobody at a host and port speaks HTTP/2, as Ray does.

    Where Ray encrypts its messages, it is enough that the connection is accepted.
    """
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not (host and port.isdecimal() and int(port) < 1 << 16):
        return
    with socket.create_connection((host.strip("[]"), int(port)), ANSWER) as connection:
        if os.environ.get("RAY_USE_TLS", "0") in ("0", ""):
            connection.sendall(_PREFACE + _SETTINGS)
            answer = connection.recv(len(_SETTINGS), socket.MSG_WAITALL)
            if answer[3:4] != _SETTINGS[3:4]:
                raise ConnectionError("who answers there is no Ray")


def cause_of(error: Exception) -> str:
    """The cause of an error of Ray in words, without the places where it arose."""
    lines = str(getattr(error, "cause", None) or error).strip().splitlines()
    return lines[-1].strip() if lines else type(error).__name__
