"""A real server with a database of its own, and a real browser, for the tests of the page.

They are skipped, with a plain reason, where there is no Chromium, no Playwright or no built page.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import nupp

from .serving import Server

try:
    from playwright.sync_api import Error as PlaywrightError
    from playwright.sync_api import expect, sync_playwright
except ImportError:
    expect = sync_playwright = None

PATIENCE = 60_000
"""Milliseconds to wait for what a page is to show; a machine may be busy."""

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
"""The browser. Debian's headless shell, which has no windows, takes half the time of the whole Chromium."""
PAGE = Path(nupp.__file__).parent / "server" / "static" / "index.html"
SHOTS = os.environ.get("NUPP_SHOTS")
"""A folder for pictures of what the tests saw; none are made where it is not named."""

_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",  # this and the next two save the whole Chromium a third of its time
    "--process-per-site",
    "--renderer-process-limit=2",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # what is asked of another host fails
)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that do not harm it."""
    if sync_playwright is None:
        pytest.skip("Playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("there is no Chromium")
    if not PAGE.exists():
        pytest.skip("the page has not been built: expected `npm run build` in web/ first")
    with Server(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture
def mortal(server: Server, tmp_path: Path) -> Iterator[Server]:
    """A server that the test may kill."""
    with Server(tmp_path) as found:
        yield found


@pytest.fixture(scope="package")
def browser(server: Server) -> Iterator[Any]:
    """Chromium; ended with the tests of the page, for as long as it runs no other event loop can."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=list(_FLAGS))
        yield found
        found.close()


Person = Callable[..., Any]
"""Makes a page for another person; arguments as of `make` in `person` and of `options_of`."""
Look = Callable[[Any, str], None]
"""Takes a picture of a page and gives it a name."""

QUIET = "/healthz"
"""An address of the server that shows no page of the app, and so costs little."""


class Pages:
    """Pages of the browser for one test after another, each of a person with cookies of their own.

    To make one takes longer than most tests, so they are used again, with nothing kept in them.
    """

    def __init__(self, browser: Any, server: Server) -> None:
        self._browser, self._server = browser, server
        self._free: dict[str, list[Any]] = {}
        self._used: list[tuple[str | None, Any]] = []
        self._known: dict[str, list[Any]] = {}
        self._file: Path | None = None
        self.faults: list[str] = []

    def take(self, at: Server | None, path: str, options: dict[str, Any]) -> Any:
        """A page at an address of the server."""
        kind = kind_of(options) if at is None else None
        free = self._free.get(str(kind), [])
        used_before = kind and free
        page = free.pop() if used_before else self._make((at or self._server).url, options)
        self._used.append((kind, page))
        if path != QUIET or not used_before:  # it is at QUIET when it is given back
            page.goto(path)
        return page

    def _make(self, base: str, options: dict[str, Any]) -> Any:
        page = self._browser.new_context(base_url=base, bypass_csp=False, **options).new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.faults.append(f"error on the page: {error}"))
        page.on("console", lambda message: _note(message, self.faults))
        page.on("requestfailed", lambda asked: _check_host(asked.url, base, self.faults))
        return page

    def know(self, file: Path, number: int, options: dict[str, Any]) -> Any:
        """The page of the person with a number in a file of tests, where that person has left it."""
        if file != self._file:
            self._file, known, self._known = file, self._known, {}
            self._used += [(kind, page) for kind, pages in known.items() for page in pages]
            self.give_back()
        kind = kind_of(options)
        known = self._known.setdefault(kind, [])
        if number == len(known):
            known.append(self.take(None, QUIET, options))
            self._used.pop()
        known[number].mouse.move(1, 1)
        return known[number]

    def give_back(self) -> list[str]:
        """Have all that were taken for the next test; what went wrong in them."""
        used, self._used = self._used, []
        for kind, page in used:
            if kind and self._is_cleared(page):
                self._free.setdefault(kind, []).append(page)
            else:
                page.context.close()
        faults, self.faults = self.faults, []
        return faults

    def _is_cleared(self, page: Any) -> bool:
        """Whether nothing is left in a page of the test that had it; not so if it has crashed."""
        try:
            page.mouse.move(1, 1)
            page.goto(QUIET)
            page.evaluate("localStorage.clear(); sessionStorage.clear()")
            page.context.clear_cookies()
        except PlaywrightError:
            return False
        return True


@pytest.fixture(scope="package")
def pages(browser: Any, server: Server) -> Pages:
    return Pages(browser, server)


@pytest.fixture
def person(pages: Pages) -> Iterator[Person]:
    """Makes pages, each of a person with cookies of their own, at an address of the server.

    At the end it fails if any page has asked another host for something, or met an error that was not caught.
    """

    def make(at: Server | None = None, path: str = QUIET, **more: Any) -> Any:
        return pages.take(at, path, options_of(**more))

    yield make
    assert pages.give_back() == []


@pytest.fixture
def people(pages: Pages, request: pytest.FixtureRequest) -> Iterator[Person]:
    """As `person`, but each is somebody who was in earlier tests of the file, where that has left the page.

    So the app need not be loaded again, which takes longer than what most tests do. For tests to which it is
    the same what somebody has done before, who leave nothing open and no settings changed.
    """
    met: Counter[str] = Counter()

    def make(at: Server | None = None, **more: Any) -> Any:
        assert at is None
        options = options_of(**more)
        kind = kind_of(options)
        met[kind] += 1
        return pages.know(request.path, met[kind] - 1, options)

    yield make
    assert pages.give_back() == []


def options_of(width: int = 1280, height: int = 860, **more: Any) -> dict[str, Any]:
    """The options of the browser for a page with a size."""
    usual = {
        "viewport": {"width": width, "height": height},
        "reduced_motion": "reduce",
        "locale": "en",
        "service_workers": "block",  # pages are used again, with nothing kept in them
    }
    return {**usual, **more}


def kind_of(options: dict[str, Any]) -> str:
    """The kind of the pages with some options of the browser, which one test after another may use."""
    return repr(sorted(options.items()))


def _note(message: Any, faults: list[str]) -> None:
    """Take note of what the browser forbade by the content-security policy."""
    if "Content Security Policy" in message.text:
        faults.append(message.text)


def _check_host(url: str, base: str, faults: list[str]) -> None:
    hosts = (f"{base}/", base.replace("http", "ws") + "/", "data:", "blob:")
    if not url.startswith(hosts):
        faults.append(f"a request to another host: {url}")


@pytest.fixture
def look() -> Look:
    """Takes a picture of a page, where somebody wants to see some."""

    def take(page: Any, name: str) -> None:
        if SHOTS:
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=str(Path(SHOTS) / f"{name}.png"))

    return take
