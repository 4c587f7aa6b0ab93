"""Files of exact values: written whole, checked when read, found beside networks."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from nupp.evaluators.learned import user_folder
from nupp.rules import game
from nupp.search.packed import (
    Format,
    PackedError,
    about_packed,
    game_of_file,
    packed_files,
    read_mapped,
    read_packed,
    write_mapped,
    write_packed,
)

NOTES = Format("page of notes", ".notes", b"nupp notes 1\n", "nupp note", "pages", range(1, 9))
HEX = game("hex:size=5")
ABOUT = {"fits": ["hex:size=*"], "pages": 2}


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "one.notes"
    write_packed(path, NOTES, ABOUT, b"values")
    about, content = read_packed(path, NOTES, HEX)
    assert (about["pages"], content) == (2, b"values")
    assert about_packed(path, NOTES) == about
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "write",
    [
        lambda path: write_packed(path, NOTES, ABOUT, b"other values"),
        lambda path: write_mapped(path, NOTES, ABOUT, np.ones(9, np.uint8)),
    ],
)
def test_what_cannot_be_written_leaves_what_was_there(
    tmp_path: Path, write: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "one.notes"
    write_packed(path, NOTES, ABOUT, b"values")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        write(path)
    assert caught.value.filename == str(path)
    assert read_packed(path, NOTES, HEX)[1] == b"values"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (
            lambda text: b"other\n" + text,
            r"'.*one\.notes' is no page of notes: expected a file made by `nupp note`",
        ),
        (lambda text: text.replace(b"{", b"", 1), "is damaged: expected JSON in its second line"),
        (lambda text: text[:-8], "is damaged"),
        (lambda text: text.replace(b'"digest": "', b'"digest": "0'), "not those that were written"),
        (
            lambda text: text.replace(b"hex:size", b"hex:bize"),
            "is for hex:bize=.*: expected one for hex:size=5",
        ),
    ],
)
def test_other_files_and_damaged_ones(tmp_path: Path, spoil: object, words: str) -> None:
    path = tmp_path / "one.notes"
    write_packed(path, NOTES, ABOUT, b"values")
    path.write_bytes(spoil(path.read_bytes()))  # type: ignore[operator]
    with pytest.raises(PackedError, match=words):
        read_packed(path, NOTES, HEX)


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("[1]", "expected a JSON object in its second line"),
        ("[" * 100_000, "expected JSON in its second line"),
        ('{"fits": "hex", "digest": "", "pages": 2}', "expected a list of specs as 'fits'"),
        ('{"fits": [], "digest": "", "pages": 2}', "expected a list of specs as 'fits'"),
        ('{"fits": [1], "digest": "", "pages": 2}', "expected a list of specs as 'fits'"),
        ('{"fits": ["hex"], "digest": 1, "pages": 2}', "expected a text as 'digest'"),
        ('{"fits": ["hex"], "digest": ""}', "expected a whole number from 1 to 8 as 'pages'"),
        ('{"fits": ["hex"], "digest": "", "pages": 9}', "expected a whole number from 1 to 8 as 'pages'"),
        ('{"fits": ["hex"], "digest": "", "pages": true}', "expected a whole number from 1 to 8 as 'pages'"),
        (
            '{"fits": ["hex"], "digest": "", "pages": 2, "mapped": "1"}',
            "expected a whole number from 1 to .* as 'm",
        ),
    ],
)
def test_what_the_json_of_a_file_lacks_is_said(tmp_path: Path, head: str, words: str) -> None:
    path = tmp_path / "one.notes"
    path.write_bytes(NOTES.magic + head.encode() + b"\n")
    with pytest.raises(PackedError, match=rf"one\.notes' is damaged: {words}"):
        about_packed(path, NOTES)


def test_a_file_is_for_a_game(tmp_path: Path) -> None:
    path = tmp_path / "one.notes"
    write_packed(path, NOTES, {**ABOUT, "fits": ["draughts:variant=english,draws=*", "hex"]}, b"")
    assert game_of_file(path, NOTES) is game("draughts:variant=english")


def test_a_compressed_file_is_not_mapped(tmp_path: Path) -> None:
    path = tmp_path / "one.notes"
    write_packed(path, NOTES, ABOUT, b"values")
    with pytest.raises(PackedError, match="is damaged: expected 'mapped' in its second line"):
        read_mapped(path, NOTES, HEX)


def test_files_are_found_by_what_they_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUPP_DATA", str(tmp_path))
    folder = user_folder(HEX)
    folder.mkdir(parents=True)
    write_packed(folder / "a.notes", NOTES, ABOUT, b"")
    write_packed(folder / "b.notes", NOTES, {"fits": ["hex:size=7"], "pages": 1}, b"")
    (folder / "c.notes").write_text("nonsense")
    with pytest.warns(UserWarning, match=r"page of notes left out: '.*c\.notes'"):
        found = list(packed_files(HEX, NOTES))
    assert [path.name for _, path in found] == ["a.notes"]
