"""An engine: reads commands line by line, obeys each at once, and thinks in a thread of its own meanwhile.

Whatever is sent, it neither ends nor falls silent: what cannot be understood is answered as the protocol
has it, and the next line is read.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, BinaryIO, ClassVar, Final, TypeVar

from nupp.formats import printable
from nupp.kernel import Deadline
from nupp.players import Budget, Decision, Player, ThrottledReport
from nupp.players.clock import Lag
from nupp.protocols.protocol import ProtocolError, all_protocols, check_protocol, plain
from nupp.protocols.thinking import Limits, Search, Thinker
from nupp.rules import Game, Position
from nupp.spec import unknown_name

T = TypeVar("T")

LONGEST_LINE: Final = 1 << 20
"""Bytes beyond which a line is passed over."""
_PARTING: Final = 2.0
"""Seconds that are waited for a search to end when the engine does."""
_PAUSE: Final = 0.1
"""Seconds between two reports of a search, and before the first one."""

Command = Callable[[str], None]
"""Obeys a command, given the rest of its line; ValueError for what is wrong with that."""


class Engine(ABC):
    """An engine for one game, or its variants, that speaks one protocol.

    ValueError if the protocol does not play the game, SpecError if the player does not.
    """

    protocol: ClassVar[str]

    def __init__(self, game: Game, player: str, output: BinaryIO) -> None:
        check_protocol(self.protocol, game)
        self.thinker = Thinker(game, player)
        self.position: Position | None = None
        """The position that is talked about; None after one that could not be read."""
        self.leaving = False
        self.pondering = False
        """True if the last search began while the opponent thought, who has not moved yet."""
        self._output, self._lock = output, threading.Lock()
        self._search: Search[Any] | None = None
        self._lag = Lag()
        self._expected: dict[int, float] = {}
        """The expected clock of a side before its next move: if the last takes just what it was given."""
        self._commands = self.commands()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.thinker.game

    @abstractmethod
    def commands(self) -> dict[str, Command]:
        """The commands, by their first words in lower case."""

    @abstractmethod
    def complain(self, message: str) -> None:
        """Report what was wrong with a command."""

    def unknown(self, line: str) -> None:
        """Answer a line that begins with no known command; they are passed over by default."""
        return

    # ---- lines -----------------------------------------------------------------------------------

    def serve(self, stream: BinaryIO) -> None:
        """Obey the lines of a stream until it ends or one says so."""
        try:
            for line in self._lines(stream):
                self.obey(line)
                if self.leaving:
                    break
        finally:
            self.end()

    def _lines(self, stream: BinaryIO) -> Iterator[str]:
        while data := stream.readline(LONGEST_LINE):
            if len(data) < LONGEST_LINE or data.endswith(b"\n"):
                yield data.decode(errors="replace").strip()
                continue
            while data and not data.endswith(b"\n"):
                data = stream.readline(LONGEST_LINE)
            self.complain(f"a line of more than {LONGEST_LINE} bytes: expected shorter ones")

    def obey(self, line: str) -> None:
        """Obey one line, and report what is wrong with it."""
        word, _, rest = line.replace("\t", " ").partition(" ")
        command = self._commands.get(word.lower())
        try:
            if command is not None:
                command(rest.strip())
            elif line:
                self.unknown(line)
        except Exception as error:
            self.complain(reason(error))

    def say(self, line: str) -> None:
        """Send a line; nothing is done if nobody listens any more."""
        with self._lock:
            try:
                self._output.write(printable(line).encode() + b"\n")
                self._output.flush()
            except (OSError, ValueError):
                self.leaving = True

    def get_ready(self) -> None:
        """Get the player ready, and report what is wrong if that fails."""
        try:
            self.thinker.get_ready()
        except Exception as error:
            self.complain(reason(error))

    # ---- searches --------------------------------------------------------------------------------

    @property
    def searching(self) -> bool:
        """True while a search has not been answered."""
        return self._search is not None and not self._search.over

    def begin_search(
        self,
        position: Position,
        budget: Budget,
        report: Callable[[Decision], None],
        done: Callable[[Decision | None, Exception | None], None],
        hold: bool = False,
        multipv: int = 1,
    ) -> None:
        """Let the player choose in a position, when it is ready; see `Search`."""
        occasionally = ThrottledReport(report, _PAUSE)  # reports are made while the clock runs

        def think(player: Player, deadline: Deadline) -> Decision:
            return player.choose(position, budget, occasionally)

        self.begin_thinking(think, done, hold, multipv)

    def begin_thinking(
        self,
        think: Callable[[Player, Deadline], T],
        done: Callable[[T | None, Exception | None], None],
        hold: bool = False,
        multipv: int = 1,
    ) -> None:
        """Think with the player, when it is ready; see `Search`.

        What fails before, while or after it thinks is passed to `done` as a failure.
        """

        def answer(found: T | None, failure: Exception | None) -> None:
            try:
                done(found, failure)
            except Exception as error:  # such as a line that the protocol cannot write
                done(None, error)

        try:
            player = self.thinker.get_ready()
        except Exception as error:
            done(None, error)
            return
        player.multipv = multipv
        self._search = Search(lambda deadline: think(player, deadline), answer, hold)

    def budget(self, position: Position, limits: Limits) -> Budget:
        """The budget for the next move; less where earlier moves took more than they were given."""
        if limits.left is None:
            return limits.budget(position)
        side = position.to_move
        if side in self._expected:
            self._lag.note(min(self._expected[side] - limits.left, limits.left))
        found = replace(limits, lag=self._lag.seconds).budget(position)
        self._expected[side] = limits.left + limits.increment - (found.seconds or 0.0)
        return found

    def begin_game(self) -> None:
        """Forget the last game: its positions, and what its clocks showed."""
        self._expected.clear()
        self.thinker.begin_game()

    def settle(self) -> None:
        """Wait for the answer of a search that is being stopped; ProtocolError if one is not."""
        if self._search is not None:
            if not (self._search.stopped or self._search.over):
                raise ProtocolError("go during a search: expected stop first")
            self._search.wait()

    def stop(self) -> None:
        """End the search, if there is one."""
        if self._search is not None:
            self._search.stop()

    def stop_and_wait(self) -> None:
        """End the search, if there is one, and wait until it is answered."""
        if self._search is not None:
            self._search.stop()
            self._search.wait()

    def hit(self, limits: Limits) -> None:
        """The time of the search begins now, if it is one that ponders."""
        if self.pondering and self._search is not None and self.position is not None:
            self.pondering = False
            self._search.hit(self.budget(self.position, limits))

    def leave(self, rest: str) -> None:
        """End when the line has been obeyed; what follows on it says nothing."""
        self.leaving = True

    def end(self) -> None:
        """End the search, if there is one, and do not wait for ever."""
        self.leaving = True
        self.stop()
        if self._search is not None:
            self._search.wait(_PARTING)


def reason(error: Exception) -> str:
    """The message of an error, in one line."""
    text = plain(str(error), 500)
    return text if isinstance(error, ValueError) and text else f"{type(error).__name__}: {text}".rstrip(": ")


_ENGINES: Final[dict[str, type[Engine]]] = {}

E = TypeVar("E", bound=type[Engine])


def register_engine(kind: E) -> E:
    """Register the engine of a protocol; usable as a decorator."""
    _ENGINES[kind.protocol] = kind
    return kind


def engine_for(protocol: str) -> type[Engine]:
    """The engine of a protocol; ValueError for an unknown one lists those that are known."""
    if protocol not in all_protocols():
        raise ValueError(unknown_name("protocol", protocol, [*all_protocols()]))
    return _ENGINES[protocol]
