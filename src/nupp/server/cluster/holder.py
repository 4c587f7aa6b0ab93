"""The door to the cluster for rooms and the like: if this server owns a thing, and as whom it writes."""

from __future__ import annotations

from typing import Final, Protocol

from nupp.server.models.shared import ProblemError

ROOM: Final = "room/"
STUDY: Final = "study/"
CONTESTS: Final = "contests"
JOBS: Final = "jobs"
"""The names of things: those of rooms and studies go on with their ids."""


class Holder(Protocol):
    """One server, of a cluster or alone. A thing is owned by one server at a time."""

    number: int | None
    """The member in whose name this server writes; None for a server of its own."""

    def owns(self, thing: str) -> bool:
        """True if this server owns a thing."""

    async def take(self, thing: str) -> None:
        """Own a thing that is new; ProblemError 503 if that is not possible now."""

    def let_go(self, thing: str) -> None:
        """Let another server own a thing: nothing of it is in memory here, or has to be written."""


class Alone:
    """A server of its own, which owns everything."""

    number: int | None = None

    def owns(self, thing: str) -> bool:
        """True."""
        return True

    async def take(self, thing: str) -> None:
        """Do nothing."""

    def let_go(self, thing: str) -> None:
        """Do nothing."""


ALONE: Final = Alone()


def unreachable() -> ProblemError:
    """The answer when the owner of something cannot be reached, or is just changing."""
    return ProblemError(503, "handover", "another server takes over here: try again")
