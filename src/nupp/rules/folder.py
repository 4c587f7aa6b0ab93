"""The files beside the rules of a game: words in other languages, a page of the manual, a picture.

A game's folder is that of the file which defines its class: the folder of a package, or the one in which a
file given to `--load` lies. A game derived from another finds what is beside the other's rules, too.
"""

from __future__ import annotations

import json
import sys
import warnings
from functools import cache
from pathlib import Path
from typing import Any, Final

from nupp.rules.contract import Game
from nupp.rules.position import Position

PAGE: Final = "page.md"
"""The page of the manual about the games of a folder."""

PUZZLES: Final = "puzzles.jsonl"
"""Puzzles of the games of a folder, as `nupp puzzles make` writes them."""

PICTURE: Final = "picture.json"
"""The beginnings of good games, by the specs of games of the folder; they end where a picture is taken."""


def folders_of(game: Game) -> tuple[Path, ...]:
    """The folders in which a game and the games that it is derived from are defined, its own first.

    A class that was not read from a file, such as one of a notebook, has none.
    """
    kinds = [kind for kind in type(game).__mro__ if issubclass(kind, Game) and kind is not Game]
    return tuple(dict.fromkeys(folder for kind in kinds if (folder := _folder(kind))))


def _folder(kind: type[Game]) -> Path | None:
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    return Path(file).parent if file else None


def page_of(game: Game) -> Path | None:
    """The file of a game's own page in the manual; None if it has none."""
    folder = _folder(type(game))
    return folder / PAGE if folder and (folder / PAGE).is_file() else None


def puzzles_of(game: Game) -> Path | None:
    """The file with puzzles of the games of a folder; None if there is none."""
    folder = _folder(type(game))
    return folder / PUZZLES if folder and (folder / PUZZLES).is_file() else None


def picture_of(game: Game) -> Position | None:
    """The position that a game is pictured by; None if none is kept for this variant."""
    for path in (folder / PICTURE for folder in folders_of(game)):
        try:
            moves = _pictures(path).get(game.spec)
            if moves:
                return game.start_position().play_all(moves.split())
        except (ValueError, AttributeError) as error:
            warnings.warn(f"picture left out: {path}: {error}", stacklevel=2)
    return None


@cache
def _pictures(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
