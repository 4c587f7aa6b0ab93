"""Games written down for programs and for people: a record, moves with tags, a plain list, a picture."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Final, NamedTuple

from fastapi import APIRouter, Depends, Path, Query, Response

from nupp.boards import Board
from nupp.formats import (
    Format,
    GameRecord,
    Node,
    RecordError,
    Tree,
    all_formats,
    format_named,
    formats_for,
    record_of,
    write_game_tree,
    write_games,
)
from nupp.formats.drawings import Drawing, joined
from nupp.rules import Position, begin
from nupp.server.api.catalogue import Spec
from nupp.server.api.positions import position_of
from nupp.server.models.shared import Ply, ProblemError, problems
from nupp.server.models.work.analysis import ExportFormat, ExportRequest, FormatInfo, ToldNode
from nupp.server.offloop import off_loop
from nupp.server.play.specs import safe_game
from nupp.server.services import Services, services

router = APIRouter(prefix="/api", tags=["analysis"])

PICTURE_SIZE: Final = 800
"""Pixels of the longer side of a picture."""


class _Writer(NamedTuple):
    """The output of a format: the ending of its files, their type, and what writes them."""

    ending: str
    media_type: str
    write: Callable[[GameRecord, Position], str]


def _as(form: Format) -> _Writer:
    return _Writer(
        form.ending, form.media_type, lambda record, position: "".join(write_games([record], form))
    )


_WRITERS: Final[dict[str, _Writer]] = {
    **{form.name: _as(form) for form in all_formats()},
    "position": _Writer("txt", "text/plain", lambda record, position: f"{position}\n"),
    "svg": _Writer("svg", "image/svg+xml", lambda record, position: position.svg(PICTURE_SIZE)),
}

_FILES: Final = {
    "description": "The game as a file. "
    + " ".join(f"{form.name}: {form.about}." for form in all_formats())
    + " position: the position text at `ply`. svg: a picture of it.",
    "content": {
        one.media_type: {"schema": {"type": "object" if one.media_type == "application/json" else "string"}}
        for one in _WRITERS.values()
    },
}


@router.get("/games/{spec}/formats", summary="How a game is written down", responses=problems(422))
async def list_formats(spec: Spec) -> list[FormatInfo]:
    """The formats of files that can hold games of a spec."""
    game = await off_loop(safe_game, spec)
    return [
        FormatInfo.model_validate(
            {
                "name": one.name,
                "ending": one.ending,
                "about": one.about,
                "trees": one.write_tree is not None,
            }
        )
        for one in formats_for(game)
    ]


@router.get(
    "/rooms/{room}/export",
    summary="Write down the game of a room",
    response_class=Response,
    responses={200: _FILES, **problems(404, 422, 503)},
)
async def export_room(
    room: Annotated[str, Path(max_length=64)],
    of: Annotated[Services, Depends(services)],
    format: Annotated[ExportFormat, Query()],
    ply: Annotated[Ply | None, Query()] = None,
) -> Response:
    """The game of a room so far, as a file. json: its record; svg: the board after `ply` moves."""
    record = await of.live.record(room)
    return await off_loop(_written, record, format, ply)


@router.post(
    "/export",
    summary="Write down a game",
    response_class=Response,
    responses={200: _FILES, **problems(422)},
)
async def export_game(wanted: ExportRequest) -> Response:
    """A game as a file, such as one that is being analysed; with variations and notes if they are sent."""
    return await off_loop(_export, wanted)


def _export(wanted: ExportRequest) -> Response:
    position = position_of(wanted.game, wanted.position, wanted.moves)
    first, second = wanted.players or ("", "")
    record = record_of(position, (first, second))
    if not position.is_over:
        record = replace(record, outcome=wanted.outcome, termination=wanted.termination)
    tree = None if wanted.tree is None else tuple(file_node(one, position.game.board) for one in wanted.tree)
    return _file(record, position, wanted.format, wanted.ply, tree)


def file_node(node: ToldNode, board: Board) -> Node:
    """A node of a tree as files have it, its drawings in its note; ProblemError for one off the board."""
    cells = {cell for one in node.shapes for cell in one.cells}
    if cells and max(cells) >= len(board):
        raise ProblemError(
            422, "bad_shape", f"a drawing on cell {max(cells)}: expected one below {len(board)}"
        )
    drawings = [Drawing(tuple(one.cells), one.colour) for one in node.shapes]
    return Node(node.parent, node.move, joined(node.note, drawings, board))


def _written(record: GameRecord, kind: str, ply: int | None) -> Response:
    position = begin(safe_game(record.game), record.start).play_all(record.moves)
    return _file(record, position, kind, ply)


def _file(
    record: GameRecord, last: Position, kind: str, ply: int | None, tree: Tree | None = None
) -> Response:
    """The file of a game that led to a position."""
    position, left = last, len(record.moves) - (len(record.moves) if ply is None else ply)
    if left < 0:
        raise ProblemError(422, "bad_ply", f"ply {ply}: expected one from 0 to {len(record.moves)}")
    for _ in range(left):
        assert position.previous is not None
        position = position.previous
    writer = _WRITERS[kind]
    name = re.sub("[^a-z0-9]+", "-", record.game.lower()).strip("-")
    headers = {"Content-Disposition": f'attachment; filename="{name}.{writer.ending}"'}
    try:
        if tree is None:
            text = writer.write(record, position)
        else:
            text = write_game_tree(record, tree, format_named(kind))
    except RecordError as error:
        raise ProblemError(422, "bad_format", str(error)) from None
    return Response(text, media_type=writer.media_type, headers=headers)
