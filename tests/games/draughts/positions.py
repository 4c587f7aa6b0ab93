"""Positions of draughts, for tests of its rules and of its evaluators."""

from __future__ import annotations

from nupp.rules import Game, Position, game


def rules(variant: str, draws: bool = True) -> Game:
    return game(f"draughts:variant={variant},draws={str(draws).lower()}")


def at(text: str, variant: str = "brazilian", draws: bool = True) -> Position:
    return rules(variant, draws).parse_position(text)
