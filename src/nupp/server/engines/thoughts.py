"""Thoughts of players, for the page."""

from __future__ import annotations

from dataclasses import replace

from nupp.players import Candidate, Decision
from nupp.players.base import score_text
from nupp.rules import Position
from nupp.server.models.work import thinking


def thought_of(position: Position, decision: Decision, player: str, done: bool) -> thinking.Thought:
    """A decision of a player, of this spec, about a position; done: whether it is its last word."""
    return thinking.Thought.model_validate(
        {
            "side": position.to_move,
            "player": player,
            "ply": position.ply,
            "done": done,
            "move": decision.move,
            "score": float(decision.score),
            "score_kind": decision.score_kind,
            "score_text": decision.score_text,
            "expectation": _expectation(position, decision),
            "pv": list(decision.pv),
            "depth": decision.depth,
            "nodes": decision.nodes,
            "nodes_per_second": round(decision.nodes_per_second),
            "seconds": round(decision.seconds, 3),
            "candidates": _candidates(position, decision),
            "compiled": decision.compiled,
        }
    )


def _candidates(position: Position, decision: Decision) -> list[thinking.Candidate]:
    codes = dict(zip(position.legal_moves, position.legal_move_codes, strict=True))
    return [
        _candidate(position, one, codes[one.move], decision)
        for one in decision.candidates
        if one.move in codes
    ]


def _candidate(position: Position, one: Candidate, code: int, decision: Decision) -> thinking.Candidate:
    return thinking.Candidate(
        move=one.move,
        score=float(one.score),
        score_kind=one.score_kind,
        score_text=score_text(one.score, one.score_kind, decision.unit),
        expectation=_expectation(position, replace(decision, score=one.score, score_kind=one.score_kind)),
        visits=one.visits,
        pv=list(one.pv),
        steps=list(position.steps(code, one.move)),
    )


def _expectation(position: Position, decision: Decision) -> float | None:
    """The result that the first side may expect; None if an evaluation cannot be turned into one."""
    if not decision.has_score or decision.expectation is None:
        return None
    return round(decision.expectation if position.to_move == 0 else 1 - decision.expectation, 4)
