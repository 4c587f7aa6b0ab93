"""Endgame tables: the exact value of every position of few pieces, for any game that counts its material."""

from nupp.search.endgames.building import MEMORY, Builder, StoppedBuildingError, bytes_needed
from nupp.search.endgames.checking import check_table
from nupp.search.endgames.contract import Endgames, endgames_of, register_endgames
from nupp.search.endgames.numbering import Numbering
from nupp.search.endgames.outcomes import (
    OUTCOMES,
    KnowingOutcomes,
    OutcomeTable,
    has_tables,
    outcomes_of,
    place_of_outcomes,
    read_outcomes,
    with_endgames,
    write_outcomes,
)
from nupp.search.endgames.table import (
    LARGE,
    TABLES,
    EndgameTable,
    Ending,
    KnowingEndgames,
    MaterialTable,
    place_of,
    read_table,
    table_of,
    write_table,
)

__all__ = [
    "LARGE",
    "MEMORY",
    "OUTCOMES",
    "TABLES",
    "Builder",
    "EndgameTable",
    "Endgames",
    "Ending",
    "KnowingEndgames",
    "KnowingOutcomes",
    "MaterialTable",
    "Numbering",
    "OutcomeTable",
    "StoppedBuildingError",
    "bytes_needed",
    "check_table",
    "endgames_of",
    "has_tables",
    "outcomes_of",
    "place_of",
    "place_of_outcomes",
    "read_outcomes",
    "read_table",
    "register_endgames",
    "table_of",
    "with_endgames",
    "write_outcomes",
    "write_table",
]
