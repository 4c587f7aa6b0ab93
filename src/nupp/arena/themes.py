"""Themes of puzzles: what kind of idea solves one, such as a sacrifice or the parry of a threat.

They follow from the rules and from the pieces that are drawn, so every game has them; its view adds others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from nupp.rules import Position
from nupp.rules.view import view_of

OTHERS: Final = 3
"""The number of other moves that are tried to see what the opponent threatens."""

Men: TypeAlias = Mapping[int, tuple[int, str]]
"""The pieces on cells: the side of each, and its kind."""


def themes_of(position: Position, line: Sequence[str]) -> tuple[str, ...]:
    """The themes of the best line from a position, which are words.

    `win`: it ends the game, won. `defence`: after other moves the opponent wins at once. `capture`: the
    answer takes pieces, which is not compulsory. `quiet`: it takes none, and others would. `sacrifice`:
    pieces are given up on the way to a lead or a win. `promotion`: a piece becomes one of another kind. Then
    come those of the game's view.
    """
    along = [position]
    for move in line:
        along.append(along[-1].play(move))
    men, side = [_men(one) for one in along], position.to_move
    found = {"win": _is_won(along[-1], side), "defence": _parries(position, line[0])}
    if not any(_turn_round(before, after) for before, after in pairwise(men)):
        takes = _takes(men[0], men[1], side)
        others = [_takes(men[0], _men(after), side) for after in _all_after(position)]
        leads = [_lead(one, side) for one in men]
        ahead = leads[-1] > leads[0] or found["win"]
        found["capture"] = takes and not all(others)
        found["quiet"] = not takes and any(others)
        found["sacrifice"] = ahead and min(leads[1:]) < leads[0]
    found["promotion"] = any(_promotes(*two, side) for two in pairwise(men))
    own = view_of(position.game).themes([one.state[0] for one in along])
    return (*(name for name, holds in found.items() if holds), *own)


def _all_after(position: Position) -> list[Position]:
    return [position.play_code(code) for code in position.legal_move_codes]


# ---- threats -------------------------------------------------------------------------------------


def _is_won(position: Position, side: int) -> bool:
    return position.is_over and position.outcome == 1 - 2 * side


def _wins_at_once(position: Position) -> bool:
    """True if the side to move has a move that wins the game."""
    return any(_is_won(after, position.to_move) for after in _all_after(position))


def _parries(position: Position, answer: str) -> bool:
    """True if the opponent wins at once after other moves, and not after the answer."""
    right = position.play(answer)
    others = [one for one in _all_after(position) if str(one) != str(right)][:OTHERS]
    threatened = all(one.to_move != position.to_move and _wins_at_once(one) for one in others)
    return bool(others) and threatened and not _wins_at_once(right)


# ---- pieces --------------------------------------------------------------------------------------


def _men(position: Position) -> Men:
    pieces = view_of(position.game).drawing(position.state[0]).pieces
    return {one.cell: (one.side, f"{one.shape} {one.symbol}") for one in pieces if one.side >= 0}


def _turn_round(before: Men, after: Men) -> bool:
    """True if most of what a move changes are pieces that go over to the other side where they stand."""
    turned = sum(cell in after and after[cell][0] != side for cell, (side, _) in before.items())
    gone = sum(cell not in after for cell in before)
    return turned > gone + 1 or (turned > 0 and gone == 0)


def _lead(men: Men, side: int) -> int:
    return sum(1 if own == side else -1 for own, _ in men.values())


def _takes(before: Men, after: Men, side: int) -> bool:
    """True if the opponent has fewer pieces than before."""
    counts = [sum(own != side for own, _ in men.values()) for men in (before, after)]
    return counts[1] < counts[0]


def _promotes(before: Men, after: Men, side: int) -> bool:
    """True if a side has lost a piece of one kind by a move, and got one of another."""
    old, new = (Counter(kind for own, kind in men.values() if own == side) for men in (before, after))
    return bool(old - new) and bool(new - old)
