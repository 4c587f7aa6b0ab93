"""Positions that are set up piece by piece: what may be placed in a game, and what comes of it."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter

from nupp.rules import Game, NotationError
from nupp.server.api.catalogue import Spec
from nupp.server.api.positions import position_of
from nupp.server.models import positions
from nupp.server.models.positions import ArrangedRequest
from nupp.server.models.shared import ProblemError, problems
from nupp.server.offloop import off_loop
from nupp.server.play.scene import scene
from nupp.server.play.specs import safe_game

router = APIRouter(prefix="/api", tags=["positions"])


@router.get("/games/{spec}/pieces", summary="The pieces of a game", responses=problems(422))
async def list_pieces(spec: Spec) -> list[positions.Piece]:
    """The pieces from which positions may be set up; none in a game whose positions are texts alone."""
    game = await off_loop(safe_game, spec)
    return [positions.Piece.model_validate(asdict(piece)) for piece in game.view.pieces_to_place()]


@router.post("/arranged", summary="Set up a position", responses=problems(422))
async def arrange(wanted: ArrangedRequest) -> positions.Arranged:
    """The position in which other pieces stand than in one that is given; what else it holds is kept.

    The answer has its text in any case, and what is wrong with it where it breaks the rules.
    """
    return await off_loop(_arranged, wanted)


def _arranged(wanted: ArrangedRequest) -> positions.Arranged:
    position = position_of(wanted.game, wanted.position, ())
    game = position.game
    text = game.view.position_with(position.state[0], _placed(wanted, game), wanted.to_move)
    try:
        return positions.Arranged(position=text, scene=scene(game.parse_position(text)), fault=None)
    except NotationError as error:
        return positions.Arranged(position=text, scene=None, fault=str(error))


def _placed(wanted: ArrangedRequest, game: Game) -> dict[int, str]:
    """The piece to stand on each cell; ProblemError for a cell or a piece that the game does not have."""
    symbols, cells = [piece.symbol for piece in game.view.pieces_to_place()], len(game.board)
    if not symbols:
        words = f"positions of {game.name} cannot be set up by pieces: expected a position text"
        raise ProblemError(422, "bad_position", words)
    for one in wanted.pieces:
        if one.cell >= cells or one.symbol not in symbols:
            expected = f"a cell up to {cells - 1} and one of {', '.join(symbols)}"
            words = f"piece {one.symbol!r} on cell {one.cell}: expected {expected}"
            raise ProblemError(422, "bad_position", words)
    return {one.cell: one.symbol for one in wanted.pieces}
