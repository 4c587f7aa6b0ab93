"""The audit of the locks: what it finds, and that it finds nothing here."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import audit


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the locks."""
    (tmp_path / "web").mkdir()
    shutil.copytree(audit.ROOT / "locks", tmp_path / "locks")
    shutil.copy(audit.ROOT / "web" / "package-lock.json", tmp_path / "web")
    return tmp_path


def test_the_locks_have_no_package_with_a_known_fault() -> None:
    assert list(audit.findings(audit.ROOT)) == []


def test_all_locks_are_read() -> None:
    found = {(file, kind) for file, kind, _, _ in audit.locked(audit.ROOT)}
    locks = {(path.name, "pypi") for path in (audit.ROOT / "locks").glob("*.txt")}
    assert found == {*locks, ("package-lock.json", "npm")}


def test_the_list_names_what_there_is_once() -> None:
    known = audit.advisories(audit.ROOT)
    assert set(known) == set(audit.KINDS)
    ids = [one["id"] for kind in known.values() for one in kind]
    assert len(set(ids)) == len(ids)
    assert all({*one} == {"package", "fixed", "id", "about"} for kind in known.values() for one in kind)


def test_a_package_with_a_fault_is_found(tree: Path) -> None:
    lock = tree / "locks" / "server.txt"
    text = lock.read_text()
    (version,) = {one for _, _, name, one in audit.locked(tree) if name == "jinja2"}
    lock.write_text(text.replace(f"jinja2=={version}", "jinja2==3.1.5"))
    page = tree / "web" / "package-lock.json"
    packages = json.loads(page.read_text())
    packages["packages"]["node_modules/svelte"]["version"] = "4.2.18"
    packages["packages"]["node_modules/a/node_modules/vite"] = {"version": "odd"}
    page.write_text(json.dumps(packages))
    assert [line.partition(",")[0] for line in audit.findings(tree)] == [
        "server.txt: jinja2 3.1.5 has CVE-2025-27516",
        "package-lock.json: svelte 4.2.18 has CVE-2024-45047",
        "package-lock.json: vite odd has CVE-2025-58751",
    ]


@pytest.mark.parametrize(
    ("said", "code", "fault"),
    [
        ("found 0 vulnerabilities", 0, False),
        ("npm error audit endpoint returned an error", 1, False),
        ("2 high severity vulnerabilities", 1, True),
    ],
)
def test_a_service_that_cannot_be_reached_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, code: int, fault: bool
) -> None:
    program = tmp_path / "npm"
    program.write_text(f"#!/bin/sh\necho '{said}'\nexit {code}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "web").mkdir()
    (tmp_path / "locks").mkdir()
    python, npm = audit.ask_services(tmp_path)
    assert python == (False, "pip-audit is not installed: the list alone was asked")
    assert npm[0] == fault
    assert said in npm[1]
