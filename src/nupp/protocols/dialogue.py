"""Dialogues: the steps by which an engine is asked for a move, whatever the protocol."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, TypeVar

from nupp.players.budget import LONGEST, Budget
from nupp.protocols.program import EngineError, Program
from nupp.protocols.protocol import SearchInfo, plain
from nupp.rules import Game, Position


@dataclass(frozen=True)
class Chosen:
    """The move that an engine has chosen, in its own notation, and the search info that came with it."""

    move: str
    info: SearchInfo | None = None


class Dialogue(ABC):
    """A conversation with one engine about one game, in one protocol."""

    protocol: ClassVar[str]

    def __init__(self, game: Game, program: Program, options: Mapping[str, str]) -> None:
        self.game, self.program, self.options = game, program, options

    @abstractmethod
    def greet(self, seconds: float) -> None:
        """Get the engine ready within some seconds, and set its options.

        EngineError if it does not get ready, or lacks or refuses an option, as far as the protocol lets it
        say so: engines of NBoard and Gomocup pass over in silence what they do not know.
        """

    @abstractmethod
    def begin_game(self, seconds: float) -> None:
        """Announce a new game."""

    @abstractmethod
    def synchronise(self, seconds: float) -> None:
        """Wait until the engine has answered all before, so that later lines belong to the next request."""

    @abstractmethod
    def ask(self, position: Position, budget: Budget) -> None:
        """Send the position and the limits, and begin a search."""

    @abstractmethod
    def stop(self) -> None:
        """Ask for an end of the search; may be called by another thread."""

    @abstractmethod
    def hear(self, line: str, info: SearchInfo) -> SearchInfo | Chosen | None:
        """The search info of a line, added to `info` so far, or the move chosen; None for any other line."""

    @abstractmethod
    def code(self, position: Position, move: str) -> int:
        """The code of a move in the engine's words; ValueError if it is not legal."""

    def line_texts(self, position: Position, line: tuple[str, ...]) -> tuple[str, ...]:
        """A principal variation in the notation of the game, up to the first move that is not legal."""
        texts = []
        for move in line:
            try:
                code = self.code(position, move)
            except ValueError:
                break
            texts.append(position.format_move(code))
            position = position.play_code(code)
        return tuple(texts)

    def require_options(self, known: Iterable[str]) -> None:
        """EngineError if an option is to be set that the engine has not listed."""
        names = sorted(known)
        for name in self.options:
            if name.lower() not in map(str.lower, names):
                raise EngineError(
                    f"it has no option {name!r}: expected {plain(', '.join(names)) or 'none at all'}"
                )

    def wait_for(self, wanted: Callable[[str], bool], what: str, seconds: float) -> str:
        """The first line that is wanted; EngineError if there is none in time. Others are passed over."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            line = self.program.line(left)
            if line is not None and wanted(line.strip()):
                return line.strip()
        raise EngineError(f"no {what} after {seconds:g} s{self.program.words}")


_DIALOGUES: Final[dict[str, type[Dialogue]]] = {}

D = TypeVar("D", bound=type[Dialogue])


def register_dialogue(kind: D) -> D:
    """Register the dialogue of a protocol; usable as a decorator."""
    _DIALOGUES[kind.protocol] = kind
    return kind


def dialogue_for(protocol: str) -> type[Dialogue]:
    """The dialogue of a registered protocol."""
    return _DIALOGUES[protocol]


def is_endless(budget: Budget) -> bool:
    """True if a search ends only when it is stopped, as when it ponders."""
    return budget.seconds is not None and budget.seconds >= LONGEST


def refuse(line: str) -> EngineError:
    """The error for a line in which an engine says what it will not do."""
    return EngineError(f"it answered {plain(line)!r}")
