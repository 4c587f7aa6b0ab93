"""Keeps words that make the package hard to read from coming back; `make lint` runs it.

`python tests/wording.py` prints two kinds of places, and exits with 1 if there are any. Words are "tell(s)",
"told" and "so many" in `src`, `docs` and README, names in code included. Openings are docstrings that
begin with "Whether", "What", "Who" or "How" instead of what a caller gets.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
WORDS: Final = re.compile(r"\b(?<!_file\.)(tells?|told|so many)\b", re.IGNORECASE)
"""The method `tell` of a file is no word of ours."""
OPENINGS: Final = re.compile(r'\s*"""(Whether|What|Who|How)\b')
SUFFIXES: Final = {".py", ".md", ".html"}
GENERATED: Final = "static"

Place = tuple[Path, int, str]
"""A file, the number of a line and its text."""


def texts(root: Path) -> Iterator[Path]:
    """Yield the files of prose and code under a root, without the built page."""
    yield root / "README.md"
    for folder in ("src", "docs"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SUFFIXES and GENERATED not in path.parts:
                yield path


def words_of(path: Path) -> Iterator[Place]:
    """Yield a place for each of the words in a file."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for _ in WORDS.finditer(line):
            yield path, number, line.strip()


def openings_of(path: Path) -> Iterator[Place]:
    """Yield the first lines of docstrings that open with one of the words."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if OPENINGS.match(line):
            yield path, number, line.strip()


def found(root: Path = ROOT) -> dict[str, list[Place]]:
    """Return all places under a root, by their kinds."""
    files = list(texts(root))
    modules = [path for path in files if path.suffix == ".py" and path.is_relative_to(root / "src")]
    return {
        "words": [place for path in files for place in words_of(path)],
        "openings": [place for path in modules for place in openings_of(path)],
    }


def main() -> int:
    places = found()
    for kind, some in places.items():
        for path, line, text in some:
            print(f"{path.relative_to(ROOT)}:{line}: {kind}: {text}")
    return int(any(places.values()))


if __name__ == "__main__":
    sys.exit(main())
