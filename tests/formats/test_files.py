"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nupp.formats import files, locked, replace_file


@pytest.mark.parametrize(("content", "expected"), [("é\n", b"\xc3\xa9\n"), (b"\x89PNG\r\n", b"\x89PNG\r\n")])
def test_text_and_bytes_are_written(tmp_path: Path, content: str | bytes, expected: bytes) -> None:
    path = tmp_path / "file"
    for _ in range(2):
        replace_file(path, content)
        assert path.read_bytes() == expected
    assert list(tmp_path.iterdir()) == [path]


def test_blocks_are_written_one_after_another(tmp_path: Path) -> None:
    path = tmp_path / "file"
    replace_file(path, (bytes([65 + i]) for i in range(3)))
    assert path.read_bytes() == b"ABC"


def test_blocks_that_end_in_an_error_leave_what_was_there(tmp_path: Path) -> None:
    def blocks() -> Iterator[bytes]:
        yield b"new"
        raise ValueError("no more")

    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(ValueError, match="no more"):
        replace_file(path, blocks())
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o640)
    replace_file(path, "new")
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("content", ["new", b"new"])
def test_what_cannot_be_written_leaves_what_was_there(
    tmp_path: Path, content: str | bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left") as caught:
        replace_file(path, content)
    assert caught.value.filename == str(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_held_by_one_at_a_time(tmp_path: Path) -> None:
    path, other = tmp_path / "file", tmp_path / "link"
    other.symlink_to(path)
    for name in (path, other):
        with locked(path):
            with pytest.raises(BlockingIOError) as caught, locked(name):
                pass
            assert caught.value.filename == str(path)
            with locked(tmp_path / "another"):
                replace_file(path, "new")
    with pytest.raises(ValueError, match="ended"), locked(path):
        raise ValueError("ended")
    assert sorted(tmp_path.iterdir()) == [path, other]


def test_a_lock_that_was_left_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / ".file.lock").touch()
    with locked(tmp_path / "file"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_lock_that_is_removed_while_it_is_taken_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever had it removes it after another one has opened it."""
    path, real, opened = tmp_path / "file", files.lock, list[Any]()

    def late(file: Any) -> None:
        if not opened:
            (tmp_path / ".file.lock").unlink()
        opened.append(file)
        real(file)

    monkeypatch.setattr(files, "lock", late)
    with locked(path):
        monkeypatch.undo()
        assert [file.closed for file in opened] == [True, False]
        with pytest.raises(BlockingIOError), locked(path):
            pass


def test_what_cannot_be_locked_is_named(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file") as caught, locked(tmp_path / "none" / "file"):
        pass
    assert caught.value.filename == str(tmp_path / "none" / "file")
