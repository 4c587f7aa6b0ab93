"""A program that runs beside this one, and what can be said to it and heard from it, line by line.

Nothing that it does can do harm: it is read only as fast as its lines are used, so that one that floods is
held back by its pipe; lines that never end are refused; and when it is over with, its whole process group is
killed. It does not outlive this process either, however that ends: a guardian, a process that waits for the
end of this one, kills the groups that are left then.
"""

from __future__ import annotations

import contextlib
import os
import re
import selectors
import shlex
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from typing import Final

from nupp.players.base import PlayerError
from nupp.protocols.protocol import plain

LONGEST_LINE: Final = 1 << 16
"""Bytes beyond which a line is refused."""

_CHUNK: Final = 1 << 16
_COMPLAINTS: Final = 2000
"""The number of last bytes of its standard error that are kept."""
_LOOK: Final = 0.05
"""Seconds between two looks at whether there is patience left."""
_DEAF: Final = 2.0
"""Seconds after which a program that does not read, or does not stop talking, is given up."""
_PARTING: Final = 0.5
"""Seconds that a program has to exit after it was asked to."""

_GUARDING: Final = """
import os, sys
groups = set()
for line in sys.stdin:
    (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
for group in groups:
    try:
        os.killpg(group, 9)
    except OSError:
        pass
"""
"""The program of the guardian: each line of its input is a group that begins or ends, as `+123` or `-123`."""


class _Guardian:
    """The guardian, which runs while there are groups to watch."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._groups = set[int]()
        self._lock = threading.Lock()

    def watch(self, group: int) -> None:
        """Have a group killed when this process ends."""
        with self._lock:
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, "-I", "-S", "-c", _GUARDING],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    bufsize=0,
                    start_new_session=True,  # the end of this one's terminal is not its own
                )
            self._groups.add(group)
            self._tell(f"+{group}")

    def release(self, group: int) -> None:
        """Forget a group, whose number may soon be another's."""
        with self._lock:
            if group in self._groups:
                self._groups.discard(group)
                self._tell(f"-{group}")
            if self._process is not None and not self._groups:
                with self._process:  # closes its input, and waits for it
                    self._process = None

    def _tell(self, line: str) -> None:
        assert self._process
        assert self._process.stdin
        with contextlib.suppress(BrokenPipeError):  # somebody has killed it
            self._process.stdin.write(f"{line}\n".encode())


_guardian: Final = _Guardian()

_live: Final[set[subprocess.Popen[bytes]]] = set()
"""The programs that have been started and not yet been ended."""
_starting: Final = threading.Lock()
"""Held while a program is started, so that none is missed when all are to be ended."""


class EngineError(PlayerError):
    """An error of another program: one line, with its words.

    command: its command line, which stands before them, once that is known.
    """

    command: str | None = None

    @property
    def words(self) -> str:
        """The message without the command line."""
        return super().__str__()

    def __str__(self) -> str:
        return self.words if self.command is None else f"{self.command!r}: {self.words}"


