"""The explorer: how a position was played in games that were counted, and what its moves are worth."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Annotated, Final

from fastapi import APIRouter, BackgroundTasks, Depends

from nupp.formats.record import start_of
from nupp.players import Budget, Candidate
from nupp.players.base import score_text
from nupp.rules import Position
from nupp.search.scores import WIN
from nupp.server.api.positions import position_of
from nupp.server.engines.pool import SearchError, TooManyError
from nupp.server.models.positions import SceneRequest
from nupp.server.models.shared import problems
from nupp.server.models.work.explorer import Explored, ExploredMove, SolvedMove
from nupp.server.offloop import off_loop
from nupp.server.services import Services, client_of, services
from nupp.store import State

router = APIRouter(prefix="/api/explorer", tags=["explorer"])

Asked = Annotated[Services, Depends(services)]
Client = Annotated[str, Depends(client_of)]

LATEST: Final = 200
"""Finished games of this server among which those are counted that were not counted yet."""
SOLVING: Final = 2.0
"""Seconds that a solver has for a position."""
WAIT: Final = 60.0
"""Seconds for which an answer waits for its turn, and for code that is compiled."""
MOST_SOLVED: Final = 50
"""Moves whose values are answered."""


@contextlib.asynccontextmanager
async def lifespan(of: Services) -> AsyncIterator[None]:
    """Close the files of explorers when the server ends."""
    try:
        yield
    finally:
        of.explorers.close()


@router.post("", summary="How a position was played", responses=problems(422))
async def explore(wanted: SceneRequest, of: Asked, background: BackgroundTasks) -> Explored:
    """The moves that were played in a position, with the results of these games.

    Games of this server that have just ended are counted after the answer, for the next one.
    """
    position, found = await off_loop(_explored, wanted, of)
    background.add_task(_count, position, of)
    return found


@router.post("/values", summary="Solved values", responses=problems(422))
async def values(wanted: SceneRequest, of: Asked, client: Client) -> list[SolvedMove]:
    """The certain values of moves where a solver finds them in two seconds; an empty list where not.

    Also where its code is not compiled within a minute: then the next request gets them.
    """
    position = await off_loop(position_of, wanted.game, wanted.position, wanted.moves)
    if position.is_over:
        return []
    try:
        async with asyncio.timeout(WAIT):
            decision = await of.engines.search(
                client,
                position.game.spec,
                start_of(position),
                position.moves,
                "exact",
                Budget(seconds=SOLVING),
                MOST_SOLVED,
                keep=f"solver {client[:16]}",
            )
    except (SearchError, TooManyError, TimeoutError):
        return []
    certain = [one for one in decision.candidates if one.score_kind != "eval"]
    return await off_loop(lambda: [_solved(position, one) for one in certain])


def _explored(wanted: SceneRequest, of: Services) -> tuple[Position, Explored]:
    position = position_of(wanted.game, wanted.position, wanted.moves)
    games, found = of.explorers.look(position)
    codes = dict(zip(position.legal_moves, position.legal_move_codes, strict=True))
    moves = [
        ExploredMove(
            move=one.move,
            steps=list(position.steps(codes[one.move], one.move)),
            first=one.first,
            draws=one.draws,
            second=one.second,
        )
        for one in found
        if one.move in codes
    ]
    return position, Explored(games=games, moves=moves)


async def _count(position: Position, of: Services) -> None:
    """Count games of this server that have ended."""
    game = position.game.spec
    rooms = await asyncio.to_thread(of.live.store.rooms, finder="", state=State.OVER, game=game, limit=LATEST)
    await off_loop(of.explorers.count, position, rooms)


def _solved(position: Position, one: Candidate) -> SolvedMove:
    score = float(one.score)
    outcome = 0 if one.score_kind == "draw" else (score > 0) - (score < 0)
    code = dict(zip(position.legal_moves, position.legal_move_codes, strict=True))[one.move]
    return SolvedMove(
        move=one.move,
        steps=list(position.steps(code, one.move)),
        outcome=outcome,
        text=score_text(int(score) if abs(score) >= WIN else score, one.score_kind),
    )
