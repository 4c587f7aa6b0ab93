r"""Files of pattern networks, by which every player that takes an evaluator can be given a learned one.

A file ends in `.nupp`. It begins with the eight bytes `nupp\x89NET` and the SHA-256 of the rest, which is a
NumPy archive (nothing in it is ever executed) of two arrays:

- `about`: a JSON object as bytes, with `format`; `game`, the canonical spec; `values`, how many kinds of
  contents a cell has; `families`, each with its `patterns` and `turns`, and `stage_of`, as `Patterns` takes
  them; `features`, the name of what is looked up besides (see `features.py`); `recipe`, how it was trained:
  method, parameters, seed, metrics; and `nupp`, the writer's version;
- `weights`: int16, shape (sets of tables, entries), as `PatternNetwork` takes them.

Networks that come with the package are found by the name `learned`.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from nupp.evaluators.features import features
from nupp.evaluators.patterns import Family, PatternNetwork, Patterns
from nupp.games import Game
from nupp.version import __version__

T = TypeVar("T")

FORMAT: Final = "nupp patterns 1"
MAGIC: Final = b"nupp\x89NET"
SEAL: Final = len(MAGIC) + 32
"""The bytes before the archive."""
MOST_BYTES: Final = 64 << 20
"""No file is larger."""

_GOES_WITH: Final = {
    "nupp patterns": ": it goes with eval=FILE",
    "nupp network": ": it goes with net=FILE",
}
"""What is told of a file that was given in place of the other kind, by their formats without the numbers."""
_NOT_A_FILE: Final = (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError, EOFError)
_DAMAGED: Final = (zipfile.BadZipFile, zlib.error, NotImplementedError, RecursionError, MemoryError)


def pack(network: PatternNetwork, game: Game, recipe: Mapping[str, Any]) -> bytes:
    """The content of a file for a network that was trained for a game."""
    patterns = network.patterns
    about = {
        "format": FORMAT,
        "nupp": __version__,
        "game": game.spec,
        "values": game.cell_values,
        "families": [{"patterns": one.patterns, "turns": one.turns} for one in patterns.families],
        "stage_of": patterns.stage_of.tolist(),
        "features": patterns.features.name,
        "recipe": dict(recipe),
    }
    return write_archive(about, {"weights": network.weights}, compressed=True)


def unpack(content: bytes, game: Game) -> tuple[PatternNetwork, dict[str, Any]]:
    """The network in the content of a file, and its recipe; ValueError says why it is none for this game."""
    about, arrays = read_archive(content, FORMAT, game)
    try:
        families = [
            Family(_tuples(family["patterns"]), _tuples(family["turns"])) for family in about["families"]
        ]
        if about["values"] != game.cell_values:
            raise ValueError(f"{about['values']} kinds of contents of a cell: expected {game.cell_values}")
        stage_of = tuple(map(int, about["stage_of"]))
        patterns = Patterns(game, families, stage_of, features(about["features"], game))
        return PatternNetwork(patterns, arrays["weights"]), dict(about["recipe"])
    except _NOT_A_FILE as error:
        raise ValueError(f"it holds no network of patterns ({_reason(error)})") from None


def load(name: str, game: Game) -> PatternNetwork:
    """The network in a file, for a game; ValueError, which quotes the name, says why there is none."""
    return unpacked(name, game, unpack)[0]


def unpacked(name: str, game: Game, unpack: Callable[[bytes, Game], T]) -> T:
    """What `unpack` finds in a file for a game; ValueError, which quotes the name, says why it is nothing."""
    try:
        return unpack(_read_limited(Path(name)), game)
    except OSError as error:
        raise ValueError(f"{name!r} cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise ValueError(
            f"{name!r}: {error}: expected a network that nupp train wrote for {game.spec}"
        ) from None


def _read_limited(path: Path) -> bytes:
    """The content of a file; OSError if it cannot be read, ValueError if it is too large."""
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ValueError(f"it is larger than {MOST_BYTES >> 20} MB")
    return content


def shipped(game: Game) -> Path | None:
    """The file that comes with the package for a game, if there is one."""
    path = Path(str(files("nupp.evaluators"))) / "learned" / f"{game.spec.replace(':', '-')}.nupp"
    return path if path.is_file() else None


# ---- archives ----------------------------------------------------------------------------------------


def write_archive(about: Mapping[str, Any], arrays: Mapping[str, Any], compressed: bool) -> bytes:
    """An archive of arrays and of what is said about them."""
    text = np.frombuffer(json.dumps(about).encode(), np.uint8)
    buffer = io.BytesIO()
    (np.savez_compressed if compressed else np.savez)(buffer, about=text, **arrays)
    return seal(buffer.getvalue())


def seal(archive: bytes) -> bytes:
    """An archive behind what tells that it is one of nupp's, and whole."""
    return MAGIC + hashlib.sha256(archive).digest() + archive


def read_archive(content: bytes, form: str, game: Game) -> tuple[dict[str, Any], dict[str, Any]]:
    """What an archive says about itself, and its other arrays.

    ValueError unless it is whole, of this format, and made for this game.
    """
    archived = content[SEAL:]
    if content != seal(archived):
        raise ValueError("it is damaged, or something else (its checksum is wrong)")
    try:
        with np.load(io.BytesIO(archived), allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        about = json.loads(arrays.pop("about").tobytes())
        found, made_for = about["format"], about["game"]
    except (*_NOT_A_FILE, *_DAMAGED) as error:
        raise ValueError(f"it is damaged, or something else ({_reason(error)})") from None
    if found != form:
        kind = str(found).rpartition(" ")[0]
        hint = "" if form.startswith(kind) else _GOES_WITH.get(kind, "")
        raise ValueError(f"its format is {found!r}, not {form!r}{hint}")
    if made_for != game.spec:
        raise ValueError(f"it is for {made_for}, not for {game.spec}")
    return about, arrays


def _tuples(rows: Any) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(map(int, row)) for row in rows)


def _reason(error: Exception) -> str:
    return " ".join(str(error).split())[:120] or type(error).__name__
