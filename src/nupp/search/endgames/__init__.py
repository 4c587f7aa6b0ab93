"""Endgame tables: the exact value of every position of few pieces, for any game that counts its material."""

from nupp.search.endgames.building import Builder, StoppedBuildingError
from nupp.search.endgames.checking import check_table
from nupp.search.endgames.contract import Endgames, endgames_of, register_endgames
from nupp.search.endgames.numbering import Numbering
from nupp.search.endgames.table import (
    EndgameTable,
    Ending,
    KnowingEndgames,
    place_of,
    read_table,
    table_file_of,
    table_of,
    with_endgames,
    write_table,
)

__all__ = [
    "Builder",
    "EndgameTable",
    "Endgames",
    "Ending",
    "KnowingEndgames",
    "Numbering",
    "StoppedBuildingError",
    "check_table",
    "endgames_of",
    "place_of",
    "read_table",
    "register_endgames",
    "table_file_of",
    "table_of",
    "with_endgames",
    "write_table",
]
