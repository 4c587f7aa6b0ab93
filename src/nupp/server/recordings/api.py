"""Recorded searches: to have one made, and to read it row by row."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Final, TypeVar

from fastapi import APIRouter, Depends, Path, Query, Response

from nupp.formats.record import start_of
from nupp.players.catalogue import PLAYERS, players_of
from nupp.players.searchtree import PackedTree
from nupp.rules import Position
from nupp.server.api.positions import position_of
from nupp.server.engines.pool import SearchError, TooManyError
from nupp.server.jobs.jobs import Job, JobError, Kind
from nupp.server.models import positions
from nupp.server.models.shared import ProblemError, problems
from nupp.server.models.work.jobs import JobCreated, TextEvent
from nupp.server.models.work.recordings import (
    RecordedEvent,
    RecordedRow,
    Recording,
    RecordingRequest,
    RowsRequest,
)
from nupp.server.offloop import off_loop
from nupp.server.play.scene import scene
from nupp.server.play.specs import safe_player
from nupp.server.services import Services, client_of, services
from nupp.spec import parse_spec

T = TypeVar("T")

router = APIRouter(prefix="/api/recordings", tags=["recordings"])

RECORDINGS: Final = Kind("recordings", of_client=2, of_all=16, is_watched=True)
MOST_IN_FILE: Final = 3000
"""Rows of a record that is written as a file; `nupp best --record` writes all of them."""

Asked = Annotated[Services, Depends(services)]
Client = Annotated[str, Depends(client_of)]
Name = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,64}$", description="The name of a record.")]


@router.post("", status_code=202, summary="Record a search", responses=problems(422, 429))
async def record(wanted: RecordingRequest, of: Asked, client: Client) -> JobCreated:
    """Let a player search a position and record it; the name of the record is an event of the job.

    It stops if nobody watches.
    """
    of.creations.require(client)
    position, player = await off_loop(_set_up, wanted)

    async def work(job: Job) -> str:
        packed: list[PackedTree] = []
        try:
            decision = await of.engines.search(
                job.owner,
                position.game.spec,
                start_of(position),
                position.moves,
                player,
                wanted.budget.for_player(),
                wanted.multipv,
                on_state=lambda state: job.send(TextEvent(line=state)),
                record=wanted.rows,
                on_tree=packed.append,
            )
        except (SearchError, TooManyError) as error:
            raise JobError(str(error), error.code) from None
        tree = await off_loop(packed[0].unpacked, position)
        if len(tree) == 0:
            raise JobError(f"{player} did not begin its search: expected more nodes or time")
        job.send(RecordedEvent(recording=of.recordings.keep(tree, player, decision).name))
        return ""

    return JobCreated(job=of.jobs.start(client, RECORDINGS, work).name)


@router.get("/{name}", response_model=Recording, summary="The shape of a record", responses=problems(404))
async def show(name: Name, of: Asked) -> Response:
    """A recorded search without what its rows state."""
    found = await off_loop(lambda: of.recordings[name].summary().model_dump_json())
    return Response(found, media_type="application/json")


@router.post("/{name}/rows", summary="Rows of a record", responses=problems(404, 422))
async def rows(name: Name, wanted: RowsRequest, of: Asked) -> list[RecordedRow]:
    """Some rows, in the order asked for."""
    kept = of.recordings[name]
    return await _answered(lambda: [kept.row(row, wanted.at) for row in wanted.rows])


@router.get("/{name}/rows/{row}/scene", summary="The position of a row", responses=problems(404, 422))
async def row_scene(name: Name, row: Annotated[int, Path(ge=0)], of: Asked) -> positions.Scene:
    """The position of a row, as a board shows it."""
    kept = of.recordings[name]
    return await _answered(lambda: scene(kept.tree.position_at(row), choices=False, inspections=False))


@router.get("/{name}/refutation", summary="Why not this move?", responses=problems(404, 422))
async def refutation(
    name: Name, move: Annotated[str, Query(min_length=1, max_length=100)], of: Asked
) -> list[int]:
    """The rows of the line that speaks against a move of the position that was searched."""
    kept = of.recordings[name]
    return await _answered(lambda: kept.tree.refutation(move))


@router.get("/{name}/file", summary="A record as a file", responses=problems(404, 422))
async def file(name: Name, of: Asked) -> Response:
    """The record as JSON; of a large one the rows with the largest subtrees."""
    kept = of.recordings[name]
    text = await _answered(lambda: json.dumps(kept.tree.to_dict(MOST_IN_FILE)))
    headers = {"Content-Disposition": 'attachment; filename="search.json"'}
    return Response(text, media_type="application/json", headers=headers)


async def _answered(look: Callable[[], T]) -> T:
    """The answer of a record; ProblemError 422 for a row or move that it does not have."""
    try:
        return await off_loop(look)
    except (IndexError, ValueError) as error:
        raise ProblemError(422, "bad_row", str(error)) from None


def _set_up(wanted: RecordingRequest) -> tuple[Position, str]:
    """The position that moves lead to, and the canonical spec of a player whose searches can be recorded."""
    position = position_of(wanted.game, wanted.position, wanted.moves)
    player = safe_player(wanted.player, position.game)
    if not _records(parse_spec(player).name):
        known = ", ".join(name for name in players_of(position.game) if _records(name))
        raise ProblemError(422, "bad_spec", f"{player} cannot be recorded: expected one of {known}")
    if position.is_over:
        raise ProblemError(
            422, "game_over", f"the game is over, {position.result}: expected a position with moves"
        )
    return position, player


def _records(name: str) -> bool:
    return bool(getattr(PLAYERS.entry(name).factory, "records", False))
