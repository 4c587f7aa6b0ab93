"""Looks for packages with known faults in the locks: `python tests/audit.py [--online]`.

It compares `locks/*.txt` and `web/package-lock.json` with `locks/advisories.toml`, without the network,
prints what it finds, and exits with 1 if there is anything. With `--online` it also asks pip-audit and npm,
and says so where they are not installed or their services cannot be reached, which is no fault.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from packaging.version import InvalidVersion, Version

ROOT: Final = Path(__file__).parents[1]
KINDS: Final = ("pypi", "npm")
PATIENCE: Final = 120.0
"""Seconds for each service."""

Locked = tuple[str, str, str, str]
"""A file, `pypi` or `npm`, the name of a package, and its version."""


def locked(root: Path) -> Iterator[Locked]:
    """The packages of all locks."""
    for path in sorted((root / "locks").glob("*.txt")):
        for name, version in re.findall(r"^([a-z0-9.-]+)==([^ ;\\\n]+)", path.read_text(), re.MULTILINE):
            yield path.name, "pypi", name, version
    packages: dict[str, Any] = json.loads((root / "web" / "package-lock.json").read_text())["packages"]
    for place, one in packages.items():
        if place:
            yield "package-lock.json", "npm", place.rpartition("node_modules/")[2], one["version"]


def advisories(root: Path) -> dict[str, list[dict[str, str]]]:
    """The known faults, by the kind of package."""
    return tomllib.loads((root / "locks" / "advisories.toml").read_text())


def findings(root: Path) -> Iterator[str]:
    """A line for each locked package with a known fault."""
    known = advisories(root)
    for file, kind, name, version in locked(root):
        for one in known.get(kind, []):
            if one["package"] == name and _is_before(version, one["fixed"]):
                words = f"{one['id']}, {one['about']}: expected {one['fixed']} or newer"
                yield f"{file}: {name} {version} has {words}"


def _is_before(version: str, fixed: str) -> bool:
    """True if a version is older than another; one that cannot be compared counts as older."""
    try:
        return Version(version) < Version(fixed)
    except InvalidVersion:
        return True


# ---- services ------------------------------------------------------------------------------------


def ask_services(root: Path) -> Iterator[tuple[bool, str]]:
    """What pip-audit and npm audit say, and whether that is a fault."""
    locks = [word for path in sorted((root / "locks").glob("*.txt")) for word in ("--requirement", str(path))]
    yield _ask(["pip-audit", "--disable-pip", "--require-hashes", *locks], root, "No known vulnerabilities")
    yield _ask(["npm", "audit", "--package-lock-only"], root / "web", "found 0 vulnerabilities")


def _ask(command: list[str], folder: Path, good: str) -> tuple[bool, str]:
    name = command[0]
    if shutil.which(name) is None:
        return False, f"{name} is not installed: the list alone was asked"
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return False, f"{name} got no answer in {PATIENCE:g} s: the list alone was asked"
    said = done.stdout + done.stderr
    if good in said:
        return False, f"{name}: {good}"
    if re.search(r"vulnerabilit|Fix Versions", said) and not re.search("endpoint|ConnectionError", said):
        return True, f"{name}:\n{said}"
    first = (said.strip().splitlines() or ["it said nothing"])[0]
    return False, f"{name} cannot reach its service ({first}): the list alone was asked"


def main() -> int:
    """Look, and return the exit code."""
    found = list(findings(ROOT))
    for line in found:
        print(line)
    bad = bool(found)
    if "--online" in sys.argv[1:]:
        for fault, words in ask_services(ROOT):
            print(words)
            bad |= fault
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
