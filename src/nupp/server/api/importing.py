"""Games that are pasted or loaded from a file, in whatever form `nupp.formats` reads."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import Final

from fastapi import APIRouter

import nupp
from nupp.boards import Board
from nupp.formats import (
    GameNeededError,
    GameRecord,
    Node,
    Reading,
    ReadOptions,
    RecordError,
    open_games,
    printable,
    read_record,
)
from nupp.formats.drawings import parted
from nupp.formats.record import OUTCOMES, start_of
from nupp.formats.registry import Reader
from nupp.rules import GAMES, Game, NotationError
from nupp.server.models.shared import LONGEST_NAME, MAX_PLIES, ProblemError, problems
from nupp.server.models.work import analysis
from nupp.server.models.work.analysis import MAX_NOTE, MAX_SHAPES, DrawnShape, ImportRequest
from nupp.server.offloop import off_loop
from nupp.server.play.specs import safe_game

router = APIRouter(prefix="/api", tags=["analysis"])

_LONGEST_GUESSED: Final = 20_000
"""Characters of a text without a game for which a game is looked for."""
_LONGEST_QUOTE: Final = 300
"""Characters of a faulty text that are quoted."""


@router.post("/import", summary="Read a game", responses=problems(422))
async def import_game(wanted: ImportRequest) -> analysis.Imported:
    """Read a game: JSON lines or the file of a match, PDN, SGF, GGF, PSQ, text with tags, moves, a position.

    A game with a fault is read up to it. A list of moves or a position needs its `game` if several games have
    such ones; the problem `game_needed` lists them.
    """
    return await off_loop(read, wanted)


def read(wanted: ImportRequest) -> analysis.Imported:
    """The game of a text; ProblemError 422 if there is none in it, or not the one that is wanted."""
    try:
        return _read(wanted)
    except RecordError as error:
        raise ProblemError(422, "bad_game", _short(str(error))) from None
    except NotationError as error:
        raise ProblemError(422, "bad_position", _short(str(error)), 0) from None


def _read(wanted: ImportRequest) -> analysis.Imported:
    games = open_games(wanted.text)
    found = next((read for own, read in games if wanted.number in (None, own)), None)
    if found is None:
        which = "game" if wanted.number is None else f"game {wanted.number}"
        raise RecordError(f"no {which} in the text: expected the number of one that it has")
    rules = None if wanted.game is None else safe_game(wanted.game)
    try:
        return imported(found(ReadOptions(rules, safe_game, MAX_PLIES)))
    except GameNeededError as error:
        fitting = _fitting(wanted.text, found)
        if len(fitting) == 1:
            return imported(fitting[0])
        specs = [one.position.game.spec for one in fitting]
        raise ProblemError(422, "game_needed", str(error), games=specs) from None


def _fitting(text: str, read: Reader) -> list[Reading]:
    """The text as a game, or a position, of each game in which it is one without a fault.

    Looked at are the games of the shelf, and their other forms if it is none of these. Nothing for long
    texts, and for SGF, which says of other programs' games that they are none of these.
    """
    if len(text) > _LONGEST_GUESSED or text.lstrip().startswith("(;"):
        return []
    shelf = sorted(map(nupp.game, GAMES.names()), key=lambda game: -game.view.traits.known)
    forms = [nupp.game(one.spec) for game in shelf for one in game.view.presets]
    return _readings(read, shelf) or _readings(read, forms)


def _readings(read: Reader, games: Iterable[Game]) -> list[Reading]:
    found = []
    for game in games:
        with contextlib.suppress(RecordError, NotationError):
            reading = read(ReadOptions(game, safe_game, MAX_PLIES))
            if reading.fault is None:
                found.append(reading)
    return found


def imported_record(record: GameRecord) -> analysis.Imported:
    """A record as the page has it, up to its first illegal move; NotationError for a wrong start."""
    return imported(read_record(record, ReadOptions(None, safe_game, MAX_PLIES)))


def imported(reading: Reading) -> analysis.Imported:
    """A game that was read; one that came to its end by the rules has the outcome of the rules."""
    position, players, fault = reading.position, reading.players, reading.fault
    return analysis.Imported(
        game=position.game.spec,
        start=start_of(position),
        moves=list(position.moves),
        players=None if players is None else (_short(players[0]), _short(players[1])),
        outcome=OUTCOMES[position.outcome] if position.is_over else reading.outcome,
        termination=None if reading.termination is None else _short(reading.termination),
        title=_short(str(reading.more.get("extra", {}).get("title", "")), LONGEST_NAME),
        fault=None
        if fault is None
        else analysis.Fault(message=_short(fault.message), ply=position.ply, text=_short(fault.text)),
        tree=[tree_node(node, position.game.board) for node in reading.tree],
        left_out=analysis.LeftOut(variations=reading.left_out.variations, notes=reading.left_out.notes),
    )


def tree_node(node: Node, board: Board) -> analysis.TreeNode:
    """A node of a tree as the page has it, with the drawings of its note."""
    note, drawings = parted(node.note, board)
    shapes = [
        DrawnShape.model_validate({"cells": list(one.cells), "colour": one.colour})
        for one in drawings[:MAX_SHAPES]
    ]
    return analysis.TreeNode(parent=node.parent, move=node.move, note=_short(note, MAX_NOTE), shapes=shapes)


def _short(text: str, most: int = _LONGEST_QUOTE) -> str:
    """A text that may come from anywhere, on one line that is not longer than people read."""
    return printable(text if len(text) <= most else f"{text[: most - 4]} ...")
