"""Mistakes put into the package one at a time, to see that the tests catch each of them.

`python tests/mutations.py` takes a copy of the package, makes one mistake of those in `mistakes.py` in it,
runs the few tests that should notice, and goes on with the next mistake. The exit status is 1 if no test
notices one of them.

- `--only NAME` keeps to the mutations whose names contain the text; it may be given several times.
- `--suite FOLDER` runs the tests of another checkout, against the package of that checkout.
- `--out FILE` adds a line of JSON for each mutation to a file.
- `--table OLD NEW` runs nothing, and prints the table in `mutations.md` from two such files.

A test that has failed is run again against the package as it is. If it fails there, too, it has not noticed
anything: the verdict is `broken`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from mistakes import MUTATIONS, Mutation

PACKAGE: Final = "src/nupp"
LONGEST: Final = 900.0
"""Seconds after which a run of tests is ended; a mistake that keeps tests from ending is caught."""

PLUGIN: Final = "nupp_mutations_notes"
ENDLESS: Final = f"no end after {LONGEST:.0f} s"

CAUGHT, SURVIVED, BROKEN = "caught", "survived", "broken"

NOTES: Final = """
import os

def pytest_configure(config):
    global root
    root = config.rootpath

def pytest_runtest_logreport(report):
    if report.failed:
        with open(os.environ["MUTATIONS_NOTES"], "a", encoding="utf-8") as file:
            file.write(f"{root / report.nodeid}\\n")

pytest_collectreport = pytest_runtest_logreport
"""
"""A plugin for pytest that writes down which tests fail."""


class Verdict(NamedTuple):
    """What became of a mutation: `word`, the test that noticed it if one did, and the seconds it took."""

    word: str
    test: str
    seconds: float


# ---- the package that is changed -------------------------------------------------------------------


class Copy:
    """A copy of a checkout's package, in which one mistake at a time is made and corrected again."""

    def __init__(self, suite: Path, folder: Path) -> None:
        self.folder, self.package = folder, folder / "nupp"
        skipped = shutil.ignore_patterns("__pycache__", "static")
        shutil.copytree(suite / PACKAGE, self.package, ignore=skipped)
        built = suite / PACKAGE / "server" / "static"
        if built.exists():
            (self.package / "server" / "static").symlink_to(built)

    @contextmanager
    def changed(self, mutation: Mutation) -> Iterator[None]:
        """The package with a mistake."""
        path = self.package / mutation.file
        whole = path.read_text(encoding="utf-8")
        self._write(path, whole.replace(mutation.before, mutation.after))
        try:
            yield
        finally:
            self._write(path, whole)

    def check(self, mutation: Mutation) -> None:
        """End the program unless the mistake can be made in exactly one place."""
        count = (self.package / mutation.file).read_text(encoding="utf-8").count(mutation.before)
        if count != 1:
            sys.exit(f"{mutation.name}: the text stands {count} times in {mutation.file}, expected once")

    @staticmethod
    def _write(path: Path, text: str) -> None:
        # Python finds stale compiled code by the second and the size of its source, which may be the same.
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            compiled.unlink()
        path.write_text(text, encoding="utf-8")


# ---- the tests that are run ------------------------------------------------------------------------


