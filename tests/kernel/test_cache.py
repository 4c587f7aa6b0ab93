"""The disk cache: never wrong, never in the way."""

from __future__ import annotations

import contextlib
import errno
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kernel.workshop import Outcome, Workshop, finish
from nupp.conformance.amounts import amount
from nupp.kernel.cache import KernelCache, KernelCacheWarning, default_folder

KEY = "0123abcd"

KERNELS = """
@kernel
def square(x):
    return x * x
@kernel
def cube(x):
    return x * square(x)
@kernel
def fourth(x):
    return square(square(x))
@kernel
def fifth(x):
    return x * fourth(x)
"""

ASK = """
from powers import *
for function in (square, cube, fourth, fifth):
    answer(function(3))
"""

RIGHT = [9, 27, 81, 243]
NAMES = ["square", "cube", "fourth", "fifth"]


def truncated(content: bytes) -> bytes:
    return content[:-5]


def flipped(content: bytes) -> bytes:
    return content[:-100] + bytes([content[-100] ^ 1]) + content[-99:]


def empty(content: bytes) -> bytes:
    return b""


def foreign(content: bytes) -> bytes:
    return content.replace(b"nupp kernel 2", b"nupp kernel 1", 1)


DAMAGES = [truncated, flipped, empty, foreign]


@pytest.fixture
def cache(tmp_path: Path) -> KernelCache:
    return KernelCache(tmp_path / "deep" / "cache")


def test_what_was_written_is_read(cache: KernelCache) -> None:
    assert cache.read(KEY) is None
    cache.write(KEY, b"one")
    cache.write(KEY, b"two")
    assert cache.read(KEY) == b"two"
    assert [path.name for path in cache.folder.iterdir()] == [f"{KEY}.kernel"]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_counts_as_absent(cache: KernelCache, damage: Callable[[bytes], bytes]) -> None:
    cache.write(KEY, bytes(200))
    cache.path(KEY).write_bytes(damage(cache.path(KEY).read_bytes()))
    assert cache.read(KEY) is None
    cache.write(KEY, b"good")
    assert cache.read(KEY) == b"good"


