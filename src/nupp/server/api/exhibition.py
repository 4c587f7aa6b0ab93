"""The game of machines that the start of the page shows."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends

from nupp.server.models.rooms import Room
from nupp.server.models.shared import problems
from nupp.server.rooms.view import room_seen
from nupp.server.services import Services, client_of, services

router = APIRouter(prefix="/api/exhibition", tags=["rooms"])


@router.get("", summary="A game to look at", responses=problems(429))
async def show_exhibition(
    of: Annotated[Services, Depends(services)], client: Annotated[str, Depends(client_of)]
) -> Room:
    """A game of two machines that goes on, begun if need be; it is gone when nobody looks any more."""
    shown = await of.live.exhibition.room()
    return room_seen(shown.room, client, shown.presence)
