"""The five documents whose experiments are done again: author, title and year, as studies name them."""

from __future__ import annotations

from typing import Final

LPUT: Final = (
    '"Creating an Artificial Intelligence for a Turn-Based Strategy Game L-put" (thesis, in Estonian, '
    "about 2017)"
)
RISTINOLLA: Final = 'J. Vesterinen, "TiraLabra" (course work, in Finnish, 2014)'
TRIPS_TRAPS_TRULL: Final = 'J. Henno, "Trips-traps-trull ja minimax" (in Estonian, 2004)'
AMAZONS: Final = '"Game of Amazons" AI (bachelor\'s thesis, in Lithuanian, about 2021)'
BOARD_GAMES: Final = 'T. Rostański, "Programming board games" (conference paper, in Polish, 2003)'