@contextlib.contextmanager
def holder(cache: KernelCache, key: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that has a key for itself until it is killed, or the block ends."""
    code = f"""
import pathlib, time
from nupp.kernel.cache import KernelCache
with KernelCache(pathlib.Path({str(cache.folder)!r})).alone({key!r}):
    print("held", flush=True)
    time.sleep(600)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            assert process.stdout.readline() == "held\n"
            yield process
        finally:
            process.kill()


def test_one_process_at_a_time_has_a_key_and_a_killed_one_has_none(cache: KernelCache) -> None:
    with holder(cache, KEY) as other:
        waited = threading.Event()

        def wait() -> None:
            with cache.alone(KEY):
                waited.set()

        waiting = threading.Thread(target=wait)
        waiting.start()
        with cache.alone("another key"):
            assert not waited.wait(0.2)
        other.kill()
        waiting.join(20)
        assert waited.is_set()


def test_nobody_waits_for_a_key_for_ever(cache: KernelCache) -> None:
    with holder(cache, KEY):
        began = time.monotonic()
        with cache.alone(KEY, max_wait=0.1):
            assert time.monotonic() - began >= 0.1
            cache.write(KEY, b"made by whoever waited long enough")
        with cache.alone(KEY):  # what is there needs not be made
            assert cache.read(KEY) == b"made by whoever waited long enough"


def test_whoever_has_a_key_waits_for_no_second_one(cache: KernelCache) -> None:
    with holder(cache, KEY) as other:
        with cache.alone("another key"), cache.alone(KEY, max_wait=600.0):
            assert other.poll() is None
        with cache.alone(KEY, max_wait=0.0):  # outside the block it waits again
            other.kill()


@pytest.mark.filterwarnings("error")
def test_nobody_waits_where_no_folder_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with KernelCache(tmp_path / "file" / "cache").alone(KEY):
        pass


def test_a_folder_in_place_of_a_file_counts_as_absent(cache: KernelCache) -> None:
    cache.path(KEY).mkdir(parents=True)
    assert cache.read(KEY) is None


@pytest.mark.filterwarnings("error")
def test_a_folder_that_cannot_be_made_warns_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = KernelCache(tmp_path / "file" / "cache")
    with pytest.warns(KernelCacheWarning, match=f"{cache.folder}.*Not a directory.*NUPP_CACHE"):
        cache.write(KEY, b"one")
    cache.write(KEY, b"two")  # a second warning would be an error here
    assert cache.read(KEY) is None


@pytest.mark.parametrize("step", ["tempfile.mkstemp", "os.fdopen", "os.replace"])
def test_a_full_disk_warns_and_leaves_nothing(
    cache: KernelCache, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    cache.write(KEY, b"old")

    def fail(*args: Any, **kwargs: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(step, fail)
    with pytest.warns(KernelCacheWarning, match="No space left"):
        cache.write(KEY, b"new")
    assert [path.name for path in cache.folder.iterdir()] == [f"{KEY}.kernel"]
    assert cache.read(KEY) == b"old"


def test_an_interrupted_write_leaves_nothing(cache: KernelCache, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*args: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        cache.write(KEY, b"one")
    assert list(cache.folder.iterdir()) == []


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o1777])
def test_a_folder_that_others_can_write_to_is_not_used(cache: KernelCache, mode: int) -> None:
    cache.write(KEY, b"one")
    assert cache.folder.stat().st_mode & 0o077 == 0
    cache.folder.chmod(mode)
    assert cache.read(KEY) is None
    assert not cache.holds(KEY)
    with pytest.warns(KernelCacheWarning, match=f"chmod go-w {cache.folder}"):
        cache.write(KEY, b"two")
    cache.folder.chmod(0o755)
    assert cache.read(KEY) == b"one"


def test_a_folder_of_another_user_is_not_used(cache: KernelCache, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.write(KEY, b"one")
    monkeypatch.setattr("os.geteuid", lambda: cache.folder.stat().st_uid + 1)
    assert cache.read(KEY) is None
    with pytest.warns(KernelCacheWarning, match="another user"):
        cache.write(KEY, b"two")


def aged(cache: KernelCache, *keys: str) -> None:
    """Write 1000 bytes under each key, each a minute later than the one before."""
    for age, key in enumerate(keys):
        cache.write(key, bytes(1000))
        os.utime(cache.path(key), (1e9 + 60 * age, 1e9 + 60 * age))


def test_prune_removes_the_least_recently_used_down_to_half(cache: KernelCache) -> None:
    keys = [f"key{index}" for index in range(10)]
    aged(cache, *keys)
    size = cache.path(keys[0]).stat().st_size
    assert cache.prune(10 * size) == 0
    assert cache.read(keys[0]) is not None  # used just now, and so kept
    assert cache.prune(10 * size - 1) == 6 * size
    assert {path.stem for path in cache.folder.iterdir()} == {"key0", "key7", "key8", "key9"}


def test_the_first_write_of_a_process_prunes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    aged(KernelCache(tmp_path), "one", "two", "three")
    monkeypatch.setattr("nupp.kernel.cache.MAX_CACHE_BYTES", 2500)
    KernelCache(tmp_path).write("four", b"")
    assert {path.stem for path in tmp_path.iterdir()} == {"three", "four"}


def test_the_folder_comes_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUPP_CACHE", str(tmp_path))
    assert default_folder() == tmp_path
    for unset in ("", None):
        monkeypatch.delenv("NUPP_CACHE") if unset is None else monkeypatch.setenv("NUPP_CACHE", unset)
        assert default_folder().parts[-2:] == ("nupp", "kernels")


# ---- with kernels --------------------------------------------------------------------------------


@pytest.fixture
def powers(workshop: Workshop) -> Workshop:
    workshop.write(powers=KERNELS)
    return workshop


@pytest.mark.slow
def test_of_several_processes_with_a_cold_cache_one_compiles(powers: Workshop) -> None:
    ask = "from powers import *\nanswer(cube(3))"
    outcomes = [finish(process) for process in [powers.start_run(ask) for _ in range(amount(3, 6))]]
    assert all(outcome.answers == [27] for outcome in outcomes)
    assert [name for outcome in outcomes for name in outcome.compiled] == ["cube"]
    assert powers.run(ask) == Outcome([27], [], [])
    assert {path.suffix for path in powers.files()} == {".kernel"}


@pytest.mark.slow
def test_damaged_files_are_compiled_anew_and_then_good(powers: Workshop) -> None:
    garbage = "\n".join(
        [
            "import pathlib",
            "for path in native.cache.folder.iterdir():",
            "    native.cache.write(path.stem, b'garbage')",
        ]
    )
    assert powers.run(ASK).compiled == NAMES
    for path, damage in zip(powers.files(), DAMAGES, strict=True):
        path.write_bytes(damage(path.read_bytes()))
    assert powers.run(ASK + garbage) == Outcome(RIGHT, NAMES, [])
    again = powers.run(ASK)
    assert (again.answers, again.compiled) == (RIGHT, NAMES)
    assert len(again.warned) == len(NAMES)
    assert all("unusable cache file" in text for text in again.warned)
    assert powers.run(ASK) == Outcome(RIGHT, [], [])


PICKLE = """
import pickle
class Bomb:
    def __reduce__(self):
        return print, ("pickled code was run",)
for path in native.cache.folder.glob("*.kernel"):
    native.cache.write(path.stem, pickle.dumps(Bomb()))
answer(square(3))
"""


@pytest.mark.slow
def test_what_is_read_from_disk_is_not_run(powers: Workshop) -> None:
    assert powers.run("from powers import *\nanswer(square(3))").compiled == ["square"]
    outcome = powers.run("from powers import *" + PICKLE)
    assert (outcome.answers, outcome.compiled, len(outcome.warned)) == ([9], ["square"], 1)
    assert not any("pickle" in path.read_bytes().decode("latin-1") for path in powers.files())


@pytest.mark.slow
def test_a_cache_that_cannot_be_written_costs_the_caching_only(powers: Workshop) -> None:
    blocked = powers.modules / "powers.py" / "cache"
    ask = "from powers import *\nanswer(square(3))\nanswer(cube(3))"
    outcome = powers.run(ask, cache=blocked)
    assert (outcome.answers, outcome.compiled) == (RIGHT[:2], NAMES[:2])
    assert [text.partition(":")[0] for text in outcome.warned] == ["KernelCacheWarning"]
    full = """
    import errno, os
    def replace(*paths):
        raise OSError(errno.ENOSPC, "No space left on device")
    os.replace = replace
    """
    outcome = powers.run(full.replace("\n    ", "\n") + ask)
    assert (outcome.answers, len(outcome.warned)) == (RIGHT[:2], 1)
    assert powers.files() == []