class Suite:
    """The tests of a checkout, run against a copy of its package."""

    def __init__(self, root: Path, copy: Copy) -> None:
        self.root, self.copy = root, copy
        self.environment = os.environ | {"PYTHONPATH": str(copy.folder)}
        self.environment.setdefault("NUPP_CACHE", str(root / ".kernels"))
        self.is_sound = cache(self._is_sound)
        (copy.folder / f"{PLUGIN}.py").write_text(NOTES, encoding="utf-8")
        self._check_path()

    def try_out(self, mutation: Mutation) -> Verdict:
        """What the tests say of a mutation."""
        began = time.monotonic()
        word, test = SURVIVED, ""
        for run in self._runs(mutation):
            with self.copy.changed(mutation):
                failed = self._failed(run)
            if failed:
                word, test = CAUGHT if self.is_sound(run, failed) else BROKEN, failed
                break
        file, *rest = test.split("::")
        return Verdict(word, "::".join([Path(file).name, *rest]), round(time.monotonic() - began, 1))

    def _runs(self, mutation: Mutation) -> tuple[str, ...]:
        """The arguments of the runs: those for older suites if a path of the others is not there."""
        paths = (shlex.split(run)[0] for run in mutation.tests)
        there = all((self.root / path).exists() for path in paths)
        return mutation.tests if there or not mutation.old else mutation.old

    def _is_sound(self, run: str, test: str) -> bool:
        """Whether a test passes as long as there is no mistake."""
        path, *options = shlex.split(run)
        return not self._failed(shlex.join([path if test == ENDLESS else test, *options]))

    def _failed(self, run: str) -> str:
        """The first test of a run that has failed, with the whole path of its file; empty if all pass."""
        arguments = [self._placed(word) for word in shlex.split(run)]
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", PLUGIN]
        note = self.copy.folder / "failed.txt"
        note.unlink(missing_ok=True)
        with subprocess.Popen(
            [*command, *arguments],
            cwd=self.root,
            env=self.environment | {"MUTATIONS_NOTES": str(note)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                output, _ = process.communicate(timeout=LONGEST)
            except subprocess.TimeoutExpired:
                return ENDLESS
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
        if process.returncode == 0:
            return ""
        if not note.exists():
            sys.exit(f"pytest {run} has run no test:\n{output}")
        return note.read_text(encoding="utf-8").splitlines()[0]

    def _placed(self, word: str) -> str:
        """An argument, in which the conformance suite is that of the copy."""
        if word.startswith(PACKAGE):
            return str(self.copy.package) + word.removeprefix(PACKAGE)
        return word

    def _check_path(self) -> None:
        """End the program unless the copy is the package that is imported."""
        command = [sys.executable, "-c", "import nupp; print(nupp.__file__)"]
        found = subprocess.run(command, env=self.environment, cwd=self.root, capture_output=True, text=True)
        if Path(found.stdout.strip()).parent != self.copy.package:
            sys.exit(f"the tests would import {found.stdout.strip()!r}, expected {self.copy.package}")


# ---- the program -----------------------------------------------------------------------------------


def chosen(names: Sequence[str]) -> list[Mutation]:
    """The mutations whose names contain one of some texts; all without any."""
    return [one for one in MUTATIONS if not names or any(name in one.name for name in names)]


def survey(root: Path, mutations: Sequence[Mutation], out: Path | None) -> dict[str, Verdict]:
    """Try mutations one after another, and tell of each as it is done."""
    verdicts = {}
    with tempfile.TemporaryDirectory(prefix="nupp-mutations-") as folder:
        copy = Copy(root, Path(folder).resolve())
        for one in mutations:
            copy.check(one)
        suite = Suite(root, copy)
        for one in mutations:
            verdicts[one.name] = verdict = suite.try_out(one)
            print(f"{verdict.word:8} {verdict.seconds:6.1f} s  {one.name}  {verdict.test}", flush=True)
            if out is not None:
                with out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"name": one.name, **verdict._asdict()}) + "\n")
    return verdicts


def read(path: Path) -> dict[str, Verdict]:
    """The verdicts of a file that `--out` has written; of several about a mutation the last counts."""
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {one["name"]: Verdict(one["word"], one["test"], one["seconds"]) for one in lines}


def table(old: dict[str, Verdict], new: dict[str, Verdict]) -> str:
    """The verdicts of two suites as a table in Markdown."""
    rows = ["| mutation | file | caught by old suite | caught by new suite |", "|---|---|---|---|"]
    for one in MUTATIONS:
        cells = (one.name, f"`{one.file}`", _cell(old.get(one.name)), _cell(new.get(one.name)))
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def _cell(verdict: Verdict | None) -> str:
    """A verdict in a cell of the table."""
    if verdict is None:
        return "not tried"
    if verdict.word != CAUGHT:
        return verdict.word
    test = re.sub(r"\[.*", "", verdict.test).replace("|", "")
    return f"yes, `{test}`"


def main() -> int:
    """Try the mutations that the arguments choose; 1 if one was not caught."""
    parser = argparse.ArgumentParser(description="See that the tests catch mistakes in the package.")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="only such mutations")
    parser.add_argument("--suite", type=Path, default=Path(__file__).parent.parent, metavar="FOLDER")
    parser.add_argument("--out", type=Path, metavar="FILE", help="add the results to a file")
    parser.add_argument("--table", type=Path, nargs=2, metavar=("OLD", "NEW"), help="print the table")
    options = parser.parse_args()
    if options.table:
        print(table(*map(read, options.table)))
        return 0
    verdicts = survey(options.suite.resolve(), chosen(options.only), options.out)
    left = [name for name, verdict in verdicts.items() if verdict.word != CAUGHT]
    print(f"{len(verdicts) - len(left)} of {len(verdicts)} mutations were caught")
    return int(bool(left))


if __name__ == "__main__":
    sys.exit(main())
