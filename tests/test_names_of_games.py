"""The engine and the page know no game: only the folders of games and the studies name one."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from nupp.rules import GAMES

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "src" / "nupp"
PAGE: Final = ROOT / "web" / "src"
ABOUT_GAMES: Final = {PACKAGE: ("games", "studies"), PAGE: ("course", "experiments")}
"""The folders of the package and of the page that may name games."""
GENERATED: Final = ("__pycache__", "static")
HOMONYMS: Final = {"hex": r"\.hex\(\)"}
"""What a name means elsewhere: `bytes.hex` writes bytes in hexadecimal."""


def names() -> list[str]:
    """The names of the games that come with nupp, and of the folders that they are in."""
    GAMES.fill()
    folders = {folder.name for folder in (PACKAGE / "games").iterdir() if (folder / "__init__.py").is_file()}
    shipped = {
        name for name in GAMES.names() if GAMES.entry(name).factory.__module__.startswith("nupp.games.")
    }
    return sorted(folders | shipped)


@cache
def texts() -> list[tuple[str, str]]:
    """The files of the engine and of the page that are text, by their paths."""
    found = []
    for path in (*sorted(PACKAGE.rglob("*")), *sorted(PAGE.rglob("*"))):
        of = PACKAGE if path.is_relative_to(PACKAGE) else PAGE
        parts = path.relative_to(of).parts
        if path.is_file() and parts[0] not in ABOUT_GAMES[of] and not {*parts} & {*GENERATED}:
            found.append((str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")))
    return found


@pytest.mark.parametrize("name", names())
def test_neither_the_engine_nor_the_page_names_a_game(name: str) -> None:
    homonym = re.compile(HOMONYMS.get(name, r"(?!)"))
    word = re.compile(rf"\b{name}\b")
    found = [
        f"{path}:{number}: {line.strip()}"
        for path, text in texts()
        if name in text
        for number, line in enumerate(text.splitlines(), start=1)
        if word.search(homonym.sub("", line))
    ]
    assert found == []


def test_homonyms_are_still_needed() -> None:
    everything = "\n".join(text for _, text in texts())
    assert [name for name, pattern in HOMONYMS.items() if not re.search(pattern, everything)] == []
