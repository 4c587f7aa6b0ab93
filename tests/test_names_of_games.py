"""The engine knows no game: only the folders of games and the studies name one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from nupp.rules import GAMES

PACKAGE: Final = Path(__file__).parents[1] / "src" / "nupp"
ABOUT_GAMES: Final = ("games", "studies")
"""The parts of the package that may name games."""
NOT_OURS: Final = ("server",)
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


def texts() -> Iterator[tuple[str, str]]:
    """The files of the engine that are text, by their paths in the package."""
    for path in sorted(PACKAGE.rglob("*")):
        parts = path.relative_to(PACKAGE).parts
        if path.is_file() and parts[0] not in (*ABOUT_GAMES, *NOT_OURS) and not {*parts} & {*GENERATED}:
            yield "/".join(parts), path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", names())
def test_the_engine_does_not_name_a_game(name: str) -> None:
    homonym = re.compile(HOMONYMS.get(name, r"(?!)"))
    word = re.compile(rf"\b{name}\b")
    found = [
        f"{path}:{number}: {line.strip()}"
        for path, text in texts()
        for number, line in enumerate(text.splitlines(), start=1)
        if word.search(homonym.sub("", line))
    ]
    assert found == []


def test_homonyms_are_still_needed() -> None:
    everything = "\n".join(text for _, text in texts())
    assert [name for name, pattern in HOMONYMS.items() if not re.search(pattern, everything)] == []
