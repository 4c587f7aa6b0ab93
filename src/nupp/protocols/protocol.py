"""The common parts of the protocols: the info on a search, and the games that a protocol is for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from nupp.rules import GAMES, Game
from nupp.spec import unknown_name

SURE: Final = 100.0
"""The score, in points, of a win that is certain or claimed, but not in how many plies."""

_COUNT: Final = re.compile("[0-9]{1,30}")
_NUMBER: Final = re.compile(r"[+-]?([0-9]{1,30}(\.[0-9]{0,30})?|\.[0-9]{1,30})")


class ProtocolError(ValueError):
    """A line that a protocol does not allow; the message quotes it and says what was expected."""


@dataclass(frozen=True)
class SearchInfo:
    """The info that an engine sends on its search; the defaults stand for what it leaves out.

    line: the principal variation, in the notation of the protocol. score: from the view of the side to move,
    in points as people read them, such as discs or men; None if it gives no score. plies: of a win that is
    certain; less than 0 of a loss; 0 of neither. depth: plies looked ahead. seconds: time taken.
    """

    line: tuple[str, ...] = ()
    score: float | None = None
    plies: int = 0
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / max(self.seconds, 1e-3)


@dataclass(frozen=True)
class Protocol:
    """A protocol of engines.

    name: by which it is asked for. plays: whether it can play a game, and words: what it plays, for people.
    """

    name: str
    plays: Callable[[Game], bool]
    words: str


_PROTOCOLS: Final[dict[str, Protocol]] = {}


def register_protocol(protocol: Protocol) -> None:
    """Register a protocol. Its engine and its dialogue are registered in `engine.py` and `dialogue.py`."""
    _PROTOCOLS[protocol.name] = protocol


register_protocol(Protocol("ugi", lambda game: True, "every game"))


def all_protocols() -> dict[str, Protocol]:
    """The protocols by name, those that games bring among them."""
    GAMES.fill()
    return dict(_PROTOCOLS)


def names_for(game: Game) -> tuple[str, ...]:
    """The names of the protocols that can play a game."""
    return tuple(name for name, protocol in all_protocols().items() if protocol.plays(game))


def check_protocol(name: str, game: Game) -> None:
    """ValueError if there is no such protocol, or it cannot play a game."""
    protocol = all_protocols().get(name)
    if protocol is None:
        raise ValueError(unknown_name("protocol", name, [*all_protocols()]))
    if not protocol.plays(game):
        known = ", ".join(names_for(game))
        raise ValueError(
            f"the protocol {name} is for {protocol.words}, not for {game.spec}: expected {known}"
        )


def plain(text: str, most: int = 200) -> str:
    """A text that others wrote, on one line, without what moves a cursor, and not too long."""
    shown = "".join(character if character.isprintable() else " " for character in text[: 4 * most])
    shown = " ".join(shown.split())
    return shown if len(shown) <= most else f"{shown[:most]}..."


def read_count(text: str, what: str, low: int = 1) -> int:
    """A whole number from `low` to 2**63 - 1; ProtocolError says what it is for."""
    if not _COUNT.fullmatch(text) or not low <= int(text) < 2**63:
        raise ProtocolError(f"{what} {plain(text)!r}: expected a whole number from {low} up")
    return int(text)


def read_number(text: str, what: str) -> float:
    """A number, which may have a sign and decimals; ProtocolError says what it is for."""
    if not _NUMBER.fullmatch(text):
        raise ProtocolError(f"{what} {plain(text)!r}: expected a number")
    return float(text)


def count_or_none(text: str) -> int | None:
    """A whole number, at most the largest of 64 bits, or None if the text is none.

    Engines send all kinds of texts, none of which may be an error.
    """
    return min(int(text), 2**63 - 1) if _COUNT.fullmatch(text) else None


def number_or_none(text: str) -> float | None:
    """A number, or None if the text is none."""
    return float(text) if _NUMBER.fullmatch(text) else None
