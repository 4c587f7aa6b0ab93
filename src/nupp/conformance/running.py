"""Running the suite over some games, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True)
class Check:
    """A check of the suite. name: of its test. times: over how many games it ran, variants included.

    failed: the game with which it failed first, and in a line why; report: all about that. skipped: over how
    many games it did not run, because rules that write beyond their bounds are not safe to call.
    """

    name: str
    times: int
    failed: str = ""
    reason: str = ""
    report: str = ""
    skipped: int = 0

    @property
    def passed(self) -> bool:
        """Whether it ran, and holds of all games over which it did."""
        return self.times > 0 and not self.reason


class _Watcher:
    """Gathers what came of each test, and tells of it when the next one begins."""

    def __init__(self, tell: Callable[[Check], object]) -> None:
        self.checks: list[Check] = []
        self._tell = tell
        self._reports: dict[str, list[pytest.TestReport]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or not report.passed:
            name = report.location[2].partition("[")[0]
            self._reports.setdefault(name, []).append(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.checks.append(Check(report.nodeid, 0, "", _reason(report.longreprtext), report.longreprtext))

    def pytest_sessionfinish(self) -> None:
        for name, reports in self._reports.items():
            ran = [report for report in reports if not report.skipped]
            skipped = sum(report.skipped and report.when == "setup" for report in reports)
            wrong = next((report for report in ran if report.failed), None)
            if wrong is not None:
                game = wrong.location[2].partition("[")[2].rstrip("]")
                reason = f"{game}: {_reason(wrong.longreprtext)}"
                self.checks.append(Check(name, len(ran), game, reason, wrong.longreprtext, skipped))
            elif ran or skipped:
                self.checks.append(Check(name, len(ran), skipped=skipped))
        for check in self.checks:
            self._tell(check)


def _reason(text: str) -> str:
    """The line of a report that says what is wrong."""
    lines = [line[1:].strip() for line in text.splitlines() if line.startswith("E ")]
    return next(filter(None, lines), text.strip().splitlines()[-1] if text.strip() else "it failed")


def run(specs: Sequence[str], tell: Callable[[Check], object] = lambda check: None) -> list[Check]:
    """Run all checks over games, and over their variants where a spec is a name; `tell` hears of each.

    ValueError without any game.
    """
    if not specs:
        raise ValueError("no game to check: expected at least one")
    watcher = _Watcher(tell)
    here = Path(__file__).parent
    options = ["-p", "no:cacheprovider", "-p", "no:terminal", "-o", "addopts=", f"--rootdir={here}"]
    options += [f"--game={spec}" for spec in specs]
    pytest.main([*options, "-c", str(here / "pytest.ini"), str(here)], plugins=[watcher])
    return watcher.checks
