"""Networks that come with a game, each with the verdict of its match: `NAME.nupp` and `NAME.json`.

They lie in `strength/` beside the rules of the game, or in the user's data folder, where `nupp
install-network` puts them. The verdict is a JSON object: `network`, the digest of the network's file; `fits`,
by the specs of the games that it is for, with `*` for any value of a parameter, the match that it played
there (see `Verdict`), or in words what it beat, empty if nothing. A network without its own verdict is left
out.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from nupp.evaluators.archives import MAGIC, SEAL
from nupp.folders import data_folder
from nupp.rules import Game
from nupp.rules.folder import folders_of
from nupp.spec import fits

FOLDER: Final = "strength"
"""The folder beside the rules of a game that holds its networks."""
BUNDLE: Final = ".tuned.json"
"""The ending of bundles, which lie in the same folder (see `bundles.py`)."""


@dataclass(frozen=True)
class Verdict:
    """The result of a match of a network against what the game was played with before.

    against: the evaluator, or the player. limits: of a move. openings: random moves before each pair of
    games. seed: of all random choices; None: unknown. won: True where `strong` plays with the network.
    """

    against: str
    wins: int
    draws: int
    losses: int
    limits: str
    won: bool
    openings: int | None = None
    seed: int | None = None

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of the points that the network got."""
        return (self.wins + self.draws / 2) / max(1, self.games)

    def __str__(self) -> str:
        return f"{self.against}: {100 * self.score:.0f} % of {self.games} games, {self.limits}"


@dataclass(frozen=True)
class LearnedNetwork:
    """A network that comes with a game, under the name `learned`.

    path: its file. fits: the specs of games that it is for, with `*` for any value of a parameter, and the
    evaluator that it beat there with the score. `strong` plays with it where it beat one; where that is empty
    it is there by its name alone.
    """

    path: Path
    fits: Mapping[str, str]

    def beat(self, game: Game) -> str | None:
        """The record of its match in a game, empty if it has none; None if it is not for the game."""
        return next((beat for spec, beat in self.fits.items() if fits(game.spec, spec)), None)


def digest_of(content: bytes) -> str:
    """The digest of a network's file, which its first bytes hold."""
    return content[len(MAGIC) : SEAL].hex()


def user_folder(game: Game) -> Path:
    """The folder in the user's data folder for the networks of a game."""
    return data_folder() / FOLDER / game.name


def strength_folders(game: Game) -> Iterator[Path]:
    """The folders for what makes programs strong in a game: the user's, and `strength/` beside its rules."""
    yield user_folder(game)
    yield from (folder / FOLDER for folder in folders_of(game))


def networks_beside(game: Game) -> Iterator[LearnedNetwork]:
    """The networks of a game in the user's data folder, and in `strength/` beside its rules."""
    for folder in strength_folders(game):
        yield from networks_in(folder)


def networks_in(folder: Path) -> Iterator[LearnedNetwork]:
    """The networks in a folder that have a verdict; a warning for verdicts that are not of their network."""
    verdicts = (file for file in folder.glob("*.json") if not file.name.endswith(BUNDLE))
    for file in sorted(verdicts):
        path = file.with_suffix(".nupp")
        try:
            yield _network(file, path, stamp_of(file), stamp_of(path))
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            warnings.warn(f"network left out: {str(file)!r}: {error}", stacklevel=2)


def stamp_of(file: Path) -> tuple[int, int]:
    """The time and size of a file, by which a change is noticed."""
    status = file.stat()
    return status.st_mtime_ns, status.st_size


@lru_cache(maxsize=1024)
def _network(file: Path, path: Path, *stamps: tuple[int, int]) -> LearnedNetwork:
    """The network of a file of verdicts; ValueError and the like for one that is not of its network."""
    about = json.loads(file.read_text(encoding="utf-8"))
    beaten = {spec: _beaten(verdict) for spec, verdict in about["fits"].items()}
    with path.open("rb") as network:
        if about["network"] != digest_of(network.read(SEAL)):
            raise ValueError(f"it is of another network than {path.name!r}")
    return LearnedNetwork(path, beaten)


def _beaten(verdict: dict[str, Any] | str) -> str:
    """The opponent that a network beat, with the score; empty if none."""
    if isinstance(verdict, str):
        return verdict
    match = Verdict(**verdict)
    return str(match) if match.won else ""


def verdict_text(content: bytes, verdicts: Mapping[str, Verdict]) -> str:
    """The content of the file of a network's verdicts, by the specs of games."""
    about: dict[str, Any] = {"network": digest_of(content)}
    about["fits"] = {spec: asdict(verdict) for spec, verdict in verdicts.items()}
    return json.dumps(about, indent=1) + "\n"
