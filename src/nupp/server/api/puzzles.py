"""Puzzles: one of one's strength, the one of the day, and answers."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Query

import nupp
from nupp.arena.puzzles import PuzzleError, parse_puzzle
from nupp.kernel import interpreted
from nupp.rules import GAMES, Position
from nupp.rules.folder import puzzles_of as file_of
from nupp.rules.registry import load_plugins
from nupp.server.logs import LOG, details
from nupp.server.models.puzzles import (
    PuzzleCount,
    PuzzleHint,
    PuzzleHintRequest,
    PuzzleResult,
    PuzzleTask,
    PuzzleTry,
)
from nupp.server.models.shared import ProblemError, problems
from nupp.server.offloop import off_loop
from nupp.server.play.hints import hint_cells
from nupp.server.play.scene import scene
from nupp.server.services import Services, client_of, services
from nupp.store import StoredPuzzle, StoreError
from nupp.store.people import START, puzzles_of

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])

AMONG: Final = 5
"""Puzzles of about one's strength among which chance chooses."""

Of = Annotated[Services, Depends(services)]
Client = Annotated[str, Depends(client_of)]
Name = Annotated[str, Query(max_length=60)]
Theme = Annotated[str | None, Query(max_length=60, description="one of the themes of the game's puzzles")]
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]


@contextlib.asynccontextmanager
async def lifespan(of: Services) -> AsyncIterator[None]:
    """Enter the puzzles that come with the games into the database, while the server goes on."""
    entering = asyncio.create_task(asyncio.to_thread(_enter, of))
    yield
    await entering


def _enter(of: Services) -> None:
    """Enter what is new of the puzzles that come with the games, or has changed."""
    try:
        of.live.puzzles.add(_shipped())
    except StoreError as error:  # it is tried again the next time the server starts
        LOG.warning("puzzles not entered", extra=details(reason=str(error)))


def _shipped() -> Iterator[tuple[str, dict[str, Any], float]]:
    """The puzzles in the folders of games, as the store takes them; lines that are none are left out."""
    load_plugins()
    files = {file for name in GAMES.names() if (file := file_of(nupp.game(name))) is not None}
    for file in sorted(files):
        for line in file.read_text(encoding="utf-8").splitlines():
            try:
                one = parse_puzzle(line)
            except PuzzleError as error:
                LOG.warning("puzzle left out", extra=details(file=str(file), reason=str(error)))
                continue
            yield one.game.partition(":")[0], vars(one), float(one.rating)


# ---- asking --------------------------------------------------------------------------------------


@router.get("", summary="Games with puzzles", responses=problems(503))
async def list_puzzles(of: Of) -> list[PuzzleCount]:
    """The games that have puzzles."""
    counts = await asyncio.to_thread(of.live.puzzles.counts)
    known = ((game, count) for game, count in counts.items() if game in GAMES.names())
    return [PuzzleCount(game=game, theme=None, count=count) for game, count in known]


@router.get("/themes", summary="Themes of puzzles", responses=problems(422, 503))
async def list_themes(of: Of, game: Name) -> list[PuzzleCount]:
    """The themes that the puzzles of a game have, by its name; the usual ones first."""
    themes = await asyncio.to_thread(of.live.puzzles.themes, game)
    return [PuzzleCount(game=game, theme=theme, count=count) for theme, count in themes.items()]


@router.get("/daily", summary="The puzzle of the day", responses=problems(404, 503))
async def show_daily(of: Of) -> PuzzleTask:
    """The puzzle that everybody gets today, by the date in UTC."""
    day = datetime.now(UTC).date().toordinal()
    return await _task(await asyncio.to_thread(of.live.puzzles.nth, day * _STRIDE))


_STRIDE: Final = 7919
"""From the puzzle of one day to that of the next; a prime, so that all have their day."""


@router.get("/next", summary="A puzzle of one's strength", responses=problems(404, 422, 503))
async def show_next(of: Of, client: Client, game: Name, theme: Theme = None) -> PuzzleTask:
    """A puzzle of a game, by its name, of about the client's strength, and not tried yet if there is one."""
    rating = await asyncio.to_thread(_rating, of, client, game)
    found = await asyncio.to_thread(of.live.puzzles.near, game, rating, client, AMONG, theme)
    return await _task(random.choice(found) if found else None)


