"""Writing and reading the moves of L-put."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from nupp.games.lput.terrain import (
    BOARD,
    cell_of,
)
from nupp.kernel import Record
from nupp.rules.basics import IllegalMoveError
from nupp.rules.movetexts import MoveNotation

if TYPE_CHECKING:
    from nupp.games.lput.rules import Lput


_WORDS = {"d": "defend", "defence": "defend", "defends": "defend", "w": "wait", "waits": "wait"}


class UnitNotation(MoveNotation["Lput"]):
    """Hexes and words; an attack without moving may name the unit's own hex as well."""

    def normalise(self, game: Lput, text: str) -> str:
        wanted = re.sub(r"\s*[x×*:]\s*", "x", super().normalise(game, text))
        return _WORDS.get(wanted, wanted)

    def read(self, game: Lput, state: Record, text: str) -> int:
        wanted, unit = self.normalise(game, text), int(state.unit)
        stand = BOARD.name(cell_of(int(state.places[unit]))) if unit >= 0 else ""
        if stand and wanted.startswith(f"{stand}x"):
            with suppress(IllegalMoveError):
                return super().read(game, state, wanted.removeprefix(stand))
        return super().read(game, state, text)
