"""The disk cache of compiled kernels: files addressed by content, never wrong, never in the way.

A file holds one compiled kernel. Its name is the digest of everything that decides the machine code (see
`digest.py`), so there is no index to corrupt and nothing to invalidate. Of processes that fill a cold cache
together one compiles a kernel and the others wait for it. Files are written aside and renamed; a file that is
cut short, damaged, or written in another format does not pass its checksum and counts as absent. Machine code
that is read is run, so a folder into which other users can write is not used.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import stat
import tempfile
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import platformdirs

_MAGIC: Final = b"nupp kernel 2\n"
_CHECKSUM_BYTES: Final = 32

MAX_CACHE_BYTES: Final = 512 * 1024 * 1024
"""The size in bytes at which the files used longest ago are removed down to half of it."""

MAX_WAIT_SECONDS: Final = 120.0
"""The seconds that a process waits for another that compiles the same kernel; then it compiles the kernel
itself.
"""


class KernelCacheWarning(UserWarning):
    """The warning that compiled kernels cannot be kept on disk; all works, but compiles again next time."""


def default_folder() -> Path:
    """`NUPP_CACHE` if set, else the user's cache folder for nupp."""
    return Path(os.environ.get("NUPP_CACHE") or platformdirs.user_cache_path("nupp") / "kernels")


class KernelCache:
    """Bytes by key in a folder. Reading and writing never raise for the state of the disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._warned = False
        self._pruned = False
        self._local = threading.local()

    def path(self, key: str) -> Path:
        return self.folder / f"{key}.kernel"

    def holds(self, key: str) -> bool:
        """True if there is a file under `key` that may be read."""
        try:
            self._require_own()
        except OSError:
            return False
        return self.path(key).exists()

    def read(self, key: str) -> bytes | None:
        """The bytes stored under `key`; None if they are absent or damaged, or others can write there."""
        path = self.path(key)
        try:
            self._require_own()
            content = path.read_bytes()
        except OSError:
            return None
        start = len(_MAGIC) + _CHECKSUM_BYTES
        payload = content[start:]
        if content[:start] != _MAGIC + hashlib.sha256(payload).digest():
            return None
        with contextlib.suppress(OSError):
            os.utime(path)  # marks the file as used, for `prune`
        return payload

    @contextlib.contextmanager
    def alone(self, key: str, max_wait: float = MAX_WAIT_SECONDS) -> Iterator[None]:
        """Keep other processes and threads out of the same block for `key`, if nothing is stored under the
        key.

        A caller that had to wait should look with `read` before doing the work again. The wait ends when the
        other process leaves the block or dies, and after `max_wait` seconds in any case. There is no wait
        where the folder cannot be written, on a file system without locks, or within another such block: two
        processes that each hold what the other wants would wait in vain.
        """
        if self.holds(key) or getattr(self._local, "inside", False):
            yield
            return
        from filelock import FileLock  # a process that finds all kernels compiled does without

        path = self.folder / f"{key}.lock"
        with contextlib.ExitStack() as held:
            with contextlib.suppress(OSError, NotImplementedError):
                self._make_folder()
                held.enter_context(FileLock(path, timeout=max_wait, fallback_to_soft=False))
                held.callback(_remove, path)  # whoever waits for the file notices that it is gone
            self._local.inside = True
            held.callback(setattr, self._local, "inside", False)
            yield

    def write(self, key: str, payload: bytes) -> None:
        """Store bytes under `key`; warns once, and goes on, if the folder cannot be written."""
        try:
            self._write(key, _MAGIC + hashlib.sha256(payload).digest() + payload)
        except OSError as error:
            self._warn_once(error)

    def _warn_once(self, error: OSError) -> None:
        if not self._warned:
            self._warned = True
            warnings.warn(
                f"compiled code cannot be kept in {self.folder} ({error.strerror or error}); it works, "
                "but will be compiled anew in each process. Set NUPP_CACHE to a folder that can be "
                "written.",
                KernelCacheWarning,
                stacklevel=2,
            )

    def _make_folder(self) -> None:
        """See that the folder is there; OSError if it cannot be, or other users can write to it."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._require_own()

    def _require_own(self) -> None:
        """OSError unless the folder belongs to this user and nobody else can write to it."""
        found = self.folder.stat()
        if not hasattr(os, "geteuid"):
            return
        if found.st_uid != os.geteuid():
            raise PermissionError(errno.EPERM, "it belongs to another user")
        if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise PermissionError(
                errno.EPERM, f"other users can write there: expected chmod go-w {self.folder}"
            )

    def _write(self, key: str, content: bytes) -> None:
        self._make_folder()
        if not self._pruned:
            self._pruned = True
            self.prune(MAX_CACHE_BYTES)
        descriptor, temporary = tempfile.mkstemp(dir=self.folder, prefix="write-")
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
            os.replace(temporary, self.path(key))
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise

    def prune(self, limit: int) -> int:
        """Remove the files used longest ago down to half of `limit` bytes, if all together exceed it.

        Returns the number of bytes removed.
        """
        found = []
        for path in self.folder.glob("*"):
            with contextlib.suppress(OSError):
                status = path.stat()
                found.append((status.st_mtime, status.st_size, path))
        total = sum(size for _, size, _ in found)
        if total <= limit:
            return 0
        removed = 0
        for _, size, path in sorted(found):
            if total - removed <= limit // 2:
                break
            with contextlib.suppress(OSError):
                path.unlink()
                removed += size
        return removed


def _remove(path: Path) -> None:
    """Remove a file if that is possible; one that is open cannot be removed on Windows."""
    with contextlib.suppress(OSError):
        path.unlink()