def _rating(of: Services, client: str, game: str) -> float:
    """The rating of a client in the puzzles of a game; that of a beginner without one."""
    people = of.live.people.store
    person = people.of_client(client)
    found = {one.game: one.rating.rating for one in people.ratings(person.number)} if person else {}
    return found.get(puzzles_of(game), START)


async def _task(found: StoredPuzzle | None) -> PuzzleTask:
    if found is None:
        raise ProblemError(404, "no_puzzle", "there is no such puzzle here")
    return await off_loop(_shown, found)


def _shown(found: StoredPuzzle) -> PuzzleTask:
    contents = found.contents
    with interpreted():
        position = _position(contents)
        shown = scene(position)
    return PuzzleTask(
        number=found.number,
        game=position.game.spec,
        moves=list(contents["moves"]),
        scene=shown,
        asked=_asked(found),
        rating=round(found.rating.rating),
        proof=contents["proof"],
        themes=list(found.themes),
    )


def _asked(found: StoredPuzzle) -> int:
    """The number of moves that are asked for."""
    return int(found.contents.get("asked", 1))


def _position(contents: Any, line: int = 0) -> Position:
    """The position of a puzzle, or that after some moves of its line."""
    moves = [*contents["moves"], *contents["line"][:line]]
    return nupp.game(contents["game"]).start_position().play_all(moves)


# ---- answering -----------------------------------------------------------------------------------


async def _load(of: Services, number: int, before: int) -> StoredPuzzle:
    """A puzzle; ProblemError if there is none, or none of its moves is asked for after those found."""
    found = await asyncio.to_thread(of.live.puzzles.load, number)
    if found is None:
        raise ProblemError(404, "no_puzzle", "there is no such puzzle here")
    if before >= _asked(found):
        wrong = f"no move is asked for after {before}: expected at most {_asked(found) - 1} found"
        raise ProblemError(422, "bad_puzzle", wrong)
    return found


@router.post("/{number}/answers", summary="Answer a puzzle", responses=problems(404, 422, 503))
async def answer(number: Number, wanted: PuzzleTry, of: Of, client: Client) -> PuzzleResult:
    """Answer a puzzle, again and again if one likes; the first answer counts.

    Where several moves are asked for, the puzzle is solved with the last one, and a wrong one ends that.
    """
    found = await _load(of, number, wanted.found)
    right = await off_loop(_is_right, found, wanted)
    line = found.contents["line"]
    if right and wanted.found + 1 < _asked(found):
        reply = line[2 * wanted.found + 1]
        return PuzzleResult(right=True, counted=False, reply=reply, line=None, before=None, after=None)
    tried = await asyncio.to_thread(of.live.puzzles.tried, number, client, right)
    return PuzzleResult(
        right=right,
        counted=tried.counted,
        reply=None,
        line=list(line) if right or wanted.move is None else None,
        before=_rounded(tried.before),
        after=_rounded(tried.after),
    )


@router.post("/{number}/hints", summary="Ask for a hint", responses=problems(404, 422, 503))
async def show_hint(number: Number, wanted: PuzzleHintRequest, of: Of, client: Client) -> PuzzleHint:
    """Show where the best move is, or the move; a puzzle not answered yet then counts as not solved."""
    found = await _load(of, number, wanted.found)
    move, cells = await off_loop(_hinted, found, wanted.found)
    tried = await asyncio.to_thread(of.live.puzzles.tried, number, client, False)
    return PuzzleHint(
        cells=cells,
        move=move if wanted.whole or not cells else None,
        before=_rounded(tried.before),
        after=_rounded(tried.after),
    )


def _rounded(rating: float | None) -> int | None:
    return None if rating is None else round(rating)


def _is_right(found: StoredPuzzle, wanted: PuzzleTry) -> bool:
    """True for the answer, in any usual spelling; ProblemError for what cannot be played."""
    if wanted.move is None:
        return False
    ply = 2 * wanted.found
    with interpreted():
        position = _position(found.contents, ply)
        try:
            return position.parse_move(wanted.move) == position.parse_move(found.contents["line"][ply])
        except ValueError as error:
            raise ProblemError(422, "illegal_move", str(error)) from None


def _hinted(found: StoredPuzzle, before: int) -> tuple[str, list[int]]:
    """The move that is asked for, and the cells of a hint at it; see `hint_cells`."""
    with interpreted():
        position = _position(found.contents, 2 * before)
        move = position.parse_move(found.contents["line"][2 * before])
        return position.format_move(move), hint_cells(position, move, found.number)
