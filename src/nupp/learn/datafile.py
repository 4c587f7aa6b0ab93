r"""Files of positions with what a search thought of them and how their games ended.

A file begins with the eight bytes `nupp\x89POS`, followed by blocks. The head of a block is 16 bytes, little
endian: four letters for its kind, the length of its content, the number of positions in it, and the
CRC-32 of these three and the content. Blocks are:

- `HEAD`, the first: JSON with the game, the layout of its states, and all that decides the games;
  compressed by zlib, as the others are.
- `GAME`, one for every chunk of games, in order: first the facts of the positions, column after column (see
  `FACTS`), then their states, each combined by exclusive or with the one before it and then turned so that
  the first bytes of all states come first. What hardly changes from move to move compresses well so.
- `DONE`, the last, empty: without it the file is still being written, or was cut short.

All that a block holds follows from the header and its number, so a run that was stopped, however roughly, and
resumed leaves the same bytes as one that was not.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import struct
import zlib
from collections.abc import Iterator, Sequence
from io import FileIO
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.formats import lock
from nupp.kernel import record_dtype
from nupp.rules import Game
from nupp.rules.basics import States
from nupp.version import __version__

MAGIC: Final = b"nupp\x89POS"
FORMAT: Final = 2
"""The version of the format; a reader refuses others."""

FACTS: Final = record_dtype(
    ("value", np.int32),
    ("game", np.uint32),
    ("margin", np.int16),
    ("ply", np.uint16),
    ("side", np.int8),
    ("result", np.int8),
)
"""The facts on a position. value: the score of the search, from the view of the side to move, in the unit
of its evaluator; won and lost games as `nupp.search.scores` has them. game: its number. margin: by which the
game ended, and result: 1, 0 or -1, both from the view of the side to move; of a position that was solved the
result is that of best play. ply: how many moves were made before. side: to move, 0 or 1."""

_COLUMNS: Final = tuple(name for name in FACTS.names or () if not name.startswith("padding"))
_BLOCK: Final = struct.Struct("<4sII")
_CHECKSUM: Final = struct.Struct("<I")
_HEAD, _GAMES, _DONE = b"HEAD", b"GAME", b"DONE"


class DataError(Exception):
    """A file of positions that cannot be read or written; the message says which and why."""


class OtherRunError(DataError):
    """A file of positions that holds another run than the one that is to be resumed."""


class Chunk(NamedTuple):
    """Positions of some games, in order. states: States (n). facts: FACTS (n)."""

    states: States
    facts: NDArray[Any]


def layout_of(game: Game) -> list[list[Any]]:
    """The layout of a game's states, as JSON has it."""
    return [[*map(str, field[:2]), *map(list, field[2:])] for field in game.State.descr]


def joined(chunks: list[Chunk], game: Game) -> Chunk:
    """Several chunks as one."""
    none = Chunk(np.zeros(0, game.State), np.zeros(0, FACTS))
    return Chunk(*(np.concatenate(parts) for parts in zip(none, *chunks, strict=True)))


# ---- writing -------------------------------------------------------------------------------------


