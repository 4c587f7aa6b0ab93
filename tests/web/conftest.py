"""A real server with a database of its own, and a real browser, for the tests of the page.

They are skipped, with a plain reason, where there is no Chromium, no Playwright or no built page.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import nupp

from .serving import Server

try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sync_playwright = None

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PAGE = Path(nupp.__file__).parent / "server" / "static" / "index.html"
SHOTS = os.environ.get("NUPP_SHOTS")
"""A folder for pictures of what the tests saw; none are made where it is not named."""

_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
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
    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=list(_FLAGS))
        yield found
        found.close()


@pytest.fixture
def person(browser: Any, server: Server) -> Iterator[Callable[..., Any]]:
    """Makes pages, each of a person with cookies of their own, at the lobby.

    At the end it fails if any page has asked another host for something, or met an error that was not caught.
    """
    faults: list[str] = []
    contexts: list[Any] = []

    def make(at: Server | None = None, width: int = 1280, height: int = 860, **more: Any) -> Any:
        base = (at or server).url
        options = {"viewport": {"width": width, "height": height}, "reduced_motion": "reduce", "locale": "en"}
        context = browser.new_context(base_url=base, bypass_csp=False, **{**options, **more})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: faults.append(f"error on the page: {error}"))
        page.on("console", lambda told: _note(told, faults))
        page.on("request", lambda asked: _check_host(asked.url, base, faults))
        page.goto("/")
        return page

    yield make
    for context in contexts:
        context.close()
    assert faults == []


def _note(told: Any, faults: list[str]) -> None:
    """Take note of what the browser forbade by the content-security policy."""
    if "Content Security Policy" in told.text:
        faults.append(told.text)


def _check_host(url: str, base: str, faults: list[str]) -> None:
    hosts = (f"{base}/", base.replace("http", "ws") + "/", "data:", "blob:")
    if not url.startswith(hosts):
        faults.append(f"a request to another host: {url}")


@pytest.fixture
def look(request: pytest.FixtureRequest) -> Callable[[Any, str], None]:
    """Takes a picture of a page, where somebody wants to see some."""

    def take(page: Any, name: str) -> None:
        if SHOTS:
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=str(Path(SHOTS) / f"{name}.png"))

    return take
