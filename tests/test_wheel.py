"""The page in what is installed: a wheel has it, from an sdist without Node, and is not built without it."""

import gzip
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
PARTS = ("pyproject.toml", "README.md", "LICENSE", "hatch_build.py", ".gitignore", "locks", "src", "web")
LEFT_OUT = shutil.ignore_patterns("node_modules", "__pycache__", "static", ".kernels")
PAGE = Path("src", "nupp", "server", "static")

_spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
assert _spec is not None
assert _spec.loader is not None
hatch_build = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(hatch_build)


def copied(copy: Path) -> Path:
    """A copy of what is needed to build nupp, without the page."""
    copy.mkdir()
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, copy / part, ignore=LEFT_OUT)
        else:
            shutil.copy(source, copy / part)
    return copy


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """What is needed to build nupp, without the page."""
    return copied(tmp_path / "nupp")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel with the page."""
    tree = copied(tmp_path_factory.mktemp("wheel") / "nupp")
    put_page(tree)
    return built(tree, "wheel")


def put_page(tree: Path) -> None:
    """Put a page there that is as good as one built from the sources."""
    (tree / PAGE / "assets").mkdir(parents=True)
    (tree / PAGE / "index.html").write_text("<!doctype html>")
    (tree / PAGE / "assets" / "app.js").write_text("")
    (tree / PAGE / "sources.sha256").write_text(hatch_build.digest(tree / "web"))


def build(tree: Path, kind: str) -> subprocess.CompletedProcess[str]:
    """Build a wheel or an sdist into dist/, where there is no npm."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(tree / "dist")]
    nothing = tree / "no-programs"
    nothing.mkdir(exist_ok=True)
    environment = os.environ | {"PATH": str(nothing)}
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)


def built(tree: Path, kind: str) -> Path:
    done = build(tree, kind)
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = (tree / "dist").iterdir()
    return path


def test_a_wheel_has_the_page(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {"nupp/server/static/index.html", "nupp/server/static/assets/app.js"} <= set(names)
    assert {f"nupp/games/hex/{name}" for name in ("picture.json", "page.md", "words/et.json")} <= set(names)
    assert "nupp/games/reversi/strength/othello.nupp" in names
    assert {"nupp/py.typed", "nupp/conformance/pytest.ini"} <= set(names)
    assert "nupp/cli/template/src/nupp_$name/__init__.py.txt" in names
    assert not [name for name in names if name.startswith(("web/", "tests/"))]


def test_a_wheel_from_an_sdist_needs_no_npm(tree: Path, tmp_path: Path) -> None:
    put_page(tree)
    with tarfile.open(built(tree, "sdist")) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    assert (unpacked / PAGE / "index.html").is_file()
    assert "nupp/server/static/index.html" in zipfile.ZipFile(built(unpacked, "wheel")).namelist()


def test_the_same_sources_give_the_same_wheel(tree: Path, wheel: Path) -> None:
    put_page(tree)
    for path in tree.rglob("*"):
        os.utime(path, (1e9, 1e9))
        if path.is_file():
            path.chmod(0o600)
    assert built(tree, "wheel").read_bytes() == wheel.read_bytes()


def test_a_wheel_lists_the_packages_that_it_needs(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (one for one in archive.namelist() if "/sboms/" in one)
        found = json.loads(archive.read(name))
    assert re.fullmatch(r"nupp-[^/]+\.dist-info/sboms/nupp\.cdx\.json", name)
    assert (found["bomFormat"], found["specVersion"], found["metadata"]["component"]["name"]) == (
        "CycloneDX",
        "1.6",
        "nupp",
    )
    scopes = {one["name"]: one["scope"] for one in found["components"]}
    assert {
        name: scopes.get(name) for name in ("numba", "llvmlite", "fastapi", "h11", "svelte", "hatchling")
    } == {
        "numba": "required",
        "llvmlite": "required",
        "fastapi": "optional",
        "h11": "optional",
        "svelte": "required",
        "hatchling": None,
    }
    refs = {one["bom-ref"] for one in found["components"]} | {"nupp"}
    assert {one["ref"] for one in found["dependencies"]} == refs
    assert {needed for one in found["dependencies"] for needed in one["dependsOn"]} == refs - {"nupp"}


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_nothing_is_built_without_page_and_npm(tree: Path, kind: str) -> None:
    done = build(tree, kind)
    assert done.returncode != 0
    assert re.search(r"no npm.*20\.19", done.stdout + done.stderr)
    assert not (tree / "dist").exists() or not list((tree / "dist").iterdir())


def test_a_page_of_other_sources_does_not_count(tree: Path) -> None:
    put_page(tree)
    (tree / "web" / "src" / "main.ts").write_text("// changed")
    assert "there is no npm" in "".join([(done := build(tree, "wheel")).stdout, done.stderr])


def fake(folder: Path, name: str, script: str) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


def test_an_old_node_is_reported(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, "npm", "exit 9")
    fake(tmp_path, "node", "echo v18.20.4")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(hatch_build.PageError, match=r"v18\.20\.4.*20\.19"):
        hatch_build.build_page(tree)


def test_the_page_is_built_once_for_the_same_sources(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tree / PAGE
    log = tmp_path / "calls"
    fake(tmp_path, "node", "echo v22.14.0")
    fake(
        tmp_path,
        "npm",
        f'echo "$@" >> {log}\nif [ "$1" = run ]; then mkdir -p {page}; echo page > {page}/index.html; fi',
    )
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert hatch_build.build_page(tree)
    assert gzip.decompress((page / "index.html.gz").read_bytes()) == b"page\n"
    assert not hatch_build.build_page(tree)
    (tree / "web" / "src" / "main.ts").write_text("// changed")
    assert hatch_build.build_page(tree)
    assert log.read_text().count("run build") == 2
    assert log.read_text().startswith("ci ")


def test_a_build_that_fails_is_reported(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, "node", "echo v22.14.0")
    fake(tmp_path, "npm", "exit 7")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(hatch_build.PageError, match=r"npm ci\b.*\b7\b"):
        hatch_build.build_page(tree)