class Program:
    """A running program. EngineError if it cannot be started, and from whatever fails later.

    last: the last line that was used. patience: the time of `time.monotonic` from which on nothing is waited
    for any more; None for no such time. Another thread may set it.
    """

    def __init__(self, command: str) -> None:
        self.command = command
        process = self._process = _start(command)
        assert process.stdin
        assert process.stdout
        assert process.stderr
        self._input, self._output, self._errors = process.stdin, process.stdout, process.stderr
        for stream in (self._input, self._output, self._errors):
            os.set_blocking(stream.fileno(), False)
        self._heard = selectors.DefaultSelector()
        self._heard.register(self._output, selectors.EVENT_READ)
        self._heard.register(self._errors, selectors.EVENT_READ)
        self._lines = deque[str]()
        self._rest = b""
        self._complaints = b""
        self.last = ""
        self.patience: float | None = None
        self._finalizer = weakref.finalize(self, _end, process, self._heard)

    def say(self, line: str) -> None:
        """Send a line; EngineError if the program has ended or does not read."""
        data, until = line.encode() + b"\n", time.monotonic() + _DEAF
        while data:
            try:
                data = data[os.write(self._input.fileno(), data) :]
            except BlockingIOError:
                if time.monotonic() > until:
                    raise EngineError(f"it does not read what it is sent{self.words}") from None
                time.sleep(0.01)
            except (BrokenPipeError, ValueError):
                raise self._gone() from None

    def line(self, seconds: float) -> str | None:
        """The next line that is not empty, or None if there is none so soon; EngineError at the end."""
        until = time.monotonic() + seconds
        self._require_patience()
        while not self._lines:
            left = until - time.monotonic()
            if left <= 0:
                return None
            self._listen(min(left, _LOOK))
            self._require_patience()
        self.last = self._lines.popleft()
        return self.last

    def _require_patience(self) -> None:
        if self.patience is not None and time.monotonic() > self.patience:
            raise EngineError(f"it hangs: it was asked to stop and did not{self.words}")

    def forget(self) -> None:
        """Drop the lines that have come already; EngineError if that has no end."""
        until = time.monotonic() + _DEAF
        while self._listen(0):
            self._lines.clear()
            if time.monotonic() > until:
                raise EngineError(f"it does not stop talking{self.words}")
        self._lines.clear()

    def _listen(self, seconds: float) -> bool:
        """Read what comes within some seconds; True if there was anything."""
        heard = self._heard.select(seconds)
        for key, _ in heard:
            with contextlib.suppress(BlockingIOError):
                data = os.read(key.fd, _CHUNK)
                if key.fileobj is self._errors:
                    self._complaints = (self._complaints + data)[-_COMPLAINTS:]
                    if not data:
                        self._heard.unregister(self._errors)
                elif not data:
                    raise self._gone()
                else:
                    self._take(data)
        return bool(heard)

    def _take(self, data: bytes) -> None:
        *whole, self._rest = re.split(rb"[\r\n]", self._rest + data)
        if len(self._rest) > LONGEST_LINE or any(len(line) > LONGEST_LINE for line in whole):
            start = plain((whole[0] if whole else self._rest)[:200].decode(errors="replace"), 60)
            raise EngineError(f"it sent a line of more than {LONGEST_LINE} bytes, which begins {start!r}")
        self._lines += [line.decode(errors="replace") for line in whole if line.strip()]

    def _gone(self) -> EngineError:
        """The error for a program that has ended."""
        has_ended = _has_ended_soon(self._process)
        with contextlib.suppress(BlockingIOError, OSError, ValueError):
            self._complaints = (self._complaints + os.read(self._errors.fileno(), _CHUNK))[-_COMPLAINTS:]
        if has_ended:
            _kill(self._process)  # its children, too
        code = self._process.returncode
        if code is None:
            how = "it closed its output"
        elif code < 0:
            how = f"it was ended by {signal.Signals(-code).name}"
        else:
            how = f"it ended with exit code {code}"
        return EngineError(f"{how}{self.words}")

    @property
    def words(self) -> str:
        """Its last words, as the end of a message: what it complained of, or else its last line."""
        complaints = self._complaints.decode(errors="replace").strip().splitlines()
        last = plain(complaints[-1] if complaints else self.last)
        return f"; its last words: {last!r}" if last else ", without a word"

    def kill(self) -> None:
        """End it and its children at once."""
        _kill(self._process)
        self._finalizer()


def end_all() -> None:
    """Kill all programs that run, and their children, and let none be started: this process ends at once."""
    _starting.acquire(timeout=_PARTING)
    for process in tuple(_live):
        _kill_group(process)


def _start(command: str) -> subprocess.Popen[bytes]:
    """A process for a command line; EngineError if it cannot be started."""
    try:
        with _starting:
            process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # Ctrl-C is for us, and its children can be found
            )
            _live.add(process)
            _guardian.watch(process.pid)
    except (OSError, ValueError) as error:  # a ValueError is that of a null byte
        said = error.strerror if isinstance(error, OSError) else None
        raise EngineError(f"cannot be started: {said or error}") from None
    return process


def _end(process: subprocess.Popen[bytes], heard: selectors.BaseSelector) -> None:
    """Let a process end, and kill what is left of its group; close what led to it."""
    with contextlib.suppress(OSError):
        if process.stdin:
            process.stdin.close()
    _has_ended_soon(process)
    _kill(process)
    heard.close()
    for stream in (process.stdout, process.stderr):
        if stream:
            stream.close()


def _has_ended_soon(process: subprocess.Popen[bytes]) -> bool:
    """True if a process ends by itself in the time that it has to."""
    until = time.monotonic() + _PARTING
    while _is_running(process) and time.monotonic() < until:
        time.sleep(0.005)
    return not _is_running(process)


def _is_running(process: subprocess.Popen[bytes]) -> bool:
    """True if a process runs; one that has ended keeps its number, so that its group can still be named."""
    if process.returncode is not None:
        return False
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its group, and give its number back, by which the group could be found."""
    _kill_group(process)
    _live.discard(process)
    _guardian.release(process.pid)
    process.wait()


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    if process.returncode is None:  # afterwards the number may be another's
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
