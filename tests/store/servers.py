"""A PostgreSQL server of our own that can be stopped, a way to it that can be cut, and places on a server."""

from __future__ import annotations

import contextlib
import glob
import os
import pwd
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import sqlalchemy as sa

from nupp.store import database_url

SOCKET = ".s.PGSQL.5432"
"""The file, in the folder of a server, by which it is reached."""


_MADE: dict[Path, tempfile.TemporaryDirectory[str]] = {}
"""For each folder of programs, one with the data of a server that nobody has used."""


def find_programs() -> Path | None:
    """The folder of PostgreSQL's programs, if it is installed."""
    found = shutil.which("pg_ctl") or next(iter(sorted(glob.glob("/usr/lib/postgresql/*/bin/pg_ctl"))), None)
    return Path(found).resolve().parent if found else None


class Server:
    """A server on a socket in a temporary folder; it may not run as root. A context manager."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="nupp"))
        names = {one.pw_name for one in pwd.getpwall()}
        self._who = {"user": "postgres" if "postgres" in names else "nobody"} if os.geteuid() == 0 else {}
        if self._who:
            shutil.chown(self.folder, **self._who)
        self._data = str(self.folder / "data")

    @property
    def url(self) -> str:
        return self.url_in(self.folder)

    @staticmethod
    def url_in(folder: Path) -> str:
        """The URL of a server whose socket is in a folder."""
        return f"postgresql://nupp@/postgres?host={folder}"

    def __enter__(self) -> Self:
        try:
            self._make_data()
            self.start()
        except BaseException:
            shutil.rmtree(self.folder)
            raise
        return self

    def __exit__(self, *error: object) -> None:
        try:
            self.stop()
        finally:
            shutil.rmtree(self.folder)

    def _make_data(self) -> None:
        """Copy what initdb has made once, which takes much longer."""
        if self._programs not in _MADE:
            made = tempfile.TemporaryDirectory(prefix="nupp")
            if self._who:
                shutil.chown(made.name, **self._who)
            words = "-U", "nupp", "-A", "trust", "-E", "UTF8", "--no-sync"
            self._run("initdb", "-D", f"{made.name}/data", *words)
            _MADE[self._programs] = made
        self._run("/bin/cp", "-a", f"{_MADE[self._programs].name}/data", self._data)

    def start(self) -> None:
        settings = f"-k {self.folder} -c listen_addresses= -c fsync=off"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", self._data, "-l", log, "-o", settings, "-w", "start")

    def kill(self) -> None:
        """Kill it, and start it again as soon as its processes have noticed."""
        os.kill(int((self.folder / "data" / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
        for _ in range(100):
            with contextlib.suppress(AssertionError):
                self.start()
                return
            time.sleep(0.1)
        raise AssertionError("the server does not start any more")

    def stop(self) -> None:
        """As if its machine had been switched off; nothing happens if it is not running."""
        if (self.folder / "data" / "postmaster.pid").exists():
            self._run("pg_ctl", "-D", self._data, "-m", "immediate", "-w", "stop")

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            [self._programs / program, *words],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=100,
            **self._who,  # type: ignore[call-overload]
        )
        assert done.returncode == 0, done.stderr


class Proxy:
    """A way to a server on which a connection may be cut at a COMMIT; a context manager.

    lose: `request` cuts the next connection that commits before the server hears of it, `answer` when the
    server has done it, and before its client hears of that; None cuts nothing. It is None again after a cut.
    """

    def __init__(self, server: Server) -> None:
        self._server = str(server.folder / SOCKET)
        self.folder = Path(tempfile.mkdtemp(prefix="nupp"))
        self.lose: str | None = None

    def __enter__(self) -> Self:
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self.folder / SOCKET))
        self._listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._listener.close()
        shutil.rmtree(self.folder)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._forward, args=(client,), daemon=True).start()

    def _forward(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as server, contextlib.suppress(OSError):
            server.connect(self._server)
            while True:
                for one in select.select([client, server], [], [])[0]:
                    data = one.recv(1 << 16)
                    if not data:
                        return
                    if one is client and b"COMMIT" in data and self.lose:
                        self._cut(server, data)
                        return
                    (server if one is client else client).sendall(data)

    def _cut(self, server: socket.socket, data: bytes) -> None:
        if self.lose == "answer":
            server.sendall(data)
            assert server.recv(1 << 16)
        self.lose = None


@contextlib.contextmanager
def own_place(server: str) -> Iterator[str]:
    """The URL of an empty place on a server, which is removed at the end."""
    name = f"nupp_{uuid.uuid4().hex}"
    url = database_url(server)
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.execute(sa.text(f"CREATE SCHEMA {name}"))
    own = {"options": f"-c search_path={name}", "application_name": name}
    yield url.update_query_dict(own).render_as_string(hide_password=False)
    with engine.begin() as connection:
        connection.execute(sa.text(f"DROP SCHEMA {name} CASCADE"))
    engine.dispose()


def execute(url: str, *statements: str) -> None:
    """Do something to a database without nupp."""
    engine = sa.create_engine(database_url(url))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(sa.text(statement))
    engine.dispose()
