"""A file format that only Snort has: a game on a line, `snort 4: b2 d4`."""

import re
from collections.abc import Iterator
from typing import Final

from nupp.formats import Format, GameRecord, Reading, ReadOptions, register_format
from nupp.formats.reading import Replay, Source
from nupp.formats.registry import TEXT, by_spans
from nupp.rules import Game, game
from nupp_snort.rules import Snort

_LINE: Final = re.compile(r"^snort ([0-9]+):(.*)$", re.MULTILINE)


def is_snort(text: str) -> bool:
    """Whether a text begins with such a game."""
    return _LINE.match(text) is not None


def spans(source: Source) -> Iterator[tuple[int, int]]:
    """From where to where each game of a text goes."""
    return (found.span() for found in _LINE.finditer(source.text))


def read(source: Source, begin: int, end: int, options: ReadOptions) -> Reading:
    """Read a game up to its first fault."""
    found = _LINE.match(source.text, begin, end)
    assert found is not None  # by `spans`
    replay = Replay(source, options.make(f"snort:size={found[1]}").start_position(), options.most)
    for move in re.finditer(r"\S+", found[2]):
        replay.play(move[0], found.start(2) + move.start())
    return Reading(replay.position, fault=replay.fault)


def write(record: GameRecord) -> str:
    """A game as a line."""
    return f"snort {game(record.game).board.width}: {' '.join(record.moves)}\n"


def suits(rules: Game) -> bool:
    """Whether a game is Snort."""
    return isinstance(rules, Snort)


register_format(
    Format("snort", "snort", TEXT, "Snort, a game on a line", is_snort, by_spans(spans, read), write, suits),
    before="native",
)
