"""Floor 2: how games are written down."""

from nupp.formats.collection import numbered_records
from nupp.formats.files import replace_file
from nupp.formats.movetext import Fault, Reading, game_texts, read_game, tags_of, write_game
from nupp.formats.record import (
    TIME_FORFEIT,
    GameRecord,
    RecordError,
    parse_record,
    printable,
    read_records,
    record_of,
)

__all__ = [
    "TIME_FORFEIT",
    "Fault",
    "GameRecord",
    "Reading",
    "RecordError",
    "game_texts",
    "numbered_records",
    "parse_record",
    "printable",
    "read_game",
    "read_records",
    "record_of",
    "replace_file",
    "tags_of",
    "write_game",
]
