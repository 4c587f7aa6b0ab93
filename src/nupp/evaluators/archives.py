r"""Archives in which what was learned is kept: sealed, for one game, and nothing in them is ever executed.

An archive begins with the eight bytes `nupp\x89NET` and the SHA-256 of the rest, which is a NumPy archive of
arrays. The one called `about` is a JSON object as bytes, with at least `format`, and `game`, the canonical
spec.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from nupp import spec
from nupp.rules import Game

T = TypeVar("T")

MAGIC: Final = b"nupp\x89NET"
SEAL: Final = len(MAGIC) + 32
"""The bytes before the archive."""
MOST_BYTES: Final = 64 << 20
"""No file of a network is larger."""
KEPT: Final = 8
"""The number of networks kept: those that were loaded last."""
NOT_A_FILE: Final = (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError, EOFError)
"""The errors of taking apart an archive of something else."""

_GOES_WITH: Final = {
    "nupp patterns": ": it goes with eval=FILE",
    "nupp convolution": ": it goes with eval=FILE",
    "nupp feedforward": ": it goes with eval=FILE",
    "nupp network": ": it goes with net=FILE",
}
"""The message on a file that was given in place of another kind, by format without the number."""
_DAMAGED: Final = (zipfile.BadZipFile, zlib.error, NotImplementedError, RecursionError, MemoryError)


def write_archive(about: Mapping[str, Any], arrays: Mapping[str, Any], compressed: bool) -> bytes:
    """An archive of arrays and of what is said about them."""
    text = np.frombuffer(json.dumps(about).encode(), np.uint8)
    buffer = io.BytesIO()
    (np.savez_compressed if compressed else np.savez)(buffer, about=text, **arrays)
    return seal(buffer.getvalue())


def seal(archive: bytes) -> bytes:
    """Return an archive behind a head that shows that it is one of nupp's, and whole."""
    return MAGIC + hashlib.sha256(archive).digest() + archive


def read_archive(
    content: bytes, game: Game, *forms: str, fits: Sequence[str] = ()
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return an archive's description of itself, and its other arrays.

    ValueError unless it is whole, of one of these formats, and made for this game or one of those that a
    pattern in `fits` stands for (see `nupp.spec.fits`).
    """
    archived = content[SEAL:]
    if content != seal(archived):
        raise ValueError("it is damaged, or something else (its checksum is wrong)")
    try:
        with np.load(io.BytesIO(archived), allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        about = json.loads(arrays.pop("about").tobytes())
        found, made_for = about["format"], about["game"]
    except (*NOT_A_FILE, *_DAMAGED) as error:
        raise ValueError(f"it is damaged, or something else ({reason_of(error)})") from None
    if found not in forms:
        kind = str(found).rpartition(" ")[0]
        hint = "" if any(form.startswith(kind) for form in forms) else _GOES_WITH.get(kind, "")
        raise ValueError(f"its format is {found!r}, not {' or '.join(map(repr, forms))}{hint}")
    if made_for != game.spec and not any(spec.fits(game.spec, pattern) for pattern in fits):
        raise ValueError(f"it is for {made_for}, not for {game.spec}")
    return about, arrays


def loaded(name: str, game: Game, unpack: Callable[..., T], *more: Hashable) -> T:
    """Return `unpack(content, game, *more)` for a file; the same object while the file stays the same.

    The caller must not change it. ValueError, which quotes the name, says why there is nothing.
    """
    try:
        path = Path(name).resolve()
        found = path.stat()
        made: T = _load(path, (found.st_ino, found.st_mtime_ns, found.st_size), game, unpack, more)
        return made
    except OSError as error:
        raise ValueError(f"{name!r} cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise ValueError(
            f"{name!r}: {error}: expected a network that nupp train wrote for {game.spec}"
        ) from None


@lru_cache(maxsize=KEPT)
def _load(path: Path, stamp: Hashable, game: Game, unpack: Callable[..., Any], more: tuple[Any, ...]) -> Any:
    """Return what a file unpacks to; stamp: distinguishes its versions."""
    return unpack(_read_limited(path), game, *more)


def _read_limited(path: Path) -> bytes:
    """The content of a file; OSError if it cannot be read, ValueError if it is too large."""
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ValueError(f"it is larger than {MOST_BYTES >> 20} MB")
    return content


def reason_of(error: Exception) -> str:
    """The text of an error, in a short line."""
    return " ".join(str(error).split())[:120] or type(error).__name__
