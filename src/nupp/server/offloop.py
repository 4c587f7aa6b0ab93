"""Work for the processor, done in a few threads of its own, so that the event loop stays free for clients."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, ParamSpec, TypeVar

from anyio import CapacityLimiter
from anyio.lowlevel import RunVar
from anyio.to_thread import run_sync

from nupp.kernel import interpreted

P = ParamSpec("P")
R = TypeVar("R")

AT_A_TIME: Final = 2
"""How many pieces of work are done at a time; the others wait in the order in which they came."""

_LIMITER: Final[RunVar[CapacityLimiter]] = RunVar("nupp work off the event loop")


async def off_loop(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """What a function returns that is called in a thread, with the rules of games interpreted.

    Interpreted, since a game's rules take seconds to compile and anyone may ask for another variant; a move
    of any game takes some milliseconds at most. The function comes to its end even if nobody waits any more.
    """
    return await run_sync(_interpreted, partial(function, *args, **kwargs), limiter=_limiter())


def _interpreted(function: Callable[[], R]) -> R:
    with interpreted():
        return function()


def _limiter() -> CapacityLimiter:
    """The limiter of this event loop."""
    found = _LIMITER.get(None)
    if found is None:
        found = CapacityLimiter(AT_A_TIME)
        _LIMITER.set(found)
    return found
