"""Positions and boards as the page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nupp.kernel import Record
from nupp.rules import Game, Position, View
from nupp.server.models.positions import Board, Scene
from nupp.store import Reason

Contents = dict[str, Any]
"""The fields of a `Scene`."""


def board_of(game: Game) -> Board:
    """The board of a game, which is the same in all its positions."""
    return Board.model_validate({**game.board.to_dict(), "stepwise": game.view.stepwise})


def scene(position: Position, choices: bool = True, inspections: bool = True) -> Scene:
    """A position for a board: its drawing and, if wanted, its legal moves and facts on its pieces.

    Moves come with all their steps, so that a client need not know the rules.
    """
    return Scene.model_validate(contents(position, choices, inspections))


def contents(position: Position, choices: bool = True, inspections: bool = True) -> Contents:
    """The fields of a `Scene`, which JSON can hold as they are; arguments as of `scene`.

    For every move of a game that is played: to check them and make models of them takes longer than to
    write them down.
    """
    game, state = position.game, position.state[0]
    return {
        "game": game.spec,
        "position": str(position),
        "ply": position.ply,
        "to_move": None if position.is_over else position.to_move,
        "end": _end(position) if position.is_over else None,
        **_seen(position),
        "facts": game.view.status(state),
        "last": _last(position),
        "choices": _choices(position) if choices else None,
        "aliases": {str(cell): other for cell, other in game.view.aliases(state).items()} if choices else {},
        "inspections": [one._asdict() for one in game.view.inspect(state)] if inspections else [],
        "staging": game.view.staging(state)._asdict(),
    }


def without_choices(shown: Contents) -> Contents:
    """The contents of a scene as those see it who may not move."""
    return shown if shown["choices"] is None else {**shown, "choices": None, "aliases": {}}


def _end(position: Position) -> dict[str, Any]:
    """The end of a game that is over by the rules."""
    ending = position.ending
    return {
        "outcome": position.outcome,
        "margin": position.margin,
        "reason": Reason.RULES,
        "words": position.result,
        "cause": {"key": ending.reason, "words": ending.words, "cells": ending.cells},
    }


def _seen(position: Position) -> dict[str, Any]:
    """The drawing of the board."""
    found = position.game.view.drawing(position.state[0]).contents()
    del found["targets"]  # those of the move that a person is choosing, which the page knows
    return {**found, "marks": position.last_move_cells}


def _last(position: Position) -> dict[str, Any] | None:
    """The move that led to a position."""
    before, code = position.previous, position.last_move_code
    if before is None:
        return None
    text = before.format_move(code)
    return {"move": text, "steps": before.steps(code, text)}


def _choices(position: Position) -> dict[str, Any]:
    """The legal moves as lists side by side, since there may be thousands; the rest of those that have it."""
    view, state, moves = position.game.view, position.state[0], position.legal_moves
    pairs = list(zip(moves, position.legal_move_codes, strict=True))
    known = view.ways(state)
    return {
        "moves": moves,
        "steps": position.legal_steps(moves),
        "origins": _said_of_moves(view, "origins", state, pairs),
        "ways": {move: known[code] for move, code in pairs if code in known},
        "facts": _said_of_moves(view, "move_facts", state, pairs),
    }


def _said_of_moves(
    view: View[Any], method: str, state: Record, pairs: Sequence[tuple[str, int]]
) -> dict[str, Any]:
    """The results of a method of a view, by the moves for which there are any; the default has none."""
    if getattr(type(view), method) is getattr(View, method):
        return {}
    ask = getattr(view, method)
    return {move: found for move, code in pairs if (found := ask(state, code))}
