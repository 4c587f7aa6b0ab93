"""Builds the page of the browser app: from `web/` into `src/nupp/server/static`, with npm.

Called by the build of a wheel or a source distribution, and as a program: `python hatch_build.py`. It does
nothing where the page is that of these sources, so that a wheel made from a source distribution, which brings
its page along, needs no Node.

A wheel also gets a list of the packages that it needs, in the versions of the locks, and of those that its
page is made of: a software bill of materials in the form of CycloneDX 1.6, in its folder `sboms` (PEP 770).
Of the same sources the same wheel is made, byte for byte.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tomllib
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ModuleNotFoundError:  # called as a program, where no wheel is built
    BuildHookInterface = object

ROOT = Path(__file__).parent
LEAST_NODE = (20, 19)
COMPRESSED = (".css", ".html", ".js", ".json", ".svg", ".webmanifest")
BUNDLED = ("svelte", "uqr")
"""Packages of npm whose code is in the page, with what they need; all others build it."""
LEFT_OUT = ("node_modules", ".svelte-kit", "coverage", "test-results")


class PageError(Exception):
    """A page that cannot be built; the message says what was expected."""


class PageHook(BuildHookInterface):
    """Sees to it that what is built has the page and its list; an editable installation gets it by `make`."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page unless it is there; a build that cannot have it fails."""
        if version != "editable":
            try:
                build_page(Path(self.root))
            except PageError as error:
                self.app.abort(str(error))
            if self.target_name == "wheel":
                build_data["sbom_files"] = [str(_write_sbom(Path(self.root), self.metadata.version))]


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


# ---- the list of packages ------------------------------------------------------------------------


def _write_sbom(root: Path, version: str) -> Path:
    path = root / "build" / "nupp.cdx.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(sbom(root, version), indent=1) + "\n")
    return path


def sbom(root: Path, version: str) -> dict[str, Any]:
    """The packages that nupp needs, those of the page, and which needs which, as a CycloneDX document."""
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    own = {"type": "application", "bom-ref": "nupp", "name": "nupp", "version": version}
    own |= {"purl": f"pkg:pypi/nupp@{version}", "licenses": [{"expression": project["license"]}]}
    python, needs = _python_packages(root, project)
    page, page_needs = _page_packages(root)
    needs |= page_needs | {"nupp": [*needs["nupp"], *page_needs["nupp"]]}
    content: dict[str, Any] = {
        "components": [*python, *page],
        "dependencies": [{"ref": ref, "dependsOn": sorted(needed)} for ref, needed in sorted(needs.items())],
    }
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([own, content]))  # equal lists have equal numbers
    head = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "serialNumber": serial.urn}
    return head | {"metadata": {"component": own}} | content


Needs = dict[str, list[str]]


def _python_packages(root: Path, project: dict[str, Any]) -> tuple[list[dict[str, Any]], Needs]:
    """The packages of the lock of the server: `required` for nupp alone, `optional` for the server."""
    entries = re.findall(r"^([a-z0-9.-]+)==([^ ;]+)[^\n]*\n((?: +[^\n]+\n?)+)", _lock(root), re.MULTILINE)
    refs = {name: f"pkg:pypi/{name}@{version}" for name, version, _ in entries}
    needs: Needs = {ref: [] for ref in ["nupp", *refs.values()]}
    for name, _, rest in entries:
        for by in re.findall(r"#  ? ?(?:via )?([a-z0-9.-]+)(?: \(pyproject\.toml\))?$", rest, re.MULTILINE):
            if by == "nupp" or by in refs:
                needs["nupp" if by == "nupp" else refs[by]].append(refs[name])
    needed = _closure(needs, ["nupp"])  # all but what builds nupp
    core = _closure(needs, [refs[re.split("[^a-z0-9-]", line)[0]] for line in project["dependencies"]])
    found = [
        {
            "type": "library",
            "bom-ref": refs[name],
            "name": name,
            "version": version,
            "purl": refs[name],
            "scope": "required" if refs[name] in core else "optional",
        }
        for name, version, _ in entries
        if refs[name] in needed
    ]
    return found, {ref: needs[ref] for ref in needed}


def _lock(root: Path) -> str:
    return (root / "locks" / "server.txt").read_text()


def _page_packages(root: Path) -> tuple[list[dict[str, Any]], Needs]:
    """The packages of npm whose code is in the page."""
    locked = json.loads((root / "web" / "package-lock.json").read_text())["packages"]
    packages = {path.removeprefix("node_modules/"): one for path, one in locked.items() if path}
    all_needs = {name: [*packages[name].get("dependencies", {})] for name in packages}
    names = sorted(_closure({**all_needs}, BUNDLED))
    refs = {name: f"pkg:npm/{name.replace('@', '%40')}@{packages[name]['version']}" for name in names}
    found = [
        {
            "type": "library",
            "bom-ref": refs[name],
            "name": name,
            "version": packages[name]["version"],
            "purl": refs[name],
            "scope": "required",
            "hashes": [_digest_of(packages[name]["integrity"])],
            "licenses": [{"expression": packages[name]["license"]}],
        }
        for name in names
    ]
    needs = {refs[name]: [refs[needed] for needed in all_needs[name]] for name in names}
    return found, needs | {"nupp": [refs[name] for name in BUNDLED]}


def _digest_of(integrity: str) -> dict[str, str]:
    """A digest of npm, such as `sha512-...` in base64, as CycloneDX has it."""
    kind, _, text = integrity.partition("-")
    return {"alg": kind.upper().replace("SHA", "SHA-"), "content": base64.b64decode(text).hex()}


def _closure(needs: Needs, first: Sequence[str]) -> set[str]:
    """Some packages and all that these need."""
    found, waiting = set[str](), [*first]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += needs[one]
    return found


if __name__ == "__main__":
    try:
        build_page()
    except PageError as error:
        sys.exit(f"nupp: {error}")
