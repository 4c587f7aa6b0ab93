"""Floor 2: how games are written down."""

from nupp.formats.files import replace_file
from nupp.formats.record import (
    TIME_FORFEIT,
    GameRecord,
    RecordError,
    parse_record,
    read_records,
    record_of,
)

__all__ = [
    "TIME_FORFEIT",
    "GameRecord",
    "RecordError",
    "parse_record",
    "read_records",
    "record_of",
    "replace_file",
]
