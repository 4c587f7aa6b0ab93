"""Running the suite over some games, and what came of it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from nupp.conformance.variants import subjects

UNSAFE: Final = "the rules fail, or write beyond their bounds"
"""The reason for which a requirement of a game is not checked."""


PLACE: Final = "here: "
"""The first words of a note on the position or the line of the rules in which a requirement failed."""

FAULT: Final = "fault: "
"""The first words of a note that says what is wrong better than the error itself."""


@dataclass(frozen=True)
class Check:
    """The result of a requirement. name: of its function. times: how often it was checked, variants included.

    failed: the game with which it failed first; reason: the same and in a line why; report: all about that.
    skipped: how often it was not checked, because it calls rules that fail or write beyond their bounds.
    """

    name: str
    times: int
    failed: str = ""
    reason: str = ""
    report: str = ""
    skipped: int = 0

    @property
    def passed(self) -> bool:
        """True if it ran, and holds of all games over which it did."""
        return self.times > 0 and not self.reason


class _Watcher:
    """Gathers what came of each requirement, and reports after each item how far the run is.

    interrupted: whether somebody has ended it.
    """

    def __init__(self, report: Callable[[int, int], object]) -> None:
        self.checks: list[Check] = []
        self.interrupted = False
        self._report = report
        self._reports: dict[str, list[pytest.TestReport]] = {}
        self._items: list[pytest.TestReport] = []
        self._done = self._all = 0

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._all = len(session.items)

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Called, too, where pytest stops because the items cannot be made."""
        self.interrupted = not isinstance(excinfo.value, pytest.Session.Interrupted)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":
            self._done += 1
            self._report(self._done, self._all)
        if isinstance(report, pytest.SubtestReport):
            self._reports.setdefault(report.context.msg or "", []).append(report)
        elif report.failed:
            self._items.append(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.checks.append(Check(report.nodeid, 0, "", _reason(report.longreprtext), report.longreprtext))

    def pytest_sessionfinish(self) -> None:
        for name, reports in self._reports.items():
            skipped = sum(_is_unsafe(report) for report in reports)
            ran = [report for report in reports if not report.skipped]
            wrong = next((report for report in ran if report.failed), None)
            if wrong is not None:
                self.checks.append(_failed(name, len(ran), wrong, skipped))
            elif ran or skipped:
                self.checks.append(Check(name, len(ran), skipped=skipped))
        self.checks += self._failures_outside_requirements()

    def _failures_outside_requirements(self) -> list[Check]:
        """Of items that failed though none of their requirements did, by the name of their group."""
        known = {report.nodeid for reports in self._reports.values() for report in reports if report.failed}
        return [_failed(_group(item), 1, item) for item in self._items if item.nodeid not in known]


def _failed(name: str, times: int, wrong: pytest.TestReport, skipped: int = 0) -> Check:
    """A check that has failed as a report says."""
    game, text = _game(wrong), wrong.longreprtext
    return Check(name, times, game, f"{game}: {_reason(text)}", text, skipped)


def _is_unsafe(report: pytest.TestReport) -> bool:
    return report.skipped and isinstance(report.longrepr, tuple) and report.longrepr[2].endswith(UNSAFE)


def _game(report: pytest.TestReport) -> str:
    """The game of which an item is, by its name."""
    return report.location[2].partition("[")[2].rpartition("-")[0]


def _group(report: pytest.TestReport) -> str:
    """The group of requirements that an item checks, by its name."""
    return report.location[2].rpartition("-")[2].rstrip("]")


def _reason(text: str) -> str:
    """The line of a report that says what is wrong, and where in a game."""
    lines = [line[1:].strip() for line in text.splitlines() if line.startswith("E ")]
    places = "".join(f", {line.removeprefix(PLACE)}" for line in lines if line.startswith(PLACE))
    faults = [line.removeprefix(FAULT) for line in lines if line.startswith(FAULT)]
    last = text.strip().splitlines()[-1] if text.strip() else "it failed"
    return f"{next(filter(None, faults + lines), last)}{places}"


def run(specs: Sequence[str], report: Callable[[int, int], object] = lambda done, total: None) -> list[Check]:
    """Check all requirements of games, and of their variants where a spec is a name.

    report: called after each item with the number of those done and of all. ValueError without any game,
    KeyboardInterrupt if the run is interrupted, RuntimeError if it fails itself; errors of making a game or
    a variant are raised as they are.
    """
    if not specs:
        raise ValueError("no game to check: expected at least one")
    subjects(specs)  # an error of making them is raised here, and not from within pytest
    watcher = _Watcher(report)
    here = Path(__file__).parent
    options = ["-p", "no:cacheprovider", "-p", "no:terminal", "-o", "addopts=", f"--rootdir={here}"]
    options += [f"--game={spec}" for spec in specs]
    with _without_options_of_others():
        code = pytest.main([*options, "-c", str(here / "pytest.ini"), str(here)], plugins=[watcher])
    if watcher.interrupted:
        raise KeyboardInterrupt
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED):
        raise RuntimeError(f"the checks could not be run: pytest ended with {code!r}")
    return watcher.checks


@contextlib.contextmanager
def _without_options_of_others() -> Iterator[None]:
    """Hide PYTEST_ADDOPTS, which may make all runs of pytest on a machine leave out tests."""
    kept = os.environ.pop("PYTEST_ADDOPTS", None)
    try:
        yield
    finally:
        if kept is not None:
            os.environ["PYTEST_ADDOPTS"] = kept
