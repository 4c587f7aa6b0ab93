"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable, Iterator
from io import BufferedWriter
from pathlib import Path
from typing import IO, Any

try:
    import fcntl
except ImportError:  # a system without locks of this kind
    fcntl = None  # type: ignore[assignment]


def replace_file(path: Path, content: str | bytes | Iterable[bytes]) -> None:
    """Write a file in one step: a reader finds all of the new content, or all of the old.

    That holds after a power cut, too. content: a text, written as UTF-8, or bytes, which may come a block at
    a time where they are many. Keeps the permissions of a file that exists. If the file cannot be written
    nothing is changed, and an OSError names it.
    """
    try:
        _replace(path.resolve(), _blocks(content))
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def lock(file: IO[Any]) -> None:
    """Keep other processes from writing to a file until it is closed; BlockingIOError if one does already.

    Does nothing on systems without locks of this kind.
    """
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Lock a file, which need not exist, against other callers; BlockingIOError if the lock is taken.

    For files that are replaced meanwhile. The lock is a file beside it, `.NAME.lock`, which is gone at the
    end; after a process that was killed it stays, and does no harm. An OSError names the file. Does nothing
    on systems without locks of this kind.
    """
    if fcntl is None:
        yield
        return
    path = path.resolve()
    beside = path.with_name(f".{path.name}.lock")
    try:
        file = _open_locked(beside)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    with file:
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                beside.unlink()


def _open_locked(path: Path) -> BufferedWriter:
    """A file, made if there is none, with its lock; BlockingIOError if another process has it."""
    while True:
        file = path.open("ab")
        try:
            lock(file)
            if _is_at(file, path):
                return file
        except BaseException:
            file.close()
            raise
        file.close()  # who had the lock has just removed it


def _is_at(file: IO[Any], path: Path) -> bool:
    """True if an open file still has this name."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _blocks(content: str | bytes | Iterable[bytes]) -> Iterable[bytes]:
    if isinstance(content, str):
        return [content.encode()]
    return [content] if isinstance(content, bytes) else content


def _replace(path: Path, blocks: Iterable[bytes]) -> None:
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            for block in blocks:
                file.write(block)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Let the new name of a file outlast a power cut, on systems that can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
