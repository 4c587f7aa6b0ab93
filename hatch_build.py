"""Builds the page of the browser app: from `web/` into `src/nupp/server/static`, with npm.

Called by the build of a wheel or a source distribution, and as a program: `python hatch_build.py`. It does
nothing where the page is that of these sources, so that a wheel made from a source distribution, which brings
its page along, needs no Node.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ModuleNotFoundError:  # called as a program, where no wheel is built
    BuildHookInterface = object

ROOT = Path(__file__).parent
LEAST_NODE = (20, 19)
COMPRESSED = (".css", ".html", ".js", ".json", ".svg", ".webmanifest")
LEFT_OUT = ("node_modules", ".svelte-kit", "coverage", "test-results")


class PageError(Exception):
    """A page that cannot be built; the message says what was expected."""


class PageHook(BuildHookInterface):
    """Sees to it that what is built has the page; an editable installation gets it by `make`."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page unless it is there; a build that cannot have it fails."""
        if version != "editable":
            try:
                build_page(Path(self.root))
            except PageError as error:
                self.app.abort(str(error))


def build_page(root: Path = ROOT) -> bool:
    """Build the page if it is not that of the sources, and tell whether it was; PageError if it cannot be."""
    web, static = root / "web", root / "src" / "nupp" / "server" / "static"
    stamp = static / "sources.sha256"
    wanted = digest(web)
    if (static / "index.html").is_file() and stamp.is_file() and stamp.read_text() == wanted:
        return False
    npm = _npm()
    installed = web / "node_modules" / ".package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < (web / "package-lock.json").stat().st_mtime:
        _run([npm, "ci", "--no-audit", "--no-fund"], web)
    _run([npm, "run", "build"], web)
    if not (static / "index.html").is_file():
        raise PageError(f"npm run build made no {static / 'index.html'}: expected the page there")
    _compress(static)
    stamp.write_text(wanted)
    return True


def _compress(static: Path) -> None:
    """Put a compressed copy beside each file of text, for the server to send."""
    for path in sorted(static.rglob("*")):
        if path.suffix in COMPRESSED:
            packed = gzip.compress(path.read_bytes(), mtime=0)
            path.with_name(f"{path.name}.gz").write_bytes(packed)


def digest(web: Path) -> str:
    """The SHA-256 of the sources of the page, names and contents."""
    found = hashlib.sha256()
    for path in sorted(web.rglob("*")):
        name = path.relative_to(web)
        if path.is_file() and not set(name.parts) & set(LEFT_OUT):
            found.update(f"{name.as_posix()}\0{path.stat().st_size}\0".encode())
            found.update(path.read_bytes())
    return found.hexdigest()


def _npm() -> str:
    """The program npm; PageError without it, or with a Node that is too old."""
    npm, node = shutil.which("npm"), shutil.which("node")
    expected = "Node {}.{} or newer with npm, to build the page of the browser app from web/".format(
        *LEAST_NODE
    )
    if npm is None or node is None:
        raise PageError(f"there is no npm: expected {expected}")
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    version = tuple(map(int, re.findall(r"[0-9]+", told)[:2]))
    if version < LEAST_NODE:
        raise PageError(f"Node is {told or 'broken'}: expected {expected}")
    return npm


def _run(command: list[str], folder: Path) -> None:
    """Run a program, its output on standard error; PageError if it fails."""
    print("+", *command[1:], file=sys.stderr, flush=True)
    code = subprocess.run(command, cwd=folder, stdout=sys.stderr, check=False).returncode
    if code:
        raise PageError(f"npm {' '.join(command[1:])} failed with exit code {code} in {folder}")


if __name__ == "__main__":
    try:
        build_page()
    except PageError as error:
        sys.exit(f"nupp: {error}")
