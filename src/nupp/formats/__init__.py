"""Formats of game records: reading and writing games."""

from nupp.formats.collection import numbered_records
from nupp.formats.files import lock, locked, replace_file
from nupp.formats.movetext import read_game, tags_of
from nupp.formats.movewriting import write_game
from nupp.formats.reading import Fault, GameNeededError, Reading, ReadOptions
from nupp.formats.record import (
    TIME_FORFEIT,
    GameRecord,
    RecordError,
    contradiction,
    parse_record,
    printable,
    read_records,
    record_of,
)
from nupp.formats.registry import (
    Format,
    NoGame,
    Reader,
    all_formats,
    format_named,
    format_of_file,
    formats_for,
    open_games,
    read_games,
    read_record,
    recognise,
    register_format,
    write_game_tree,
    write_games,
    write_readings,
)
from nupp.formats.tree import LeftOut, Node, Tree

__all__ = [
    "TIME_FORFEIT",
    "Fault",
    "Format",
    "GameNeededError",
    "GameRecord",
    "LeftOut",
    "NoGame",
    "Node",
    "ReadOptions",
    "Reader",
    "Reading",
    "RecordError",
    "Tree",
    "all_formats",
    "contradiction",
    "format_named",
    "format_of_file",
    "formats_for",
    "lock",
    "locked",
    "numbered_records",
    "open_games",
    "parse_record",
    "printable",
    "read_game",
    "read_games",
    "read_record",
    "read_records",
    "recognise",
    "record_of",
    "register_format",
    "replace_file",
    "tags_of",
    "write_game",
    "write_game_tree",
    "write_games",
    "write_readings",
]
