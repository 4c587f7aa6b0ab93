"""The locks have a version, with hashes, for all that pyproject.toml asks for, and nothing else."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCKS = sorted((ROOT / "locks").glob("*.txt"))
PYPROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS = PYPROJECT["project"]["optional-dependencies"]
PINNED = re.compile(
    r"^(?P<name>[a-z0-9.-]+)==(?P<version>[^ ;]+)[^\n]*\\\n(?P<rest>( +[^\n]+\n?)+)", re.MULTILINE
)


def entries(path: Path) -> dict[str, re.Match[str]]:
    return {found["name"]: found for found in PINNED.finditer(path.read_text())}


def expanded(lines: list[str]) -> list[Requirement]:
    """Requirements, with those of the extras of nupp in place of their names."""
    found = []
    for one in map(Requirement, lines):
        if one.name == "nupp":
            found += [more for extra in one.extras for more in expanded(EXTRAS[extra])]
        else:
            found.append(one)
    return found


def asked(extra: str) -> list[Requirement]:
    """What a lock is for: nupp, one of its extras, and what builds it."""
    return expanded(
        [*PYPROJECT["project"]["dependencies"], *EXTRAS[extra], *PYPROJECT["dependency-groups"]["build"]]
    )


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_a_lock_is_current(path: Path) -> None:
    locked = entries(path)
    wanted = asked(path.stem)
    versions = {name: found["version"] for name, found in locked.items()}
    assert {
        str(one)
        for one in wanted
        if not one.specifier.contains(versions.get(canonicalize_name(one.name), "0"), prereleases=True)
    } == set(), "make lock"
    direct = {name for name, found in locked.items() if "nupp (pyproject.toml" in found["rest"]}
    assert direct == {canonicalize_name(one.name) for one in wanted}, "make lock"


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_a_lock_has_hashes_and_names_no_place(path: Path) -> None:
    text = path.read_text()
    locked = entries(path)
    assert all("--hash=sha256:" in found["rest"] for found in locked.values())
    assert len(locked) == len(re.findall("^[a-z0-9]", text, re.MULTILINE))
    assert not re.search(r"://|^ *--(?!hash=)|@ ", text, re.MULTILINE)


def test_locks_agree() -> None:
    versions: dict[str, set[str]] = {}
    for path in LOCKS:
        for name, found in entries(path).items():
            versions.setdefault(name, set()).add(found["version"])
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


def test_pytorch_is_as_the_extra_asks() -> None:
    pinned = re.search(r"^TORCH := torch==(\S+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert pinned
    assert all(one.specifier.contains(pinned[1]) for one in expanded(EXTRAS["learn"]) if one.name == "torch")