class Writer:
    """A file of positions, to be used as a context manager.

    header: what decides the positions; the format, the version of nupp, the game's spec and the layout are
    added. resume: continue the file, if there is one, else it has to be new. On entering, `chunks` and
    `positions` are those that the file holds already; what was written half is taken off.
    DataError, and the file is left as it is, if it holds something else, is being written by another process,
    or cannot be written.
    """

    def __init__(self, path: Path, game: Game, header: dict[str, Any], resume: bool = False) -> None:
        self.path, self.chunks, self.positions, self.is_done = path, 0, 0, False
        own = {"game": game.spec, "layout": layout_of(game)}
        self.header = {"format": FORMAT, "version": __version__, **header, **own}
        self._resume = resume
        self._file: FileIO | None = None

    def __enter__(self) -> Writer:
        try:
            self._file = self.path.open("r+b" if self._resume and self.path.exists() else "x+b", buffering=0)
            self._lock(self._file)
            self._begin(self._file)
        except FileExistsError as error:
            raise DataError(f"{str(self.path)!r} exists: expected a new file") from error
        except OSError as error:
            self._close()
            raise self._cannot(error) from error
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self._close()

    def write(self, chunk: Chunk) -> None:
        """Keep the next chunk; DataError if that is not possible, and those before it are safe."""
        self._put(_GAMES, _packed(chunk), len(chunk.facts))
        self.chunks += 1
        self.positions += len(chunk.facts)

    def finish(self) -> None:
        """Say that nothing follows."""
        if not self.is_done:
            self._put(_DONE, b"", 0)
            self.is_done = True

    def _put(self, kind: bytes, content: bytes, positions: int) -> None:
        self._add(_block(kind, content, positions))

    def _add(self, left: bytes) -> None:
        """Add bytes at the end of the file, or nothing."""
        assert self._file is not None
        end = self._file.seek(0, os.SEEK_END)
        try:
            while left:
                left = left[self._file.write(left) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            with contextlib.suppress(OSError):  # what cannot be taken off is taken for a block cut short
                self._file.truncate(end)
            raise self._cannot(error) from error

    def _begin(self, file: FileIO) -> None:
        """Read what the file holds, and make it ready for the next chunk."""
        head = MAGIC + _block(_HEAD, json.dumps(self.header).encode(), 0)
        file.seek(0)
        if head.startswith(file.read(len(head) - 1)) and file.seek(0, os.SEEK_END) < len(head):
            file.truncate(0)  # there was nothing, or the beginning of this very header
            self._add(head)
            return
        with Reader(self.path) as reader:
            self._compare(reader.header)
            for kind, count in reader.blocks():
                self.chunks += kind == _GAMES
                self.positions += count
                self.is_done = kind == _DONE
            file.truncate(reader.sound)

    def _compare(self, found: dict[str, Any]) -> None:
        for name in dict.fromkeys([*self.header, *found]):
            if name != "layout" and found.get(name) != self.header.get(name):
                raise OtherRunError(
                    f"{str(self.path)!r} holds another run: it was begun with {name}={found.get(name)!r}, "
                    f"not {self.header.get(name)!r}: expected {name}={found.get(name)!r}"
                )

    def _lock(self, file: FileIO) -> None:
        try:
            lock(file)
        except BlockingIOError:
            raise DataError(f"{str(self.path)!r} is being written by another run") from None

    def _cannot(self, error: OSError) -> DataError:
        kept = f"; {self.positions} positions are kept there" if self.chunks else ""
        return DataError(f"cannot write {str(self.path)!r}: {error.strerror or error}{kept}")

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _block(kind: bytes, content: bytes, positions: int) -> bytes:
    packed = zlib.compress(content, 6)
    head = _BLOCK.pack(kind, len(packed), positions)
    return head + _checksum(head, packed) + packed


def _checksum(head: bytes, content: bytes) -> bytes:
    return _CHECKSUM.pack(zlib.crc32(content, zlib.crc32(head)))


def _packed(chunk: Chunk) -> bytes:
    columns = b"".join(np.ascontiguousarray(chunk.facts[name]).tobytes() for name in _COLUMNS)
    rows = _bytes_of(chunk.states)
    rows[1:] ^= rows[:-1].copy()
    return columns + np.ascontiguousarray(rows.T).tobytes()


def _bytes_of(states: States) -> NDArray[np.uint8]:
    """The memory of states, a row for each, as a copy."""
    return np.frombuffer(states.tobytes(), np.uint8).reshape(len(states), states.dtype.itemsize).copy()


# ---- reading -------------------------------------------------------------------------------------


class Reader:
    """A file of positions that is read, to be used as a context manager.

    header: what decides the positions. sound: up to where the file has been found whole. is_checked: whether
    it has been found to be of the game that is wanted. DataError if it cannot be read, is no such file, or is
    of another version of the format.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.is_checked = path, False
        try:
            self._file: BinaryIO = path.open("rb")
        except OSError as error:
            raise DataError(f"cannot read {str(path)!r}: {error.strerror or error}") from error
        try:
            self.header = self._read_header()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def blocks(self) -> Iterator[tuple[bytes, int]]:
        """The kinds of the blocks after the header, with their positions, as long as they are whole."""
        while (block := self._next()) is not None:
            self.sound = self._file.tell()
            yield block[0], block[2]

    def first(self) -> bytes | None:
        """The content of the first block of games, None without one; nothing else has been read yet."""
        block = self._next()
        return None if block is None or block[0] != _GAMES else block[1]

    def chunks(self, game: Game) -> Iterator[Chunk]:
        """The positions of a file of a game, chunk after chunk.

        DataError if they are of another game or of another layout of its states; and, after those before it,
        for what is damaged or cut short.
        """
        self._check(game)
        self.is_checked = True
        while True:
            block = self._next()
            if block is None:
                raise DataError(
                    f"{str(self.path)!r} is damaged or cut short: it is whole up to byte {self.sound}; a run "
                    "of nupp selfplay that was stopped is resumed by --resume"
                )
            self.sound = self._file.tell()
            if block[0] == _DONE:
                return
            yield _unpacked(block[1], block[2], game)

    def _check(self, game: Game) -> None:
        if self.header["game"] != game.spec:
            raise DataError(
                f"{str(self.path)!r} holds positions of {self.header['game']}: expected {game.spec}"
            )
        if self.header["layout"] != layout_of(game):
            raise DataError(
                f"{str(self.path)!r} was written by nupp {self.header['version']}, whose states of "
                f"{game.spec} are other ones than those of {__version__}: it has to be made anew"
            )

    def _read_header(self) -> dict[str, Any]:
        magic = self._file.read(len(MAGIC))
        block = self._next() if magic == MAGIC else None
        if block is None or block[0] != _HEAD:
            raise DataError(f"{str(self.path)!r} is no file of positions: expected one of `nupp selfplay`")
        header: dict[str, Any] = json.loads(block[1])
        if header.get("format") != FORMAT:
            raise DataError(
                f"{str(self.path)!r} has format {header.get('format')!r}, of nupp {header.get('version')}: "
                f"expected format {FORMAT}"
            )
        self.sound = self._file.tell()
        return header

    def _next(self) -> tuple[bytes, bytes, int] | None:
        """The kind, content and positions of the next block; None if it is not whole."""
        head, checksum = self._file.read(_BLOCK.size), self._file.read(_CHECKSUM.size)
        if len(checksum) < _CHECKSUM.size:
            return None
        kind, length, positions = _BLOCK.unpack(head)
        if kind not in (_HEAD, _GAMES, _DONE):
            return None
        content = self._file.read(length)
        if len(content) < length or _checksum(head, content) != checksum:
            return None
        return kind, zlib.decompress(content), positions


def require_different(paths: Sequence[Path]) -> None:
    """DataError, which names both, if two files hold the same games, though one may hold more of them.

    Those are files that begin with the same positions, and those of one run of `nupp selfplay`, of which the
    number of games may differ, and the effort to solve positions. Of games that come up twice, one half could
    be tested on and the other be learnt from.
    """
    known: dict[str, int] = {}
    for number, path in enumerate(paths):
        for mark in _marks_of(path):
            if known.setdefault(mark, number) != number:
                both = f"{str(paths[known[mark]])!r} and {str(path)!r}"
                raise DataError(f"{both} hold the same games: expected every game once")


def _marks_of(path: Path) -> list[str]:
    """The identity of a file's games: digests of its run and of its first block."""
    marks = []
    with Reader(path) as reader:
        if reader.header.get("source") == "selfplay":
            run = {name: value for name, value in reader.header.items() if name not in ("games", "exact")}
            marks.append(json.dumps(run, sort_keys=True))
        first = reader.first()
        if first is not None:
            marks.append(hashlib.sha256(first).hexdigest())
    return marks


def _unpacked(content: bytes, n: int, game: Game) -> Chunk:
    facts, place = np.zeros(n, FACTS), 0
    for name in _COLUMNS:
        kind = FACTS[name]
        facts[name] = np.frombuffer(content, kind, n, place)
        place += n * kind.itemsize
    rows = np.frombuffer(content, np.uint8, offset=place).reshape(game.State.itemsize, n).T
    rows = np.bitwise_xor.accumulate(rows, axis=0)
    return Chunk(np.frombuffer(rows.tobytes(), game.State).copy(), facts)
