"""The statements that keep a move, and their rows by the names of the parameters.

`RoomStore` has SQLAlchemy carry them out, `DirectWriter` the driver of the database. They are made once:
making and comparing them takes longer than carrying them out.
"""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sa

from nupp.store.room import State, StoredMove
from nupp.store.schema import MEMBERS, MOVES, ROOMS

_IS_ROOM: Final = ROOMS.c.id == sa.bindparam("room_id")
_PLY: Final = sa.bindparam("ply", type_=sa.Integer())

APPEND: Final = (
    sa.insert(MOVES)
    .values({column.name: sa.bindparam(column.name) for column in MOVES.c})
    .values(room=sa.select(ROOMS.c.number).where(_IS_ROOM).scalar_subquery())
    .inline()
)
"""Append a move to a room; rows are those of `move_row`."""

ADVANCE: Final = (
    sa.update(ROOMS)
    .where(_IS_ROOM, ROOMS.c.version == sa.bindparam("after"))
    .where(_PLY.is_(None) | (ROOMS.c.plies == _PLY) & (ROOMS.c.state != sa.literal_column(f"'{State.OVER}'")))
    .values(
        version=sa.bindparam("version"),
        changed=sa.bindparam("changed"),
        plies=ROOMS.c.plies + sa.bindparam("count"),
    )
)
"""Lead a room from the version `after` to another, unless it is elsewhere or a move of the ply does not fit.

ply: None if there is no move.
"""

HEAD: Final = sa.update(ROOMS).where(_IS_ROOM).values(header=sa.bindparam("header"))
"""Change the header of a room."""

HOLD: Final = (
    sa.select(MEMBERS.c.number)
    .where(MEMBERS.c.number == sa.bindparam("number"))
    .with_for_update(read=True, key_share=True)
)
"""Keep a member from being removed before the transaction ends; without a row there is none."""


def move_row(room_id: str, move: StoredMove) -> dict[str, Any]:
    """A row of `APPEND`."""
    first, second = move.left or (None, None)
    return {
        "room_id": room_id,
        "ply": move.ply,
        "move": move.move,
        "seconds": move.seconds,
        "left_first": first,
        "left_second": second,
    }
