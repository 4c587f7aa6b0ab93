"""Positions as the page shows them, asked for by the moves that lead there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fastapi import APIRouter, Response
from pydantic import TypeAdapter

from nupp.rules import Position, begin
from nupp.server.models import positions
from nupp.server.models.shared import ProblemError, problems
from nupp.server.offloop import off_loop
from nupp.server.play.rules_compiler import UnplayableError, play_through
from nupp.server.play.scene import scene
from nupp.server.play.specs import safe_game

router = APIRouter(prefix="/api", tags=["positions"])


_SCENES: Final = TypeAdapter(list[positions.Scene])


@router.post("/scene", response_model=positions.Scene, summary="One position", responses=problems(422))
async def show_scene(wanted: positions.SceneRequest) -> Response:
    """The position that moves lead to, with its legal moves; `ply` of a problem counts the good ones."""
    return Response(await off_loop(_scene, wanted), media_type="application/json")


def _scene(wanted: positions.SceneRequest) -> str:
    return scene(position_of(wanted.game, wanted.position, wanted.moves)).model_dump_json()


@router.post("/scenes", response_model=list[positions.Scene], summary="A whole game", responses=problems(422))
async def show_scenes(wanted: positions.ScenesRequest) -> Response:
    """Every position of a game, from its start; legal moves and facts of pieces only of the last one."""
    return Response(await off_loop(_scenes, wanted), media_type="application/json")


def _scenes(wanted: positions.ScenesRequest) -> bytes:
    path = [position_of(wanted.game, wanted.position, wanted.moves)]
    while path[-1].previous is not None:
        path.append(path[-1].previous)
    return _SCENES.dump_json(
        [scene(one, choices=one is path[0], inspections=one is path[0]) for one in reversed(path)]
    )


def position_of(spec: str, start: str | None, moves: Sequence[str]) -> Position:
    """The position that moves lead to from a position text, or from the start without one.

    ProblemError 422 with the code `bad_spec`, `bad_position` or `illegal_move`, and how many moves were good.
    """
    game = safe_game(spec)
    try:
        position = begin(game, start)
    except ValueError as error:
        raise ProblemError(422, "bad_position", str(error), 0) from None
    try:
        return play_through(position, moves)
    except UnplayableError as error:
        raise ProblemError(422, "illegal_move", str(error), error.good) from None
