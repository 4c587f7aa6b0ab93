"""Positions and boards as the page shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from nupp.rules import Game, Position
from nupp.server.models.positions import Board, Scene
from nupp.store import Reason

T = TypeVar("T")
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


def contents(position: Position, choices: bool = True, inspections: bool = True, last: str = "") -> Contents:
    """The fields of a `Scene`, which JSON can hold as they are; arguments as of `scene`.

    last: the text of the last move, if it is known.

    For every move of a game that is played: to check them and make models of them takes longer than to
    write them down.
    """
    game, state = position.game, position.state[0]
    staging = game.view.staging(state)
    return {
        "game": game.spec,
        "position": str(position),
        "ply": position.ply,
        "to_move": None if position.is_over else position.to_move,
        "end": _end(position) if position.is_over else None,
        **_seen(position),
        "facts": game.view.status(state),
        "last": _last(position, last),
        "choices": _choices(position) if choices else None,
        "aliases": {str(cell): other for cell, other in game.view.aliases(state).items()} if choices else {},
        "inspections": [one._asdict() for one in game.view.inspect(state)] if inspections else [],
        "staging": {"mover": staging.mover, "carries": staging.carries},
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


def _last(position: Position, known: str) -> dict[str, Any] | None:
    """The move that led to a position; None if there is none. known: its text, or empty."""
    before, code = position.previous, position.last_move_code
    if before is None:
        return None
    text = known or before.format_move(code)
    return {"move": text, "steps": before.steps(code, text)}


def _choices(position: Position) -> dict[str, Any]:
    """The legal moves as lists side by side, since there may be thousands; the rest of those that have it."""
    view, state = position.game.view, position.state[0]
    moves, codes = position.legal_moves, position.legal_move_codes

    def by_text(known: Mapping[int, T]) -> dict[str, T]:
        pairs = zip(moves, codes, strict=True) if known else ()
        return {move: known[code] for move, code in pairs if code in known}

    return {
        "moves": moves,
        "steps": position.legal_steps(moves),
        "origins": by_text(view.origins_of_moves(state, codes)),
        "ways": by_text(view.ways(state)),
        "facts": by_text(view.facts_of_moves(state, codes)),
    }
