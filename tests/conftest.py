"""Set-up shared by all tests: where kernels are kept, which worker runs what, what is undone after each."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from _pytest.unraisableexception import gc_collect_iterations_key
from hypothesis import settings

os.environ.setdefault("NUPP_CACHE", str(Path(__file__).parent.parent / ".kernels"))
os.environ["CUDA_VISIBLE_DEVICES"] = ""  # tests compare weights bit by bit, which a GPU does not promise
# No certificates: to read those of the world takes 20 ms a client.
os.environ.pop("SSL_CERT_FILE", None)
os.environ |= {
    "SSL_CERT_DIR": str(Path(__file__).parent),
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_worker_niceness": "0",  # at 15, as is usual, they would hardly get a processor beside other tests
}

from leftovers import adopt_orphans, no_leftovers
from nupp.conformance.amounts import amount
from nupp.evaluators import registry, strength
from nupp.garbage import PATIENCE
from nupp.kernel import interpreted
from nupp.players import PLAYERS, bench
from nupp.rules import GAMES, samples

ALL_SLOW = "\npytestmark = pytest.mark.slow\n"

settings.register_profile(
    "nupp", max_examples=amount(30, 300), deadline=None, derandomize=True, print_blob=True
)
settings.load_profile("nupp")


def pytest_configure(config: pytest.Config) -> None:
    """Let signals reach programs that tests start, though they were ignored where the tests were started.

    That is so under nohup, cron and some build services, and is inherited from program to program. In the
    end garbage is not collected once more, which takes seconds.
    """
    config.stash[gc_collect_iterations_key] = 0
    for number, usual in (
        (signal.SIGINT, signal.default_int_handler),
        (signal.SIGHUP, signal.SIG_DFL),
    ):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, usual)
    adopt_orphans()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Positions that modules of tests make when they are imported cost no compilation.

    The garbage collector is off, for it would find nothing: what is collected here stays to the end. Nor need
    it look at that between tests, where it looks as seldom as in programs.
    """
    gc.disable()
    try:
        with interpreted():
            return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(PATIENCE)
        gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files and folders whose tests are all slow are not even imported where no slow test is wanted."""
    if config.getoption("markexpr") != "not slow":
        return None
    files = [collection_path] if collection_path.is_file() else collection_path.rglob("test_*.py")
    return all(map(_is_slow, files)) or None


@cache
def _is_slow(file: Path) -> bool:
    """True if a file of tests says of all its tests that they are slow."""
    return file.name.startswith("test_") and ALL_SLOW in file.read_text(encoding="utf-8")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests come first: what comes last may leave a worker without work."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give all tests of a file to one worker, so that its servers and kernels are made once.

    Of the conformance suite that are all items of a game.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            path, _, name = nodeid.partition("::")
            return name.rpartition("-")[0] if path.endswith("test_conformance.py") else path

    config.option.loadscopereorder = False
    return Scheduling(config, log)


@pytest.fixture(scope="session", autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What the user has in the own data folder changes no test, and no test leaves anything there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUPP_DATA", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(autouse=True)
def _own_registries(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers is forgotten at its end."""
    GAMES.fill()
    monkeypatch.setattr(GAMES, "_entries", dict(GAMES._entries))
    monkeypatch.setattr(PLAYERS, "_entries", dict(PLAYERS._entries))
    monkeypatch.setattr(registry, "_EVALUATORS", list(registry._EVALUATORS))
    monkeypatch.setattr(strength._STRENGTHS, "_parts", dict(strength._STRENGTHS._parts))
    for registered in ("_COMMANDS", "_VALUES", "_VARIANTS"):
        monkeypatch.setattr(samples, registered, dict(getattr(samples, registered)))
    monkeypatch.setattr(bench, "_CASES", dict(bench._CASES))


@pytest.fixture(autouse=True)
def _no_leftovers(request: pytest.FixtureRequest) -> Iterator[None]:
    """A process that a test has started and not ended is ended, and the test fails."""
    with no_leftovers(request.node.nodeid):
        yield
