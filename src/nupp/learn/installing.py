"""Putting a network with its verdict where `strong` finds it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import nupp
from nupp.evaluators.learned import (
    FOLDER,
    LearnedNetwork,
    Verdict,
    networks_in,
    user_folder,
    verdict_text,
)
from nupp.formats import replace_file
from nupp.rules import Game
from nupp.rules.folder import folders_of

PACKAGE = Path(nupp.__file__).parent


def folder_for(game: Game) -> Path:
    """The folder for the networks of a game.

    That is `strength/` beside the rules of a game of nupp in a checkout, else one in the user's data folder.
    """
    own = next(iter(folders_of(game)), None)
    is_checkout = (PACKAGE.parents[1] / "pyproject.toml").is_file()
    shelf = is_checkout and own is not None and own.is_relative_to(PACKAGE / "games")
    return own / FOLDER if own is not None and shelf else user_folder(game)


def file_for(game: Game, folder: Path) -> tuple[Path, LearnedNetwork | None]:
    """The file for a network of a game in a folder, and the network for this game that is there now."""
    known = next((one for one in networks_in(folder) if next(iter(one.fits), None) == game.spec), None)
    name = re.sub(r"[^A-Za-z0-9]+", "-", game.spec).strip("-")
    return (known.path if known else folder / f"{name}.nupp"), known


def install(content: bytes, game: Game, verdict: Verdict) -> Path:
    """Write a network and its verdict to the folder for a game; returns its file there.

    It replaces the network that was made for this game in that folder; one that was made for another game and
    has served here, too, is no longer for this one. ValueError if the replaced one won its match and the new
    one did not; OSError if the files cannot be written.
    """
    folder = folder_for(game)
    path, known = file_for(game, folder)
    if known is not None and known.beat(game) and not verdict.won:
        raise ValueError(f"{str(path)!r} beat {known.beat(game)}, and stays")
    folder.mkdir(parents=True, exist_ok=True)
    replace_file(path, content)
    replace_file(path.with_suffix(".json"), verdict_text(content, {game.spec: verdict}))
    for other in networks_in(folder):
        if other.path != path and game.spec in other.fits:
            _leave(other.path.with_suffix(".json"), game.spec)
    return path


def _leave(verdicts: Path, spec: str) -> None:
    """Take a game out of the verdicts of a network that another one has replaced there."""
    about = json.loads(verdicts.read_text(encoding="utf-8"))
    del about["fits"][spec]
    replace_file(verdicts, json.dumps(about, indent=1) + "\n")
