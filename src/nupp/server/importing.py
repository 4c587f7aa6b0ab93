"""Games that are pasted or loaded from a file, in whatever form `nupp.formats` reads."""

from __future__ import annotations

import json
from typing import Final

from fastapi import APIRouter

from nupp.formats import (
    Fault,
    GameNeededError,
    GameRecord,
    LeftOut,
    RecordError,
    Terms,
    Tree,
    contradiction,
    numbered_records,
    open_games,
    printable,
)
from nupp.formats.record import OUTCOMES, start_of
from nupp.formats.tree import NOTHING
from nupp.games import NotationError, Position
from nupp.server.models import analysis
from nupp.server.models.analysis import MAX_NOTE, ImportRequest
from nupp.server.models.base import MAX_PLIES, ProblemError, problems
from nupp.server.offloop import off_loop
from nupp.server.playing import UnplayableError, begin, replay
from nupp.server.specs import safe_game

router = APIRouter(prefix="/api", tags=["analysis"])

_LONGEST_QUOTE: Final = 300
"""Characters of a text at fault that are told."""


@router.post("/import", summary="Read a game", responses=problems(422))
async def import_game(wanted: ImportRequest) -> analysis.Imported:
    """Read a game: JSON lines or the file of a match, PDN, SGF, GGF, PSQ, text with tags, moves, a position.

    A game with a fault is read up to it. A list of moves needs the `game` whose moves they are.
    """
    return await off_loop(read, wanted)


def read(wanted: ImportRequest) -> analysis.Imported:
    """The game of a text; ProblemError 422 if there is none in it, or not the one that is wanted."""
    text = wanted.text.removeprefix("\ufeff")
    try:
        if text.lstrip().startswith("{"):
            return imported(_record(text, wanted.number))
        return _from_text(text, wanted)
    except RecordError as error:
        raise ProblemError(422, "bad_game", _short(str(error))) from None
    except NotationError as error:
        raise ProblemError(422, "bad_position", _short(str(error)), 0) from None


# ---- records -------------------------------------------------------------------------------------


def _record(text: str, number: int | None) -> GameRecord:
    """A record of a text of JSON: one object, or one a line."""
    for own, record in numbered_records(_lines(text)):
        if number in (None, own):
            return record
    which = "game" if number is None else f"game {number}"
    raise RecordError(f"no {which} in the text: expected one JSON object a line")


def _lines(text: str) -> list[str]:
    """The lines of a text; a single object is put on one line, however it is laid out."""
    try:
        return [json.dumps(json.loads(text)) + "\n"]
    except (ValueError, RecursionError):
        return [f"{line}\n" for line in text.split("\n")]


def imported(record: GameRecord) -> analysis.Imported:
    """A record as the page has it, up to its first illegal move; NotationError for a wrong start."""
    game = safe_game(record.game)
    fault: Fault | None = None
    moves = record.moves[:MAX_PLIES]
    try:
        position = replay(begin(game, record.start), moves)
        if len(record.moves) > len(moves):
            fault = Fault(
                f"move {MAX_PLIES + 1}: expected at most {MAX_PLIES} moves", record.moves[MAX_PLIES]
            )
        elif wrong := contradiction(position, record.outcome):
            fault = Fault(wrong, record.outcome or "")
    except UnplayableError as error:
        position, fault = error.position, Fault(str(error), record.moves[error.good])
    return _answer(position, record.start, record.players, record.outcome, record.termination, fault)


# ---- texts ---------------------------------------------------------------------------------------


def _from_text(text: str, wanted: ImportRequest) -> analysis.Imported:
    number = wanted.number or 0
    found = next((read for own, read in open_games(text) if own == number), None)
    if found is None:
        raise RecordError(f"no game {number} in the text: expected a number from 0")
    rules = None if wanted.game is None else safe_game(wanted.game)
    try:
        reading = found(Terms(rules, safe_game, MAX_PLIES))
    except GameNeededError as error:
        raise ProblemError(422, "game_needed", str(error)) from None
    return _answer(
        reading.position,
        start_of(reading.position),
        reading.players,
        reading.outcome,
        reading.termination,
        reading.fault,
        reading.tree,
        reading.left_out,
    )


def _answer(
    position: Position,
    start: str | None,
    players: tuple[str, str] | None,
    outcome: str | None,
    termination: str | None,
    fault: Fault | None,
    tree: Tree = (),
    left_out: LeftOut = NOTHING,
) -> analysis.Imported:
    """The game that was read; of one that came to its end by the rules, the outcome is that of the rules."""
    if position.is_over:
        outcome = OUTCOMES[position.outcome]
    return analysis.Imported(
        game=position.game.spec,
        start=start,
        moves=list(position.moves),
        players=None if players is None else (_short(players[0]), _short(players[1])),
        outcome=outcome,
        termination=None if termination is None else _short(termination),
        fault=None
        if fault is None
        else analysis.Fault(message=_short(fault.message), ply=position.ply, text=_short(fault.text)),
        tree=[
            analysis.TreeNode(parent=node.parent, move=node.move, note=_short(node.note, MAX_NOTE))
            for node in tree
        ],
        left_out=analysis.LeftOut(variations=left_out.variations, notes=left_out.notes),
    )


def _short(text: str, most: int = _LONGEST_QUOTE) -> str:
    """A text that may come from anywhere, on one line that is not longer than people read."""
    return printable(text if len(text) <= most else f"{text[: most - 4]} ...")
