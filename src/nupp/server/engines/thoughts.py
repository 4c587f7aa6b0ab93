"""What a player thinks, as the page shows it (`Thought` there)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import nupp
from nupp.players import Candidate, Decision
from nupp.players.base import score_text
from nupp.players.expectation import expected_result, scale_of
from nupp.rules import Position
from nupp.spec import SpecError


def thought_of(position: Position, decision: Decision, player: str, done: bool) -> dict[str, Any]:
    """A decision of a player, of this spec, about a position; done: whether it is its last word."""
    return {
        "side": position.to_move,
        "player": player,
        "ply": position.ply,
        "done": done,
        "move": decision.move,
        "score": float(decision.score),
        "score_kind": decision.score_kind,
        "score_text": decision.score_text,
        "expectation": _expectation(position, decision, player),
        "pv": list(decision.pv),
        "depth": decision.depth,
        "nodes": decision.nodes,
        "nodes_per_second": round(decision.nodes_per_second),
        "seconds": round(decision.seconds, 3),
        "candidates": _candidates(position, decision),
    }


def get_ready(game: str, player: str) -> None:
    """Find out what `thought_of` has to know of a player of a game, which may take some time."""
    _scale(game, player)


def _candidates(position: Position, decision: Decision) -> list[dict[str, Any]]:
    codes = dict(zip(position.legal_moves, position.legal_move_codes, strict=True))
    return [
        _candidate(position, one, codes[one.move], decision.unit)
        for one in decision.candidates
        if one.move in codes
    ]


def _candidate(position: Position, one: Candidate, code: int, unit: float) -> dict[str, Any]:
    return {
        "move": one.move,
        "score": float(one.score),
        "score_kind": one.score_kind,
        "score_text": score_text(one.score, one.score_kind, unit),
        "visits": one.visits,
        "steps": list(position.steps(code, one.move)),
    }


def _expectation(position: Position, decision: Decision, player: str) -> float | None:
    """The result that the first side may expect; None if an evaluation cannot be turned into one."""
    if not decision.judged:
        return None
    scale = _scale(position.game.spec, player)
    if scale is None:
        return None
    value = expected_result(decision, scale)
    return round(value if position.to_move == 0 else 1 - value, 4)


@lru_cache(maxsize=256)
def _scale(game: str, player: str) -> float | None:
    """The scale of a player's evaluations in a game; None if there is none."""
    made = nupp.game(game)
    try:
        return scale_of(nupp.player(player, made))
    except (SpecError, MemoryError):  # of tables that the engine will not get either
        return None
